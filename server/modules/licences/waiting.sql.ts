import { MOST_COUNTED } from '#domain/home/waiting.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';

/** Rank 0 is pending: the documents that wait are the beginning of the list. */
const counted = (within: string) =>
  `(select count(*)::integer from (
     select from masters.licence_document d where d.rank = 0 and ${within} limit ${MOST_COUNTED}
   ) as queue) as waiting`;

const all = statement('licences.waiting.all', { waiting: 'int4' }, `select ${counted('true')}`);
const branches = statement(
  'licences.waiting.branches',
  { waiting: 'int4' },
  `select ${counted(`d.entity in (
     select e.srno from masters.entity_ref e where e.controlling_branch = share.branch union all select share.branch
   )`)} from unnest($1::integer[]) with ordinality as share (branch, n) order by n`,
);

/** The documents of an entity count for its controlling branch; those of a branch for the branch itself. */
export async function countWaiting(on: Executor, shares: readonly Share[]): Promise<readonly Counted[]> {
  const ofBranches = shares.flatMap(({ at }) => (at === null ? [] : [at]));
  const whole = ofBranches.length === shares.length ? undefined : await on.one(all);
  const counts = ofBranches.length === 0 ? [] : await on.rows(branches, [ofBranches]);
  const byBranch = new Map(ofBranches.map((branch, at) => [branch, counts[at]]));
  return shares.map(({ at }) => (at === null ? whole : byBranch.get(at)) ?? { waiting: 0 });
}
