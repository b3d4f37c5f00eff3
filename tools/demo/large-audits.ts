import type pg from 'pg';

/** The seed of all random values: the same size gives the same transactions. */
const SEED = 20_260_401;
const DAYS = 28;

/** The registers in the order in which they are fetched, with their share of the transactions in per cent. */
const REGISTERS = [
  { kind: 'FLM3', type: 'PP', share: 30 },
  { kind: 'FLM4', type: 'PB', share: 10 },
  { kind: 'FLM5', type: 'SP', share: 50 },
  { kind: 'FLM6', type: 'SB', share: 10 },
] as const;

export interface GrownAudit {
  readonly srno: number;
  readonly branch: number;
  readonly year: number;
  readonly month: number;
}

/** An audit with one register of each kind. Its month is the first that has none at the branch, from 2001 on. */
const AUDIT = `insert into audit.audit (branch, year, month, audited_on, cashier, manager, auditor_name)
  select b.srno, m.year, m.month, make_date(m.year, m.month, 28), 'Large', 'Large', 'Large'
  from (select srno from masters.entity where type = 'B' and active order by srno offset $1 % (
    select count(*) from masters.entity where type = 'B' and active) limit 1) as b,
  lateral (select y as year, n as month from generate_series(2001, 2099) as y, generate_series(1, 12) as n
    where not exists (select from audit.audit a where a.branch = b.srno and a.year = y and a.month = n)
    order by y, n limit 1) as m
  returning srno, branch, year, month`;

/** The transactions of one register, day after day as fetchflms adds them. One in fifty has a discrepancy. */
const TRANSACTIONS = `with register as (
    insert into audit.document (audit, branch, kind, origin, file_name, extension, rows)
    values ($1, $2, $3, 'fetch', $3 || '.xlsx', 'xlsx', $5) returning srno
  ), purpose as materialized (
    select array_agg(value order by srno) as values from masters.purpose
  ), drawn as (
    select n, abs(hashint8extended(n + $1::bigint * 1000003, ${SEED})) as h from generate_series(0, $5::integer - 1) as n offset 0
  )
  insert into audit.transaction (audit, branch, document, type, tran_no, tran_date, traveller, party, purpose, party_type, amount,
    paid_by, lines, status, marked_by_name, marked_at)
  select $1, $2, r.srno, $4, (n + 1)::text, make_date($6, $7, 1 + (n::bigint * ${DAYS} / $5)::integer),
    case when $4 in ('PP', 'SP') then 'Traveller ' || h % 100000 else '' end,
    case when $4 in ('PB', 'SB') then 'Dealer ' || h % 500 else '' end,
    case when $4 = 'SP' then p.values[1 + (h / 7) % cardinality(p.values)] else '' end,
    case when $4 = 'PB' then (array['F', 'D'])[1 + (h / 11) % 2] else '' end, 1000 + h % 900000, 'CASH',
    jsonb_build_array(jsonb_build_object('product', 'CN', 'isd', 'USD', 'quantity', '100', 'rate', '88.5000', 'amount', '8850.00')),
    case when h % 50 = 0 then 'DIS' when h % 50 < 30 then 'PEN' else 'OK' end, '', null
  from drawn, register r, purpose p order by n`;

const DISCREPANCIES = `insert into audit.discrepancy (audit, branch, flag, type, tran_no, tran_date, purpose, party_type, words, on_day,
    status, raised_by_name)
  select t.audit, t.branch, 'T', t.type, t.tran_no, t.tran_date, t.purpose, t.party_type, 'No memo of ' || t.tran_no, t.tran_date,
    (array['P', 'P', 'R', 'D'])[1 + t.line_no % 4], 'Large'
  from audit.transaction t where t.audit = $1 and t.status = 'DIS' order by t.line_no`;

/** Adds audits with so many transactions each, in turn to the branches, and their discrepancies. */
export async function growAudits(admin: pg.Client, sizes: readonly number[]): Promise<readonly GrownAudit[]> {
  const grown: GrownAudit[] = [];
  for (const [at, size] of sizes.entries()) {
    const [audit] = (await admin.query<GrownAudit>(AUDIT, [at])).rows;
    if (audit === undefined) throw new Error('there is no branch to audit');
    const { srno, branch, year, month } = audit;
    for (const { kind, type, share } of REGISTERS)
      await admin.query(TRANSACTIONS, [srno, branch, kind, type, (size * share) / 100, year, month]);
    await admin.query(DISCREPANCIES, [srno]);
    grown.push(audit);
  }
  await admin.query('analyze audit.transaction, audit.discrepancy, audit.tally, audit.audit, audit.document');
  return grown;
}
