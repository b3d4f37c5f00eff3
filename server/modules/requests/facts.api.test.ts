import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateInIndia, financialYearOf, type IsoDate } from '#domain/dates.ts';
import type { Database } from '#server/platform/database.ts';
import { openDatabase } from '#server/platform/db/pool.ts';
import { declaredStatements, statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { findFacts } from './facts.sql.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

const REQUESTS = 20_000;
/** Each PAN has about 160 requests. PostgreSQL, whose estimate of distinct PANs is too low, expects as many among ten
 * million. */
const PANS = 62;
/** After this many custom plans PostgreSQL may choose a generic plan. */
const TRIED = 5;
const ASKED = 12;

const plans = statement(
  'test.facts.plans',
  { generic: 'int4', custom: 'int4' },
  `select generic_plans::integer as generic, custom_plans::integer as custom
   from pg_prepared_statements where name = 'requests.facts.find'`,
);

const today = dateInIndia(Date.now());
const yearStart = `${financialYearOf(today).slice(0, 4)}-04-01` as IsoDate;
const panOf = (n: number) => `LRGPA${String(n % PANS).padStart(4, '0')}A`;

let grown: TestDatabase;
let database: Database;

beforeAll(async () => {
  grown = await cloneDatabase();
  await growRequests(grown.admin, REQUESTS);
  // The financial year is three days old in this data, whenever the test runs. The date then has the greatest effect.
  await grown.admin.query(
    `update requests.request set made_on = made_on - ($1::date - $2::date),
       pan = case when pan = '' then '' else 'LRGPA' || lpad((srno % $3::integer)::text, 4, '0') || 'A' end`,
    [today, addDays(yearStart, 3), PANS],
  );
  await vacuum(grown.admin, ['requests.request']);
  database = openDatabase({
    readUrl: grown.urls.reader,
    writeUrl: grown.urls.writer,
    maxConnections: 1,
    statementTimeoutMs: 15_000,
    onError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await grown.drop();
});

/** The generic plan, as EXPLAIN shows it. */
async function keptPlan(text: string, values: readonly (string | number | null)[]): Promise<string> {
  const { admin } = grown;
  await admin.query(`begin; set local plan_cache_mode = force_generic_plan; prepare kept as ${text}`);
  const written = values.map((value) => (value === null ? 'null' : admin.escapeLiteral(String(value))));
  const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
    `explain execute kept (${written.join(', ')})`,
  );
  await admin.query('rollback; deallocate kept');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('the facts of a request', () => {
  it('are found by one plan for any PAN and day', async () => {
    const caller = { scope: 'all', account: 1 } as unknown as Caller;
    for (let n = 0; n < ASKED; n += 1)
      await findFacts(database.read, { branch: 'MUM', pan: panOf(n), destination: 'Japan' }, today, caller);
    expect(await database.read.one(plans)).toEqual({ generic: ASKED - TRIED, custom: TRIED });
  });

  it('use the index of PAN and day, and read no more than a custom plan', async () => {
    const facts = declaredStatements().find(({ name }) => name === 'requests.facts.find')!;
    const plain = {
      ...{ name: 'plain facts', isReplanned: true },
      text: facts.text.replaceAll(/\(select (\$\d::\w+)\)/g, '$1'),
    };
    expect(plain.text).not.toBe(facts.text);
    const values = ['MUM', null, today, panOf(7), yearStart, 0, '', 'Japan', 1];
    expect(await keptPlan(facts.text, values)).toMatch(
      / request_by_pan\b.*\n\s*Index Cond: \(\(pan = \$\d+\) AND \(made_on >= \$\d+\)\)/,
    );
    const kept = await measure(grown.admin, facts, values);
    expect(kept.readThrough).not.toHaveProperty('request');
    expect(kept.readThrough).not.toHaveProperty('product_line');
    expect(kept.blocks).toBeLessThanOrEqual((await measure(grown.admin, plain, values)).blocks);
  });
});
