import type pg from 'pg';
import type { Contender } from './contenders.ts';
import type { Range } from './steps.ts';

/** The maximum number of approvals in one turn. */
const APPROVED_AT_MOST = 20_000;
/** The share of the reported changes that must be found afterwards. */
const FOUND_AT_LEAST = 0.9;
/** Calls in progress at the end of a turn, which are not counted; they matter in a turn of a second. */
const IN_PROGRESS_AT_MOST = 20;

/**
 * The newest finished requests: they are set to wait for the branch manager, and finished again at the end. The oldest
 * requests are those of the demo, in every state, so a small business uses only the newer half.
 */
export const approvedRange = (requests: number, underWay: number): Range => {
  const last = requests - underWay;
  return { first: last - Math.min(APPROVED_AT_MOST, Math.floor(last / 2)) + 1, last, isInTurn: true };
};

const REOPEN = `update requests.request set status = 'P', is_out = false, is_in = false, bm_by = null, bm_by_name = null, bm_at = null,
    zm_by = null, zm_by_name = null, zm_at = null, cm_by = null, cm_by_name = null, cm_at = null,
    fm_by = null, fm_by_name = null, fm_at = null
  where srno between $1 and $2 and bm_by is not null`;
const FINISH = `update requests.request set status = 'H', is_out = type in ('SP', 'SB'), is_in = type in ('PP', 'PB'),
    bm_by = 1, bm_by_name = 'Bhavna Shah', bm_at = changed_at, zm_by = 1, zm_by_name = 'Zubin Daruwala', zm_at = changed_at,
    cm_by = 1, cm_by_name = 'Meera Nair', cm_at = changed_at, fm_by = 1, fm_by_name = 'Farhan Qureshi', fm_at = changed_at
  where srno between $1 and $2 and status = 'P'`;

export const reopen = (admin: pg.Client, { first, last }: Range) => admin.query(REOPEN, [first, last]);

/** Each turn finds the whole range waiting, and must have approved as many as it reports. */
export const approving = (admin: pg.Client, range: Range, contender: Contender): Contender => ({
  name: contender.name,
  async measure(seconds) {
    await reopen(admin, range);
    const round = await contender.measure(seconds);
    const { rows } = await admin.query<{ n: number }>(
      'select count(bm_by)::integer as n from requests.request where srno between $1 and $2',
      [range.first, range.last],
    );
    return checked(contender.name, round.perSecond * seconds, rows[0]?.n ?? 0, round);
  },
});

/** Each turn must have saved as many as it reports. */
export const saving = (admin: pg.Client, contender: Contender): Contender => ({
  name: contender.name,
  async measure(seconds) {
    const count = async () => {
      const { rows } = await admin.query<{ n: number }>(
        `select count(*)::integer as n from requests.request where ref_no >= 'bench-' and ref_no < 'bench.'`,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await count();
    const round = await contender.measure(seconds);
    return checked(contender.name, round.perSecond * seconds, (await count()) - before, round);
  },
});

function checked<T>(name: string, said: number, found: number, round: T): T {
  if (found < said * FOUND_AT_LEAST - IN_PROGRESS_AT_MOST)
    throw new Error(`${name}: ${found} found of ${said.toFixed(0)}`);
  return round;
}

/** Removes what a bench has saved and finishes what it has reopened, so that the next one finds the same business. */
export async function restore(admin: pg.Client, { first, last }: Range): Promise<void> {
  await admin.query('begin; set local session_replication_role = replica');
  await admin.query(
    `create temporary table bench_saved on commit drop as
     select srno from requests.request where ref_no >= 'bench-' and ref_no < 'bench.'`,
  );
  await admin.query('analyze bench_saved');
  for (const table of ['product_line', 'payment_line', 'activity'])
    await admin.query(`delete from requests.${table} where request in (select srno from bench_saved)`);
  const removed = await admin.query(
    `delete from requests.request where srno in (select srno from bench_saved)`,
  );
  const finished = await admin.query(FINISH, [first, last]);
  await admin.query('commit');
  if (removed.rowCount === 0 && finished.rowCount === 0) return;
  for (const table of ['request', 'product_line', 'payment_line', 'activity'])
    await admin.query(`vacuum analyze requests.${table}`);
}
