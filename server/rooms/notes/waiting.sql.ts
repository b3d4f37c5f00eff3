import { MOST_COUNTED } from '#domain/home/waiting.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';
import { OPEN, type Waiting } from './accept.sql.ts';

/** A person is counted where he works, as the lists have him. */
const OWN = `e.kind = 'P' and lower(e.code) = lower(share.code) and (share.branch is null or e.branch = share.branch)`;
/** Shares by nobody are those of the vault of their branch, or of all vaults. */
const VAULT = `share.code is null and e.kind = 'V' and e.active`;

/**
 * Each kind of share asks for itself, along the indexes that hold what waits and nothing else, and never beyond MOST_COUNTED.
 * What is beyond has no part in the mark, so that there every count has another.
 */
const countStatement = (waiting: Waiting) => {
  const { state, holder } = OPEN[waiting];
  const queueOf = (whose: string) =>
    `select m.srno from masters.employee_ref e join notes.holder h on h.employee = e.srno
     join notes.movement m on m.${holder} = h.srno and m.state = '${state}' where ${whose}`;
  return statement(
    `notes.waiting.${waiting}`,
    { waiting: 'int4', mark: 'int4' },
    `select queue.waiting, queue.mark
     from unnest($1::integer[], $2::text[]) with ordinality as share (branch, code, n), lateral (
       select count(*)::integer as waiting, case when count(*) = ${MOST_COUNTED} then hashtext(clock_timestamp()::text)
         else coalesce(bit_xor(hashint8(srno)), 0) end as mark
       from (
         (${queueOf(OWN)})
         union all (${queueOf(`${VAULT} and e.branch = share.branch`)})
         union all (${queueOf(`${VAULT} and share.branch is null`)})
         limit ${MOST_COUNTED}
       ) as open
     ) as queue order by n`,
  );
};
const statements: Readonly<Record<Waiting, ReturnType<typeof countStatement>>> = {
  accept: countStatement('accept'),
  return: countStatement('return'),
};

export const countWaiting = (
  on: Executor,
  waiting: Waiting,
  shares: readonly Share[],
): Promise<readonly Counted[]> =>
  on.rows(statements[waiting], [shares.map(({ at }) => at), shares.map(({ by }) => by)]);
