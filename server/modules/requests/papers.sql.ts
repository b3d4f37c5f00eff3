import { momentOrEmpty } from '#server/platform/moment.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Print } from '#domain/requests/documents.ts';
import type { Transaction, WireColumns } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { PaperFacts, StoredPaper } from './papers.present.ts';
import { DETAIL_JOINS } from './rows.present.ts';

/** The numbered papers of requests. Row-level security applies to every statement here and follows that of the
 * request. */

const printed = { fin_year: 'text', number: 'int4', data: 'jsonb' } as const;

export interface PrintedPaper {
  readonly fin_year: string;
  readonly number: number;
  readonly data: StoredPaper;
}

/** Records the print of the paper `p` in the trail of its request. */
const trailedPrint = (from: string, isReprint: boolean) => `trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'print', 'request', p.request::text, p.branch, jsonb_build_object('paper', p.kind, 'fin_year', p.fin_year,
       'number', p.number, 'content_version', p.version, 'reprint', ${isReprint})
     from ${from} p
   )`;

const reprint = statement(
  'requests.paper.reprint',
  printed,
  `with found as (
     select p.*, r.branch from requests.paper p join requests.request r on r.srno = p.request
     where p.request = $1 and p.kind = $2 and r.submitted and p.final_at = r.submitted_at
   ), ${trailedPrint('found', true)}
   select fin_year, number, data from found`,
);
/** The paper of the current Final, if it was printed before. A payment that arrived meanwhile changes nothing. */
export const reprintPaper = (tx: Transaction, request: number, print: Print) =>
  tx.maybe(reprint, [request, print]) as Promise<PrintedPaper | undefined>;

const lockSeries = statement(
  'requests.paper_series.lock',
  {},
  `insert into requests.paper_series (kind, fin_year) values ($1, $2)
   on conflict (kind, fin_year) do update set last_number = paper_series.last_number`,
);
/** Locks the number series until the end of the transaction. */
export const lockPaperSeries = (tx: Transaction, print: Print, financialYear: string) =>
  tx.rows(lockSeries, [print, financialYear]);

const lines = (columns: WireColumns, from: string) =>
  `(select coalesce(json_agg(${jsonObject(columns)} order by l.line_no), '[]') from ${from} where l.request = r.srno)`;
const orEmpty = (column: string) => `coalesce(${column}, '')`;

/** The columns of the request `r` at the address `a`, with the state `st` and the purpose `pu`. */
const PAPER_FACTS: WireColumns = {
  type: 'r.type',
  requestNumber: 'r.srno::text',
  date: `(r.submitted_at at time zone 'Asia/Kolkata')::date::text`,
  madeAt: momentOrEmpty('r.submitted_at'),
  branch: jsonObject({
    name: orEmpty('a.name'),
    address: `concat_ws(', ', nullif(a.address1, ''), nullif(a.address2, ''), nullif(a.address3, ''))`,
  }),
  customer: jsonObject({
    name: `case when r.type in ('SP', 'PP') then r.traveller_name else r.entity_name end`,
    idType: 'r.id_type',
    idNumber: 'r.id_number',
    pan: 'r.pan',
    nationality: 'r.nationality',
    address: 'r.kyc_address',
    state: orEmpty('st.name'),
    mobile: 'r.mobile',
    purpose: orEmpty('pu.name'),
    destination: 'r.destination',
  }),
  lines: lines(
    {
      product: 'l.product',
      isd: 'l.isd',
      currencyName: orEmpty('c.name'),
      quantity: 'trim_scale(l.quantity)::text',
      rate: 'trim_scale(l.rate)::text',
      ratePlaces: 'coalesce(c.rate_places, 2)',
      amount: 'l.amount::text',
    },
    'requests.product_line l left join masters.currency_ref c on c.code = l.isd',
  ),
  totals: jsonObject({
    forexTotal: 'r.forex_total::text',
    fee: 'r.fee::text',
    addedCharges: '(r.other_charges - r.fee)::text',
    otherCharges: 'r.other_charges::text',
    gst: 'r.gst::text',
    tcs: 'r.tcs::text',
    roundOff: 'r.round_off::text',
    grandTotal: 'r.grand_total::text',
  }),
  payments: lines(
    {
      payType: 'l.type',
      bankName: orEmpty('k.name'),
      reference: 'l.reference',
      date: 'l.paid_on::text',
      amount: 'l.amount::text',
      isAgreed: `l.type = 'SPR' and l.settled_at is null`,
    },
    'requests.payment_line l left join masters.bank_ref k on k.srno = l.bank',
  ),
  preparedBy: 'r.made_by_name',
};

const facts = statement(
  'requests.paper.facts',
  { version: 'int4', scheme: 'text', date: 'date', facts: 'json' },
  `select r.version, r.scheme, (r.submitted_at at time zone 'Asia/Kolkata')::date as date,
     ${jsonObject(PAPER_FACTS)} as facts
   from requests.request r ${DETAIL_JOINS} left join masters.entity_address a on a.srno = r.branch
   where r.srno = $1 and r.submitted for share of r`,
);
/** The data for the paper of a submitted request, which stays locked until the transaction ends. */
export const findPaperFacts = (tx: Transaction, request: number) =>
  tx.maybe(facts, [request]) as Promise<
    | {
        readonly version: number;
        readonly scheme: string;
        readonly date: IsoDate;
        readonly facts: PaperFacts;
      }
    | undefined
  >;

const print = statement(
  'requests.paper.print',
  printed,
  `with series as (
     update requests.paper_series set last_number = last_number + 1 where kind = $2 and fin_year = $4
     returning last_number
   ), made as (
     insert into requests.paper (request, kind, version, final_at, fin_year, number, made_by_name, data)
     select r.srno, $2::text, $3::integer, r.submitted_at, $4::text, last_number, $5::text, $6::jsonb
     from series, requests.request r where r.srno = $1 returning *
   ), placed as (
     select made.*, r.branch from made join requests.request r on r.srno = made.request
   ), ${trailedPrint('placed', false)}
   select fin_year, number, data from made`,
);
/** The first print, with the next number of its series. The transaction must have locked the series. */
export const printPaper = (
  tx: Transaction,
  paper: {
    readonly request: number;
    readonly print: Print;
    readonly version: number;
    readonly financialYear: string;
    readonly data: StoredPaper;
  },
  { name }: Caller,
) =>
  tx.one(print, [
    paper.request,
    paper.print,
    paper.version,
    paper.financialYear,
    name,
    JSON.stringify(paper.data),
  ]) as Promise<PrintedPaper>;
