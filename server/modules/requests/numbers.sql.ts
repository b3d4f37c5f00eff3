import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { isOwnOrOfBranch } from './reach.sql.ts';

/** The numbers that identify a customer. domain/requests/numbers.ts decides who sees them. */

const owner = statement(
  'requests.numbers.owner',
  { makers: 'int4[]', is_executive: 'bool' },
  `select r.made_by || r.makers as makers, exists (
     select from masters.employee_ref e where lower(e.code) = lower($2::text) and $2::text <> ''
       and e.srno in (r.sales_executive, r.delivery_executive)) as is_executive
   from requests.request r where r.srno = $1`,
);
/** Who made a request, and whether it names the caller as its executive. The caller has checked that it is in reach. */
export const findNumbersOwner = (on: Executor, srno: number, { employeeCode }: Caller) =>
  on.maybe(owner, [srno, employeeCode]);

const ofDocument = statement(
  'requests.numbers.document',
  { request: 'int4' },
  'select d.request from requests.document d where d.srno = $1',
);
/** The request of a document in scope. */
export const findRequestOfDocument = async (tx: Transaction, document: number) =>
  (await tx.maybe(ofDocument, [document]))?.request;

const show = statement(
  'requests.numbers.show',
  { id_number: 'text', pan: 'text', account_number: 'text', date_of_birth: 'text' },
  `with shown as (
     select r.srno, r.branch, r.id_number, r.pan, r.account_number, coalesce(r.date_of_birth::text, '') as date_of_birth
     from requests.request r where r.srno = $1 and ${isOwnOrOfBranch('$2')}
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'show numbers', 'request', s.srno::text, s.branch, jsonb_build_object('shown', (
       select coalesce(jsonb_agg(n.name), '[]') from (values ('id_number', s.id_number), ('pan', s.pan),
         ('account_number', s.account_number), ('date_of_birth', s.date_of_birth)) as n (name, value) where n.value <> ''))
     from shown s
   )
   select id_number, pan, account_number, date_of_birth from shown`,
);
/** The numbers of a request, and the trail entry that says who has seen which of them. */
export const showNumbers = (tx: Transaction, srno: number, { account }: Caller) =>
  tx.maybe(show, [srno, account]);
