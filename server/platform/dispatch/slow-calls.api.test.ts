import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type App } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { until } from '#tools/testing/until.ts';
import {
  cloneDatabase,
  fieldsBody,
  PATIENT,
  post,
  settingsFor,
  type TestDatabase,
} from '#tools/testing/world.ts';

const PATIENTLY = { withinMs: 60_000 };
/** Longer than a quick call takes on a busy machine, shorter than the lock is held. */
const SLOW_MS = 2_000;
const HELD_MS = 2_500;

let database: TestDatabase;
let folder = '';
let app: App;
const lines: string[] = [];
beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bureau-slow-'));
  app = await startApp(
    readConfig(settingsFor(database, folder, { ...PATIENT, SLOW_CALL_MS: String(SLOW_MS) })),
    makeLog('info', { write: (line: string) => void lines.push(line) }),
    { webDir: null },
  );
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const call = (endpoint: string, fields: readonly string[]) =>
  post(app.url ?? '', endpoint, fieldsBody(fields));
const slow = () =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; time: string; level: number; ms: number })
    .filter(({ msg }) => msg === 'a call was slow');

it('is a line with the name, the time and the id of the request, and without what was sent', async () => {
  const signedIn = await call('login_a.php', ['validate', 'admin', DEMO_PASSWORD, 'WEB']);
  const { session } = signedIn.json as { session: string };
  const list = () => call('country_a.php', [session, 'listjson', JSON.stringify({ q: 'Ruritania' })]);
  await list();
  const quick = slow().length;

  await database.admin.query('begin; lock table masters.country in access exclusive mode');
  const waiting = list();
  await until(async () => {
    await database.admin.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await database.admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  }, PATIENTLY);
  await sleep(HELD_MS);
  await database.admin.query('commit');
  const { headers } = await waiting;
  const [line, ...more] = slow().slice(quick);
  expect(more).toEqual([]);
  expect(line).toEqual({
    level: 40,
    time: expect.any(String),
    request: headers.get('x-request-id'),
    call: 'country.listjson',
    ms: expect.any(Number),
    outcome: 'ok',
    msg: 'a call was slow',
  });
  expect(line?.ms).toBeGreaterThanOrEqual(SLOW_MS);
});
