import type pg from 'pg';

export { brokenInvariants } from '#tools/verify/ledger.ts';

/** A request that is approved at every step, so that its notes can move. */
export interface Approved {
  readonly branch?: string;
  readonly type?: 'SP' | 'SB' | 'PP' | 'PB';
  readonly handover?: 'IN' | 'DEL';
  readonly deliveryExecutive?: string;
  readonly customer?: string;
  /** Currency and quantity of each line; all lines are of one product. */
  readonly lines?: readonly (readonly [isd: string, quantity: number])[];
  readonly product?: 'CN' | 'CARD';
}

/** Inserts this many approved requests directly into the tables and returns their numbers. */
export async function addApproved(admin: pg.Client, given: Approved = {}, count = 1): Promise<number[]> {
  const { branch = 'MUM', type = 'SP', handover = 'DEL', deliveryExecutive = 'E111' } = given;
  const { lines = [['USD', 100]], customer = 'Kavya Iyer', product = 'CN' } = given;
  const { rows } = await admin.query<{ srno: number }>(
    `with made as (
       insert into requests.request (ref_no, first_hash, branch, type, handover, delivery_executive, traveller_name, scheme,
         forex_total, grand_total, received, submitted, submitted_at, bm_by, bm_at, zm_by, zm_at, cm_by, cm_at, fm_by, fm_at,
         made_on, made_by, makers)
       select 'notes ' || gen_random_uuid(), sha256('x'), e.srno, $2, $3,
         (select srno from masters.employee where code = $4 and branch = e.srno), $5, 'FULL',
         1000, 1000, 1000, true, now(), 1, now(), 1, now(), 1, now(), 1, now(), current_date, 1, '{1}'
       from masters.entity e, generate_series(1, $6::integer) where e.id = $1 returning srno
     ), lined as (
       insert into requests.product_line (request, line_no, product, isd, quantity, rate, amount)
       select made.srno, l.n, $8, l.line ->> 0, (l.line ->> 1)::numeric, 10, round((l.line ->> 1)::numeric * 10)
       from made, jsonb_array_elements($7::jsonb) with ordinality as l (line, n)
     )
     select srno from made order by srno`,
    [branch, type, handover, deliveryExecutive, customer, count, JSON.stringify(lines), product],
  );
  return rows.map(({ srno }) => srno);
}

/** Opening stock of a branch's vault, by currency. */
export async function stockVault(
  admin: pg.Client,
  stock: Readonly<Record<string, number>>,
  branch = 'MUM',
): Promise<void> {
  await admin.query(
    `insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason)
     select 'stock', e.branch, o.srno, v.srno, 'CN', s.key, s.value::numeric, 'opening'
     from masters.employee e join masters.entity b on b.srno = e.branch and b.id = $1
     join notes.holder v on v.employee = e.srno join notes.holder o on o.branch = e.branch and o.kind = 'outside',
       jsonb_each_text($2::jsonb) as s
     where e.kind = 'V' and e.active`,
    [branch, JSON.stringify(stock)],
  );
}

/** A transfer in a test: holders by their code, or TRANSIT, CUSTOMER and OUTSIDE. */
export interface TestTransfer {
  readonly at: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly quantity: number;
  readonly isd?: string;
  readonly product?: 'CN' | 'CARD';
  readonly request?: number;
  readonly reason?: string;
  readonly by?: string;
}

const TOLD = `jsonb_to_recordset($2::jsonb) as t (n integer, at timestamptz, kind text, "from" text, "to" text,
  quantity numeric, isd text, product text, request integer, reason text, by text)`;

/** Inserts transfers as the owner, in order, each with its given timestamp; the ledger computes the balances. */
export async function tellTransfers(
  admin: pg.Client,
  transfers: readonly TestTransfer[],
  branch = 'MUM',
): Promise<void> {
  const told = JSON.stringify(transfers.map((one, n) => ({ n, ...one })));
  const { rows } = await admin.query<{ first: string }>(
    `with holder as (
       select h.srno, coalesce(nullif(h.code, ''), upper(h.kind)) as code, h.branch
       from notes.holder_name h join masters.entity e on e.srno = h.branch and e.id = $1
     ), posted as (
       insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, request, line_no, reason, made_by_name)
       select t.kind, f.branch, f.srno, o.srno, coalesce(t.product, 'CN'), coalesce(t.isd, 'USD'), t.quantity, t.request,
         case when t.request is not null then 1 end, coalesce(t.reason, case t.kind when 'stock' then 'opening' else '' end),
         coalesce(t.by, 'Asha Rao')
       from ${TOLD} join holder f on f.code = t."from" join holder o on o.code = t."to" order by t.n
       returning id
     )
     select min(id) as first from posted`,
    [branch, told],
  );
  await admin.query(`update notes.transfer p set at = t.at from ${TOLD} where p.id = $1::bigint + t.n`, [
    rows[0]?.first,
    told,
  ]);
}

/** The cells of a report, row by row, as a reader sees them. */
export function cellsOf(html: string): string[][] {
  const text = (markup: string) =>
    markup
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return [...html.matchAll(/<tr class="[^"]*">([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => text(cell)),
  );
}

/** The balances of holders, by code (in transit: TRANSIT, others by their kind) and currency, without zeros. */
export async function balances(admin: pg.Client, branch = 'MUM'): Promise<Record<string, string>> {
  const { rows } = await admin.query<{ holder: string; quantity: string }>(
    `select coalesce(nullif(h.code, ''), upper(h.kind)) || ' ' || b.isd as holder, b.quantity::text
     from notes.balance b join notes.holder_name h on h.srno = b.holder join masters.entity e on e.srno = h.branch
     where e.id = $1 and b.quantity <> 0 order by 1`,
    [branch],
  );
  return Object.fromEntries(rows.map(({ holder, quantity }) => [holder, quantity]));
}
