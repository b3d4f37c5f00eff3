import type { Page } from '#contract/fields.ts';
import { malformed } from '../dispatch/problems.ts';
import type { Executor } from '../database.ts';
import { statement, type Statement } from './statement.ts';

/** An SQL expression for each name of the wire, in the order in which they are shown. */
export type WireColumns = Readonly<Record<string, string>>;

/** The JSON object of one row, built by PostgreSQL. */
export const jsonObject = (wire: WireColumns): string =>
  `json_build_object(${Object.entries(wire)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

interface ListDeclaration {
  readonly name: string;
  readonly from: string;
  readonly wire: WireColumns;
  /** A unique integer column that makes every order total. */
  readonly key: string;
  /** Indexed columns the list can be sorted by (with the key behind); the first is the usual order. */
  readonly sorts: Readonly<Record<string, { readonly column: string; readonly type: 'text' | 'integer' }>>;
  /** The indexed expression that a search text is looked for in. */
  readonly search: string;
  readonly where?: string;
}

export interface List {
  /** One page as JSON, and the key of the next one. */
  page(on: Executor, page: Page | undefined): Promise<{ body: string; next: string | null }>;
}

type PageStatement = Statement<{ body: string; last_sort: string | null; last_key: number | null }>;

/** A bare call gets this many; whoever pages asks for fewer. */
export const MAX_LIST_ROWS = 500;

const likeText = (typed: string) => `%${typed.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * A list paged by key. Each combination of order, direction, first or later page and search is a statement of its
 * own: with optional conditions in one text PostgreSQL could not use the index for all of them.
 */
export function keysetList(list: ListDeclaration): List {
  const statements = new Map<string, PageStatement>();
  const sortNames = Object.keys(list.sorts);

  for (const [sort, { column, type }] of Object.entries(list.sorts))
    for (const down of [false, true])
      for (const later of [false, true])
        for (const searched of [false, true]) {
          const conditions = [list.where ?? 'true'];
          let parameter = 1;
          if (searched) conditions.push(`${list.search} ilike $${(parameter += 1)}`);
          if (later)
            conditions.push(
              `(${column}, ${list.key}) ${down ? '<' : '>'} ($${(parameter += 1)}::${type}, $${(parameter += 1)}::integer)`,
            );
          const order = down ? 'desc' : 'asc';
          const variant = [
            sort,
            down ? 'down' : 'up',
            later ? 'later' : 'first',
            ...(searched ? ['searched'] : []),
          ].join('.');
          statements.set(
            variant,
            statement(
              `${list.name}.${variant}`,
              { body: 'text', last_sort: 'text?', last_key: 'int4?' },
              `with found as materialized (
                 select row_number() over (order by ${column} ${order}, ${list.key} ${order}) as n,
                   (${column})::text as sort_value, ${list.key} as key, ${jsonObject(list.wire)} as row
                 from ${list.from} where ${conditions.join(' and ')}
                 order by ${column} ${order}, ${list.key} ${order} limit $1::integer + 1
               ), more as (select count(*) > $1::integer as more from found)
               select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
                 max(sort_value) filter (where n = $1::integer and (select more from more)) as last_sort,
                 max(key) filter (where n = $1::integer and (select more from more)) as last_key
               from found`,
            ),
          );
        }

  return {
    async page(on, page) {
      const { after, limit = MAX_LIST_ROWS, q, sort = sortNames[0] ?? '' } = page ?? {};
      const down = sort.startsWith('-');
      const name = down ? sort.slice(1) : sort;
      const searched = q !== undefined && q.trim() !== '';
      const from = after === undefined ? null : readKey(after);
      const variant = [
        name,
        down ? 'down' : 'up',
        from === null ? 'first' : 'later',
        ...(searched ? ['searched'] : []),
      ].join('.');
      const chosen = statements.get(variant);
      if (chosen === undefined) throw malformed('This list cannot be sorted so.');
      const values: unknown[] = [limit];
      if (searched) values.push(likeText(q.trim()));
      if (from !== null) values.push(...from);
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
