import { afterAll, beforeAll, expect, it } from 'vitest';
import './app.ts';
import { declaredStatements, type Statement } from './platform/db/statement.ts';
import { growDemo, type Sizes } from '#tools/demo/large.ts';
import { measure, type Measured } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/**
 * The blocks that a list, a search, a drop-down or a detail of the masters reads must not grow with the business: they
 * are the same in a small business and in one three times as large. The small one is large enough for its indexes to
 * have a second level and for the rows of a page to have different branches.
 */

const SMALL: Sizes = { entities: 2_000, users: 2_000, cities: 8_000, employees: 3_000, trailRows: 0 };
const MEDIUM: Sizes = { entities: 6_000, users: 6_000, cities: 24_000, employees: 9_000, trailRows: 0 };
const MAX_GROWTH = 1.1;
/** One page boundary more or less in each of the few indexes that a statement uses. */
const FEW_BLOCKS = 12;

const LISTED = 100;
const PICKED = 50;
/** Only Mumbai Fort. */
const SCOPE = [2];
const GOA = 'GOA';
/** The group that most users are in. */
const FRANCHISEES = 11;

type Values = readonly unknown[];
interface MeasuredStatement {
  readonly statement: string;
  readonly what: string;
  readonly values: (middle: (table: string) => Values) => Values;
  /** Set if a statement may read more than at the small size: the allowed factor, and the reason. */
  readonly bound?: { readonly growth: number; readonly because: string };
}

const ask = (
  statement: string,
  what: string,
  values: Values | MeasuredStatement['values'],
  bound?: MeasuredStatement['bound'],
): MeasuredStatement => ({
  statement,
  what,
  values: typeof values === 'function' ? values : () => values,
  ...(bound === undefined ? {} : { bound }),
});

/** Three times as many rows contain the text, none of them among the first in order, and all of them are sorted. */
const ALL_THAT_HAVE_IT = {
  growth: 3,
  because: 'a text of many names that come late is read with all of them',
};

const QUESTIONS: readonly MeasuredStatement[] = [
  ask('masters.entity.list.name.up.first', 'franchisees', [LISTED, 'F']),
  ask('masters.entity.list.name.up.later', 'franchisees from the middle', (middle) => [
    LISTED,
    'F',
    ...middle('masters.entity'),
  ]),
  ask('masters.entity.list.licto.up.first', 'franchisees by licence', [LISTED, 'F']),
  ask('masters.entity.list.name.up.first', 'branches', [PICKED, 'B']),
  ask('masters.entity.list.name.up.first.found', 'a text that all have', [LISTED, '%forex%', 'F']),
  ask('masters.entity.list.name.up.first.found', 'a text that one has', [10, '%X000123%', 'F']),
  ask('masters.entity.list.name.up.first.found', 'a town', [10, '%warangal%', 'F'], ALL_THAT_HAVE_IT),
  ask('masters.entity.list.name.up.first.scope', 'of a branch', [LISTED, 'F', SCOPE], {
    growth: 3,
    because: 'each of the few rows looks up its branch, where the small business reads the branches at once',
  }),
  ask('masters.entity.list.name.up.first.found.scope', 'a text, of a branch', [
    LISTED,
    '%forex%',
    'F',
    SCOPE,
  ]),
  ask('masters.entity.options.name.up.first', 'pick', [PICKED, 'F']),
  ask('masters.entity.options.name.up.first.found', 'pick by an id', [10, '%X000123%', 'F']),
  ask('masters.entity.options.name.up.first.scope', 'pick of a branch user', [PICKED, 'F', SCOPE]),
  ask('masters.entity.options.name.up.first.branch', 'pick of a named branch', [PICKED, 'F', 'MUM', null]),
  ask('masters.entity.options.name.up.first.branch', 'pick of a named branch in reach', [
    PICKED,
    'F',
    'MUM',
    SCOPE,
  ]),
  ask('masters.entity.detail', 'head office', [null, 'F', GOA]),
  ask('masters.entity.detail', 'a branch', [SCOPE, 'F', GOA]),
  ask('access.branch.pages.name.up.first.found', 'pick a branch', [10, '%fort%']),
  ask('access.branch.pages.name.up.first.found.scope', 'pick a branch in reach', [10, '%fort%', SCOPE]),
  ask('access.head.options.name.up.first.found', 'the entity of a user', [10, '%goa panjim%']),
  ask('access.head.options.name.up.first.found.scope', 'the entity of a user, in reach', [
    10,
    '%forex%',
    SCOPE,
    null,
  ]),
  ask('access.head.options.name.up.first.scope', 'the franchisee of a user, in reach', [PICKED, SCOPE, 'F']),
  ask('access.head.options.name.up.first.type', 'the franchisee of a user', [PICKED, 'F']),

  ask('access.user.list.name.up.first', 'users', [LISTED]),
  ask('access.user.list.name.up.later', 'users from the middle', (middle) => [
    LISTED,
    ...middle('access.account'),
  ]),
  ask('access.user.list.id.down.first', 'users by id, downwards', [LISTED]),
  ask('access.user.list.name.up.first.found', 'a text that all have', [LISTED, '%user%']),
  ask('access.user.list.name.up.first.found', 'a group', [10, '%franchisee%']),
  ask('access.user.list.name.up.first.found', 'an id', [10, '%user000123%']),
  ask('access.user.list.name.up.first.found', 'a first name', [10, '%zoya%'], ALL_THAT_HAVE_IT),
  ask('access.user.list.name.up.first.scope', 'of a branch', [LISTED, SCOPE]),
  ask('access.user.list.name.up.first.found.scope', 'a text, of a branch', [LISTED, '%user%', SCOPE]),
  ask('access.trail.users.id.up.first.found', 'pick a user', [10, '%user000123%']),
  ask('access.user.detail', 'head office', [6, null, 30, '']),
  ask('access.user.detail', 'a branch', [6, SCOPE, 30, '']),

  ask('masters.city.list.name.up.first', 'cities', [LISTED]),
  ask('masters.city.list.name.up.later', 'cities from the middle', (middle) => [
    LISTED,
    ...middle('masters.city'),
  ]),
  ask('masters.city.list.name.up.first.found', 'a letter', [LISTED, '%a%']),
  ask('masters.city.list.name.up.first.found', 'one name', [10, '%panaji%']),
  ask('masters.city.list.name.up.first.found', 'the state', [10, '%maharashtra%']),
  ask('masters.city.list.name.up.first.found', 'a town', [10, '%warangal%'], ALL_THAT_HAVE_IT),
  ask('masters.city.pick.name.up.first.state', 'pick of a state', [PICKED, '12', null]),
  ask('masters.city.pick.name.up.first.found.state', 'pick of a state by name', [10, '%a%', '12', null]),
  ask('masters.city.pick.name.up.first.found', 'pick by name', [10, '%panaji%']),
  ask('masters.city.detail', 'one', [12]),

  ask('masters.employee.list.name.up.first', 'employees', [LISTED]),
  ask('masters.employee.list.name.up.first.scope', 'of a branch', [LISTED, SCOPE]),
  ask('masters.employee.list.name.up.first.found', 'the branch', [10, '%mumbai fort%']),
  ask('masters.employee.pick.name.up.first.found', 'pick by code', [10, '%e101%', null]),
  ask('masters.employee.pick.name.up.first.found.branch', 'pick of a branch', [10, '%a%', 'MUM', null, null]),
  ask('masters.employee.pick.name.up.first', 'pick who sells', [PICKED, 'sales']),
  ask('masters.employee.pick.name.up.first.branch', 'pick who sells at a branch', [
    PICKED,
    'MUM',
    null,
    'sales',
  ]),
  ask('masters.employee.pick.name.up.first.branch', 'pick who sells at a branch in reach', [
    PICKED,
    'MUM',
    SCOPE,
    'sales',
  ]),
  ask('masters.employee.pick.name.up.first.scope', 'pick who sells in reach', [PICKED, SCOPE, 'sales']),
  ask('access.group.users.name.up.first', 'members of a group', [LISTED, FRANCHISEES, null]),
  ask('access.group.users.name.up.first', 'members of a group in reach', [LISTED, FRANCHISEES, SCOPE]),
];
const keyOf = ({ statement, what }: MeasuredStatement) => `${statement}: ${what}`;

