import type pg from 'pg';
import * as z from 'zod';

/** The name under which a backup carries the row counts in the repository. */
export const COUNTS_ANNOTATION = 'rows';

const countsSchema = z.record(z.string(), z.number());
export type RowCounts = Readonly<z.infer<typeof countsSchema>>;

/** All rows of our tables at one moment. The job queue is left out: it empties by itself. */
const COUNT_ALL = `
  select coalesce(jsonb_object_agg(c.oid::regclass::text, (xpath('/row/n/text()',
    query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text::bigint), '{}') as counts
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')`;

export async function countRows(admin: pg.Client): Promise<RowCounts> {
  const { rows } = await admin.query<{ counts: RowCounts }>(COUNT_ALL);
  return rows[0]?.counts ?? {};
}

export const readCounts = (annotation: string): RowCounts => countsSchema.parse(JSON.parse(annotation));

/** The tables from which no login of the server can delete. */
const KEPT_TABLES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
    and c.oid <> 'platform.trail_unsealed'::regclass
    and not has_table_privilege('bureau_writer', c.oid, 'delete') and not has_table_privilege('bureau_jobs', c.oid, 'delete')`;

export async function keptTables(admin: pg.Client): Promise<readonly string[]> {
  const { rows } = await admin.query<{ name: string }>(KEPT_TABLES);
  return rows.map(({ name }) => name);
}
