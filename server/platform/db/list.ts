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
  /** The column belongs to a joined table. */
  readonly isJoined?: true;
  /** The only direction of this order. Without it the list can be read in both. */
  readonly only?: 'up' | 'down';
}

export type Sorts = Readonly<Record<string, Sort>>;

interface ListDeclaration {
  readonly name: string;
  /** The table whose rows are listed, with its alias. */
  readonly from: string;
  /** Joins for the columns that a row shows. Every row has a match, so that a search can omit them. */
  readonly joins?: string;
  /** The row of the reply. It can depend on the filters of a statement, whose parameters it receives. */
  readonly wire: WireColumns | ((by: Readonly<Record<string, string>>) => WireColumns);
  /** A unique integer column that makes every order total. */
  readonly key: string;
  readonly sorts: Sorts;
  /** The indexed expression that is searched. */
  readonly search: string;
  /** The parents whose names are also searched. */
  readonly parents?: Parents;
  readonly where?: string;
  /** The filters whose values every call gives. Every statement contains them. */
  readonly always?: Narrow;
  /**
   * Optional filters that choose an index, the most selective first. The first one with a value leads: it has a separate
   * statement, which tests the filters after it on the rows that it reads.
   */
  readonly narrow?: Narrow;
  /** Optional filters that no index supports. Every statement tests them on the rows that it reads. */
  readonly tested?: Narrow;
  /** The filters whose values decide which plan is best, if they lead or are always given. */
  readonly replannedBy?: readonly string[];
}

/** A table whose names are used to find the rows that refer to it. */
export interface Parents {
  readonly table: string;
  readonly name: string;
  /** The column of the list with the parent's serial number; an index begins with it. */
  readonly column: string;
}

/** A condition for each filter of a list, built from the parameter with its value. */
export type Narrow = Readonly<Record<string, (parameter: string) => string>>;

export interface List {
  /** One page as JSON, and the key of the next one. A filter without a value is inactive. */
  page(
    on: Executor,
    page: Page | undefined,
    by?: Readonly<Record<string, unknown>>,
  ): Promise<{ body: string; next: string | null }>;
}

type PageStatement = Statement<{ body: string; last_sort: string | null; last_key: number | null }>;

/** The default page size. A client that pages asks for fewer rows. */
export const MAX_LIST_ROWS = 500;

/** A shorter text occurs in nearly every parent's name, so that the search would match everything. */
const MIN_PARENT_SEARCH_CHARS = 3;

/** The pattern of a search for a text anywhere in another. */
export const likeText = (typed: string) => `%${typed.replace(/[\\%_]/g, '\\$&')}%`;

interface Variant {
  readonly sort: string;
  readonly down: boolean;
  /** Whether the page continues after a key. */
  readonly later: boolean;
  readonly searched: boolean;
  /** The filter that leads; undefined if no filter that chooses an index has a value. */
  readonly lead: string | undefined;
}

const variantName = ({ sort, down, later, searched, lead }: Variant): string =>
  [
    sort,
    down ? 'down' : 'up',
    later ? 'later' : 'first',
    ...(searched ? ['found'] : []),
    ...(lead === undefined ? [] : [lead]),
  ].join('.');

interface Filter {
  readonly name: string;
  readonly condition: (parameter: string) => string;
}

const filtersIn = (narrow: Narrow = {}): readonly Filter[] =>
  Object.entries(narrow).map(([name, condition]) => ({ name, condition }));

/** Lets a filter have no value. The condition comes first because it gives the parameter its type. */
const orNotGiven = ({ name, condition }: Filter): Filter => ({
  name,
  condition: (parameter) => `(${condition(parameter)} or ${parameter} is null)`,
});

/** The filters of a statement, in the order of their parameters. */
function filtersOf({ always, narrow, tested }: ListDeclaration, lead: string | undefined): readonly Filter[] {
  const leads = filtersIn(narrow);
  const at = lead === undefined ? leads.length : leads.findIndex(({ name }) => name === lead);
  return [
    ...filtersIn(always),
    ...leads.slice(at, at + 1),
    ...[...leads.slice(at + 1), ...filtersIn(tested)].map(orNotGiven),
  ];
}

