import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/app.ts';
import { declaredStatements, type Statement } from '#server/platform/db/statement.ts';
import { growDemo } from '#tools/demo/large.ts';
import { growNotes } from '#tools/demo/large-notes.ts';
import { measure, type Measured } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/**
 * The cost of a report must not grow with the ledger: it reads the same blocks at 120,000 postings and at 360,000.
 * There are enough branches that neighbouring rows of a report are not neighbours on disk.
 */

const SMALL_POSTINGS = 120_000;
const LARGE_POSTINGS = 360_000;
const BRANCHES = 20;
/** Allows for a taller index and one page boundary more or less. */
const MAX_GROWTH = 1.1;
const FEW_BLOCKS = 24;
const SHOWN = 100;

interface Holders {
  readonly person: number;
  readonly vault: number;
  readonly branch: number;
  readonly id: string;
  /** All holders of the branch, its contra accounts included. */
  readonly all: readonly number[];
  readonly against: readonly number[];
}

/** A day in the middle of the ledger, and a period with more movements than are shown. */
const DAY = `(now() - interval '500 days')::text`;
const FROM = `(now() - interval '900 days')::text`;
type Values = (holders: Holders, day: string, from: string) => readonly unknown[];
const QUESTIONS: readonly [statement: string, what: string, values: Values][] = [
  ['balances', 'in hand of an executive', ({ person }, day) => [[person], day, null, null]],
  ['balances', 'in hand of a vault', ({ vault }, day) => [[vault], day, null, null]],
  ['balances', 'in hand of a vault, one currency', ({ vault }, day) => [[vault], day, null, 'USD']],
  ['balances', 'in hand of a branch', ({ all, branch }, day) => [all, day, [branch], null]],
  ['movements.whole', 'of a vault', ({ vault }, day, from) => [SHOWN, [vault], from, day, from, '0', null]],
  [
    'movements.whole',
    'of a vault, a later page, in reach',
    ({ vault, branch }, day, from) => [SHOWN, [vault], from, 'infinity', day, '1', [branch]],
  ],
  [
    'movements.whole',
    'of a branch',
    ({ against, branch }, day, from) => [SHOWN, against, from, day, from, '0', [branch]],
  ],
  [
    'movements.narrowed',
    'of a vault, one currency',
    ({ vault }, day, from) => [SHOWN, [vault], from, day, from, '0', null, 'USD'],
  ],
  [
    'movements.narrowed',
    'of a vault, a rarer currency',
    ({ vault }, day, from) => [SHOWN, [vault], from, day, from, '0', null, 'EUR'],
  ],
  ['branch', 'the holders of a branch', ({ id }) => [id, null]],
];

interface ReportCost extends Measured {
  readonly rows: number;
}

const databases: TestDatabase[] = [];
const small = new Map<string, ReportCost>();
const large = new Map<string, ReportCost>();

function declared(name: string): Statement {
  const found = declaredStatements().find((each) => each.name === `notes.report.${name}`);
  if (found === undefined) throw new Error(`there is no statement notes.report.${name}`);
  return found;
}

async function holdersIn(admin: pg.Client): Promise<Holders> {
  const { rows } = await admin.query<Holders>(
    `with grown as (
         select min(t.branch) as branch from notes.transfer t join masters.entity e on e.srno = t.branch and e.id like 'X%'),
       h as (select n.* from notes.holder_name n join grown using (branch))
     select (select srno from h where employee_kind = 'P' and exists (select from notes.balance b where b.holder = srno) limit 1) as person,
       (select srno from h where employee_kind = 'V') as vault, e.srno as branch, e.id,
       (select array_agg(srno) from h) as all, (select array_agg(srno) from h where kind in ('customer', 'outside')) as against
     from masters.entity e join grown on grown.branch = e.srno`,
  );
  return rows[0]!;
}

async function measureAll(postings: number, into: Map<string, ReportCost>): Promise<void> {
  const database = await cloneDatabase();
  databases.push(database);
  const { admin } = database;
  await growDemo(admin, { entities: 260, users: 0, cities: 0, employees: 300, trailRows: 0 });
  await growNotes(admin, postings, BRANCHES);
  const holders = await holdersIn(admin);
  const { rows: days } = await admin.query<{ day: string; from: string }>(
    `select ${DAY} as day, ${FROM} as from`,
  );
  const { day = '', from = '' } = days[0] ?? {};
  for (const [name, what, values] of QUESTIONS) {
    const statement = declared(name);
    const given = values(holders, day, from);
    // The statement reads every balance but returns only those that were not zero on that day.
    const { rowCount } =
      name === 'balances'
        ? await admin.query(
            'select from notes.balance where holder = any ($1) and ($2::text is null or isd = $2)',
            [given[0], given[3]],
          )
        : await admin.query(statement.text, [...given]);
    into.set(what, { ...(await measure(admin, statement, given)), rows: rowCount ?? 0 });
  }
}

beforeAll(async () => {
  await measureAll(SMALL_POSTINGS, small);
  await measureAll(LARGE_POSTINGS, large);
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

test.each(QUESTIONS.map(([, what]) => what))('%s', (what) => {
  const [before, after] = [small.get(what)!, large.get(what)!];
  expect(before.rows, 'a question that finds nothing measures nothing').toBeGreaterThan(0);
  expect(after.rows).toBe(before.rows);
  expect(Object.keys(after.readThrough).filter((table) => /transfer|balance/.test(table))).toEqual([]);
  expect(after.blocks, `${before.blocks} blocks before`).toBeLessThanOrEqual(
    before.blocks * MAX_GROWTH + FEW_BLOCKS,
  );
});
