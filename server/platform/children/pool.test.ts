import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestTask } from '#tools/testing/task.child.ts';
import { SOON } from '#tools/testing/until.ts';
import { Busy } from '../gate.ts';
import { CHILD_NICENESS } from '../limits.ts';
import { TaskEnded } from './limited-child.ts';
import { ProcessPool, type PoolOptions } from './pool.ts';

const SCRIPT = new URL('../../../tools/testing/task.child.ts', import.meta.url);
const pools: ProcessPool[] = [];

function openPool(options: Partial<PoolOptions> = {}) {
  const pool = new ProcessPool({
    script: SCRIPT,
    maxProcesses: 1,
    maxWaiting: 8,
    maxWaitMs: 20_000,
    taskTimeoutMs: 20_000,
    memoryMb: 128,
    tasksPerProcess: 100,
    idleMs: 60_000,
    ...options,
  });
  pools.push(pool);
  return {
    pool,
    run: (task: TestTask, signal?: AbortSignal) => pool.run(() => task, { signal }),
    about: async () =>
      (await pool.run((): TestTask => ({ kind: 'about' }))) as {
        pid: number;
        niceness: number;
        env: string[];
      },
  };
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof TaskEnded ? error.reason : error),
  );

describe('tasks', () => {
  it('are performed one after the other by the same process, with their parts in order', async () => {
    const { pool, run, about } = openPool();
    const { pid } = await about();
    const bytes = Buffer.alloc(10_000_000, 7);
    const echoed = (await run({ kind: 'echo', value: bytes })) as Uint8Array;
    expect(bytes.equals(echoed)).toBe(true);
    const parts: unknown[] = [];
    const task: TestTask = { kind: 'parts', parts: [[1], 'two', null] };
    expect(await pool.run(() => task, { onPart: (part) => void parts.push(part) })).toBe('all');
    expect(parts).toEqual([[1], 'two', null]);
    expect((await about()).pid).toBe(pid);
  });

  it('run at low priority, without access to our settings', async () => {
    const { about } = openPool();
    const { niceness, env } = await about();
    expect(niceness).toBe(CHILD_NICENESS);
    const expected = [
      'TZ',
      'UV_THREADPOOL_SIZE',
      'MALLOC_ARENA_MAX',
      'NODE_COMPILE_CACHE',
      'PWD',
      'OLDPWD',
      'SHLVL',
      '_',
    ];
    expect(env.filter((name) => !expected.includes(name) && !name.startsWith('NODE_CHANNEL'))).toEqual([]);
  });

  it('move to a new process after the maximum number of tasks', async () => {
    const { about } = openPool({ tasksPerProcess: 2 });
    const pids = [(await about()).pid, (await about()).pid, (await about()).pid];
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
    expect(isAlive(pids[0] ?? 0)).toBe(false);
  });

  it('end an idle process after a while, and the next task starts a new one', async () => {
    const { about } = openPool({ idleMs: 50 });
    const { pid } = await about();
    await expect.poll(() => isAlive(pid), SOON).toBe(false);
    expect((await about()).pid).not.toBe(pid);
  });
});

describe('limits', () => {
  it.each<TestTask>([{ kind: 'spin' }, { kind: 'match', pattern: '^(a+)+$', text: `${'a'.repeat(60)}b` }])(
    'a task that never ends (%o) is killed at its time limit, and the next one is performed',
    async (task) => {
      const { pool, run, about } = openPool({ taskTimeoutMs: 2_000 });
      const { pid } = await about();
      expect(await reasonOf(run(task))).toBe('tooSlow');
      expect(isAlive(pid)).toBe(false);
      expect(pool.endedTasks).toBe(1);
      expect((await about()).pid).not.toBe(pid);
    },
  );

  it.each([{ kind: 'allocate', mb: 1_000 }, { kind: 'fill' }] as const)(
    'a task that takes too much memory (%o) ends without affecting others',
    async (task) => {
      const { run } = openPool();
      const before = process.memoryUsage().rss;
      expect(await reasonOf(run(task))).toBe('crashed');
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
      expect(await run({ kind: 'echo', value: 1 })).toBe(1);
      expect(await run({ kind: 'allocate', mb: 64 })).toBe(64 * 1_048_576);
    },
  );

  it('a task that throws fails', async () => {
    const { run } = openPool();
    expect(await reasonOf(run({ kind: 'throw' }))).toBe('crashed');
  });

  it('a task that cannot be created is not performed and frees its slot', async () => {
    const { pool, run } = openPool();
    const missing = new Error('no such object');
    await expect(pool.run(() => Promise.reject(missing))).rejects.toBe(missing);
    expect(await run({ kind: 'echo', value: 1 })).toBe(1);
  });

  it('a task is refused at once if too many wait, and also after waiting too long', async () => {
    const { pool, run } = openPool({ maxWaiting: 1, maxWaitMs: 300 });
    const running = run({ kind: 'sleep', ms: 2_000 });
    const waiting = reasonOf(run({ kind: 'echo', value: 1 }));
    expect(pool.waiting).toBe(1);
    await expect(run({ kind: 'echo', value: 2 })).rejects.toBeInstanceOf(Busy);
    expect(await waiting).toBeInstanceOf(Busy);
    expect(pool.waiting).toBe(0);
    expect(await running).toBe('slept');
  });

  it('never run more at once than there are processes', async () => {
    const { pool } = openPool({ maxProcesses: 2, maxWaiting: 10 });
    let made = 0;
    const work = Array.from({ length: 6 }, () =>
      pool.run((): TestTask => {
        made += 1;
        return { kind: 'sleep', ms: 200 };
      }),
    );
    await sleep(50);
    expect(made).toBe(2);
    expect(await Promise.all(work)).toEqual(Array(6).fill('slept'));
  });
});

describe('leaving', () => {
  it('ends the waiting or running task of a caller that is gone', async () => {
    const { pool, run, about } = openPool();
    const { pid } = await about();
    const gone = new AbortController();
    const running = reasonOf(run({ kind: 'spin' }, gone.signal));
    const waiting = run({ kind: 'echo', value: 1 }, gone.signal);
    await sleep(50);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(await running).toBe('aborted');
    expect(isAlive(pid)).toBe(false);
    expect(pool.waiting).toBe(0);
    await expect(run({ kind: 'echo', value: 1 }, gone.signal)).rejects.toThrow('gone');
  });

  it('closing lets a running task finish and leaves no process', async () => {
    const { pool, run, about } = openPool({ maxProcesses: 2 });
    const { pid } = await about();
    const running = run({ kind: 'sleep', ms: 300 });
    await sleep(20);
    await pool.close();
    expect(await running).toBe('slept');
    expect(isAlive(pid)).toBe(false);
  });
});