function pageStatement(list: ListDeclaration, variant: Variant): PageStatement {
  const { sort, down, later, searched, lead } = variant;
  const { column, type, isJoined = false } = list.sorts[sort] ?? { column: list.key, type: 'integer' };
  const conditions = [list.where ?? 'true'];
  // The parameters in order: the number of rows, the search text, the filters, the key to continue after.
  let parameters = 1;
  const next = () => `$${(parameters += 1)}`;
  const pattern = searched ? next() : null;
  const parameterOf: Record<string, string> = {};
  for (const { name, condition } of filtersOf(list, lead)) {
    const parameter = next();
    parameterOf[name] = parameter;
    conditions.push(condition(parameter));
  }
  if (later)
    conditions.push(`(${column}, ${list.key}) ${down ? '<' : '>'} (${next()}::${type}, ${next()}::integer)`);
  const row = jsonObject(typeof list.wire === 'function' ? list.wire(parameterOf) : list.wire);
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
    { isReplanned: list.replannedBy?.some((name) => name === lead || name in (list.always ?? {})) ?? false },
  );
}

/**
 * The number of rows in sort order that a search scans for each row of its page, before it uses the index of the text.
 */
const LOOKED_THROUGH_PER_ROW = 10;

interface SearchParts {
  /**
   * Selects the keys with the columns of their order, and other requested columns, of the rows that also match these
   * conditions.
   */
  readonly keys: (what: string, ...more: string[]) => string;
  readonly order: string;
  /** Selects the rows for the keys in `page`. */
  readonly row: string;
}

/**
 * A page of search results, found in two steps. For a text that many rows contain, the first rows in sort order fill
 * the page. If they are not enough, all matching rows are taken from the text index and sorted. PostgreSQL alone would
 * choose one of the two from an estimate, and a wrong choice reads the whole table.
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

/** One ordered page for each parent that contains the text, of the rows that do not contain it themselves. */
const keysOfParents = (
  search: string,
  { column }: Parents,
  pattern: string,
  page: (...conditions: string[]) => string,
): string =>
  `select child.sort_key, child.key from parents
   cross join lateral (${page(`${column} = parents.srno`, `${search} not ilike ${pattern}`)}) as child`;

/** Every statement of a list, by the name of its variant. */
function statementsOf(list: ListDeclaration): ReadonlyMap<string, PageStatement> {
  const statements = new Map<string, PageStatement>();
  const leads = [undefined, ...Object.keys(list.narrow ?? {})];
  for (const [sort, { only }] of Object.entries(list.sorts))
    for (const down of only === undefined ? [false, true] : [only === 'down'])
      for (const later of [false, true])
        for (const searched of [false, true])
          for (const lead of leads) {
            const variant = { sort, down, later, searched, lead };
            statements.set(variantName(variant), pageStatement(list, variant));
          }
  return statements;
}

/**
 * A list paged by key. Each combination of order, direction, first or later page, search and leading filter is a
 * separate statement: with optional conditions in one text PostgreSQL could not use the index for all of them. The final
 * SQL is in server/lists.sql.
 */
export function keysetList(list: ListDeclaration): List {
  const statements = statementsOf(list);
  const leads = Object.keys(list.narrow ?? {});
  const isGiven = (value: unknown) => value !== undefined && value !== null;

  return {
    async page(on, page, given = {}) {
      const { after, limit = MAX_LIST_ROWS, q = '', sort = Object.keys(list.sorts)[0] ?? '' } = page ?? {};
      const from = after === undefined ? null : readKey(after, [isKeyText, isKeyNumber]);
      const down = sort.startsWith('-');
      const searched = q.trim() !== '';
      const lead = leads.find((name) => isGiven(given[name]));
      const variant = { sort: down ? sort.slice(1) : sort, down, later: from !== null, searched, lead };
      const chosen = statements.get(variantName(variant));
      if (chosen === undefined) throw malformed('This list cannot be sorted so.');
      const missing = Object.keys(list.always ?? {}).find((name) => !isGiven(given[name]));
      if (missing !== undefined) throw new Error(`list ${list.name} needs a value for ${missing}`);
      const values = [
        limit,
        ...(searched ? [likeText(q.trim())] : []),
        ...filtersOf(list, lead).map(({ name }) => given[name] ?? null),
        ...(from ?? []),
      ];
      const { body, last_sort, last_key } = await on.one(chosen, values);
      return { body, next: last_key === null ? null : writeKey(last_sort ?? '', last_key) };
    },
  };
}
