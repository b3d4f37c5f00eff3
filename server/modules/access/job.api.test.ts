import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { jobList, JobSearch } from '#contract/access/jobs.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type JobRow = z.input<typeof jobList.reply>[number];

let world: World;
let admin: string;

const ask = (action: string, body?: object, session = admin) =>
  world.post('job_a.php', [session, action, ...(body === undefined ? [] : [JSON.stringify(body)])]);
const rows = async (search?: JobSearch) => (await ask('list', search)).json as JobRow[];
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.database.admin.query<Row>(text, values)).rows;

async function add(task: string, count = 1): Promise<number[]> {
  const added = await query<{ id: string }>(
    `select (graphile_worker.add_job($1, '{"name":"Secret Person"}', max_attempts => 3)).id from generate_series(1, $2)`,
    [task, count],
  );
  return added.map(({ id }) => Number(id));
}
const fail = (ids: readonly number[], error: string) =>
  query('select graphile_worker.permanently_fail_jobs($1, $2)', [ids, error]);
const hold = (id: number) =>
  query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = 1 where id = $1`,
    [id],
  );
const trailOf = (action: string) =>
  query(
    `select record_id, before, after from platform.trail where record = 'job' and action = $1 order by id desc`,
    [action],
  );

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
});
afterEach(() => query('delete from graphile_worker._private_jobs'));
afterAll(() => world.close());

describe('a job', () => {
  it('is shown with its state, its attempts and its error, newest first, and never with its payload', async () => {
    const [waiting, running, failed] = await add('test:show', 3);
    await hold(running!);
    await fail([failed!], `Mail refused: 550 <asha.rao@bureau.example> is unknown ${'x'.repeat(600)}`);
    const { json, text } = await ask('list');
    const moment: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const shared = { jb_task: 'test:show', jb_runat: moment, jb_maxattempts: 3, jb_created: moment };
    expect(json).toEqual([
      {
        ...shared,
        jb_id: failed,
        jb_state: 'failed',
        jb_attempts: 3,
        jb_error: expect.stringMatching(/^Mail refused: 550 <\(address\)> is unknown x+$/),
        jb_since: '',
      },
      { ...shared, jb_id: running, jb_state: 'running', jb_attempts: 1, jb_error: '', jb_since: moment },
      { ...shared, jb_id: waiting, jb_state: 'waiting', jb_attempts: 0, jb_error: '', jb_since: '' },
    ]);
    expect((json as JobRow[])[0]?.jb_error).toHaveLength(500);
    expect(text).not.toMatch(/Secret Person|asha/);
  });

  it('is found by state and task', async () => {
    const [one, two] = await add('test:one', 2);
    const [other] = await add('test:other');
    await fail([two!, other!], 'no');
    const found = async (search: JobSearch) => (await rows(search)).map(({ jb_id }) => jb_id);
    expect(await found({ state: 'waiting' })).toEqual([one]);
    expect(await found({ state: 'failed' })).toEqual([other, two]);
    expect(await found({ state: 'failed', task: 'test:one' })).toEqual([two]);
    expect(await found({ state: 'all', task: 'test:other' })).toEqual([other]);
    expect(await found({ state: 'running' })).toEqual([]);
  });

  it('is on a page that has a next one', async () => {
    const ids = await add('test:page', 25);
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const page = await ask('list', { limit: 10, ...(after === null ? {} : { after }) });
      seen.push(...(page.json as JobRow[]).map(({ jb_id }) => jb_id));
      after = page.headers.get('x-next');
    } while (after !== null);
    expect(seen).toEqual([...ids].reverse());
  });

  it.each([
    ['a state that is none', { state: 'done' }],
    ['a key that is none', { after: 'x' }],
    ['more than a page', { limit: 101 }],
  ])('%s → 400', async (_, search) => expect((await ask('list', search)).status).toBe(400));
});

it('jobs are counted by task and state', async () => {
  const [, running, failed] = await add('test:a', 3);
  await hold(running!);
  await fail([failed!], 'no');
  await add('test:b', 2);
  expect((await ask('counts')).json).toEqual([
    { jc_task: 'test:a', jc_waiting: 1, jc_running: 1, jc_failed: 1 },
    { jc_task: 'test:b', jc_waiting: 2, jc_running: 0, jc_failed: 0 },
  ]);
});

describe('retry', () => {
  it('restarts the named jobs and writes a trail entry for each', async () => {
    const ids = await add('test:retry', 2);
    await fail(ids, 'no');
    expect((await ask('retry', { ids })).json).toEqual({
      err: '',
      msg: '2 jobs will be tried now.',
      count: 2,
    });
    expect(await rows()).toEqual([
      expect.objectContaining({ jb_state: 'waiting', jb_attempts: 0 }),
      expect.objectContaining({ jb_state: 'waiting', jb_attempts: 0 }),
    ]);
    const entries = await trailOf('retry');
    expect(entries.slice(0, 2)).toEqual(
      expect.arrayContaining(
        ids.map((id) => ({
          record_id: String(id),
          before: { task: 'test:retry', state: 'failed', attempts: 3, last_error: 'no' },
          after: null,
        })),
      ),
    );
  });

  it('does not delay a job that waits for its next attempt', async () => {
    const [id] = await add('test:later');
    await query(`update graphile_worker._private_jobs set run_at = now() + interval '2 hours', attempts = 2`);
    expect((await ask('retry', { ids: [id] })).json).toMatchObject({ count: 1 });
    expect(Date.parse((await rows())[0]?.jb_runat ?? '')).toBeLessThan(Date.now() + 1_000);
  });

  it('of a whole task restarts its failed jobs, with one trail entry', async () => {
    const failed = await add('test:task', 150);
    await fail(failed, 'no');
    await add('test:task', 2);
    await fail(await add('test:else'), 'no');
    expect((await ask('retry', { task: 'test:task' })).json).toMatchObject({ err: '', count: 150 });
    expect(await rows({ state: 'failed' })).toHaveLength(1);
    expect((await trailOf('retry'))[0]).toEqual({
      record_id: 'test:task',
      before: null,
      after: { jobs: 150 },
    });
  });

  it('skips a running job, and says so', async () => {
    const [id] = await add('test:runs');
    await hold(id!);
    expect((await ask('retry', { ids: [id] })).json).toEqual({
      err: 'There is nothing left to try again: it runs, or it is done.',
    });
    expect((await rows())[0]).toMatchObject({ jb_state: 'running', jb_attempts: 1 });
    expect((await ask('retry', { task: 'test:none' })).json.err).not.toBe('');
  });

  it.each([[{ ids: [] }], [{}], [{ ids: [1], task: 'x' }], [{ ids: [0] }], [{ task: '' }]])(
    'of %j → 400',
    async (which) => expect((await ask('retry', which)).status).toBe(400),
  );
});

describe('drop', () => {
  it('removes only failed jobs, with a trail entry for each', async () => {
    const [failed, waiting] = await add('test:drop', 2);
    await fail([failed!], 'hopeless');
    expect((await ask('drop', { ids: [failed, waiting] })).json).toEqual({
      err: '',
      msg: '1 job dropped.',
      count: 1,
    });
    expect((await rows()).map(({ jb_id }) => jb_id)).toEqual([waiting]);
    expect((await trailOf('drop'))[0]).toMatchObject({
      record_id: String(failed),
      before: { task: 'test:drop', last_error: 'hopeless' },
    });
    expect((await ask('drop', { ids: [waiting] })).json.err).toBe(
      'Only a job that has failed can be dropped.',
    );
  });
});

it('a user outside head office or without the right sees and changes nothing', async () => {
  await query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'JOBS', true, true, true from access.right_group where name = 'Branch manager'`,
  );
  const [id] = await add('test:closed');
  await fail([id!], 'no');
  for (const user of ['bm.mum', 'ho.rates']) {
    const session = await world.signIn(user);
    for (const [action, body] of [
      ['list', undefined],
      ['counts', undefined],
      ['retry', { ids: [id] }],
      ['drop', { ids: [id] }],
    ] as const)
      expect([user, action, (await ask(action, body, session)).status]).toEqual([user, action, 403]);
  }
  expect((await rows()).map(({ jb_state }) => jb_state)).toEqual(['failed']);
});

it('the right to view does not allow retry or drop', async () => {
  await query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'JOBS', true, false, false from access.right_group where name = 'Treasury'`,
  );
  const session = await world.signIn('ho.rates');
  expect((await ask('list', undefined, session)).status).toBe(200);
  expect((await ask('retry', { ids: [1] }, session)).status).toBe(403);
  expect((await ask('drop', { ids: [1] }, session)).status).toBe(403);
});
