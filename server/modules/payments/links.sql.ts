import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const newest = statement(
  'payments.link.newest',
  {
    order_id: 'text?',
    state: 'text?',
    amount: 'text?',
    mailed_at: 'timestamptz?',
    opened_at: 'timestamptz?',
    paid_at: 'timestamptz?',
    email: 'text',
  },
  `select o.order_id, o.state, o.amount::text as amount, o.mailed_at, o.opened_at, o.paid_at, r.email
   from requests.request_ref r
   left join lateral (
     select l.order_id, l.state, l.amount, l.mailed_at, l.opened_at,
       (select max(p.completed_at) from payments.payment p where p.order_id = l.order_id and p.outcome = 'credited') as paid_at
     from payments.link_order l where l.request = r.srno and l.link_round = r.link_round
     order by l.made_at desc limit 1
   ) as o on true
   where r.srno = $1 and r.branch is not null and ($2::integer[] is null or r.branch = any ($2))`,
);
/** The newest link of a request in scope, and the request's recipient. Undefined if the request is not in scope. */
export const newestLink = (on: Executor, request: number, scope: Scope) =>
  on.maybe(newest, [request, entitiesIn(scope)]);

const payable = statement(
  'payments.link.payable',
  { token_hash: 'bytea', state: 'text', link_url: 'text' },
  `select token_hash, state, link_url from payments.link_order
   where order_id = $1 and made_at > now() - interval '180 days'`,
);
/** The order whose address the payer opens. */
export const findPayable = (on: Executor, orderId: string) => on.maybe(payable, [orderId]);

const opened = statement(
  'payments.link.opened',
  {},
  `with opened as (
     update payments.link_order set opened_at = now() where order_id = $1 and opened_at is null
     returning order_id, request
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'open', 'payment link', opened.order_id, r.branch, jsonb_build_object('request', opened.request)
     from opened join requests.request_ref r on r.srno = opened.request
   )
   select from opened`,
);
/** Notes the first opening; later ones change nothing. */
export const noteOpened = (tx: Transaction, orderId: string) => tx.rows(opened, [orderId]);
