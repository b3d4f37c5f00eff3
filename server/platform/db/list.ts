import type { Page } from '#contract/fields.ts';
import { malformed } from '../dispatch/problems.ts';
import type { Executor, WireColumns } from '../database.ts';
import { statement, type Statement } from './statement.ts';

/** The JSON object of one row, built by PostgreSQL. */
export const jsonObject = (wire: WireColumns): string =>
  `json_build_object(${Object.entries(wire)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

export type Sorts = Readonly<Record<string, { readonly column: string; readonly type: 'text' | 'integer' }>>;

interface ListDeclaration {
  readonly name: string;
  readonly from: string;
  /** The row of the reply; it may differ with the narrowings in force, which it is given the parameters of. */
  readonly wire: WireColumns | ((by: Readonly<Record<string, string>>) => WireColumns);
  /** A unique integer column that makes every order total. */
  readonly key: string;
  readonly sorts: Sorts;
  /** The indexed expression that a search text is looked for in. */
  readonly search: string;
  /** Where else a search text may be found, as one more condition on its pattern: in the names of other tables. */
  readonly searchAlso?: (pattern: string) => string;
  readonly where?: string;
  /** By what the list can be narrowed: the condition for each name, given the parameter of its value. */
  readonly narrow?: Narrow;
  /** True where the best plan hangs on what the list is narrowed to; with a search text it always does. */
  readonly isReplanned?: boolean;
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
  const { column, type } = list.sorts[sort] ?? { column: list.key, type: 'integer' };
  const conditions = [list.where ?? 'true'];
  // In the order in which the values are given: how many rows, the search text, the narrowings, the key to go on after.
  let parameters = 1;
  const next = () => `$${(parameters += 1)}`;
  if (searched) conditions.push(searchCondition(list, next()));
  const narrowings = Object.fromEntries(by.map((name) => [name, next()]));
  for (const [name, parameter] of Object.entries(narrowings))
    conditions.push(list.narrow?.[name]?.(parameter) ?? 'true');
  if (later)
    conditions.push(`(${column}, ${list.key}) ${down ? '<' : '>'} (${next()}::${type}, ${next()}::integer)`);
  const wire = typeof list.wire === 'function' ? list.wire(narrowings) : list.wire;
  const order = `${column} ${down ? 'desc' : 'asc'}, ${list.key} ${down ? 'desc' : 'asc'}`;
  return statement(
    `${list.name}.${variantName(variant)}`,
    { body: 'text', last_sort: 'text?', last_key: 'int4?' },
    `with found as materialized (
       select row_number() over (order by ${order}) as n, (${column})::text as sort_value, ${list.key} as key,
         ${jsonObject(wire)} as row
       from ${list.from} where ${conditions.join(' and ')} order by ${order} limit $1::integer + 1
     ), one_more as (select count(*) > $1::integer as exists from found)
     select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
       max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
       max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
     from found`,
    { isReplanned: searched || (list.isReplanned === true && by.length > 0) },
  );
}

function searchCondition({ search, searchAlso }: ListDeclaration, pattern: string): string {
  const found = `${search} ilike ${pattern}`;
  return searchAlso === undefined ? found : `(${found} or ${searchAlso(pattern)})`;
}

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
      const from = after === undefined ? null : readKey(after);
      const down = sort.startsWith('-');
      const searched = q.trim() !== '';
      const by = narrowings.filter((name) => given[name] !== undefined);
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

const writeKey = (sortValue: string, key: number): string =>
  Buffer.from(JSON.stringify([sortValue, key])).toString('base64url');

function readKey(written: string): [string, number] {
  try {
    const [sortValue, key] = JSON.parse(Buffer.from(written, 'base64url').toString()) as unknown[];
    if (typeof sortValue === 'string' && Number.isSafeInteger(key)) return [sortValue, key as number];
  } catch {
    // Falls through to the refusal.
  }
  throw malformed('This page key cannot be read.');
}
