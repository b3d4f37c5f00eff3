import type { IsoDate } from '#domain/dates.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { paymentRows, Place, productRows, RequestColumns } from './requests.present.ts';
import { isOwnOrOfBranch } from './reach.sql.ts';
import { STATE_COLUMNS, STATE_LIST } from './state.sql.ts';
import { trailed } from './trail.sql.ts';

const current = statement(
  'requests.request.current',
  { ...STATE_COLUMNS, made_on: 'date', made_by: 'int4', gateway: 'jsonb', typed_lines: 'int4[]' },
  `select ${STATE_LIST}, r.made_on, r.made_by, coalesce((
     select jsonb_agg(jsonb_build_object('line_no', l.line_no, 'reference', l.reference, 'amount', l.amount::text) order by l.line_no)
     from requests.payment_line l where l.request = r.srno and l.gateway_order is not null), '[]') as gateway,
     array(select l.line_no from requests.payment_line l where l.request = r.srno and l.gateway_order is null) as typed_lines
   from requests.request r where r.srno = $1 and ${isOwnOrOfBranch('$2')}`,
);
/** A line that the gateway has paid. A save never changes it. */
export interface GatewayLine {
  readonly line_no: number;
  readonly reference: string;
  readonly amount: string;
}
/** A request as it is before a save; nothing where it is not in reach. Lock it first: saves of one request wait for each other. */
export const findCurrentRequest = (tx: Transaction, srno: number, { account }: Caller) =>
  tx.maybe(current, [srno, account]);

/**
 * Resolves the names of a draft in one statement, and whether the reference of a new request belongs to a request in
 * scope. It finds only active records and those that the request holds already; executives only of the branch, and
 * branches only in the caller's scope.
 */
const resolve = statement(
  'requests.request.resolve',
  {
    branch: 'int4?',
    sales: 'int4?',
    delivery: 'int4?',
    state: 'int4?',
    remitter_bank: 'bool',
    purpose: 'bool',
    unknown_currencies: 'text[]',
    unknown_banks: 'text[]',
    scheme: 'text',
    is_ref_known: 'bool',
  },
  `with kept as (
     select branch, sales_executive, delivery_executive, state, remitter_bank, purpose from requests.request where srno = $1
   ), branch as (
     select e.srno from masters.entity_ref e left join kept on true
     where e.id = upper($2::text) and e.type in ('B', 'F') and platform.in_scope(e.srno) and (e.active or e.srno = kept.branch)
   )
   select (select srno from branch) as branch,
     (select e.srno from masters.employee_ref e left join kept on true
      where lower(e.code) = lower($3::text) and e.branch = (select srno from branch)
        and (e.sales and e.active or e.srno = kept.sales_executive)) as sales,
     (select e.srno from masters.employee_ref e left join kept on true
      where lower(e.code) = lower($4::text) and e.branch = (select srno from branch)
        and (e.delivery and e.active or e.srno = kept.delivery_executive)) as delivery,
     (select s.srno from masters.state_ref s left join kept on true
      where s.srno = $5::integer and (s.active or s.srno = kept.state)) as state,
     exists (select from masters.gateway_bank_ref g left join kept on true
      where lower(g.code) = lower($6::text) and (g.active or g.code = kept.remitter_bank)) as remitter_bank,
     exists (select from masters.purpose_ref p left join kept on true
      where lower(p.value) = lower($7::text) and (p.active or p.value = kept.purpose)) as purpose,
     array(select asked.code from unnest($8::text[]) as asked (code)
       where not exists (select from masters.currency_ref c where c.code = asked.code and c.active)
         and not exists (select from requests.product_line l where l.request = $1 and l.isd = asked.code)) as unknown_currencies,
     array(select asked.bank::text from unnest($9::integer[]) as asked (bank)
       where not exists (select from masters.bank_ref k where k.srno = asked.bank and k.active)
         and not exists (select from requests.payment_line l where l.request = $1 and l.bank = asked.bank)) as unknown_banks,
     (select t.scheme from requests.tax_start t where t.starts_on <= $10::date order by t.starts_on desc limit 1) as scheme,
     $1 = 0 and exists (select from requests.request r where r.ref_no = $11::text) as is_ref_known`,
);
export interface Names {
  readonly branch: string;
  readonly sales: string;
  readonly delivery: string;
  readonly state: string;
  readonly remitterBank: string;
  readonly purpose: string;
  readonly currencies: readonly string[];
  readonly banks: readonly string[];
}
const serialOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);
export const resolveNames = (tx: Transaction, srno: number, refNo: string, names: Names, day: IsoDate) =>
  tx.one(resolve, [
    srno,
    names.branch,
    names.sales,
    names.delivery,
    serialOf(names.state),
    names.remitterBank,
    names.purpose,
    names.currencies,
    // A bank that is not a number cannot be found, and zero means none.
    names.banks.map((bank) => serialOf(bank) ?? 0),
    day,
    refNo,
  ]);

