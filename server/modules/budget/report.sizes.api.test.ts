import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysOf } from '#domain/budget/budget.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import '#server/app.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { measure, type Measured } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/** The cost of the dashboard must not grow with the number of requests. */

const SMALL = 3_000;
const LARGE = 12_000;
const MAX_GROWTH = 1.1;
/** Allows for one page boundary more or less in each of the few indexes of a statement. */
const FEW_BLOCKS = 12;

const year = financialYearOf(dateInIndia(Date.now()));
const { from, to } = daysOf(year, 'apr');
/** Mumbai Fort. */
const BRANCH = 2;
const QUESTIONS: readonly (readonly [string, readonly unknown[]])[] = [
  ['budget.report.branch', [100, year, from, null, null, null, null, null, null]],
  ['budget.report.branch', [100, year, from, [BRANCH], BRANCH, null, null, null, null]],
  ['budget.report.executive', [100, year, from, null, null, null, null, null, null]],
  ['budget.report.requests', [10, BRANCH, null, from, to, null, null]],
];

let small: TestDatabase;
let large: TestDatabase;
beforeAll(async () => {
  [small, large] = [await cloneDatabase(), await cloneDatabase()];
  await growRequests(small.admin, SMALL);
  await growRequests(large.admin, LARGE);
});
afterAll(async () => {
  await small.drop();
  await large.drop();
});

it.each(QUESTIONS)('%s %j', async (name, values) => {
  const statement = declaredStatements().find((each) => each.name === name);
  if (statement === undefined) throw new Error(`there is no statement ${name}`);
  const [few, many]: Measured[] = [
    await measure(small.admin, statement, values),
    await measure(large.admin, statement, values),
  ];
  expect(many?.blocks).toBeLessThanOrEqual((few?.blocks ?? 0) * MAX_GROWTH + FEW_BLOCKS);
  expect(Object.keys(many?.readThrough ?? {})).not.toContain('request');
  expect(Object.keys(many?.readThrough ?? {})).not.toContain('product_line');
});
