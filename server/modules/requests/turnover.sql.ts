import { addDays, type IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';

/** The turnover of single days, by the moment at which requests were made Final, in Indian time. */

const DAYS_BEFORE = 7;
const begins = (day: string) => `(${day}::date::timestamp at time zone 'Asia/Kolkata')`;

/** Parameters: branches, the first day, the last day. */
const finals = (columns: string, from: string, reach: 'all' | 'branches') => {
  const within = `r.submitted and r.submitted_at >= ${begins(from)} and r.submitted_at < ${begins('$3')} + interval '1 day'`;
  return reach === 'all'
    ? `select ${columns} from requests.request r where ${within} and $1::integer[] is null`
    : `select ${columns} from requests.request r where ${within} and r.branch = any ($1::integer[])`;
};

const byDay = (reach: 'all' | 'branches') =>
  statement(
    `requests.turnover.${reach}`,
    { date: 'text', sold: 'text', bought: 'text', sales: 'int4', purchases: 'int4' },
    `with final as (
       select (submitted_at at time zone 'Asia/Kolkata')::date as day, type in ('SP', 'SB') as is_sale, forex_total
       from (${finals('r.submitted_at, r.type, r.forex_total', '$2', reach)}) as r
     )
     select d.day::date::text as date,
       coalesce(sum(f.forex_total) filter (where f.is_sale), 0)::numeric(17, 2)::text as sold,
       coalesce(sum(f.forex_total) filter (where not f.is_sale), 0)::numeric(17, 2)::text as bought,
       (count(*) filter (where f.is_sale))::integer as sales, (count(*) filter (where not f.is_sale))::integer as purchases
     from generate_series($2::date, $3::date, interval '1 day') as d (day) left join final f on f.day = d.day::date
     group by d.day order by d.day`,
  );
const turnover = { all: byDay('all'), branches: byDay('branches') };

/** The margin of what was made Final on one day. Parameters: branches, the day twice. */
const ofDay = (reach: 'all' | 'branches') =>
  statement(
    `requests.turnover.margin.${reach}`,
    { margin: 'text' },
    `select coalesce(sum(requests.margin(r.srno, r.type)), 0)::numeric(17, 2)::text as margin
     from (${finals('r.srno, r.type', '$2', reach)}) as r`,
  );
const margins = { all: ofDay('all'), branches: ofDay('branches') };

const reachOf = ({ scope }: Caller) => (scope === 'all' ? 'all' : 'branches');

/** The day and the seven before it, the day last. */
export const turnoverUntil = (on: Executor, day: IsoDate, caller: Caller) =>
  on.rows(turnover[reachOf(caller)], [entitiesIn(caller.scope), addDays(day, -DAYS_BEFORE), day]);

export const marginOn = async (on: Executor, day: IsoDate, caller: Caller): Promise<string> =>
  (await on.one(margins[reachOf(caller)], [entitiesIn(caller.scope), day, day])).margin;
