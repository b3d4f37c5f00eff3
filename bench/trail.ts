/**
 * The trail at size: the blocks that a page by each filter, a batch of seals and the check of a month access, with the
 * entries of half a year and with those of five years, and how long writers wait while a month is detached.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openClient } from '#server/platform/db/client.ts';
import '#server/app.ts';
import { dateInIndia } from '#domain/dates.ts';
import { declaredStatements, type Statement } from '#server/platform/db/statement.ts';
import { archivePart } from '#server/platform/trail/archive.ts';
import { partOf } from '#server/platform/trail/months.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { growTrailMonths } from '#tools/demo/large-trail.ts';
import { blocksOf, measure, type Explained } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { measuredHere, type Duration } from './page.ts';

const SMALL_MONTHS = 6;
const LARGE_MONTHS = 60;
const BRIEF_ROWS = 60_000;
/** A month that is not filled whole has its share of these rows. */
const SPARSE_SHARE = 0.02;
/** The months that are searched, checked and archived are the first to be filled whole. */
const FILLED_FIRST = [1, 2, LARGE_MONTHS];
const SEALED_ROWS = 5_000;

interface Cost {
  readonly blocks: number;
  readonly ms: number;
}
type Costs = ReadonlyMap<string, Cost>;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const NEWEST = ['infinity', '0', '-infinity'];
const EARLIER = [daysAgo(100), '0', '-infinity'];

/** limit, key, earliest, user, record, record id, action, scope. */
const PAGES: readonly [statement: string, what: string, values: readonly unknown[]][] = [
  ['list.everything', 'the newest', [50, ...NEWEST, null, null, null, null, null]],
  ['list.everything', 'a page of three months ago', [50, ...EARLIER, null, null, null, null, null]],
  ['list.everything', 'one week', [50, daysAgo(50), '0', daysAgo(57), null, null, null, null, null]],
  ['list.user', 'one user', [50, ...NEWEST, 'admin', null, null, null, null]],
  ['list.kind', 'one kind of record', [50, ...NEWEST, null, 'request', null, null, null]],
  ['list.record', 'one record with many entries', [50, ...NEWEST, null, 'country', '7', null, null]],
  ['list.record', 'one record without entries', [50, ...NEWEST, null, 'country', 'none', null, null]],
  ['list.action', 'one action', [50, ...NEWEST, null, null, null, 'export', null]],
  ['list.branch', 'two branches', [50, ...NEWEST, null, null, null, null, [2, 3]]],
  ['list.branch.narrowed', 'exports of two branches', [50, ...NEWEST, null, null, null, 'export', [2, 3]]],
  ['kinds', 'the kinds and actions to choose from', []],
];

function declared(name: string): Statement {
  const found = declaredStatements().find((each) => each.name === `access.trail.${name}`);
  if (found === undefined) throw new Error(`there is no statement access.trail.${name}`);
  return found;
}

/** One full seal of entries that were written in the usual way. It is rolled back: older months are added after it. */
async function sealBatch(admin: pg.Client): Promise<Cost> {
  await admin.query('begin; select platform.seal_trail(1000000)');
  await admin.query(
    `insert into platform.trail (action, record, record_id, after)
     select 'edit', 'country', n::text, '{"name": "An entry"}' from generate_series(1, ${SEALED_ROWS}) n`,
  );
  const { rows } = await admin.query<Explained>(
    `explain (analyze, buffers, format json) select platform.seal_trail(${SEALED_ROWS})`,
  );
  await admin.query('rollback');
  const [found] = rows[0]!['QUERY PLAN'];
  return { blocks: blocksOf(found.Plan), ms: found['Execution Time'] };
}

const BLOCKS = `select (blks_hit + blks_read)::integer as blocks from pg_stat_database where datname = current_database()`;

