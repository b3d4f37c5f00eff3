import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { TestProxy } from '#tools/testing/haproxy.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { until } from '#tools/testing/until.ts';
import { cloneDatabase, fieldsBody, settingsFor, type TestDatabase } from '#tools/testing/world.ts';

const METRICS_TOKEN = 'let-me-see-the-figures-of-a-process';

let folder = '';
let database: TestDatabase;
let proxy: TestProxy;
/** What PostgreSQL has said to the reading role. It includes what it would write to its log. */
let said = '';
let recorder: Server;
const processes: BureauProcess[] = [];

/** Forwards to PostgreSQL and keeps what PostgreSQL answers. */
async function recordDatabase(address: string): Promise<string> {
  const url = new URL(address);
  const { hostname, port } = url;
  recorder = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port || 5432) });
    far.on('data', (bytes) => (said += bytes.toString('latin1')));
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(recorder, 'listening');
  url.host = `127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  return url.href;
}

const call = (endpoint: string, fields: readonly string[], headers: Record<string, string> = {}) =>
  proxy.send(`/api/${endpoint}`, {
    body: fieldsBody(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-proxy-'));
  database = await cloneDatabase();
  // As ops/postgresql/bureau-log.conf, but for every statement, and the client is told what goes to the log.
  for (const setting of [
    'log_min_duration_statement = 0',
    'log_parameter_max_length = 0',
    'client_min_messages = log',
  ])
    await database.admin.query(`alter database ${database.name} set ${setting}`);
  const readUrl = await recordDatabase(database.urls.reader);
  for (let index = 0; index < 2; index += 1)
    processes.push(
      await BureauProcess.start(
        settingsFor(database, join(folder, 'objects'), {
          SERVE_WEB: 'off',
          DRAIN_SECONDS: '4',
          METRICS_TOKEN,
          TRUSTED_PROXIES: '127.0.0.1',
          DATABASE_READ_URL: readUrl,
        }),
      ),
    );
  const [first = '', second = ''] = processes.map(({ url }) => new URL(url).port);
  proxy = await TestProxy.start(folder, [first, second]);
});
afterAll(async () => {
  await proxy.stop();
  await Promise.all(processes.map((one) => one.kill()));
  recorder.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('ops/haproxy/haproxy.cfg', () => {
  it('serves over TLS, sends plain HTTP there, and hides /metrics', async () => {
    const reply = await proxy.send('/healthz');
    expect([reply.status, reply.headers['strict-transport-security']]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ]);
    const plain = await fetch(`http://127.0.0.1:${proxy.httpPort}/healthz`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      expect.stringMatching(/^https:\/\/127\.0\.0\.1.*\/healthz$/),
    ]);
    expect((await proxy.send('/metrics')).status).toBe(404);
  });

  it('refuses what a machine sends over plain HTTP, so that nobody goes on sending it', async () => {
    for (const path of ['/api/login_a.php', '/hooks/cashfree']) {
      const refused = await fetch(`http://127.0.0.1:${proxy.httpPort}${path}`, {
        method: 'POST',
        redirect: 'manual',
      });
      expect([path, refused.status, refused.headers.get('location')]).toEqual([path, 403, null]);
    }
  });

  it.each([
    ['/metrics', 404],
    ['/metrics?a=b', 404],
    ['/%6detrics', 404],
    ['/%6Detric%73', 404],
    ['/metrics/', 404],
    ['/metrics%2f', 404],
    ['//metrics', 400],
    ['/%2Fmetrics', 400],
    ['/./metrics', 400],
    ['/%2e/metrics', 400],
    ['/api/../metrics', 400],
    ['/api/%2e%2e/metrics', 400],
    ['/api/..', 400],
    ['/%', 400],
    ['/%zzmetrics', 400],
  ])('hides the figures behind every spelling of their path: %s', async (path, status) => {
    const reply = await proxy.send(path, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(reply.status).toBe(status);
  });

  it.each([
    '/%61pi/login_a.php',
    '/%68ooks/cashfree',
    '/api%2flogin_a.php',
    '//api/login_a.php',
    '/x/../hooks/cashfree',
  ])('refuses calls over plain HTTP in every spelling: %s', async (path) => {
    const sent = request({ host: '127.0.0.1', port: proxy.httpPort, path, method: 'POST' }).end();
    const [refused] = (await once(sent, 'response')) as [IncomingMessage];
    refused.resume();
    expect([400, 403]).toContain(refused.statusCode);
    expect(refused.headers.location).toBeUndefined();
  });

  it('asks browsers for TLS also in its own answers', async () => {
    expect((await proxy.send('/metrics')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });

  it('does not let a client choose its address', async () => {
    const reply = await call('login_a.php', ['validate', 'admin', DEMO_PASSWORD, 'WEB'], {
      'x-forwarded-for': '203.0.113.9',
    });
    expect(reply.status).toBe(200);
    const { rows } = await database.admin.query(
      `select host(address) as address from platform.trail where action = 'sign-in' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  });

  it('gives each request an id that the answer, the log and PostgreSQL have, and that no client can choose', async () => {
    const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    const signedIn = await call('login_a.php', ['validate', 'admin', DEMO_PASSWORD, 'WEB'], {
      'x-request-id': 'chosen-by-a-client',
    });
    const { session } = JSON.parse(signedIn.body) as { session: string };
    expect(signedIn.headers['x-request-id']).toMatch(uuid);
    const { rows: trail } = await database.admin.query<{ request: string }>(
      `select request from platform.trail where action = 'sign-in' order by id desc limit 1`,
    );
    expect(trail).toEqual([{ request: signedIn.headers['x-request-id'] }]);

    // Reading: PostgreSQL logs the name of the statement with that of its portal.
    const list = () => call('country_a.php', [session, 'listjson', '{}']);
    const ids: string[] = [];
    while (ids.length < 8) ids.push(String((await list()).headers['x-request-id']));
    expect(new Set(ids).size).toBe(8);
    const logged = (id: string) =>
      said.match(new RegExp(`(parse|bind|execute) masters\\.country\\.[^\\s:]*(?:/${id})`, 'g'));
    for (const id of ids)
      expect(logged(id)).toEqual([expect.stringContaining('bind'), expect.stringContaining('execute')]);
    // Each connection prepares it once, and a process can have more than one.
    expect(said.match(/parse masters\.country\.list/g)?.length).toBeLessThan(ids.length);

    // Writing: while a save waits, pg_stat_activity names its request.
    await database.admin.query('begin; lock table masters.country in access exclusive mode');
    const country = {
      cnt_name: 'Traced',
      cnt_nationality: 'x',
      cnt_swiftcode: 'x',
      cnt_fatf: 0,
      cnt_active: 1,
    };
    const saving = call('country_a.php', [session, 'save', '0', JSON.stringify(country)]);
    const waiting = async () => {
      // Within a transaction PostgreSQL shows the activity that it showed before.
      await database.admin.query('select pg_stat_clear_snapshot()');
      const { rows } = await database.admin.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and application_name like 'bureau %-%'`,
      );
      return rows;
    };
    await until(async () => (await waiting()).length === 1, { withinMs: 60_000 });
    const seen = await waiting();
    await database.admin.query('commit');
    const saved = await saving;
    expect([saved.status, seen]).toEqual([
      200,
      [{ name: `bureau ${String(saved.headers['x-request-id'])}` }],
    ]);
    const { rows: left } = await database.admin.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'bureau %-%'`,
    );
    expect(left).toEqual([]);

    // Failing: the line of the log, and the line of the proxy.
    await database.admin.query('alter table masters.country rename to country_away');
    const failed = await list();
    await database.admin.query('alter table masters.country_away rename to country');
    const failedId = String(failed.headers['x-request-id']);
    expect([failed.status, failedId]).toEqual([500, expect.stringMatching(uuid)]);
    await until(
      () => processes.some(({ errors }) => errors.some((line) => line.includes(`"request":"${failedId}"`))),
      { withinMs: 60_000 },
    );
    const proxyLog = () => readFile(join(folder, 'haproxy.log'), 'utf8');
    await until(async () => (await proxyLog()).includes(`HTTP/1.1" ${failedId}`), { withinMs: 60_000 });
  });

  it('leaves out a process that stops, without a failed call', async () => {
    const failures: unknown[] = [];
    let isOver = false;
    let calls = 0;
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        calls += 1;
        const status = await proxy.send('/healthz').then(
          (reply) => reply.status,
          (error: unknown) => String(error),
        );
        if (status !== 200) failures.push(status);
      }
    });
    const { code } = (await processes[0]?.stop()) ?? { code: null };
    const before = calls;
    await until(() => calls > before + 50, { withinMs: 20_000 });
    isOver = true;
    await Promise.all(load);
    expect([code, failures]).toEqual([0, []]);
  });
});
