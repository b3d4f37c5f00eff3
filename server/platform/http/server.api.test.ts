import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#tools/testing/world.ts';
import { VERSION } from '../version.ts';
import { SOON } from '#tools/testing/until.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ METRICS_TOKEN: 'let-me-see', PUBLIC_CALLS_PER_MINUTE: '40' });
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${world.url}${path}`, { headers });

describe('every answer', () => {
  const SAFE = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  };
  it.each([
    ['GET', '/healthz', 200],
    ['GET', '/metrics', 404],
    ['GET', '/nowhere', 404],
    ['GET', '/%zz', 400],
    ['POST', '/api/login_a.php', 400],
    ['POST', '/hooks/nobody', 404],
  ] as const)(
    '%s %s, which is %i, cannot be framed, run or taken for another type',
    async (method, path, status) => {
      const answer = await fetch(`${world.url}${path}`, { method });
      expect(answer.status).toBe(status);
      expect(Object.fromEntries([...answer.headers].filter(([name]) => name in SAFE))).toEqual(SAFE);
    },
  );
});

describe('routes for machines', () => {
  it('/healthz and /readyz answer', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true, version: VERSION.version });
    // The notification listener starts in parallel with the routes and is trusted a moment later.
    await expect.poll(async () => (await get('/readyz')).json(), SOON).toEqual({ ready: true, faults: [] });
  });

  it('/readyz reports a database of another version', async () => {
    const { admin } = world.database;
    await admin.query(`insert into migrations.migration (name, run_on) values ('9999_future', now())`);
    const response = await get('/readyz');
    expect([response.status, await response.json()]).toEqual([
      503,
      { ready: false, faults: ['this program is too old for 9999_future'] },
    ]);
    await admin.query(`delete from migrations.migration where name = '9999_future'`);
  });

  it('/metrics needs its token and counts calls', async () => {
    expect((await get('/metrics')).status).toBe(404);
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
    await world.signIn('admin');
    const page = await (await get('/metrics', { authorization: 'Bearer let-me-see' })).text();
    expect(page).toMatch(/bureau_call_seconds_count\{call="login\.validate",outcome="ok"[^}]*\} [1-9]/);
    expect(page).toContain('bureau_sessions_in_memory');
    expect(page).toMatch(
      new RegExp(`^bureau_build_info\\{version="${VERSION.version}",commit="unknown"\\} 1$`, 'm'),
    );
    for (const name of ['event_loop_delay_p99_seconds', 'event_loop_delay_max_seconds', 'file_tasks_waiting'])
      expect(page).toMatch(new RegExp(`^bureau_${name} \\d`, 'm'));
  });
});

describe('the API', () => {
  it('is POST and form-encoded only', async () => {
    expect((await get('/api/login_a.php')).status).toBe(404);
    const json = await fetch(`${world.url}/api/login_a.php`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([json.status, await json.json()]).toEqual([400, { err: 'The request cannot be read.' }]);
  });

  it('refuses a body that is too large with 413', async () => {
    const { status } = await world.raw('login_a.php', `1=validate&2=${'x'.repeat(2 * 1024 * 1024)}`);
    expect(status).toBe(413);
  });

  it('is never cached by a browser and never sniffed', async () => {
    const { headers } = await world.post('right_a.php', ['', 'all', 'AUDIT']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('compresses long replies if the client accepts it', async () => {
    const session = await world.signIn('admin');
    const { headers } = await world.post('country_a.php', [session, 'listjson']);
    expect(headers.get('content-encoding')).toBe('gzip');
  });

  it('limits calls without a session by address', async () => {
    const statuses = new Set<number>();
    // More than two minutes' worth, because the minute may end in the middle.
    for (let call = 0; call < 85; call += 1)
      statuses.add((await world.post('login_a.php', ['validate', '', '', 'WEB'])).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

it('a stop does not wait for a connection on which nothing was ever sent', async () => {
  const other = await world.another();
  const silent = connect(Number(new URL(other.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  const startedAt = performance.now();
  await other.stop();
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
