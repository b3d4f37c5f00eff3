import { momentOrEmpty } from '#server/platform/moment.ts';
import type { Page } from '#contract/fields.ts';
import { returnRow } from '#contract/payments/returns.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';

/** A payment `p` of the request `r` at the branch `b`. Without a branch, only users who see everything see it. */
const TO_RETURN = onWire(returnRow, {
  srno: 'p.srno',
  request: 'r.srno',
  branch: `coalesce(b.id, '')`,
  branchName: `coalesce(b.name, '')`,
  travellerName: 'r.traveller_name',
  entityName: 'r.entity_name',
  orderId: 'p.order_id',
  paymentId: 'p.id',
  bankReference: 'p.bank_reference',
  amount: 'p.amount::text',
  currency: 'p.currency',
  completedAt: momentOrEmpty('p.completed_at'),
  why: 'p.why',
});

/** A partial index holds only the queue. */
const list = statement(
  'payments.return.list',
  { body: 'text', last: 'int4?' },
  `with found as materialized (
     select p.srno, row_number() over (order by p.srno) as n, ${jsonObject(TO_RETURN)} as row
     from payments.payment p join requests.request_ref r on r.srno = p.request
       left join masters.entity_ref b on b.srno = r.branch
     where p.outcome = 'to return' and p.returned_at is null and p.srno > $3::integer
       and ($2::integer[] is null or r.branch = any ($2))
     order by p.srno limit $1::integer + 1
   )
   select coalesce(json_agg(row order by n) filter (where n <= $1), '[]')::text as body,
     max(srno) filter (where n = $1 and (select count(*) from found) > $1) as last
   from found`,
  { isReplanned: true },
);

/** One page, oldest first. */
export async function returnPage(on: Executor, page: Page | undefined, scope: Scope) {
  const { after, limit = MAX_LIST_ROWS, q, sort } = page ?? {};
  if (q !== undefined || sort !== undefined) throw malformed('This list can be neither searched nor sorted.');
  const [from] = after === undefined ? [0] : readKey(after, [isKeyNumber]);
  const { body, last } = await on.one(list, [limit, entitiesIn(scope), from]);
  return { body, next: last === null ? null : writeKey(last) };
}

const RETURNED = { request: 'int4', id: 'text', amount: 'numeric', currency: 'text' } as const;

const returned = statement(
  'payments.return.mark',
  RETURNED,
  `with changed as (
     update payments.payment p set returned_at = now(), returned_by = $2::integer, returned_by_name = $3::text,
       returned_reference = $4::text
     where p.srno = $1 and p.outcome = 'to return' and p.returned_at is null
     returning p.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'returned', 'payment', changed.id, r.branch,
       jsonb_build_object('request', changed.request, 'amount', changed.amount, 'reference', changed.returned_reference)
     from changed join requests.request_ref r on r.srno = changed.request
   )
   select request, id, amount, currency from changed`,
);
/** Returns undefined if there is no such payment or it has been returned already. */
export const returnPayment = (tx: Transaction, srno: number, reference: string, { account, name }: Caller) =>
  tx.maybe(returned, [srno, account, name, reference]);

const one = statement(
  'payments.return.one',
  { returned_by_name: 'text' },
  `select coalesce(returned_by_name, '') as returned_by_name from payments.payment
   where srno = $1 and outcome = 'to return'`,
);
/** The user who has returned the payment; undefined if it is out of scope. */
export const findReturn = (tx: Transaction, srno: number) => tx.maybe(one, [srno]);
