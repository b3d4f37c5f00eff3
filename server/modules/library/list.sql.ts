import type { Page } from '#contract/fields.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Category } from '#domain/library/codes.ts';
import type { Executor } from '#server/platform/database.ts';
import { isKeyDay, isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { listedDocument } from '#contract/library/documents.ts';
import { jsonObject, likeText, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { DOCUMENT_JOINS, documentRow } from './library.present.ts';

/**
 * The list of documents. It is merged from ordered index ranges: one for each shelf, and for each place if the caller does
 * not reach all of them. So a page costs the same however many documents other branches have.
 */

/** Where a document stands: in sight of everybody, without its file, not active. */
export const SHELVES = ['on', 'bare', 'off'] as const;
export type Shelf = (typeof SHELVES)[number];

type Order = 'dated' | 'expires';
interface Variant {
  readonly order: Order;
  /** Whether the ranges are those of places. */
  readonly isPlaced: boolean;
  readonly hasCategory: boolean;
  readonly isSearched: boolean;
}
type PageStatement = Statement<{ body: string; last_day: string | null; last_key: number | null }>;

/** One row more than the page shows whether there is a next page. */
const PAGE = '$1::integer + 1';
/** The rows in the order of the list that a search looks through before it uses the index of the text. */
const LOOKED_PER_ROW = 10;
const LOOKED = `$1::integer * ${LOOKED_PER_ROW}`;
/** The longest ranges as constants, so that the generic plan does not assume a tenth of the table. */
const MOST = MAX_LIST_ROWS + 1;
const MOST_LOOKED = MAX_LIST_ROWS * LOOKED_PER_ROW;

const ORDERS = {
  dated: {
    column: 'd.dated',
    sort: 'day desc, srno desc',
    after: '(d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date',
  },
  expires: {
    column: 'd.expires_on',
    sort: 'day, srno',
    after: '(d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date',
  },
} as const satisfies Record<Order, unknown>;

/**
 * The keys of the documents in order, at most `limit`. Parameters: rows, the key of the last row seen (day and number), the
 * other end of the period, the shelves, the category, the places.
 */
function keysOf(
  { order, isPlaced, hasCategory }: Variant,
  limit: string,
  most: number,
  more: '' | ', search' = '',
): string {
  const { column, sort, after } = ORDERS[order];
  const conditions = [
    'd.shelf = r.shelf',
    ...(isPlaced ? ['d.place = r.place'] : []),
    hasCategory ? 'd.category = $6::text' : '$6::text is null',
    after,
  ];
  return `select s.day, s.srno${more} from range r cross join lateral (
      select * from (select ${column} as day, d.srno${more} from library.document d where ${conditions.join(' and ')}
        order by ${sort} limit ${most}) as most limit ${limit}
    ) as s order by ${sort} limit ${limit}`;
}

const RANGES = {
  all: 'select shelf from unnest($5::text[]) as s (shelf)',
  placed:
    'select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)',
} as const;

/** What a search looks for inside the files. As a subquery it is computed once. */
const TEXT_QUERY = '(select library.text_query($9))';

/**
 * A search in two steps. The text is looked for in the details of a document, and its words inside the file. If many
 * documents contain the text, the first ones in the order of the list fill the page. Otherwise all documents that
 * contain it come from the indexes, whatever their place, and are filtered. The index of the words is not asked
 * first, because it lists all matches of a common word before it gives the first.
 */
function searchedKeys(variant: Variant): string {
  const { column, sort, after } = ORDERS[variant.order];
  const conditions = [
    'd.shelf = any ($5::text[])',
    ...(variant.isPlaced ? ['d.place = any ($7::integer[])'] : []),
    ...(variant.hasCategory ? ['d.category = $6::text'] : []),
    after.replaceAll(column, 'd.day'),
  ];
  const found = `${column} as day, d.srno, d.shelf, d.place, d.category`;
  return `looked as materialized (${keysOf(variant, LOOKED, MOST_LOOKED, ', search')}), near as materialized (
       select day, srno from (select * from looked order by ${sort} limit ${MOST_LOOKED}) as l
       where search ilike $8 or (select t.words @@ ${TEXT_QUERY} from library.file_text t where t.document = l.srno)
       order by ${sort} limit ${PAGE}
     ), beyond as materialized (
       select (select count(*) from near) <= $1 and (select count(*) from looked) = ${LOOKED} as exists
     ), matching as materialized (
       select ${found} from library.document d where d.search ilike $8 and (select exists from beyond)
       union
       select d.* from library.file_text t
         cross join lateral (select ${found} from library.document d where d.srno = t.document limit 1) as d
       where t.words @@ ${TEXT_QUERY} and (select exists from beyond)
     ), keys as (
       select day, srno from near where not (select exists from beyond)
       union all
       select d.day, d.srno from matching d where ${conditions.join(' and ')}
       order by ${sort} limit ${PAGE}
     )`;
}

const TEXT_JOIN = '\n  left join library.file_text t on t.document = d.srno';
/** Rows of a page that show where in the file the words are. */
const MOST_SNIPPETS = 100;
/** Some words of the file around those that are looked for; empty if they are not in the file. */
const SNIPPET = `case when page.n <= ${MOST_SNIPPETS} and t.words @@ ${TEXT_QUERY}
  then library.snippet(t.content, (select library.text_pattern($9))) else '' end`;

const nameOf = ({ order, isPlaced, hasCategory, isSearched }: Variant): string =>
  [
    'library.list',
    order,
    isPlaced ? 'placed' : 'all',
    ...(hasCategory ? ['category'] : []),
    ...(isSearched ? ['found'] : []),
  ].join('.');

function pageStatement(variant: Variant): PageStatement {
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  const keys = variant.isSearched ? searchedKeys(variant) : `keys as (${keysOf(variant, PAGE, MOST)})`;
  const row = variant.isSearched ? { ...documentRow('$7'), snippet: SNIPPET } : documentRow('$7');
  return statement(
    nameOf(variant),
    { body: 'text', last_day: 'text?', last_key: 'int4?' },
    `with range as materialized (${variant.isPlaced ? RANGES.placed : RANGES.all}), ${keys}, page as materialized (
       select day, srno, row_number() over (order by ${ORDERS[variant.order].sort}) as n from keys
     ), one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${jsonObject(onWire(listedDocument, row))} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.day::text')} as last_day, ${last('page.srno')} as last_key
     from page join library.document d on d.srno = page.srno ${DOCUMENT_JOINS}${variant.isSearched ? TEXT_JOIN : ''}`,
  );
}

const BOTH = [false, true] as const;
const statements = new Map(
  (['dated', 'expires'] as const).flatMap((order) =>
    BOTH.flatMap((isPlaced) =>
      BOTH.flatMap((hasCategory) =>
        BOTH.map((isSearched) => {
          const variant = { order, isPlaced, hasCategory, isSearched };
          return [nameOf(variant), pageStatement(variant)] as const;
        }),
      ),
    ),
  ),
);

export interface DocumentQuery {
  readonly order: Order;
  /** The first and the last day of the order, both inclusive; null means that there is no such bound. */
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  readonly category: Category | null;
  readonly shelves: readonly Shelf[];
  /** The number of rows after which the list ends; null if it goes on. */
  readonly most: number | null;
  /** The places in reach; null means all. */
  readonly places: readonly number[] | null;
}

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';
const LAST_NUMBER = 2_147_483_647;

/** The key after which the first page begins, and the day at the other end. */
const boundsOf = ({ order, from, to }: DocumentQuery): { start: [string, number]; end: string } =>
  order === 'dated'
    ? { start: [to ?? LAST_DAY, LAST_NUMBER], end: from ?? FIRST_DAY }
    : { start: [from ?? FIRST_DAY, 0], end: to ?? LAST_DAY };

/** The key after which a page begins. One from outside of the period begins at its edge. */
function keyOf(query: DocumentQuery, after: string | undefined): readonly [string, number] {
  const { start } = boundsOf(query);
  if (after === undefined) return start;
  const key = readKey(after, [isKeyDay, isKeyNumber]);
  const isOutside = query.order === 'dated' ? key[0] > start[0] : key[0] < start[0];
  return isOutside ? start : key;
}

export async function documentPage(on: Executor, query: DocumentQuery, page: Page | undefined) {
  if (page?.sort !== undefined) throw malformed('This list cannot be sorted so.');
  const { order, category, shelves, most, places } = query;
  const q = page?.q?.trim() ?? '';
  const name = nameOf({
    order,
    isPlaced: places !== null,
    hasCategory: category !== null,
    isSearched: q !== '',
  });
  const { end } = boundsOf(query);
  const key = keyOf(query, page?.after);
  const { body, last_day, last_key } = await on.one(statements.get(name) as PageStatement, [
    Math.min(page?.limit ?? MAX_LIST_ROWS, most ?? MAX_LIST_ROWS),
    ...key,
    end,
    shelves,
    category,
    places,
    ...(q === '' ? [] : [likeText(q), q]),
  ]);
  const isLast = most !== null || last_day === null || last_key === null;
  return { body, next: isLast ? null : writeKey(last_day, last_key) };
}
