import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';

const state = statement(
  'notes.delivery.state',
  {
    branch: 'int4?',
    type: 'text',
    handover: 'text',
    status: 'text',
    is_approved: 'bool',
    withdrawn: 'bool',
    delivery_executive: 'int4?',
    note_lines: 'int4',
    notes: 'json',
    employee: 'int4?',
  },
  `select r.branch, r.type, r.handover, r.status, r.is_approved, r.withdrawn_at is not null as withdrawn,
     r.delivery_executive,
     (select count(*)::integer from requests.product_line_ref p where p.request = r.srno and p.product = 'CN') as note_lines,
     (select coalesce(json_agg(json_build_object('lineNo', l.line_no, 'isd', l.isd, 'quantity', l.quantity::text, 'holder', h.name,
        'employee', h.employee) order by l.line_no), '[]')
      from notes.line l join notes.holder_name h on h.srno = l.holder where l.request = r.srno) as notes,
     (select e.srno from masters.employee_ref e where lower(e.code) = lower($3::text) and e.kind = 'P' and e.active) as employee
   from requests.request_ref r where r.srno = $1 and r.branch is not null and ($2::integer[] is null or r.branch = any ($2))`,
);
export interface PlacedNote {
  readonly lineNo: number;
  readonly isd: string;
  readonly quantity: string;
  readonly holder: string;
  readonly employee: number | null;
}
/** The delivery state of a request, its notes and the employee of the user; undefined if the request is out of
 * scope. */
export const findDelivery = (on: Executor, srno: number, scope: Scope, { employeeCode }: Caller) =>
  on.maybe(state, [srno, entitiesIn(scope), employeeCode]);

const moved = { lines: 'int4[]' } as const;
const MOVED = (from: string) => `select coalesce(array_agg(line_no), '{}') as lines from ${from}`;
const POSTED = `insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, request, line_no,
  denominations, made_by, made_by_name)`;
/** The denominations counted for a line, from parameter 4: line number → face value → number of notes. */
const COUNTED = (line: string) => `$4::jsonb -> ${line}.line_no::text`;
const NOTES_OF = `notes_of as (
  select p.request, p.line_no, r.branch, p.product, p.isd, p.quantity from requests.request_ref r
  join requests.product_line_ref p on p.request = r.srno and p.product = 'CN' where r.srno = $1)`;
const CUSTOMER = `customer as (
  select c.srno, c.branch from notes.holder c join requests.request_ref r on r.branch = c.branch
  where r.srno = $1 and c.kind = 'customer' and c.employee is null)`;
const VAULT = `vault as (
  select h.srno from requests.request_ref r join masters.employee_ref e on e.branch = r.branch and e.kind = 'V' and e.active
  join notes.holder h on h.employee = e.srno where r.srno = $1)`;
const HOLDER = 'holder as (select srno from notes.holder where employee = $5::integer)';

const deliver = statement(
  'notes.delivery.deliver',
  moved,
  `with ${CUSTOMER}, ${HOLDER}, gone as (
     delete from notes.line l using holder where l.request = $1 and l.holder = holder.srno
     returning l.request, l.line_no, l.branch, l.product, l.isd, l.quantity, l.holder
   ), posted as (
     ${POSTED} select 'deliver', g.branch, g.holder, customer.srno, g.product, g.isd, g.quantity, g.request, g.line_no,
       ${COUNTED('g')}, $2::integer, $3::text from gone g, customer order by g.line_no
   )
   ${MOVED('gone')}`,
);
const collect = statement(
  'notes.delivery.collect',
  moved,
  `with ${CUSTOMER}, ${HOLDER}, ${NOTES_OF}, come as (
     insert into notes.line (request, line_no, branch, product, isd, quantity, holder)
     select n.request, n.line_no, n.branch, n.product, n.isd, n.quantity, holder.srno from notes_of n, holder
     returning request, line_no, branch, product, isd, quantity, holder
   ), posted as (
     ${POSTED} select 'collect', g.branch, customer.srno, g.holder, g.product, g.isd, g.quantity, g.request, g.line_no,
       ${COUNTED('g')}, $2::integer, $3::text from come g, customer order by g.line_no
   )
   ${MOVED('come')}`,
);
const handOver = statement(
  'notes.delivery.handover',
  moved,
  `with ${CUSTOMER}, ${VAULT}, ${NOTES_OF}, posted as (
     ${POSTED} select 'hand over', n.branch, case when $5::boolean then vault.srno else customer.srno end,
       case when $5 then customer.srno else vault.srno end, n.product, n.isd, n.quantity, n.request, n.line_no,
       ${COUNTED('n')}, $2::integer, $3::text from notes_of n, vault, customer order by n.line_no
     returning line_no
   )
   ${MOVED('posted')}`,
);

/** By line number: the number of notes of each face value. */
export type Counted = Readonly<Record<string, Readonly<Record<string, number>>>> | null;

const by = ({ account, name }: Caller) => [account, name] as const;
const linesOf = async (posting: Promise<{ lines: readonly number[] }>) => (await posting).lines;

/** Each of these functions posts the notes of one request and returns their line numbers. */
export const deliverNotes = (
  tx: Transaction,
  srno: number,
  employee: number | null,
  notes: Counted,
  caller: Caller,
) => linesOf(tx.one(deliver, [srno, ...by(caller), notes, employee]));
export const collectNotes = (
  tx: Transaction,
  srno: number,
  employee: number | null,
  notes: Counted,
  caller: Caller,
) => linesOf(tx.one(collect, [srno, ...by(caller), notes, employee]));
export const handOverNotes = (
  tx: Transaction,
  srno: number,
  isSale: boolean,
  notes: Counted,
  caller: Caller,
) => linesOf(tx.one(handOver, [srno, ...by(caller), notes, isSale]));

const undo = statement(
  'notes.delivery.undo',
  moved,
  `with wrong as (
     select t.* from notes.transfer t
     where t.request = $1 and t.kind in ('deliver', 'collect', 'hand over')
       and not exists (select from notes.transfer back where back.reverses = t.id)
       -- What was collected goes back from whoever collected it, or not at all.
       and (t.kind <> 'collect' or exists (
         select from notes.line l where l.request = t.request and l.line_no = t.line_no and l.holder = t.to_holder))
   ), posted as (
     insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, request, line_no, reverses,
       reason, made_by, made_by_name)
     select 'reverse', w.branch, w.to_holder, w.from_holder, w.product, w.isd, w.quantity, w.request, w.line_no, w.id,
       $4::text, $2::integer, $3::text from wrong w order by w.id
   ), out_again as (
     insert into notes.line (request, line_no, branch, product, isd, quantity, holder)
     select w.request, w.line_no, w.branch, w.product, w.isd, w.quantity, w.from_holder from wrong w where w.kind = 'deliver'
   ), never_in as (
     delete from notes.line l using wrong w
     where w.kind = 'collect' and l.request = w.request and l.line_no = w.line_no and l.holder = w.to_holder
   )
   ${MOVED('wrong')}`,
);
/** Reverses the postings of the last step. */
export const undoNotes = (tx: Transaction, srno: number, reason: string, caller: Caller) =>
  linesOf(tx.one(undo, [srno, ...by(caller), reason]));
