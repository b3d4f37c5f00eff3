import type pg from 'pg';

/**
 * Everything in the database as one line per table: the number of rows, and a sum over the position and the writer of
 * each row, which any insert, update or delete changes. For a session only the relevant columns count, because its last
 * use is written from time to time.
 */
export async function footprint(database: pg.Client): Promise<ReadonlyMap<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  );
  const queries = tables.rows.map(({ name }) => {
    const row =
      name === 'access.session'
        ? `id_hash::text || account || expires_at || coalesce(ended_at::text, '')`
        : 'ctid::text || xmin::text';
    return `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as said from ${name}`;
  });
  const found = await database.query<{ name: string; said: string }>(queries.join(' union all '));
  return new Map(found.rows.map(({ name, said }) => [name, said]));
}

/** The tables that have changed. */
export const changedTables = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] => [...after].filter(([name, said]) => before.get(name) !== said).map(([name]) => name);

/** The number of trail entries that a call has written so far. */
export async function trailEntries(database: pg.Client, call: string): Promise<number> {
  const found = await database.query<{ n: number }>(
    'select count(*)::integer as n from platform.trail where call = $1',
    [call],
  );
  return found.rows[0]?.n ?? 0;
}
