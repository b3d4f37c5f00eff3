import type { Page } from '#contract/fields.ts';
import { malformed } from '../dispatch/problems.ts';
import type { Executor, WireColumns } from '../database.ts';
import { isKeyNumber, isKeyText, readKey, writeKey } from './key.ts';
import { statement, type Statement } from './statement.ts';

/** The JSON object of one row, built by PostgreSQL. */
export const jsonObject = (wire: WireColumns): string =>
  `json_build_object(${Object.entries(wire)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

interface Sort {
  readonly column: string;
  readonly type: 'text' | 'integer';
  /** The column is of a joined table. */
  readonly isJoined?: true;
}

export type Sorts = Readonly<Record<string, Sort>>;

interface ListDeclaration {
  readonly name: string;
  /** The table whose rows are listed, with its alias. */
  readonly from: string;
  /** What is joined to a row for what it shows; every row has its match, so that a search can do without. */
  readonly joins?: string;
  /** The row of the reply; it may differ with the narrowings in force, which it is given the parameters of. */
  readonly wire: WireColumns | ((by: Readonly<Record<string, string>>) => WireColumns);
  /** A unique integer column that makes every order total. */
  readonly key: string;
  readonly sorts: Sorts;
  /** The indexed expression that a search text is looked for in. */
  readonly search: string;
  /** The parents whose names the search text is looked for in as well. */
  readonly parents?: Parents;
  readonly where?: string;
  /** By what the list can be narrowed: the condition for each name, given the parameter of its value. */
  readonly narrow?: Narrow;
  /** The narrowings on whose values the best plan hangs. */
  readonly replannedBy?: readonly string[];
}

/** A table by whose names the rows that refer to it are found. */
export interface Parents {
  readonly table: string;
  readonly name: string;
  /** The column of the list that holds a parent's serial number; an index begins with it. */
  readonly column: string;
}

/** A condition for each thing that a list can be narrowed by, made from the parameter that holds its value. */
export type Narrow = Readonly<Record<string, (parameter: string) => string>>;

export interface List {
  /** One page as JSON, and the key of the next one; a narrowing without a value is not in force. */
  page(
    on: Executor,
    page: Page | undefined,
    by?: Readonly<Record<string, unknown>>,
  ): Promise<{ body: string; next: string | null }>;
}

type PageStatement = Statement<{ body: string; last_sort: string | null; last_key: number | null }>;

/** A bare call gets this many; whoever pages asks for fewer. */
export const MAX_LIST_ROWS = 500;

/** A shorter text is in nearly every parent's name, which would be to ask for everything. */
const MIN_PARENT_SEARCH_CHARS = 3;

const likeText = (typed: string) => `%${typed.replace(/[\\%_]/g, '\\$&')}%`;

interface Variant {
  readonly sort: string;
  readonly down: boolean;
  /** Whether it goes on after a key. */
  readonly later: boolean;
  readonly searched: boolean;
  /** The narrowings in force. */
  readonly by: readonly string[];
}

const variantName = ({ sort, down, later, searched, by }: Variant): string =>
  [sort, down ? 'down' : 'up', later ? 'later' : 'first', ...(searched ? ['found'] : []), ...by].join('.');

function pageStatement(list: ListDeclaration, variant: Variant): PageStatement {
  const { sort, down, later, searched, by } = variant;
  const { column, type, isJoined = false } = list.sorts[sort] ?? { column: list.key, type: 'integer' };
  const conditions = [list.where ?? 'true'];
  // In the order in which the values are given: how many rows, the search text, the narrowings, the key to go on after.
  let parameters = 1;
  const next = () => `$${(parameters += 1)}`;
  const pattern = searched ? next() : null;
  const narrowings = Object.fromEntries(by.map((name) => [name, next()]));
  for (const [name, parameter] of Object.entries(narrowings))
    conditions.push(list.narrow?.[name]?.(parameter) ?? 'true');
  if (later)
    conditions.push(`(${column}, ${list.key}) ${down ? '<' : '>'} (${next()}::${type}, ${next()}::integer)`);
  const row = jsonObject(typeof list.wire === 'function' ? list.wire(narrowings) : list.wire);
  const direction = down ? 'desc' : 'asc';
  const order = `order by sort_key ${direction}, key ${direction}`;
  const whole = list.joins === undefined ? list.from : `(${list.from} ${list.joins})`;
  const keys = (from: string, what: string, ...more: string[]) =>
    `select ${column} as sort_key, ${list.key} as key${what} from ${from} where ${[...conditions, ...more].join(' and ')}`;
  const search =
    pattern === null
      ? { steps: '', page: `${keys(whole, `, ${row} as row`)} ${order} limit $1::integer + 1` }
      : searchedPage(list, pattern, {
          keys: (what, ...more) => keys(isJoined ? whole : list.from, what, ...more),
          order,
          row: `select page.sort_key, page.key, ${row} as row from page join ${whole} on ${list.key} = page.key`,
        });
  return statement(
    `${list.name}.${variantName(variant)}`,
    { body: 'text', last_sort: 'text?', last_key: 'int4?' },
    `with ${search.steps} found as materialized (
       select row_number() over (${order}) as n, sort_key::text as sort_value, key, row
       from (${search.page}) as page
     ), one_more as (select count(*) > $1::integer as exists from found)
     select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
       max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
       max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
     from found`,
    { isReplanned: by.some((name) => list.replannedBy?.includes(name)) },
  );
}

/** Rows in order that a search looks through for each row of its page, before it asks the index of the text. */
const LOOKED_THROUGH_PER_ROW = 10;

interface SearchParts {
  /** Selects the keys in their order's columns, and what else is asked for, of the rows that fulfil these conditions too. */
  readonly keys: (what: string, ...more: string[]) => string;
  readonly order: string;
  /** Selects the rows of the keys in `page`. */
  readonly row: string;
}

/**
 * The page of what a text finds, in two steps. A text that many rows have fills the page from the first rows in order;
 * where these are not enough, all that have it are taken from the index of the text and put in order. PostgreSQL by
 * itself would choose one of the two by a guess, and a wrong one reads the whole table.
 */
function searchedPage(
  { search, parents }: ListDeclaration,
  pattern: string,
  { keys, order, row }: SearchParts,
): { steps: string; page: string } {
  const limit = 'limit $1::integer + 1';
  const looked = `$1::integer * ${LOOKED_THROUGH_PER_ROW}`;
  const isBeyond = '(select exists from beyond)';
  const steps = `looked as materialized (
       ${keys(`, ${search} as text${parents === undefined ? '' : `, ${parents.column} as parent`}`)} ${order} limit ${looked}
     ), near as materialized (
       select sort_key, key from looked
       where text ilike ${pattern}${parents === undefined ? '' : ' or parent in (select srno from parents)'} ${order} ${limit}
     ), beyond as materialized (
       select (select count(*) from near) <= $1::integer and (select count(*) from looked) = ${looked} as exists
     ), matching as materialized (
       ${keys('', `${search} ilike ${pattern}`, isBeyond)}
     ), page as (
       select sort_key, key from near where not ${isBeyond} union all select sort_key, key from matching
       ${parents === undefined ? '' : `union all ${keysOfParents(search, parents, pattern, (...more) => `${keys('', isBeyond, ...more)} ${order} ${limit}`)}`}
       ${order} ${limit}
     ),`;
  return {
    steps: parents === undefined ? steps : `${parentsFound(parents, pattern)}, ${steps}`,
    page: row,
  };
}

const parentsFound = ({ table, name }: Parents, pattern: string): string =>
  `parents as materialized (
     select srno from ${table} where ${name} ilike ${pattern} and length(${pattern}) >= ${MIN_PARENT_SEARCH_CHARS + '%%'.length}
   )`;

/** One ordered page for each parent that has the text, of the rows that do not have it themselves. */
const keysOfParents = (
  search: string,
  { column }: Parents,
  pattern: string,
  page: (...conditions: string[]) => string,
): string =>
  `select child.sort_key, child.key from parents
   cross join lateral (${page(`${column} = parents.srno`, `${search} not ilike ${pattern}`)}) as child`;

/** Every choice of some of the names, none and all included, in their order. */
const choicesOf = (names: readonly string[]): readonly (readonly string[])[] =>
  names.reduce<readonly (readonly string[])[]>(
    (choices, name) => [...choices, ...choices.map((choice) => [...choice, name])],
    [[]],
  );

/**
 * A list paged by key. Each combination of order, direction, first or later page, search and narrowings is a statement
 * of its own: with optional conditions in one text PostgreSQL could not use the index for all of them.
 */
export function keysetList(list: ListDeclaration): List {
  const statements = new Map<string, PageStatement>();
  const sorts = Object.keys(list.sorts);
  const narrowings = Object.keys(list.narrow ?? {});
  for (const sort of sorts)
    for (const down of [false, true])
      for (const later of [false, true])
        for (const searched of [false, true])
          for (const by of choicesOf(narrowings)) {
            const variant = { sort, down, later, searched, by };
            statements.set(variantName(variant), pageStatement(list, variant));
          }

  return {
    async page(on, page, given = {}) {
      const { after, limit = MAX_LIST_ROWS, q = '', sort = sorts[0] ?? '' } = page ?? {};
      const from = after === undefined ? null : readKey(after, [isKeyText, isKeyNumber]);
      const down = sort.startsWith('-');
      const searched = q.trim() !== '';
      const by = narrowings.filter((name) => (given[name] ?? null) !== null);
      const variant = { sort: down ? sort.slice(1) : sort, down, later: from !== null, searched, by };
      const chosen = statements.get(variantName(variant));
      if (chosen === undefined) throw malformed('This list cannot be sorted so.');
      const values = [
        limit,
        ...(searched ? [likeText(q.trim())] : []),
        ...by.map((name) => given[name]),
        ...(from ?? []),
      ];
      const { body, last_sort, last_key } = await on.one(chosen, values);
      return { body, next: last_key === null ? null : writeKey(last_sort ?? '', last_key) };
    },
  };
}
