import { MOST_COUNTED } from '#domain/home/waiting.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';
import { OPEN, type Waiting } from './accept.sql.ts';

/** An employee is counted at the branch where they work, as in the lists. */
const OWN = `e.kind = 'P' and lower(e.code) = lower(share.code) and (share.branch is null or e.branch = share.branch)`;
/** A share without a code stands for the vault of its branch, or for all vaults if it has no branch. */
const VAULT = `share.code is null and e.kind = 'V' and e.active`;

/**
 * Each kind of share has its own subquery over the partial indexes of open movements, limited to MOST_COUNTED rows. At
 * the limit the mark cannot cover the rows beyond it, so every count gets a new mark.
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
