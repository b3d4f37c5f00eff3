import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const ATTEMPTS = 40;
const BETWEEN_ATTEMPTS_MS = 100;

/** Tables with a page that an index alone cannot answer for. $1: the tables, or null for all. */
const NOT_VISIBLE = `select c.oid::regclass::text as table from pg_class c
  where c.relkind = 'r' and c.relallvisible < c.relpages
    and (c.oid = any ($1::regclass[]) or $1 is null and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)')`;

/**
 * Vacuums and analyzes tables, all by default, until each row is marked as visible to everyone. One vacuum may not be enough: rows
 * younger than the oldest transaction stay unmarked, and a connection that starts in another database counts as one for a moment.
 * Statements would then read more blocks than they need. A few removed rows are left too, unless the indexes are to be cleaned.
 */
export async function vacuum(client: pg.Client, tables?: readonly string[]): Promise<void> {
  let left = tables;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await client.query(`vacuum (analyze, index_cleanup on) ${(left ?? []).join(', ')}`);
    const { rows } = await client.query<{ table: string }>(NOT_VISIBLE, [tables ?? null]);
    if (rows.length === 0) return;
    left = rows.map(({ table }) => table);
    await pause(BETWEEN_ATTEMPTS_MS);
  }
  throw new Error(`a transaction stays open, so vacuum cannot mark all rows of ${left?.join(', ')}`);
}
