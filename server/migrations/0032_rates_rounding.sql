-- oldest program: 0026
-- A card is rounded to the decimals of each currency and goes by the order of trade.

-- The same rules as in domain/rates/pricing.ts, rounded once.
create function rates.buy_rate(ibr numeric, margin numeric, cut numeric, margin_type text, places integer) returns numeric
  language sql immutable parallel safe
  return round(greatest(ibr - case margin_type when 'F' then margin + cut else ibr * (margin + cut) * 0.01 end, 0), places);
create function rates.sell_rate(ibr numeric, margin numeric, margin_type text, sells_at_ibr boolean, places integer) returns numeric
  language sql immutable parallel safe
  return round(ibr + case when sells_at_ibr then 0 when margin_type = 'F' then margin else ibr * margin * 0.01 end, places);

create or replace function rates.make_cards(of_publication integer) returns integer
  language sql
  begin atomic
    with ibr as materialized (
      select c.code, r.rate, c.rate_places::integer as places, c.trade_key,
        jsonb_build_object('mid_isd', c.code, 'isd_name', c.name, 'isd_flag', c.flag, 'mid_rndnum', c.rate_places) as line
      from rates.ibr_rate r join masters.currency_ref c on c.code = r.code where r.list = of_publication
    ), made as (
      insert into rates.card (publication, entity, entity_name, sells_at_ibr, rows)
      select of_publication, e.srno, e.name, e.ibr_sell_rate, priced.rows
      from masters.entity_pricing e cross join lateral (
        select jsonb_agg(ibr.line || jsonb_build_object(
          'mid_buy', rates.buy_rate(ibr.rate, e.buy_margin, e.ibr_cut, e.margin_type, ibr.places)::text,
          'mid_sell', rates.sell_rate(ibr.rate, e.sell_margin, e.margin_type, e.ibr_sell_rate, ibr.places)::text)
          order by ibr.trade_key) as rows
        from ibr
        where e.currency_choice = 'A'
          or exists (select from masters.entity_currency_ref k where k.entity = e.srno and k.code = ibr.code)
      ) as priced
      where e.active and e.type <> 'A' and priced.rows is not null
      returning entity
    )
    select count(*)::integer from made;
  end;

drop function rates.buy_rate(numeric, numeric, numeric, text);
drop function rates.sell_rate(numeric, numeric, text, boolean);