/** The blocks of all statements of a command on its own connections, which are counted when they end. */
async function counted(database: TestDatabase, work: () => Promise<unknown>): Promise<Cost> {
  const read = async () => {
    const client = await openClient(database.urls.admin);
    const { rows } = await client.query<{ blocks: number }>(BLOCKS);
    await client.end();
    return rows[0]?.blocks ?? 0;
  };
  const before = await read();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return { blocks: (await read()) - before, ms };
}

async function measureAll(database: TestDatabase): Promise<Costs> {
  const costs = new Map<string, Cost>();
  for (const [name, what, values] of PAGES) {
    const before = name.startsWith('list') ? [declared('follow_indexes')] : [];
    costs.set(what, await measure(database.admin, declared(name), values, before));
  }
  const { rows } = await database.admin.query<{ oldest: string; last: string }>(
    `select (select max(id) from platform.trail)::text as oldest, (select min(id) from platform.${lastMonth(1)})::text as last`,
  );
  costs.set(
    'an entry of the oldest month',
    await measure(database.admin, declared('find'), [rows[0]?.oldest, null]),
  );
  costs.set('an entry of last month', await measure(database.admin, declared('find'), [rows[0]?.last, null]));
  costs.set(`sealing ${SEALED_ROWS.toLocaleString('en')} entries`, await sealBatch(database.admin));
  let faults: readonly string[] = [];
  const verified = await counted(database, async () => {
    ({ faults } = await verifyTrail(database.urls.admin, lastMonth(2)));
  });
  if (faults.length > 0) throw new Error(`the trail has faults: ${faults[0] ?? ''}`);
  costs.set('verifying one month', verified);
  return costs;
}

function lastMonth(ago: number): string {
  const [year = 0, month = 0] = dateInIndia(Date.now()).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - ago, 1));
  return partOf(first.toISOString().slice(0, 7));
}

export interface TrailGiven {
  /** The entries of all months if each is filled whole. */
  readonly trailRows: number;
  /** Whether only those months are filled whole that are searched, checked and archived. */
  readonly isSparse: boolean;
}

export async function benchTrail({ isBrief }: Duration, { trailRows, isSparse }: TrailGiven) {
  const monthRows = Math.round((isBrief ? BRIEF_ROWS : trailRows) / LARGE_MONTHS);
  const rowsOf = (ago: number) =>
    isSparse && !FILLED_FIRST.includes(ago) ? Math.round(monthRows * SPARSE_SHARE) : monthRows;
  const database = await cloneDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  try {
    await growTrailMonths(database.admin, { from: 1, to: SMALL_MONTHS, rowsOf });
    const small = await measureAll(database);
    await growTrailMonths(database.admin, { from: SMALL_MONTHS + 1, to: LARGE_MONTHS, rowsOf });
    const large = await measureAll(database);
    const startedAt = performance.now();
    const archived = await archivePart(
      database.urls.admin,
      lastMonth(LARGE_MONTHS),
      join(folder, 'month.gz'),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const size = await database.admin.query<{ size: string }>(
      `select pg_size_pretty(pg_database_size(current_database())) as size`,
    );
    const sparse = isSparse
      ? ` Months ${FILLED_FIRST.join(', ')} before this one are filled whole, the others to ${SPARSE_SHARE * 100} %.`
      : '';
    return [
      `${measuredHere()} ${LARGE_MONTHS} months of ${monthRows.toLocaleString('en')} entries, ${size.rows[0]?.size ?? ''} with their seals and the demo.${sparse}`,
      '',
      `| what | blocks with ${SMALL_MONTHS} months | blocks with ${LARGE_MONTHS} months | ms with ${LARGE_MONTHS} months |`,
      '| --- | ---: | ---: | ---: |',
      ...[...small].map(
        ([what, { blocks }]) =>
          `| ${what} | ${blocks} | ${large.get(what)?.blocks ?? '–'} | ${large.get(what)?.ms.toFixed(1) ?? '–'} |`,
      ),
      '',
      `Archiving the oldest month took ${seconds.toFixed(1)} s with both checks. Of these, writers could have waited ${archived.detachMs.toFixed(0)} ms, while it was detached.`,
    ].join('\n');
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}
