-- oldest program: none
-- Payment links at the gateway: what was ordered, what was paid, and what the gateway reported.

create schema payments;
grant usage on schema payments to bureau_writer, bureau_reader;

-- One link at the gateway for the amount that was left to pay. It is stored before the gateway or the payer gets it.
create table payments.link_order (
  order_id text primary key check (order_id ~ '^[A-Za-z0-9_-]{1,50}$'),
  request integer not null,
  link_round integer not null,
  amount numeric(15, 2) not null check (amount > 0),
  -- The hash of everything that is sent to the gateway. The same content under the same order is one link; other content is
  -- another order.
  content_hash bytea not null check (length(content_hash) = 32),
  -- The hash of the token in the address of the result page.
  token_hash bytea not null check (length(token_hash) = 32),
  -- The gateway may not know a new order. A replaced order has a link that must be cancelled.
  state text not null default 'new'
    check (state in ('new', 'open', 'paid', 'replaced', 'cancelled', 'expired', 'refused')),
  gateway_id text not null default '' check (length(gateway_id) <= 100),
  link_url text not null default '' check (length(link_url) <= 500),
  made_at timestamptz not null default now(),
  made_by integer,
  made_by_name text not null default '',
  mailed_at timestamptz,
  -- When a person first opened the address of the link. Empty until then.
  opened_at timestamptz,
  -- Until then one process alone sends the link. After a crash another process can take it.
  sending_until timestamptz,
  -- The last answer of the gateway, without any data of the payer.
  last_answer text not null default '' check (length(last_answer) <= 500),
  asked_at timestamptz,
  -- The gateway is asked as long as money may still come by the link, whether it reports or not.
  ask_until timestamptz,
  -- When another order replaced this one. The state goes on to say what became of the link at the gateway. A link that merely
  -- ended there may still be paid; a replaced one may not.
  replaced_at timestamptz
);
create unique index link_order_one_live on payments.link_order (request, link_round) where state in ('new', 'open');
create index link_order_by_request on payments.link_order (request, link_round);
create index link_order_to_ask on payments.link_order (asked_at) where ask_until is not null;

-- Each payment of an order that the gateway knows, successful or not, once.
create table payments.payment (
  id text primary key check (length(id) between 1 and 100),
  order_id text not null references payments.link_order,
  request integer not null,
  status text not null check (length(status) between 1 and 30),
  amount numeric(15, 2) not null check (amount >= 0),
  currency text not null check (length(currency) <= 10),
  bank_reference text not null default '' check (length(bank_reference) <= 100),
  completed_at timestamptz,
  first_seen_at timestamptz not null default now(),
  -- A successful payment is either received on the request, or it must be returned and says why.
  outcome text check (outcome in ('credited', 'to return')),
  why text not null default '' check (length(why) <= 200),
  -- The order in which payments became known here; the ids of the gateway have no order.
  srno integer generated always as identity,
  -- Money to return is listed until a user states that it has been sent back.
  returned_at timestamptz,
  returned_by integer,
  returned_by_name text,
  returned_reference text check (length(returned_reference) between 1 and 100),
  check (outcome is null or status = 'SUCCESS'),
  constraint payment_returned_whole check (
    (returned_at is null) = (returned_reference is null) and (returned_at is null or outcome = 'to return'))
);
create unique index payment_srno on payments.payment (srno);
create index payment_by_order on payments.payment (order_id, first_seen_at);
create index payment_by_request on payments.payment (request);
create index payment_to_return on payments.payment (srno) where outcome = 'to return' and returned_at is null;
-- An order is credited once, whatever the gateway reports.
create unique index payment_one_credit on payments.payment (order_id) where outcome = 'credited';

-- Whoever may see a request may see what was paid for it.
select platform.protect_rows('payments.link_order', 'exists (select from requests.request_ref r where r.srno = request)');
select platform.protect_rows('payments.payment', 'exists (select from requests.request_ref r where r.srno = request)');
grant select on payments.link_order, payments.payment to bureau_reader;
grant select, insert, update on payments.link_order, payments.payment to bureau_writer;

-- Every signed webhook as it arrived, once however often it is sent again, and why it was not believed. It is never changed.
create table payments.event (
  id bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  address inet,
  signature text not null default '',
  sent_at text not null default '',
  body bytea not null,
  believed boolean not null,
  why text not null default '' check (believed = (why = '')),
  order_id text,
  signature_hash bytea not null
);
create unique index event_once on payments.event (signature_hash);
create index event_by_at on payments.event (at);
create index event_by_order on payments.event (order_id, id) where order_id is not null;

-- One short sample of the forged webhooks of each minute, in all processes together. Their number is a metric.
create table payments.forgery (
  minute timestamptz primary key check (minute = date_trunc('minute', minute)),
  address inet,
  why text not null check (length(why) between 1 and 200),
  signature text not null check (length(signature) <= 100),
  bytes integer not null check (bytes >= 0),
  body_start bytea not null check (length(body_start) <= 200)
);

-- A webhook belongs to no branch, and only the program itself writes one.
select platform.protect_rows('payments.event', 'platform.in_scope(null)');
select platform.protect_rows('payments.forgery', 'platform.in_scope(null)');
grant select on payments.event, payments.forgery to bureau_reader;
grant select, insert, delete on payments.event, payments.forgery to bureau_writer;

-- The program may delete old webhooks and no younger ones: neither those that the law keeps, nor those of the 180 days in which a
-- payment can be disputed and its result page works. The rule `webhooks` of platform.retention keeps them longer.
create policy event_delete on payments.event as restrictive for delete to bureau_writer
  using (at < now() - make_interval(days => (select platform.least_days('webhooks', platform.today()))));
