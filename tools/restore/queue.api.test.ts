import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withClient } from '#server/platform/db/client.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { listDueJobs, setJobsAside } from './queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** A queue as it is after a restore: two mails wait, one was under way, a third is for tomorrow. */
beforeEach(async () => {
  await database.admin.query('delete from graphile_worker._private_jobs');
  await database.admin.query(
    `select graphile_worker.add_job('platform:mail'), graphile_worker.add_job('platform:mail'),
       graphile_worker.add_job('rates:publish'), graphile_worker.add_job('platform:mail', run_at => now() + interval '1 day');
     update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker of the lost machine', attempts = 1
     where id = (select min(id) from graphile_worker._private_jobs)`,
  );
});

const due = async () => (await listDueJobs(database.urls.jobs)).map(({ task, jobs }) => [task, jobs]);

it('lists the jobs that a worker would begin with', async () => {
  expect(await due()).toEqual([
    ['platform:mail', 2],
    ['rates:publish', 1],
  ]);
});

it('sets jobs of one kind aside, also one that was under way, and they are shown as failed', async () => {
  expect(await setJobsAside(database.urls.jobs, 'platform:mail')).toBe(2);
  expect(await due()).toEqual([['rates:publish', 1]]);
  const { rows } = await database.admin.query(
    `select task, state, last_error from platform.job where run_at <= now() order by id`,
  );
  const aside = {
    task: 'platform:mail',
    state: 'failed',
    last_error: expect.stringMatching(/^Set aside after/),
  };
  expect(rows).toEqual([aside, aside, { task: 'rates:publish', state: 'waiting', last_error: null }]);
});

it('sets all jobs aside, but none that is not due', async () => {
  expect(await setJobsAside(database.urls.jobs, 'all')).toBe(3);
  expect(await due()).toEqual([]);
});

it('refuses while a worker is connected', async () => {
  await withClient(database.urls.jobs, async () => {
    await expect(setJobsAside(database.urls.jobs, 'all')).rejects.toThrow('A worker is connected');
  });
});
