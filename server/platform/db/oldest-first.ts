import type { Page } from '#contract/fields.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { WireColumns } from '../database.ts';
import { isKeyDay, isKeyNumber, readKey } from './key.ts';
import { jsonObject, MAX_LIST_ROWS } from './list.ts';
import { statement, type Statement } from './statement.ts';

/** The ranges that a list is merged from: their rows have `status` and the columns of `leads`. */
export interface Ranges {
  readonly ranges: string;
  /** Whether the record `d` is in the range `range`, besides its status. */
  readonly isOf: string;
}

/**
 * A list of records with a day and a status, the oldest first, merged from ordered index ranges: one for each status, and
 * for each branch or other lead. The parameters are rows, the key of the last row seen (day and number), the last day;
 * then those of the list.
 */
interface OldestFirst extends Ranges {
  /** The name of the statement. */
  readonly name: string;
  /** The table; its alias is `d`. */
  readonly table: string;
  /** The columns of a range besides its status; `lead` unless others are given. */
  readonly leads?: readonly string[];
  /** The day by which the list is ordered; `d.on_day` unless another one is given. */
  readonly day?: string;
  /** The column of the number. */
  readonly key: string;
  /** The column of the status; `status` unless another one is given. */
  readonly status?: string;
  /** The condition of every row, as the indexes have it. */
  readonly isListed: string;
  readonly row: WireColumns;
  readonly joins: string;
}

export type OldestFirstPage = Statement<{
  body: string;
  last_day: string | null;
  last_line: number | null;
}>;

/** One row more than the page shows whether there is a next page. */
const PAGE = '$1::integer + 1';
/** The maximum length of a page as a constant, so that the generic plan does not assume a tenth of the table. */
const MOST = MAX_LIST_ROWS + 1;
/** The rows that each range contributes at first: twice its even share of the page, plus eight. */
const SHARE = `least(${PAGE}, 8 + 2 * (${PAGE}) / greatest(1, (select count(*)::integer from range)))`;
const LAST_LINE = 2_147_483_647;

/**
 * The keys of a page. A range is short at first. It is extended only if it may have more rows of the page: above its last
 * key and below the last key of a page made of the short ranges.
 */
function pageOf(list: OldestFirst): string {
  const { ranges, isOf, table, leads = ['lead'], key, status = 'status', isListed, day = 'd.on_day' } = list;
  const order = `order by on_day, ${key}`;
  const ranked = (rows: string) => `select *, row_number() over (${order}) as n from (${rows}) as rows`;
  const stretch = (limit: string, ...more: string[]) =>
    `(select * from (select ${day} as on_day, d.${key} from ${table} d
      where ${[isOf, `d.${status} = range.status`, ...more].join(' and ')} and ${isListed}
      order by ${day}, d.${key} limit ${MOST}) as most limit ${limit})`;
  const first = stretch(SHARE, `(${day}, d.${key}) > ($2::date, $3::integer)`, `${day} <= $4::date`);
  const longer = stretch(
    PAGE,
    `(${day}, d.${key}) > (range.on_day, range.${key})`,
    `(${day}, d.${key}) < (short_page.on_day, short_page.${key})`,
    `${day} <= $4::date`,
  );
  return `range as materialized (${ranges}), short as materialized (
      select ${leads.map((lead) => `range.${lead}`).join(', ')}, range.status, s.on_day, s.${key}, s.n from range cross join lateral (${ranked(first)}) as s
    ), short_page as materialized (
      select coalesce(max(on_day) filter (where n = ${PAGE}), 'infinity') as on_day,
        coalesce(max(${key}) filter (where n = ${PAGE}), ${LAST_LINE}) as ${key}
      from (${ranked(`select on_day, ${key} from short`)}) as s
    ), page as materialized (${ranked(`
      select on_day, ${key} from short union all
      select s.on_day, s.${key} from short as range cross join short_page cross join lateral ${longer} as s
      where range.n = ${SHARE} and (range.on_day, range.${key}) < (short_page.on_day, short_page.${key})
      ${order} limit ${PAGE}`)}
    )`;
}

/** Declares the statement of a list. */
export function oldestFirst(list: OldestFirst): OldestFirstPage {
  const { name, table, key, row, joins } = list;
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    name,
    { body: 'text', last_day: 'text?', last_line: 'int4?' },
    `with ${pageOf(list)}, one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${jsonObject(row)} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.on_day::text')} as last_day, ${last(`page.${key}`)} as last_line
     from page join ${table} d on d.${key} = page.${key} ${joins}`,
  );
}

export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

/** The key after which a page begins: the last row seen, or the first day asked for. */
export function startOfPage(page: Page | undefined, from: IsoDate | null): readonly [string, number] {
  const first = [from ?? FIRST_DAY, 0] as const;
  if (page?.after === undefined) return first;
  const key = readKey(page.after, [isKeyDay, isKeyNumber]);
  return key[0] < first[0] ? first : key;
}
