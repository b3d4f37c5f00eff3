import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Shelf } from './list.sql.ts';

/** What has lapsed and what will lapse. Every number is counted up to a bound, along the index of the expiry dates. */

/** More documents than this are not counted. */
const MAX_COUNTED = 500;
const MOST_PAST = 3;
const MOST_COMING = 12;

/** Parameters: today, the last day that is soon, the last day of the year, the shelves, the places. */
function expiring(isPlaced: boolean) {
  const range = `unnest($4::text[]) as s (shelf) ${isPlaced ? 'cross join unnest($5::integer[]) as p (place)' : ''}`;
  const rows = (columns: string, condition: string, order: string, limit: number) =>
    `select r.* from ${range} cross join lateral (
       select ${columns} from library.document d
       where d.shelf = s.shelf and ${isPlaced ? 'd.place = p.place' : '$5::integer[] is null'} and ${condition}
       ${order} limit ${limit}) as r ${order} limit ${limit}`;
  const counted = (condition: string) =>
    rows('d.srno, d.expires_on', condition, 'order by expires_on, srno', MAX_COUNTED);
  const named = (condition: string, order: 'asc' | 'desc', limit: number) =>
    `(select coalesce(json_agg(json_build_object('srno', srno, 'name', name, 'expires', expires_on::text)
        order by expires_on ${order}, srno ${order}), '[]')
      from (${rows('d.srno, d.name, d.expires_on', condition, `order by expires_on ${order}, srno ${order}`, limit)}) as n)`;
  const lapsed = 'd.expires_on < $1::date';
  // What lapses soon comes first among what lapses within the year, so one range gives both counts.
  const withinYear = 'd.expires_on between $1::date and $3::date';
  return statement(
    `library.expiring.${isPlaced ? 'placed' : 'all'}`,
    { lapsed: 'int4', soon: 'int4', year: 'int4', past: 'jsonb', coming: 'jsonb' },
    `select (select count(*)::integer from (${counted(lapsed)}) as n) as lapsed, ahead.soon, ahead.year,
       ${named(lapsed, 'desc', MOST_PAST)}::jsonb as past, ${named(withinYear, 'asc', MOST_COMING)}::jsonb as coming
     from (select count(*) filter (where expires_on <= $2::date)::integer as soon, count(*)::integer as year
       from (${counted(withinYear)}) as n) as ahead`,
  );
}
const statements = { all: expiring(false), placed: expiring(true) };

interface ExpiryDays {
  readonly today: string;
  readonly soon: string;
  readonly year: string;
}
export const countExpiring = (
  on: Executor,
  { today, soon, year }: ExpiryDays,
  shelves: readonly Shelf[],
  places: readonly number[] | null,
) => on.one(places === null ? statements.all : statements.placed, [today, soon, year, shelves, places]);
