import { compareExact, rupees } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { lockRequest } from './lock.sql.ts';

/** The operations of the payments module on a request. The caller provides the transaction. */

const forLink = statement(
  'requests.link.find',
  {
    srno: 'int4',
    branch: 'int4?',
    branch_name: 'text',
    made_by: 'int4',
    type: 'text',
    customer: 'text',
    email: 'text',
    mobile: 'text',
    remitter_bank: 'text',
    account_number: 'text',
    ifsc: 'text',
    grand_total: 'numeric',
    received: 'numeric',
    paid: 'numeric',
    link_requested: 'bool',
    link_sent: 'bool',
    link_round: 'int4',
    withdrawn: 'bool',
    version: 'int4',
  },
  `select r.srno, r.branch, coalesce(b.name, '') as branch_name, r.made_by, r.type,
     coalesce(nullif(r.traveller_name, ''), r.entity_name) as customer, r.email, r.mobile, r.remitter_bank, r.account_number,
     r.ifsc, r.grand_total, r.received,
     (select coalesce(sum(l.amount), 0) from requests.payment_line l where l.request = r.srno) as paid,
     r.link_requested, r.link_sent, r.link_round, r.withdrawn_at is not null as withdrawn, r.version
   from requests.request r left join masters.entity_ref b on b.srno = r.branch
   where r.srno = $1 and ($2::integer[] is null or r.branch is null or r.branch = any ($2))`,
);
/**
 * The data for a payment link; undefined if the branch is out of scope. `paid` is the sum of all payment lines. A link
 * is for `grand_total` less `paid`, even while the lines of a draft do not count as received yet.
 */
export const requestForLink = (on: Executor, srno: number, scope: Scope) =>
  on.maybe(forLink, [srno, entitiesIn(scope)]);

const sent = statement(
  'requests.link.sent',
  { srno: 'int4' },
  `with changed as (
     update requests.request r set link_sent = true, changed_by = $4, changed_by_name = $3::text, changed_at = now()
     where r.srno = $1 and r.link_round = $2 and r.link_requested and not r.link_sent and r.withdrawn_at is null
     returning r.srno, r.branch, r.link_round
   ), logged as (
     insert into requests.activity (request, by_name, remark) select srno, $3::text, 'Payment link sent.' from changed
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'send link', 'request', srno::text, branch, jsonb_build_object('link_sent', true, 'link_round', link_round)
     from changed
   )
   select srno from changed`,
);
/** Marks the link of this round as sent. Returns false if another round has begun or another call was faster. */
export const markLinkSent = async (
  tx: Transaction,
  request: number,
  round: number,
  by: Pick<Caller, 'account' | 'name'>,
): Promise<boolean> => (await tx.maybe(sent, [request, round, by.name, by.account])) !== undefined;

const lapsed = statement(
  'requests.link.lapsed',
  {},
  `with changed as (
     update requests.request r set link_sent = false, changed_by = null, changed_by_name = $4::text, changed_at = now()
     where r.srno = $1 and r.link_round = $2 and r.link_sent
       and not exists (select from requests.payment_line l where l.gateway_order = $3)
     returning r.srno, r.branch, r.link_round
   ), logged as (
     insert into requests.activity (request, by_name, remark)
     select srno, $4::text, 'The payment link has ended unpaid. It can be sent again.' from changed
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'link ended', 'request', srno::text, branch, jsonb_build_object('link_sent', false, 'link_round', link_round)
     from changed
   )
   select from changed`,
);
/** Records that the link of this round ended unpaid, so that another may be sent. Links of earlier rounds are
 * ignored. */
export const markLinkLapsed = (
  tx: Transaction,
  request: number,
  { round, order }: { readonly round: number; readonly order: string },
  byName: string,
) => tx.rows(lapsed, [request, round, order, byName]);

const unpaid = statement(
  'requests.credit.unpaid',
  { unpaid: 'numeric', withdrawn: 'bool', is_credited: 'bool' },
  `select r.grand_total - (select coalesce(sum(l.amount), 0) from requests.payment_line l where l.request = r.srno) as unpaid,
     r.withdrawn_at is not null as withdrawn,
     exists (select from requests.payment_line l where l.gateway_order = $2) as is_credited
   from requests.request r where r.srno = $1`,
);

const credit = statement(
  'requests.credit.add',
  { version: 'int4' },
  `with line as (
     insert into requests.payment_line (request, line_no, type, reference, amount, paid_on, received, gateway_order)
     select $1::integer, coalesce(max(l.line_no), 0) + 1, 'BANK', left($4::text, 50), $3::numeric, $5::date, $3, $2::text
     from requests.payment_line l where l.request = $1
     on conflict (gateway_order) where gateway_order is not null do nothing
     returning line_no, amount
   ), changed as (
     update requests.request r set received = r.received + line.amount, version = r.version + 1,
       changed_by = null, changed_by_name = 'Payment gateway', changed_at = now()
     from line where r.srno = $1 returning r.srno, r.branch, r.version, r.received, line.line_no, line.amount
   ), logged as (
     insert into requests.activity (request, by_name, remark)
     select srno, 'Payment gateway', $6::text from changed
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'credit', 'request', srno::text, branch,
       jsonb_build_object('gateway_order', $2, 'line_no', line_no, 'amount', amount, 'received', received)
     from changed
   )
   select version from changed`,
);

export interface GatewayPayment {
  readonly request: number;
  /** The order of the gateway. It is credited once, however often it arrives. */
  readonly order: string;
  readonly amount: string;
  /** The reference of the bank, or that of the gateway. */
  readonly reference: string;
  /** The day of the payment in India. */
  readonly day: string;
}

const receivedNote = (amount: string) => `Received by payment link: ${formatRupees(amount)}.`;

/** `exceeds`: the payments would be more than the grand total. `gone`: the request does not exist or was withdrawn. */
export type Credited = 'credited' | 'already' | 'exceeds' | 'gone';

/**
 * Adds a payment that the gateway has confirmed: the payment line, the sum received, the activity log and the trail, in
 * the caller's transaction. If the payment is not credited, nothing changes.
 */
export async function creditGatewayPayment(tx: Transaction, payment: GatewayPayment): Promise<Credited> {
  const { request, order, amount, reference, day } = payment;
  await lockRequest(tx, request);
  const found = await tx.maybe(unpaid, [request, order]);
  if (found === undefined) return 'gone';
  if (found.is_credited) return 'already';
  if (found.withdrawn) return 'gone';
  if (compareExact(rupees(amount), rupees(found.unpaid)) > 0) return 'exceeds';
  return (await tx.maybe(credit, [request, order, amount, reference, day, receivedNote(amount)])) ===
    undefined
    ? 'already'
    : 'credited';
}
