import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { IsoDate } from '#domain/dates.ts';
import type { Day } from './request-rows.ts';

/** Rupees for one unit, plausible for the year. */
const BASE_RATES: Readonly<Record<string, string>> = {
  USD: '88.42', EUR: '102.61', GBP: '116.48', AED: '24.07', SAR: '23.57', QAR: '24.28', KWD: '288.10', BHD: '234.55',
  OMR: '229.68', SGD: '68.21', AUD: '57.94', CAD: '63.12', NZD: '50.73', CHF: '110.24', JPY: '0.5745', CNY: '12.43',
  HKD: '11.36', THB: '2.73', MYR: '21.19', IDR: '0.00532', LKR: '0.2915', ZAR: '5.12', SEK: '9.32', DKK: '13.74',
}; // prettier-ignore

const DAYS = 75;
/** Three days ago the morning's list was corrected. */
const CORRECTED_DAYS_AGO = 3;
/** Entities with a public card. */
const WITH_PUBLIC_CARD = ['MUM', 'GOA'];

/** A slow individual swing for each currency, and a small daily change. */
const rateOn = (day: string, flag: string) => `round(b.value::numeric * (1
  + 0.015 * sin(((${day} - date '2026-01-01') + abs(hashtextextended(b.key, 1)) % 60) / 11.0)::numeric
  + (abs(hashtextextended(b.key || ${day} || ${flag}, 2)) % 9 - 4) * 0.0006), case when b.value::numeric < 1 then 6 when b.value::numeric < 20 then 4 else 2 end)`;

/** The rates of all days from one to another; days older than the published lists have rates too. */
export async function ratesBetween(
  client: pg.Client,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<Day[]> {
  const { rows } = await client.query<Day>(
    `select d.day::text, jsonb_object_agg(b.key, (${rateOn('d.day', `'F'`)})::text) as rates
     from (select generate_series($1::date, $2::date, interval '1 day')::date as day) d cross join jsonb_each_text($3) as b
     group by d.day order by d.day`,
    [from, to, JSON.stringify(BASE_RATES)],
  );
  return rows;
}

/** The published lists of the last weeks except Sundays, each with its cards and mails, and today's. */
export async function loadRates(client: pg.Client): Promise<void> {
  await client.query(
    `with treasury as (
       select srno, user_id, name from access.account where user_id = 'ho.rates'
     ), day as (
       select d::date as day, d::date = today as is_today, today - d::date as ago
       from (select (now() at time zone 'Asia/Kolkata')::date as today) t,
         generate_series(today - $1::integer, today, interval '1 day') d
       where extract(isodow from d) < 7 or d::date = today or today - d::date = $2
     ), list as (
       select day, ago, 'D' as flag, time '08:40' as at, false as is_replaced from day where is_today
       union all
       select day, ago, 'F', time '09:05', ago = $2 from day
       union all
       select day, ago, 'O', time '11:20', false from day where ago = $2
     )
     insert into rates.ibr_list (day, flag, made_at, replaced_at, made_by, made_by_id, made_by_name)
     select day, flag, least((day + at) at time zone 'Asia/Kolkata', now() - interval '1 minute'),
       case when is_replaced then (day + time '11:20') at time zone 'Asia/Kolkata' end,
       treasury.srno, treasury.user_id, treasury.name
     from list, treasury order by day, at`,
    [DAYS, CORRECTED_DAYS_AGO],
  );
  await client.query(
    `insert into rates.ibr_rate (list, code, rate)
     select l.srno, b.key, ${rateOn('l.day', 'l.flag')}
     from rates.ibr_list l cross join jsonb_each_text($1) as b`,
    [JSON.stringify(BASE_RATES)],
  );
  await client.query(
    `select rates.make_cards(srno, 0, 100000) from rates.ibr_list where flag <> 'D' order by srno`,
  );
  await client.query(
    `insert into rates.mail (publication, entity, email, state, tries, sent_at)
     select c.publication, c.entity, e.email, case when e.email = '' then 'noaddress' else 'sent' end,
       case when e.email = '' then 0 else 1 end, case when e.email <> '' then l.made_at + interval '1 minute' end
     from rates.card c join rates.ibr_list l on l.srno = c.publication join masters.entity e on e.srno = c.entity
     where e.email_rate_card`,
  );
  const keys = WITH_PUBLIC_CARD.map((id) => ({ id, key: randomBytes(24).toString('base64url') }));
  await client.query(
    `insert into rates.card_key (entity, kind, hash, key, made_by_name)
     select e.srno, 'card', decode(k.hash, 'hex'), k.key, 'Asha Rao'
     from jsonb_to_recordset($1) as k (id text, key text, hash text) join masters.entity e on e.id = k.id`,
    [
      JSON.stringify(
        keys.map((each) => ({ ...each, hash: createHash('sha256').update(each.key).digest('hex') })),
      ),
    ],
  );
}
