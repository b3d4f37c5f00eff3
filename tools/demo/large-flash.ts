import type pg from 'pg';
import { vacuum } from './vacuum.ts';

/** The seed of all random values: the same size gives the same audits. */
const SEED = 20_260_401;

const BRANCHES = `insert into masters.entity (id, type, name, active) select 'Z' || n, 'B', 'Branch ' || n, true
  from generate_series(1, $1::integer) as n`;

/** One audit a day for each branch, going back from a fixed day; the newest are open. Parameters: branches, days. */
const AUDITS = `insert into flash.audit (branch, on_day, cashier, auditor_name, status, closed_at, filled_by, filled_at)
  select e.srno, date '2026-10-31' - d, 'Cashier', 'Auditor', case when d = 0 then 'P' when d = 1 then 'R' else 'C' end,
    case when d > 1 then now() end, 'fetch', now()
  from generate_series($1::integer - 1, 0, -1) as d, masters.entity e where e.id like 'Z%' order by d desc, e.srno`;

/** A number of the audit that depends on its branch and day alone, so that the same days look the same at every size. */
const PLACE = `(a.branch::bigint * 100000 + (a.on_day - date '2000-01-01'))`;

/** Nine currencies and a transaction of each audit; one line in ten is a discrepancy. */
const CURRENCIES = `insert into flash.currency (audit, branch, on_day, isd, name, report, status, answer_status, is_open)
  select a.srno, a.branch, a.on_day, c.isd, c.isd, 1000 + h % 9000, case when h % 10 = 0 then 'D' else 'O' end,
    (array['P', 'R', 'O', 'O'])[1 + (h / 10) % 4], a.status <> 'C'
  from flash.audit a cross join unnest('{AED,AUD,CAD,CHF,EUR,GBP,JPY,SGD,USD}'::text[]) with ordinality as c (isd, n)
  cross join lateral (select abs(hashint8extended(${PLACE} * 10 + c.n, ${SEED})) as h) as drawn
  where a.cashier = 'Cashier' order by a.srno, c.n`;
const TRANSACTIONS = `insert into flash.transaction (audit, branch, on_day, sale_type, tran_no, tran_date, document, status,
    answer_status, is_open)
  select a.srno, a.branch, a.on_day, 'SP', a.srno::text, a.on_day, case when h % 10 = 0 then 'Visa' else '' end,
    case when h % 10 = 0 then 'D' else 'O' end, (array['P', 'R', 'O', 'O'])[1 + (h / 10) % 4], a.status <> 'C'
  from flash.audit a cross join lateral (select abs(hashint8extended(${PLACE}, ${SEED})) as h) as drawn
  where a.cashier = 'Cashier' order by a.srno`;

/** Adds branches with an audit on each of so many days, and ten lines each. It needs a superuser, because it skips the triggers. */
export async function growFlash(
  admin: pg.Client,
  { branches, days }: { readonly branches: number; readonly days: number },
): Promise<void> {
  await admin.query(BRANCHES, [branches]);
  await admin.query('begin; set local session_replication_role = replica');
  await admin.query(AUDITS, [days]);
  await admin.query(CURRENCIES);
  await admin.query(TRANSACTIONS);
  await admin.query('commit');
  await vacuum(admin, ['flash.audit', 'flash.currency', 'flash.transaction']);
  await admin.query('analyze masters.entity');
}
