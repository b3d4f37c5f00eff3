import { financialYearOf, type IsoDate } from '#domain/dates.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { inReach, reachOf } from './reach.sql.ts';

/**
 * The facts for the checks of a request: the rates of the branch's card, the countries, and the sales to the same PAN
 * in this financial year. Sales at all branches count, because the law counts the person and not the branch.
 *
 * The PAN and the first day of the year are compared through a subselect, which hides their values from the planner.
 * With visible values PostgreSQL expects fewer rows than for a generic plan. On a large table a custom plan then always
 * looks cheaper, although it is the same plan, and PostgreSQL would plan the whole statement at each call.
 */
const facts = statement(
  'requests.facts.find',
  {
    rates: 'jsonb',
    usd_rate: 'numeric?',
    year_total: 'numeric?',
    year_usd: 'numeric?',
    nationality: 'text?',
    nationality_fatf: 'bool?',
    destination: 'text?',
    destination_fatf: 'bool?',
    scheme: 'text',
    branch: 'int4?',
  },
  `with branch as (
     select e.srno, e.rate_type from masters.entity_pricing e
     where e.id = upper($1::text) and ($2::integer[] is null or e.srno = any ($2))
   ), newest as (
     select i.day from rates.ibr_in_force i where i.day <= $3::date order by i.day desc limit 1
   ), ibr as (
     select i.code, i.rate from rates.ibr_in_force i where i.day = (select day from newest)
   ), card as (
     select line ->> 'mid_isd' as isd, line ->> 'mid_buy' as buy, line ->> 'mid_sell' as sell, coalesce((line ->> 'mid_rndnum')::integer, 0) as places
     from branch b join rates.card_in_force c on c.entity = b.srno and c.day = (select day from newest)
       and (b.rate_type = 'O' or c.day = $3::date), jsonb_array_elements(c.rows) as line
   ), sold as (
     select r.srno, r.forex_total from requests.request r
     where r.pan = (select $4::text) and r.pan <> '' and r.made_on >= (select $5::date) and r.type = 'SP' and r.submitted
       and not (r.srno = $6::integer and ${inReach('$2', '$9')})
   )
   select
     (select coalesce(jsonb_agg(jsonb_build_object('isd', card.isd, 'buy', trim_scale(card.buy::numeric)::text,
        'sell', trim_scale(card.sell::numeric)::text, 'ibr', coalesce(trim_scale(ibr.rate)::text, ''),
        'places', card.places) order by card.isd), '[]')
      from card left join ibr on ibr.code = card.isd) as rates,
     (select rate from ibr where code = 'USD') as usd_rate,
     case when $4 <> '' then (select coalesce(sum(forex_total), 0) from sold) end as year_total,
     case when $4 <> '' then (select round(coalesce(sum(case when l.isd = 'USD' then l.quantity
        else l.amount / (select rate from ibr where code = 'USD') end), 0), 2)
      from sold join requests.product_line l on l.request = sold.srno) end as year_usd,
     nation.name as nationality, nation.fatf as nationality_fatf,
     country.name as destination, country.fatf as destination_fatf,
     (select t.scheme from requests.tax_start t where t.starts_on <= $3::date order by t.starts_on desc limit 1) as scheme,
     (select srno from branch) as branch
   from (select) as one
   left join lateral (select c.name, c.fatf from masters.country_ref c
     where lower($7::text) in (lower(c.nationality), lower(c.name)) limit 1) as nation on true
   left join lateral (select c.name, c.fatf from masters.country_ref c where lower(c.name) = lower($8::text) limit 1) as country on true`,
);

interface FactsQuery {
  readonly branch: string;
  readonly pan: string;
  readonly nationality?: string;
  readonly destination?: string;
  /** The request that is being edited, which is not counted. A request out of scope is counted like any other. */
  readonly without?: number;
}

/** The first of April of the financial year of a day. */
const yearStart = (day: IsoDate) => `${financialYearOf(day).slice(0, 4)}-04-01`;

export const findFacts = (on: Executor, asked: FactsQuery, day: IsoDate, caller: Caller) => {
  const [entities, account] = reachOf(caller);
  return on.one(facts, [
    asked.branch,
    entities,
    day,
    asked.pan,
    yearStart(day),
    asked.without ?? 0,
    asked.nationality ?? '',
    asked.destination ?? '',
    account,
  ]);
};

export interface CardRate {
  readonly isd: string;
  readonly buy: string;
  readonly sell: string;
  readonly ibr: string;
  readonly places: number;
}
