import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { statement, type RowOf } from '#server/platform/db/statement.ts';

const executive = statement(
  'notes.report.executive',
  { holder: 'int4', code: 'text', name: 'text', branch: 'int4', branch_id: 'text', branch_name: 'text' },
  `select n.srno as holder, n.code, n.name, n.branch, b.id as branch_id, b.name as branch_name
   from masters.employee_ref e join notes.holder_name n on n.employee = e.srno join masters.entity_ref b on b.srno = n.branch
   where lower(e.code) = lower($1::text) and ($2::integer[] is null or n.branch = any ($2))`,
);
/** An executive or a vault by its code; undefined if it is out of scope. */
export const findExecutive = (on: Executor, code: string, scope: Scope) =>
  on.maybe(executive, [code.trim(), entitiesIn(scope)]);

const branch = statement(
  'notes.report.branch',
  { branch: 'int4', branch_id: 'text', branch_name: 'text', inside: 'int4[]', against: 'int4[]' },
  `select b.srno as branch, b.id as branch_id, b.name as branch_name, array(
       select h.srno from masters.employee_ref e join notes.holder h on h.employee = e.srno where e.branch = b.srno
       union all
       select h.srno from notes.holder h where h.branch = b.srno and h.kind = 'transit' and h.employee is null
     ) as inside,
     array(select h.srno from notes.holder h
       where h.branch = b.srno and h.kind in ('customer', 'outside') and h.employee is null) as against
   from masters.entity_ref b where b.id = upper($1::text) and ($2::integer[] is null or b.srno = any ($2))`,
);
/** A branch with its holders and its contra accounts; undefined if it is out of scope. */
export const findWholeBranch = (on: Executor, id: string, scope: Scope) =>
  on.maybe(branch, [id.trim(), entitiesIn(scope)]);

const balances = statement(
  'notes.report.balances',
  {
    holder: 'int4',
    kind: 'text',
    is_vault: 'bool',
    code: 'text',
    name: 'text',
    product: 'text',
    isd: 'text',
    isd_name: 'text',
    quantity: 'numeric',
  },
  `select n.srno as holder, n.kind, n.employee_kind = 'V' as is_vault, n.code, n.name, b.product, b.isd,
     coalesce(c.name, '') as isd_name, last.balance as quantity
   from unnest($1::integer[]) as h (holder) join notes.balance b on b.holder = h.holder
   cross join lateral (
     select p.balance, p.branch from notes.posting p
     where p.holder = b.holder and p.product = b.product and p.isd = b.isd and p.at < $2::timestamptz
     order by p.at desc limit 1
   ) as last
   join notes.holder_name n on n.srno = b.holder left join masters.currency_ref c on c.code = b.isd
   where ($3::integer[] is null or last.branch = any ($3)) and ($4::text is null or b.isd = $4) and last.balance <> 0`,
);
export type BalanceRow = NonNullable<(typeof balances)['row']>;

/**
 * The balance of each holder and currency before a moment, which is the balance after the last transfer before it. A
 * balance at a branch out of scope is left out.
 */
export const balancesBefore = (
  on: Executor,
  holders: readonly number[],
  moment: string,
  reach: Scope,
  isd: string | null,
) => on.rows(balances, [holders, moment, entitiesIn(reach), isd]);

const ibr = statement(
  'notes.report.ibr',
  { day: 'date', rates: 'json' },
  `select i.day, json_object_agg(i.code, trim_scale(i.rate)::text) as rates from rates.ibr_in_force i
   where i.day = (select d.day from rates.ibr_in_force d where d.day <= $1::date order by d.day desc limit 1)
   group by i.day`,
);
/** The rates of the newest list up to a day; undefined before the first list. */
export const ratesOf = (on: Executor, day: IsoDate) => on.maybe(ibr, [day]);

const MOVEMENT = {
  id: 'int8',
  at: 'text',
  kind: 'text',
  product: 'text',
  isd: 'text',
  quantity: 'numeric',
  request: 'int4?',
  line_no: 'int4?',
  slip: 'int4?',
  holder_kind: 'text',
  other_kind: 'text',
  other_code: 'text',
  other: 'text',
  partner_code: 'text?',
  partner: 'text?',
  reason: 'text',
  made_by: 'text',
} as const;
export type MovementRow = RowOf<typeof MOVEMENT>;

/**
 * One page in the order of time. Each holder (and each product, if one currency is requested) is one ordered index
 * range, and the ranges are merged. Parameters: rows, holders, the period, the key of the last row seen, the branches
 * in scope.
 */
const page = (name: string, parted: string, narrowed: string) =>
  statement(
    `notes.report.movements.${name}`,
    MOVEMENT,
    `with page as materialized (
       select s.* from unnest($2::integer[]) as h (holder) ${parted} cross join lateral (
         select p.id, p.at, p.kind, p.holder, p.other, p.product, p.isd, p.quantity, p.request, p.line_no, p.movement, p.reason,
           p.made_by_name
         from notes.posting p
         where p.holder = h.holder ${narrowed} and p.at >= $3::timestamptz and p.at < $4::timestamptz
           and (p.at, p.id) > ($5::timestamptz, $6::bigint) and ($7::integer[] is null or p.branch = any ($7))
         order by p.at, p.id limit $1::integer
       ) as s order by s.at, s.id limit $1::integer
     )
     select page.id, to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, page.kind, page.product,
       page.isd, page.quantity, page.request, page.line_no, m.slip, h.kind as holder_kind, o.kind as other_kind,
       o.code as other_code, o.name as other, w.code as partner_code, w.name as partner, page.reason,
       page.made_by_name as made_by
     from page join notes.holder h on h.srno = page.holder join notes.holder_name o on o.srno = page.other
       left join notes.movement m on m.srno = page.movement
       left join notes.holder_name w on w.srno = case m.from_holder when page.holder then m.to_holder else m.from_holder end
     order by page.at, page.id`,
  );
const pages = {
  whole: page('whole', '', ''),
  narrowed: page(
    'narrowed',
    `cross join (values ('CN'), ('CARD')) as one (product)`,
    'and p.product = one.product and p.isd = $8::text',
  ),
};

export interface Period {
  readonly from: string;
  readonly before: string;
}

/** At most `rows` movements of a period, after the last one seen. */
export const movementsAfter = (
  on: Executor,
  rows: number,
  holders: readonly number[],
  { from, before }: Period,
  seen: Pick<MovementRow, 'at' | 'id'> | null,
  reach: Scope,
  isd: string | null,
) =>
  on.rows(isd === null ? pages.whole : pages.narrowed, [
    rows,
    holders,
    from,
    before,
    seen?.at ?? from,
    seen?.id ?? '0',
    entitiesIn(reach),
    ...(isd === null ? [] : [isd]),
  ]);

const trail = statement(
  'notes.report.trail',
  {},
  `insert into platform.trail (action, record, record_id, branch, after) values ($1, 'notes', $2, $3, $4)`,
);
export const trailReport = (
  tx: Transaction,
  action: 'report' | 'export',
  about: { readonly code: string; readonly branch: number },
  asked: object,
) => tx.rows(trail, [action, about.code, about.branch, asked]);
