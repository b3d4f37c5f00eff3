import type pg from 'pg';

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

/**
 * The invariants of the ledger, each as a query for violations: a non-empty result names the broken invariant. The
 * balances are the sums of all transfers, every stored balance was right at its time, nothing is or was negative, no
 * notes came from nowhere, and the lines that are out match the holdings of people and transit.
 */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a balance is not the sum of its transfers': `
    select b.holder, b.isd from notes.balance b left join (
      select holder, product, isd, sum(quantity) as quantity from notes.posting group by 1, 2, 3
    ) p using (holder, product, isd) where b.quantity is distinct from coalesce(p.quantity, 0)`,
  'a remembered balance was not right': `
    select id, holder from (
      select id, holder, balance, sum(quantity) over (partition by holder, product, isd order by at) as computed
      from notes.posting) as p where balance <> computed`,
  'two transfers of a branch have the same moment': `
    select branch, at from notes.transfer group by 1, 2 having count(*) > 1`,
  'a book is behind its transfers': `
    select branch from notes.book b join (select branch, max(at) as at from notes.transfer group by 1) t using (branch)
    where b.last_at < t.at`,
  'someone is below zero': `
    select holder, isd from notes.balance where quantity < 0 and kind not in ('customer', 'outside')`,
  'someone was below zero': `
    select p.id, p.holder from notes.posting p join notes.holder h on h.srno = p.holder
    where p.balance < 0 and h.kind not in ('customer', 'outside')`,
  'an accepted movement did not go out once and arrive once': `
    select m.srno from notes.movement m left join (
      select movement, string_agg(kind, ' ' order by id) as steps, min(quantity) as least, max(quantity) as most,
        max(from_holder) filter (where kind = 'out') as sender, max(to_holder) filter (where kind = 'accept') as receiver
      from notes.transfer where kind in ('out', 'accept') group by movement
    ) t on t.movement = m.srno
    where m.state = 'accepted' and (t.steps, t.least, t.most, t.sender, t.receiver)
      is distinct from ('out accept', m.quantity, m.quantity, m.from_holder, m.to_holder)`,
  'a returned movement did not go out once and come back once': `
    select m.srno from notes.movement m left join (
      select movement, string_agg(kind, ' ' order by id) as steps, min(quantity) as least, max(quantity) as most,
        max(from_holder) filter (where kind = 'out') as sender, max(to_holder) filter (where kind = 'return') as receiver
      from notes.transfer where movement is not null group by movement
    ) t on t.movement = m.srno
    where m.state = 'returned' and (t.steps, t.least, t.most, t.sender, t.receiver)
      is distinct from ('out return', m.quantity, m.quantity, m.from_holder, m.from_holder)`,
  'notes came from nowhere': `
    select product, isd from notes.balance group by 1, 2 having sum(quantity) <> 0`,
  'the lines on the road are not what people and transit hold': `
    select coalesce(l.holder, b.holder) as holder, coalesce(l.isd, b.isd) as isd
    from (select holder, isd, sum(quantity) as quantity from notes.line group by 1, 2) l
    full join (
      select b.holder, b.isd, b.quantity from notes.balance b join notes.holder_name h on h.srno = b.holder
      where (h.kind = 'transit' or h.employee_kind = 'P') and b.quantity <> 0
    ) b using (holder, isd) where l.quantity is distinct from b.quantity`,
  'a line in transit has no movement that waits, or the other way round': `
    select coalesce(l.request, m.request) from (
      select l.request, l.line_no from notes.line l join notes.holder h on h.srno = l.holder and h.kind = 'transit') l
    full join (select request, line_no from notes.movement where state in ('transit', 'rejected')) m using (request, line_no)
    where l.request is null or m.request is null`,
  'a request does not say that its notes are out': `
    select r.srno from requests.request r where exists (select from notes.line l where l.request = r.srno)
      and not (r.is_out or r.is_in)`,
};

/** The names of the violated invariants. */
export async function brokenInvariants(admin: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await admin.query(query);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}