interface StatementCost extends Measured {
  readonly rows: number;
}

let database: TestDatabase;
const small = new Map<string, StatementCost>();
const medium = new Map<string, StatementCost>();

function declared(name: string): Statement {
  const found = declaredStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
}

/** The keys to continue after, in the middle of each list. */
async function middleKeys(): Promise<(table: string) => Values> {
  const of = async (table: string, where: string) => {
    const { rows } = await database.admin.query<{ name: string; srno: number }>(
      `select name, srno from ${table} where ${where} order by name, srno
       offset (select count(*) / 2 from ${table} where ${where}) limit 1`,
    );
    return [rows[0]?.name, rows[0]?.srno];
  };
  const found = new Map<string, Values>([
    ['masters.entity', await of('masters.entity', `type = 'F'`)],
    ['access.account', await of('access.account', 'true')],
    ['masters.city', await of('masters.city', 'true')],
  ]);
  return (table) => found.get(table) ?? [];
}

async function measureAll(into: Map<string, StatementCost>): Promise<void> {
  const middle = await middleKeys();
  for (const question of QUESTIONS) {
    const statement = declared(question.statement);
    const values = question.values(middle);
    const { rows } = await database.admin.query<{ body: string }>(statement.text, [...values]);
    const body = JSON.parse(rows[0]?.body ?? 'null') as unknown;
    const measured = await measure(database.admin, statement, values);
    into.set(keyOf(question), { ...measured, rows: Array.isArray(body) ? body.length : 1 });
  }
}

beforeAll(async () => {
  database = await cloneDatabase();
  await growDemo(database.admin, SMALL);
  await measureAll(small);
  await growDemo(database.admin, MEDIUM);
  await measureAll(medium);
});
afterAll(() => database.drop());

it.each(QUESTIONS.map((question) => [keyOf(question), question] as const))(
  '%s',
  (key, { bound = { growth: MAX_GROWTH, because: 'nothing more is to be read' } }) => {
    const [before, after] = [small.get(key)!, medium.get(key)!];
    console.log(
      `${key} | ${before.rows} ${before.blocks} ${before.ms} | ${after.rows} ${after.blocks} ${after.ms}`,
    );
    expect(before.rows, 'a question that finds nothing measures nothing').toBeGreaterThan(0);
    // If a page is not full, as in the lists of one branch, the cost depends on the rows shown.
    const moreRows = Math.max(1, after.rows / before.rows);
    const most = before.blocks * bound.growth * moreRows + FEW_BLOCKS;
    expect(after.blocks, `${before.blocks} blocks before; ${bound.because}`).toBeLessThanOrEqual(most);
  },
);
