-- Payment links by the gateway: what was ordered, what was paid, and what the gateway told of it.

create schema payments;
grant usage on schema payments to bureau_writer, bureau_reader;

-- One link at the gateway for what was left to pay. It is logged before the gateway or the payer hears of it.
create table payments.link_order (
  order_id text primary key check (order_id ~ '^[A-Za-z0-9_-]{1,50}$'),
  request integer not null,
  link_round integer not null,
  amount numeric(15, 2) not null check (amount > 0),
  -- Of all that the gateway is told: the same content under the same order is one link, other content is another order.
  content_hash bytea not null check (length(content_hash) = 32),
  -- Of the token in the address of the result page.
  token_hash bytea not null check (length(token_hash) = 32),
  -- new: not known to be at the gateway; replaced: another order stands for it, its link is to be cancelled.
  state text not null default 'new'
    check (state in ('new', 'open', 'paid', 'replaced', 'cancelled', 'expired', 'refused')),
  gateway_id text not null default '' check (length(gateway_id) <= 100),
  link_url text not null default '' check (length(link_url) <= 500),
  made_at timestamptz not null default now(),
  made_by integer,
  made_by_name text not null default '',
  mailed_at timestamptz,
  -- Whoever sends the link has it until then; after a crash it is free again.
  sending_until timestamptz,
  -- What the gateway answered last, without anything of the payer.
  last_answer text not null default '' check (length(last_answer) <= 500),
  asked_at timestamptz,
  -- As long as money may still come by it the gateway is asked, whether it tells or not.
  ask_until timestamptz
);
create unique index link_order_one_live on payments.link_order (request, link_round) where state in ('new', 'open');
create index link_order_by_request on payments.link_order (request, link_round);
create index link_order_to_ask on payments.link_order (asked_at) where ask_until is not null;

-- Each payment the gateway knows of for an order, good or bad, once.
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
  -- What a payment that succeeded became: received on the request, or money to return and why.
  outcome text check (outcome in ('credited', 'to return')),
  why text not null default '' check (length(why) <= 200),
  check (outcome is null or status = 'SUCCESS')
);
create index payment_by_order on payments.payment (order_id, first_seen_at);
create index payment_by_request on payments.payment (request);
create index payment_to_return on payments.payment (request) where outcome = 'to return';
-- An order is credited once, whatever the gateway says.
create unique index payment_one_credit on payments.payment (order_id) where outcome = 'credited';

-- Every webhook as it came, and why it was not believed where it was not. Nothing of it is ever changed.
create table payments.event (
  id bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  address inet,
  signature text not null default '',
  sent_at text not null default '',
  body bytea not null,
  believed boolean not null,
  why text not null default '' check (believed = (why = '')),
  order_id text
);
create index event_by_at on payments.event (at);
create index event_by_order on payments.event (order_id, id) where order_id is not null;

-- Who may see the request may see what was paid for it.
do $$
declare
  belonging text;
begin
  foreach belonging in array array['link_order', 'payment'] loop
    execute format('alter table payments.%1$I enable row level security', belonging);
    execute format('alter table payments.%1$I force row level security', belonging);
    execute format('create policy %1$s_owner on payments.%1$I to bureau_owner using (true)', belonging);
    execute format('create policy %1$s_read on payments.%1$I for select to bureau_reader using (true)', belonging);
    execute format('create policy %1$s_write on payments.%1$I to bureau_writer
      using (exists (select from requests.request_ref r where r.srno = request))
      with check (exists (select from requests.request_ref r where r.srno = request))', belonging);
    execute format('grant select on payments.%1$I to bureau_reader', belonging);
    execute format('grant select, insert, update on payments.%1$I to bureau_writer', belonging);
  end loop;
end $$;

-- An event belongs to no branch until it is believed, and nobody writes one but the product itself.
alter table payments.event enable row level security;
alter table payments.event force row level security;
create policy event_owner on payments.event to bureau_owner using (true);
create policy event_read on payments.event for select to bureau_reader using (true);
create policy event_write on payments.event to bureau_writer
  using (platform.in_scope(null)) with check (platform.in_scope(null));
grant select on payments.event to bureau_reader;
grant select, insert on payments.event to bureau_writer;
