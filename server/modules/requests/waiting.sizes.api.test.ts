import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/app.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { measure, type Measured } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

/** The cost of a count must not grow with the queue: it reads the same blocks for thousands and for four times as
 * many. */

const SMALL = 3_000;
const LARGE = 12_000;
const MAX_GROWTH = 1.1;
const FEW_BLOCKS = 40;
/** Mumbai Fort and Delhi. */
const BRANCHES = [2, 4];

const all = [[null], [null]] as const;
const branches = [BRANCHES, BRANCHES.map(() => null)] as const;
const COUNTS: readonly [statement: string, values: readonly unknown[]][] = [
  'bm',
  'zm',
  'cm',
  'fm',
  'link',
].flatMap((queue): [string, readonly unknown[]][] => [
  [`requests.waiting.${queue}.all`, all],
  [`requests.waiting.${queue}.branches`, branches],
]);

let database: TestDatabase;
const small = new Map<string, Measured>();
const large = new Map<string, Measured>();

/** Fills each queue with the same number of requests, alternating between two branches, with a special approval
 * each. */
async function grow(from: number, to: number): Promise<void> {
  await database.admin.query(
    `with made as (
       insert into requests.request (ref_no, first_hash, branch, type, handover, scheme, forex_total, grand_total, received,
         submitted, submitted_at, link_requested, bm_by, zm_by, made_on, made_by, makers)
       select 'size ' || n || q.queue, sha256('size'), ($3::integer[])[1 + n % 2], 'SP', 'IN', 'FULL', 100, 100,
         case when q.queue = 'link' then 0 else 100 end, q.queue <> 'link', now(), q.queue = 'link',
         case when q.queue in ('zm', 'cm') then 1 end, case when q.queue = 'cm' then 1 end, current_date, 1, array[1]
       from generate_series($1::integer, $2::integer - 1) n, unnest(array['bm', 'zm', 'cm', 'link']) as q (queue)
       returning srno, submitted
     )
     insert into requests.payment_line (request, line_no, type, amount, received)
     select srno, 1, 'SPR', 100, 100 from made where submitted`,
    [from, to, BRANCHES],
  );
  await vacuum(database.admin, ['requests.request', 'requests.payment_line']);
}

async function measureAll(into: Map<string, Measured>): Promise<void> {
  for (const [name, values] of COUNTS) {
    const found = declaredStatements().find((each) => each.name === name);
    if (found === undefined) throw new Error(`there is no statement ${name}`);
    into.set(name, await measure(database.admin, found, values));
  }
}

beforeAll(async () => {
  database = await cloneDatabase();
  await grow(0, SMALL);
  await measureAll(small);
  await grow(SMALL, LARGE);
  await measureAll(large);
});
afterAll(() => database.drop());

test.each(COUNTS)('%s', (name) => {
  const [before, after] = [small.get(name)!, large.get(name)!];
  expect(after.readThrough).toEqual({});
  expect(after.blocks, `${before.blocks} blocks before`).toBeLessThanOrEqual(
    before.blocks * MAX_GROWTH + FEW_BLOCKS,
  );
});

test('special approvals are read up to a limit', async () => {
  const special = declaredStatements().find(({ name }) => name === 'requests.waiting.special');
  if (special === undefined) throw new Error('there is no such statement');
  const { blocks, readThrough } = await measure(database.admin, special, [BRANCHES]);
  const waiting = await database.admin.query<{ n: number }>(
    `select count(*)::integer as n from requests.payment_line where type = 'SPR' and settled_at is null`,
  );
  expect(waiting.rows[0]?.n).toBeGreaterThan(2 * LARGE);
  expect(Object.keys(readThrough)).toEqual([]);
  // Ten thousand lines, each with its request.
  expect(blocks).toBeLessThan(60_000);
});
