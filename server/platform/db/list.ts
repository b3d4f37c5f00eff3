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
  readonly wire: WireColumns;
  /** A unique integer column that makes every order total. */
  readonly key: string;
  readonly sorts: Sorts;
  /** The indexed expression that a search text is looked for in. */
  readonly search: string;
  readonly where?: string;
  /** How many values of its own the list takes; `where` knows them as $1 and on. */
  readonly given?: number;
  /** True where the best plan hangs on these values; with a search text it always does. */
  readonly isReplanned?: boolean;
}

export interface List {
  /** One page as JSON, and the key of the next one. */
  page(
    on: Executor,
    page: Page | undefined,
    given?: readonly unknown[],
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
}

const variantName = ({ sort, down, later, searched }: Variant): string =>
  [sort, down ? 'down' : 'up', later ? 'later' : 'first', ...(searched ? ['searched'] : [])].join('.');

function pageStatement(list: ListDeclaration, variant: Variant): PageStatement {
  const { sort, down, later, searched } = variant;
  const { column, type } = list.sorts[sort] ?? { column: list.key, type: 'integer' };
  const conditions = [list.where ?? 'true'];
  const place = (n: number) => `$${(list.given ?? 0) + n}`;
  const limit = `${place(1)}::integer`;
  if (searched) conditions.push(`${list.search} ilike ${place(2)}`);
  const [value, key] = searched ? [place(3), place(4)] : [place(2), place(3)];
  if (later)
    conditions.push(`(${column}, ${list.key}) ${down ? '<' : '>'} (${value}::${type}, ${key}::integer)`);
  const order = `${column} ${down ? 'desc' : 'asc'}, ${list.key} ${down ? 'desc' : 'asc'}`;
  return statement(
    `${list.name}.${variantName(variant)}`,
    { body: 'text', last_sort: 'text?', last_key: 'int4?' },
    `with found as materialized (
       select row_number() over (order by ${order}) as n, (${column})::text as sort_value, ${list.key} as key,
         ${jsonObject(list.wire)} as row
       from ${list.from} where ${conditions.join(' and ')} order by ${order} limit ${limit} + 1
     ), one_more as (select count(*) > ${limit} as exists from found)
     select coalesce(json_agg(row order by n) filter (where n <= ${limit}), '[]')::text as body,
       max(sort_value) filter (where n = ${limit} and (select exists from one_more)) as last_sort,
       max(key) filter (where n = ${limit} and (select exists from one_more)) as last_key
     from found`,
    { isReplanned: searched || list.isReplanned === true },
  );
}

/**
 * A list paged by key. Each combination of order, direction, first or later page and search is a statement of its
 * own: with optional conditions in one text PostgreSQL could not use the index for all of them.
 */
export function keysetList(list: ListDeclaration): List {
  const statements = new Map<string, PageStatement>();
  const sorts = Object.keys(list.sorts);
  for (const sort of sorts)
    for (const down of [false, true])
      for (const later of [false, true])
        for (const searched of [false, true]) {
          const variant = { sort, down, later, searched };
          statements.set(variantName(variant), pageStatement(list, variant));
        }

  return {
    async page(on, page, given = []) {
      const { after, limit = MAX_LIST_ROWS, q = '', sort = sorts[0] ?? '' } = page ?? {};
      const from = after === undefined ? null : readKey(after);
      const down = sort.startsWith('-');
      const searched = q.trim() !== '';
      const variant = { sort: down ? sort.slice(1) : sort, down, later: from !== null, searched };
      const chosen = statements.get(variantName(variant));
      if (chosen === undefined) throw malformed('This list cannot be sorted so.');
      const values = [...given, limit, ...(searched ? [likeText(q.trim())] : []), ...(from ?? [])];
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
