import { MOST_COUNTED } from '#domain/home/waiting.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Share } from '#server/platform/waiting.ts';
import { OPEN, type Waiting } from './accept.sql.ts';

/** Shares by a branch, or by no branch and nobody, are those of the vaults there. */
const VAULT = `share.code is null and e.kind = 'V' and e.active`;

/** Each kind of share asks for itself, along the indexes that hold what waits and nothing else, and never beyond MOST_COUNTED. */
const countStatement = (waiting: Waiting) => {
  const { state, holder } = OPEN[waiting];
  const queueOf = (whose: string) =>
    `select from masters.employee_ref e join notes.holder h on h.employee = e.srno
     join notes.movement m on m.${holder} = h.srno and m.state = '${state}' where ${whose}`;
  return statement(
    `notes.waiting.${waiting}`,
    { waiting: 'int4' },
    `select (select count(*)::integer from (
       (${queueOf("e.kind = 'P' and lower(e.code) = lower(share.code)")})
       union all (${queueOf(`${VAULT} and e.branch = share.branch`)})
       union all (${queueOf(`${VAULT} and share.branch is null`)})
       limit ${MOST_COUNTED}
     ) as queue) as waiting
     from unnest($1::integer[], $2::text[]) with ordinality as share (branch, code, n) order by n`,
  );
};
const statements: Readonly<Record<Waiting, ReturnType<typeof countStatement>>> = {
  accept: countStatement('accept'),
  return: countStatement('return'),
};

export async function countWaiting(
  on: Executor,
  waiting: Waiting,
  shares: readonly Share[],
): Promise<readonly number[]> {
  const rows = await on.rows(statements[waiting], [shares.map(({ at }) => at), shares.map(({ by }) => by)]);
  return rows.map((row) => row.waiting);
}
