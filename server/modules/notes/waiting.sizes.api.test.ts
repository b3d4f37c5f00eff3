import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/app.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

/** Counting for many people does not read every employee for each of them. */

const EMPLOYEES = 5_000;
const FOLLOWED = 300;
/** The blocks read for an employee, their holder and their movements, of which the demo has two blocks. */
const BLOCKS_PER_PERSON = 16;
const MUMBAI = 2;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.admin.query(
    `insert into masters.employee (code, name, branch, delivery)
     select 'W' || n, 'Waiting ' || n, $2, true from generate_series(1, $1::integer) n`,
    [EMPLOYEES, MUMBAI],
  );
  await vacuum(database.admin, ['masters.employee', 'notes.holder', 'notes.movement']);
});
afterAll(() => database.drop());

const found = (waiting: string) => {
  const statement = declaredStatements().find(({ name }) => name === `notes.waiting.${waiting}`);
  if (statement === undefined) throw new Error('there is no such statement');
  return statement;
};

const KINDS_AND_PLACES = ['accept', 'return'].flatMap((waiting) =>
  [null, MUMBAI].map((branch) => [waiting, branch] as const),
);
test.each(KINDS_AND_PLACES)('%s, for people by their codes, branch %s', async (waiting, branch) => {
  const codes = Array.from({ length: FOLLOWED }, (_, n) => `w${n + 1}`);
  const { blocks } = await measure(database.admin, found(waiting), [codes.map(() => branch), codes]);
  expect(blocks).toBeLessThanOrEqual(FOLLOWED * BLOCKS_PER_PERSON);
});

test.each(['accept', 'return'])('%s, for the vault of a branch', async (waiting) => {
  const { blocks } = await measure(database.admin, found(waiting), [[MUMBAI], [null]]);
  expect(blocks).toBeLessThanOrEqual(BLOCKS_PER_PERSON);
});
