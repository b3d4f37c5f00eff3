-- oldest program: 0026
-- The decimals of a currency's card rates, and its place in lists of currencies.

alter table masters.currency
  add column rate_places smallint not null default 2 constraint currency_rate_places check (rate_places between 2 and 4),
  -- 1 comes first. A currency without a place follows the others, by its code.
  add column trade_order smallint constraint currency_trade_order check (trade_order between 1 and 999);

-- Two decimals of these would be zero.
update masters.currency set rate_places = 4 where code in ('IDR', 'VND');
update masters.currency c set trade_order = o.place
from unnest('{USD,EUR,GBP,AED,SGD,AUD,CAD,THB}'::text[]) with ordinality as o (code, place) where c.code = o.code;

create index currency_by_trade on masters.currency ((lpad(coalesce(trade_order, 1000)::text, 4, '0') || code), srno);

create or replace view masters.currency_ref with (security_invoker = true) as
  select srno, code, name, flag, active, rate_places,
    -- Sorts by the order of trade.
    lpad(coalesce(trade_order, 1000)::text, 4, '0') || code as trade_key
  from masters.currency;
