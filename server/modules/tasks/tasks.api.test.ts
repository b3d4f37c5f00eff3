import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { taskRow } from '#contract/tasks/tasks.ts';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let sales: string;

const today = dateInIndia(Date.now());

beforeAll(async () => {
  world = await openWorld();
  sales = await world.signIn('sales.del');
});
afterAll(() => world.close());

const add = (task: string, session = sales, headers = {}) =>
  world.post('taskview_a.php', [session, 'addtask', task], headers);
const show = (asked?: object, session = sales) =>
  world.post('taskview_a.php', [
    session,
    'showtask',
    ...(asked === undefined ? [] : [JSON.stringify(asked)]),
  ]);
const tasksOf = (json: unknown) => (json as z.input<typeof taskRow>[]).map(({ crmt_task }) => crmt_task);

it('tasks are listed newest first with the moment they were written', async () => {
  expect((await show()).json).toEqual([]);
  expect((await add('  Call the bank ')).json).toEqual({ err: '', msg: 'The task is saved.' });
  await add('Second line:\n<b>not bold</b>');
  expect((await show()).json).toEqual([
    {
      crmt_srno: expect.any(Number) as number,
      crmt_task: 'Second line:\n<b>not bold</b>',
      crmt_createdat: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    },
    expect.objectContaining({ crmt_task: 'Call the bank' }),
  ]);
});

it('every user sees only their own tasks, head office included', async () => {
  const admin = await world.signIn('admin');
  expect(tasksOf((await show({}, admin)).json)).not.toContain('Call the bank');
  expect(tasksOf((await show({}, admin)).json)).toHaveLength(3);
});

it('the trail records that a task was written, but not its text', async () => {
  const { rows } = await world.database.admin.query(
    `select action, after from platform.trail where record = 'task' order by id limit 1`,
  );
  expect(rows).toEqual([{ action: 'add', after: { characters: 13 } }]);
});

it('an empty or overlong task is refused', async () => {
  expect((await add(' \n ')).json.err).toBe('Please fill mandatory feilds: Task');
  expect((await add('x'.repeat(1_001))).json.err).toBe('Task can have at most 1000 characters.');
  expect((await add('y'.repeat(1_000))).json.err).toBe('');
});

it('the same idempotency key writes a task once', async () => {
  const before = tasksOf((await show()).json).length;
  for (let time = 0; time < 2; time += 1) await add('Once', sales, { 'idempotency-key': 'task-once' });
  expect(tasksOf((await show()).json)).toHaveLength(before + 1);
});

it('the days filter the list, both inclusive, in Indian time', async () => {
  await world.database.admin.query(
    `insert into tasks.task (account, task, created_at)
     select a.srno, t.task, t.at from access.account a cross join (values
       ('last minute of the day', ($1::date - 3 + time '23:59') at time zone 'Asia/Kolkata'),
       ('first minute of the next', ($1::date - 2 + time '00:01') at time zone 'Asia/Kolkata')) as t (task, at)
     where a.user_id = 'sales.del'`,
    [today],
  );
  const day = (ago: number) => formatDate(addDays(today, -ago));
  expect(tasksOf((await show({ srchFromDate: day(3), srchToDate: day(3) })).json)).toEqual([
    'last minute of the day',
  ]);
  expect(tasksOf((await show({ srchToDate: day(2) })).json)).toEqual([
    'first minute of the next',
    'last minute of the day',
  ]);
  expect(tasksOf((await show({ srchFromDate: addDays(today, 1) })).json)).toEqual([]);
  expect((await show({ srchFromDate: '31/02/2026' })).status).toBe(400);
});

it('every task is on exactly one page', async () => {
  const all = tasksOf((await show()).json);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page = await show({ limit: 2, ...(after === null ? {} : { after }) });
    seen.push(...tasksOf(page.json));
    after = page.headers.get('x-next');
  } while (after !== null);
  expect(seen).toEqual(all);
  expect((await show({ after: 'bad' })).status).toBe(400);
});
