import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '#server/app.ts';
import { declaredStatements, type Statement } from '#server/platform/db/statement.ts';
import { growDemo } from '#tools/demo/large.ts';
import { growNotes } from '#tools/demo/large-notes.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { startAudit } from '#tools/testing/audits.ts';
import { measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

/** A register costs what it holds, not what the business has done in all its years. */

const MAX_GROWTH = 1.1;
const FEW_BLOCKS = 24;
/** A request with its lines and payments, and the transaction with its four indexes, its tally and its foreign keys. */
const MAX_BLOCKS_PER_ROW = 70;
const SIZES = {
  small: { requests: 3_000, postings: 30_000, transactions: 2_000 },
  large: { requests: 12_000, postings: 90_000, transactions: 20_000 },
} as const;

interface Place {
  readonly database: TestDatabase;
  readonly audit: number;
  readonly register: number;
  /** A branch that the ledger has grown at. */
  readonly grown: number;
}
const places = {} as Record<keyof typeof SIZES, Place>;

const declared = (name: string): Statement => {
  const found = declaredStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
};

async function makePlace(size: keyof typeof SIZES): Promise<Place> {
  const database = await cloneDatabase();
  const { admin } = database;
  const { requests, postings, transactions } = SIZES[size];
  await growDemo(admin, { entities: 260, users: 0, cities: 0, employees: 300, trailRows: 0 });
  await growRequests(admin, requests);
  await growNotes(admin, postings, 20);
  const audit = await startAudit(admin, { branch: 'MUM', year: 2040, month: 1 });
  const { rows } = await admin.query<{ register: number; grown: number }>(
    `with register as (
       insert into audit.document (audit, branch, kind, origin, file_name, extension)
       values ($1, $2, 'FLM6', 'fetch', 'FLM6.xlsx', 'xlsx') returning srno
     ), added as (
       insert into audit.transaction (audit, branch, document, type, tran_no, tran_date, amount, lines)
       select $1, $2, srno, 'SB', n::text, '2040-01-05', 1, '[]' from register, generate_series(1, $3::integer) as n
     )
     select srno as register,
       (select min(t.branch) from notes.transfer t join masters.entity e on e.srno = t.branch and e.id like 'X%') as grown
     from register`,
    [audit.srno, audit.branch, transactions],
  );
  await vacuum(admin, ['audit.transaction']);
  return { database, audit: audit.srno, ...rows[0]! };
}

beforeAll(async () => {
  places.small = await makePlace('small');
  places.large = await makePlace('large');
});
afterAll(() => Promise.all(Object.values(places).map(({ database }) => database.drop())));

interface Explained {
  readonly 'QUERY PLAN': [{ readonly Plan: Readonly<Record<string, unknown>> }];
}

/** Fetches the requests of a day as the writing role does, with the generic plan, and takes it back. */
async function fetchDay(admin: pg.Client, { audit, register }: Place) {
  const { rows: days } = await admin.query<{ day: string; branch: number; n: number }>(
    `select (submitted_at at time zone 'Asia/Kolkata')::date::text as day, branch, count(*)::integer as n from requests.request
     where type = 'SP' and num_nulls(bm_by, zm_by, cm_by, fm_by) = 0 and branch = (select branch from audit.audit where srno = $1)
     group by 1, 2 order by n desc, day limit 1`,
    [audit],
  );
  const { day, branch, n } = days[0]!;
  await admin.query(
    `begin; set local plan_cache_mode = force_generic_plan; set local role bureau_writer; set local bureau.scope = 'all'`,
  );
  try {
    await admin.query(`prepare fetch_day as ${declared('audit.registers.fetch').text}`);
    const { rows } = await admin.query<Explained>(
      `explain (analyze, buffers, format json) execute fetch_day (${audit}, ${branch}, ${register}, 'SP', '${day}')`,
    );
    const { Plan } = rows[0]!['QUERY PLAN'][0];
    return {
      n,
      plan: JSON.stringify(Plan),
      blocks: Number(Plan['Shared Hit Blocks']) + Number(Plan['Shared Read Blocks']),
    };
  } finally {
    await admin.query('rollback');
    await admin.query('deallocate fetch_day').catch(() => undefined);
  }
}

describe.each(['small', 'large'] as const)('a day that is fetched, in a %s business', (size) => {
  it('is found by index, and costs some blocks for each request', async () => {
    const { n, plan, blocks } = await fetchDay(places[size].database.admin, places[size]);
    expect(n).toBeGreaterThan(0);
    expect(plan).toContain('"Index Name":"request_earnings"');
    expect(plan).not.toMatch(
      /"Node Type":"Seq Scan"[^{}]*"Relation Name":"(?:request|product_line|payment_line)"/,
    );
    expect(blocks / n).toBeLessThanOrEqual(MAX_BLOCKS_PER_ROW);
  });
});

const QUESTIONS: readonly [string, string, (place: Place) => readonly unknown[]][] = [
  ['the opening of FLM1 and FLM8', 'audit.ledger.balances', ({ grown }) => [grown, '2026-01-01']],
  ['a page of an exported register', 'audit.papers.transactions', ({ register }) => [register, 0]],
];
it.each(QUESTIONS)('%s costs the same in a larger business', async (_, name, valuesOf) => {
  const statement = declared(name);
  const costIn = (place: Place) => measure(place.database.admin, statement, valuesOf(place));
  const [few, many] = [await costIn(places.small), await costIn(places.large)];
  expect(few.blocks).toBeGreaterThan(2);
  expect(many.blocks, `${few.blocks} blocks before`).toBeLessThanOrEqual(
    few.blocks * MAX_GROWTH + FEW_BLOCKS,
  );
  expect(Object.keys(many.readThrough)).not.toContain('transaction');
  expect(Object.keys(many.readThrough)).not.toContain('transfer');
});