const COLUMNS: readonly (keyof RequestColumns)[] = [
  'branch',
  'sales_executive',
  'handover',
  'delivery_executive',
  'type',
  'entity_name',
  'traveller_name',
  'id_type',
  'id_number',
  'kyc_address',
  'delivery_address',
  'state',
  'mobile',
  'email',
  'other_details',
  'pan',
  'nationality',
  'residency',
  'purpose',
  'destination',
  'travel_date',
  'date_of_birth',
  'scheme',
  'forex_total',
  'fee',
  'other_charges',
  'gst',
  'tcs',
  'round_off',
  'grand_total',
  'remitter_bank',
  'account_number',
  'ifsc',
  'link_requested',
];
const columns = COLUMNS.join(', ');
const given = COLUMNS.map((column) => `w.${column}`).join(', ');

interface Saving {
  readonly columns: RequestColumns;
  readonly isFinal: boolean;
  readonly received: string;
  /** Null keeps the stored place. */
  readonly place: Place | null;
  readonly products: ReturnType<typeof productRows>;
  readonly payments: ReturnType<typeof paymentRows>;
  /** The numbers of stored payment lines that were sent again. */
  readonly kept: readonly number[];
}

const saved = { srno: 'int4', version: 'int4' } as const;

/** Returns no row if the reference is taken, even by a concurrent save. */
const insert = statement(
  'requests.request.insert',
  saved,
  `with made as (
     insert into requests.request (ref_no, first_hash, made_on, made_by, made_by_name, makers, changed_by, changed_by_name,
       submitted, submitted_at, received, latitude, longitude, first_warnings, warnings, ${columns})
     select $1::text, $2::bytea, $3::date, $4::integer, $5::text, array[$4::integer], $4, $5,
       $6::boolean, case when $6 then now() end, $7::numeric, $8::numeric, $9::numeric, $13::text[], $13, ${given}
     from jsonb_populate_record(null::requests.request, $10) w
     on conflict (ref_no) do nothing returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'request', made.srno::text, made.branch,
       ${trailed('made')} || jsonb_build_object('products', $11::jsonb, 'payments', $12::jsonb)
     from made
   )
   select srno, version from made`,
);
export const insertRequest = (
  tx: Transaction,
  refNo: string,
  hash: Buffer,
  day: IsoDate,
  saving: Saving,
  warnings: readonly string[],
  { account, name }: Caller,
) =>
  tx.maybe(insert, [
    refNo,
    hash,
    day,
    account,
    name,
    saving.isFinal,
    saving.received,
    saving.place?.latitude ?? null,
    saving.place?.longitude ?? null,
    saving.columns,
    JSON.stringify(saving.products),
    JSON.stringify(saving.payments),
    warnings,
  ]);

const again = statement(
  'requests.request.again',
  { srno: 'int4', first_warnings: 'text[]' },
  `with found as (
     select r.srno, r.branch, r.first_warnings from requests.request r
     where r.ref_no = $1 and r.first_hash = $2 and ${isOwnOrOfBranch('$3')}
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'save again', 'request', srno::text, branch, jsonb_build_object('ref_no', $1) from found
   )
   select srno, first_warnings from found`,
);
/** The answer to the same first save; undefined if there was none or it is out of scope. */
export const findFirstSave = (tx: Transaction, refNo: string, hash: Buffer, { account }: Caller) =>
  tx.maybe(again, [refNo, hash, account]);

const linesBefore = (table: string) =>
  `(select coalesce(jsonb_agg(to_jsonb(l) - 'request' order by l.line_no), '[]') from requests.${table} l where l.request = before.srno)`;

/** The payer and the only account from which they may pay. */
const payer = (request: string) =>
  `(${['email', 'remitter_bank', 'account_number', 'ifsc'].map((column) => `${request}.${column}`).join(', ')})`;

/**
 * The transaction must have locked the request, and its lines must not be written yet. A link becomes void if its total
 * changes, if the payer changes while an amount is outstanding, or if it is no longer wanted. A new round then begins,
 * and the gateway cancels the earlier link.
 */
