import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/app.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { measure, type Measured } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

/**
 * The cost of home must not grow with the queues nor with the history: its statements read the same blocks for thousands of
 * requests and for four times as many.
 */

const SMALL = 2_000;
const LARGE = 8_000;
const MAX_GROWTH = 1.1;
const FEW_BLOCKS = 40;
/** Mumbai Fort and Delhi. */
const BRANCHES = [2, 4];
const MAKER = 1;
/** PostgreSQL reads the other tables through, because they have a few rows here. */
const GROWN = ['request', 'product_line', 'payment_line', 'activity'];
const today = dateInIndia(Date.now());
const days = [addDays(today, -7), today];

const own = [BRANCHES, MAKER];
const step = (queue: string): [string, readonly unknown[]][] => [
  [`requests.queue.${queue}.all`, [null, null]],
  [`requests.queue.${queue}.branches`, [BRANCHES, null]],
];
const STATEMENTS: readonly [statement: string, values: readonly unknown[]][] = [
  ...['bm', 'zm', 'cm', 'fm', 'link'].flatMap(step),
  ['requests.queue.sentback', own],
  ['requests.queue.draft', own],
  ['requests.queue.special', [BRANCHES]],
  ['payments.queue.unpaid', own],
  ['payments.queue.refund', [BRANCHES]],
  ['notes.queue.deliver', [BRANCHES, 'E111']],
  ['notes.queue.collect', [BRANCHES, 'E111']],
  ['notes.waiting.deliver', [BRANCHES, ['E111', 'E111']]],
  ['requests.turnover.all', [null, ...days]],
  ['requests.turnover.branches', [BRANCHES, ...days]],
  ['requests.turnover.margin.all', [null, today, today]],
  ['requests.turnover.margin.branches', [BRANCHES, today, today]],
];

let database: TestDatabase;
const small = new Map<string, Measured>();
const large = new Map<string, Measured>();

/** Fills each queue with the same number of requests, alternating between two branches; nothing is of the last days. */
async function grow(from: number, to: number): Promise<void> {
  await database.admin.query(
    `with made as (
       insert into requests.request (ref_no, first_hash, branch, type, handover, scheme, forex_total, grand_total, received,
         submitted, submitted_at, link_requested, link_sent, bm_by, zm_by, made_on, made_by, made_by_name, makers,
         sent_back_at, sent_back_by_name, sent_back_reason)
       select 'size ' || n || q.queue, sha256('size'), ($3::integer[])[1 + n % 2], 'SP', 'IN', 'FULL', 100, 100,
         case when q.queue in ('link', 'unpaid') then 0 else 100 end, q.queue in ('bm', 'zm', 'cm'),
         case when q.queue <> 'draft' then now() - interval '30 days' end, q.queue in ('link', 'unpaid'), q.queue = 'unpaid',
         case when q.queue in ('zm', 'cm') then 1 end, case when q.queue = 'cm' then 1 end, current_date, $4, 'Maker',
         array[$4::integer], case when q.queue = 'sentback' then now() end, case when q.queue = 'sentback' then 'Manager' end,
         case when q.queue = 'sentback' then 'size' end
       from generate_series($1::integer, $2::integer - 1) n,
         unnest(array['bm', 'zm', 'cm', 'link', 'unpaid', 'sentback', 'draft']) as q (queue)
       returning srno, submitted, submitted_at
     ), lined as (
       insert into requests.product_line (request, line_no, product, isd, quantity, rate, amount)
       select srno, 1, 'CN', 'USD', 1, 100, 100 from made
     )
     insert into requests.payment_line (request, line_no, type, amount, received)
     select srno, 1, 'SPR', 100, 100 from made where submitted`,
    [from, to, BRANCHES, MAKER],
  );
  await vacuum(database.admin, [
    'requests.request',
    'requests.payment_line',
    'requests.product_line',
    'requests.activity',
  ]);
}

async function measureAll(into: Map<string, Measured>): Promise<void> {
  for (const [name, values] of STATEMENTS) {
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

test.each(STATEMENTS)('%s', (name) => {
  const [before, after] = [small.get(name)!, large.get(name)!];
  expect(Object.keys(after.readThrough).filter((table) => GROWN.includes(table))).toEqual([]);
  expect(after.blocks, `${before.blocks} blocks before`).toBeLessThanOrEqual(
    before.blocks * MAX_GROWTH + FEW_BLOCKS,
  );
});
