import { MOST_COUNTED } from '#domain/home/waiting.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';

/** The status of the discrepancies that wait for an answer, and of those that wait for a decision. */
const STATUS_OF = { answer: 'P', decide: 'R' } as const;
export type Waiting = keyof typeof STATUS_OF;

/** Counts over the partial index of the status, up to MOST_COUNTED. The condition is written like that of the index. */
function countStatement(waiting: Waiting, reach: 'all' | 'branches') {
  const within = reach === 'all' ? '$1::integer[] is not null' : 'd.branch = share.branch';
  return statement(
    `audit.waiting.${waiting}.${reach}`,
    { waiting: 'int4' },
    `select (select count(*)::integer from (
       select from audit.discrepancy d where d.status = '${STATUS_OF[waiting]}' and d.removed_at is null and ${within}
       limit ${MOST_COUNTED}
     ) as queue) as waiting
     from unnest($1::integer[]) with ordinality as share (branch, n) order by n`,
  );
}
const both = (waiting: Waiting) => ({
  all: countStatement(waiting, 'all'),
  branches: countStatement(waiting, 'branches'),
});
const statements = { answer: both('answer'), decide: both('decide') };

/** A caller has either one share for all branches or one for each branch, so a list of shares can hold both kinds. */
export async function countWaiting(
  on: Executor,
  waiting: Waiting,
  shares: readonly Share[],
): Promise<readonly Counted[]> {
  const { all, branches } = statements[waiting];
  const ofBranches = shares.flatMap(({ at }) => (at === null ? [] : [at]));
  const [whole] = ofBranches.length === shares.length ? [] : await on.rows(all, [[null]]);
  const counted = ofBranches.length === 0 ? [] : await on.rows(branches, [ofBranches]);
  const byBranch = new Map(ofBranches.map((branch, at) => [branch, counted[at]]));
  return shares.map(({ at }) => (at === null ? whole : byBranch.get(at)) ?? { waiting: 0 });
}