const update = statement(
  'requests.request.update',
  { ...saved, cancelled: 'int4' },
  `with before as (
     select r.*, r.link_requested and (r.grand_total <> w.grand_total or not w.link_requested
       or r.grand_total - (select coalesce(sum(l.amount), 0) from requests.payment_line l where l.request = r.srno)
         <> w.grand_total - $9::numeric
       or w.grand_total > $9 and ${payer('r')} is distinct from ${payer('w')}) as link_is_void
     from requests.request r, jsonb_populate_record(null::requests.request, $10) w where r.srno = $1
   ), changed as (
     update requests.request r set (${columns}) = (select ${given} from jsonb_populate_record(null::requests.request, $10) w),
       received = $5::numeric, latitude = case when $12::boolean then $6::numeric else r.latitude end,
       longitude = case when $12 then $7::numeric else r.longitude end,
       submitted = $4::boolean, submitted_at = case when $4 then now() else r.submitted_at end,
       makers = case when $2::integer = any (r.makers) then r.makers else r.makers || $2 end,
       link_sent = r.link_sent and not before.link_is_void,
       link_round = r.link_round + before.link_is_void::integer, warnings = $13::text[],
       sent_back_at = case when not $4 then r.sent_back_at end,
       sent_back_by = case when not $4 then r.sent_back_by end,
       sent_back_by_name = case when not $4 then r.sent_back_by_name end,
       sent_back_reason = case when not $4 then r.sent_back_reason end,
       version = r.version + 1, changed_by = $2, changed_by_name = $3::text, changed_at = now()
     from before where r.srno = $1 and not r.submitted and not r.is_out and not r.is_in and r.withdrawn_at is null
     returning r.*
   ), cancelled as (
     select platform.add_job('payments:cancel', json_build_object('request', before.srno, 'round', before.link_round))
     from before, changed where before.link_is_void
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'edit', 'request', changed.srno::text, changed.branch,
       ${trailed('before')} - 'link_is_void'
         || jsonb_build_object('products', ${linesBefore('product_line')}, 'payments', ${linesBefore('payment_line')}),
       ${trailed('changed')} || jsonb_build_object('products', $8::jsonb, 'payments', $11::jsonb)
     from before, changed
   )
   select srno, version, (select count(*)::integer from cancelled) as cancelled from changed`,
);
/** Returns undefined if the request can no longer be changed. */
export const updateRequest = (
  tx: Transaction,
  srno: number,
  saving: Saving,
  /** The sum of all payment lines, including those of the gateway. */
  paid: string,
  warnings: readonly string[],
  { account, name }: Caller,
) =>
  tx.maybe(update, [
    srno,
    account,
    name,
    saving.isFinal,
    saving.received,
    saving.place?.latitude ?? null,
    saving.place?.longitude ?? null,
    JSON.stringify(saving.products),
    paid,
    saving.columns,
    JSON.stringify(saving.payments),
    saving.place !== null,
    warnings,
  ]);

/** Whether a line is the stored one sent again. A new line may have got the number of a removed one. */
const SAME_LINE = 'l.line_no = any ($8::integer[]) and excluded.type = l.type and excluded.amount = l.amount';

/**
 * Replaces the lines of a request and writes the entries of the activity log. Lines that the gateway paid stay, and a
 * settled special approval stays settled while its line stays. At Final each product line is stamped with the
 * inter-bank rate in force.
 */
const writeLines = statement(
  'requests.request.lines',
  {},
  `with ibr as (
     select i.code, i.rate from rates.ibr_in_force i
     where $6::boolean and i.day = (select d.day from rates.ibr_in_force d where d.day <= $7::date order by d.day desc limit 1)
   ), products as (
     insert into requests.product_line as l (request, line_no, product, isd, quantity, rate, amount, ibr)
     select $1::integer, w.line_no, w.product, w.isd, w.quantity, w.rate, w.amount, (select rate from ibr where code = w.isd)
     from jsonb_populate_recordset(null::requests.product_line, $2) w
     on conflict (request, line_no) do update set product = excluded.product, isd = excluded.isd,
       quantity = excluded.quantity, rate = excluded.rate, amount = excluded.amount, ibr = excluded.ibr
   ), no_products as (
     delete from requests.product_line where request = $1 and line_no > jsonb_array_length($2)
   ), payments as (
     insert into requests.payment_line as l (request, line_no, type, bank, reference, amount, paid_on, received)
     select $1, w.line_no, w.type, w.bank, w.reference, w.amount, w.paid_on, w.received
     from jsonb_populate_recordset(null::requests.payment_line, $3) w
     on conflict (request, line_no) do update set type = excluded.type, bank = excluded.bank, reference = excluded.reference,
       amount = excluded.amount, paid_on = excluded.paid_on, received = excluded.received,
       settled_at = case when ${SAME_LINE} then l.settled_at end,
       settled_by_name = case when ${SAME_LINE} then l.settled_by_name end,
       settled_note = case when ${SAME_LINE} then l.settled_note end
   ), no_payments as (
     delete from requests.payment_line l where l.request = $1 and l.gateway_order is null
       and l.line_no <> all (array(select (w ->> 'line_no')::integer from jsonb_array_elements($3) w))
   )
   insert into requests.activity (request, by_name, remark)
   select $1, $4::text, said.remark from unnest($5::text[]) with ordinality as said (remark, n) order by said.n`,
);
export const writeLinesOf = (
  tx: Transaction,
  srno: number,
  { products, payments, kept, isFinal }: Saving,
  remarks: readonly string[],
  day: IsoDate,
  { name }: Caller,
) =>
  tx.rows(writeLines, [
    srno,
    JSON.stringify(products),
    JSON.stringify(payments),
    name,
    remarks,
    isFinal,
    day,
    kept,
  ]);
