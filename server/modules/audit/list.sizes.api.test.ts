import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '#server/app.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { addTransactions, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/**
 * A page of audits reads as many blocks whatever the number of branches and months, and an audit is shown without its
 * transactions.
 */

/** The small business is large enough for its indexes to have a second level. */
const [SMALL, LARGE] = [500, 1_500];
const MONTHS = 30;
const MAX_GROWTH = 1.1;
/** One page boundary more or less in each of the few indexes of a statement. */
const FEW_BLOCKS = 12;
const FIRST = ['9999-12-31', 2_147_483_647] as const;
const MIDDLE = ['2023-04-01', 2_147_483_647] as const;

/** Branches with an audit for every month; the newest is pending, the one before in review. */
async function growAudits(admin: pg.Client, branches: number): Promise<void> {
  await admin.query(
    `insert into masters.entity (id, type, name, active) select 'Z' || n, 'B', 'Branch ' || n, true
     from generate_series(1, $1::integer) as n`,
    [branches],
  );
  await admin.query(
    `insert into audit.audit (branch, year, month, audited_on, cashier, manager, auditor_name, status, closed_on)
     select e.srno, extract(year from d), extract(month from d), d + interval '27 days', 'A', 'B', 'C',
       case m when $1::integer - 1 then 'P' when $1::integer - 2 then 'R' else 'C' end,
       case when m < $1::integer - 2 then d + interval '30 days' end
     from generate_series(0, $1::integer - 1) as m, lateral (select date '2022-01-01' + m * interval '1 month' as d) as day,
       masters.entity e where e.id like 'Z%' order by m, e.srno`,
    [MONTHS],
  );
  await admin.query('analyze audit.audit, masters.entity');
}

let small: TestDatabase;
let large: TestDatabase;
let [light, heavy]: (StartedAudit | undefined)[] = [];
beforeAll(async () => {
  [small, large] = [await cloneDatabase(), await cloneDatabase()];
  await growAudits(small.admin, SMALL);
  await growAudits(large.admin, LARGE);
  light = await startAudit(small.admin, { branch: 'MUM', year: 2030, month: 1 });
  heavy = await startAudit(large.admin, { branch: 'MUM', year: 2030, month: 1 });
  await addTransactions(large.admin, heavy, 20_000);
  await large.admin.query('analyze audit.transaction');
});
afterAll(async () => {
  await small.drop();
  await large.drop();
});

const statementNamed = (name: string) => {
  const found = declaredStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
};

/** Five branches that both databases have. */
const SEVERAL = [10, 11, 12, 13, 14];
it.each([
  ['audit.list.all', [100, ...FIRST, null, null]],
  ['audit.list.all', [100, ...MIDDLE, null, null]],
  ['audit.list.all.status', [50, ...FIRST, 'R', null]],
  ['audit.list.all.status', [50, ...MIDDLE, 'C', null]],
  ['audit.list.one', [50, ...FIRST, null, [10]]],
  ['audit.list.one.status', [50, ...FIRST, 'P', [10]]],
  ['audit.list.several', [100, ...FIRST, null, SEVERAL]],
  ['audit.list.several', [100, ...MIDDLE, null, SEVERAL]],
  ['audit.list.several.status', [100, ...FIRST, 'C', SEVERAL]],
] as const)('%s %j', async (name, values) => {
  const statement = statementNamed(name);
  const few = await measure(small.admin, statement, values);
  const many = await measure(large.admin, statement, values);
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * MAX_GROWTH + FEW_BLOCKS);
  expect(Object.keys(many.readThrough)).not.toContain('audit');
});

it('an audit of 20,000 transactions is shown with the blocks of one without, and none of its transactions', async () => {
  const statement = statementNamed('audit.audit.detail');
  const few = await measure(small.admin, statement, [light?.srno, null]);
  const many = await measure(large.admin, statement, [heavy?.srno, null]);
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * MAX_GROWTH + FEW_BLOCKS);
  expect(statement.text).not.toMatch(/audit\.transaction\b/);
});
