import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { batchRow } from '#contract/uploads/uploads.ts';
import { BATCH_REFUSALS } from '#domain/uploads/batches.ts';
import { KINDS } from '#domain/uploads/kinds.ts';
import { systemActing } from '#server/platform/database.ts';
import { openDatabase } from '#server/platform/db/pool.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { until } from '#tools/testing/until.ts';
import { uploadSheet } from '#tools/testing/uploads.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { refuseSilent } from './batch.sql.ts';

type SentBatch = z.input<typeof batchRow>;

/** An upload that ends in the middle leaves no row, and its batch is shown as refused. The drill `uploads` does it with 100,000 rows. */

const ROWS = 30_000;
const SOON = { withinMs: 30_000 };
let database: TestDatabase;
let objectsDir: string;
let server: BureauProcess;
let sid: string;
const file = uploadSheet(
  'T',
  ...Array.from({ length: ROWS }, (_, at) => ({ Date: '05/10/2025', Number: at, Profit: '0.01' })),
);

const start = async () => {
  server = await BureauProcess.start(settingsFor(database, objectsDir, { SERVE_WEB: 'off' }));
};
beforeAll(async () => {
  database = await cloneDatabase();
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-interrupted-'));
  await start();
  const { json } = await post(
    server.url,
    'login_a.php',
    fieldsBody(['validate', 'fm.ho', DEMO_PASSWORD, 'WEB']),
  );
  sid = json.session as string;
});
beforeEach(() => database.admin.query('delete from uploads.day_use'));
afterAll(async () => {
  await server.kill();
  await database.drop();
  await rm(objectsDir, { recursive: true, force: true });
});

/** Sends the sheet; null if no answer came. */
async function send(signal?: AbortSignal): Promise<{ status: number; json: { msg?: string } } | null> {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid, uploadType: KINDS.T.uploadType, srno: KINDS.T.serial }));
  form.append('file', new Blob([new Uint8Array(file)]), 'sheet.xlsx');
  try {
    const init = { method: 'POST', body: form, ...(signal && { signal }) };
    const answer = await fetch(`${server.url}/api/upload_a.php`, init);
    return { status: answer.status, json: (await answer.json()) as { msg?: string } };
  } catch {
    return null;
  }
}
const newest = async (): Promise<SentBatch | undefined> => {
  const { json } = await post(server.url, 'uploaddata_a.php', fieldsBody([sid, 'batches', '{"limit":1}']));
  return (json as SentBatch[])[0];
};
/** Waits until others see that rows are being stored. */
const storing = () =>
  until(async () => {
    const batch = await newest();
    return batch?.bat_state === 'reading' && batch.bat_phase === 'storing' && batch.bat_donerows > 0;
  }, SOON);
async function expectNothing(): Promise<void> {
  const { rows } = await database.admin.query<{ n: number }>(
    `select (select count(*) from uploads.profit_row) + (select count(*) from uploads.covered)
       + (select count(*) from uploads.profit_month) as n`,
  );
  expect(Number(rows[0]?.n)).toBe(0);
}

it('the client cancels', async () => {
  const leaves = new AbortController();
  const sent = send(leaves.signal);
  await storing();
  leaves.abort();
  expect(await sent).toBeNull();
  await until(async () => (await newest())?.bat_state === 'refused', SOON);
  expect(await newest()).toMatchObject({ bat_reason: BATCH_REFUSALS.interrupted });
  await expectNothing();
});

it('PostgreSQL ends the connection', async () => {
  const sent = send();
  await storing();
  await database.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
  );
  expect((await sent)?.status).toBe(503);
  await until(async () => (await newest())?.bat_state === 'refused', SOON);
  await expectNothing();
});

it('the server is killed; a silent batch is refused for everybody, and for good by the job', async () => {
  const sent = send();
  await storing();
  await server.kill();
  expect(await sent).toBeNull();
  await start();
  await expectNothing();
  expect(await newest(), 'nobody knows yet that it is dead').toMatchObject({ bat_state: 'reading' });
  // A minute later.
  await database.admin.query(
    `update uploads.batch set heard_at = heard_at - interval '61 seconds' where state = 'reading'`,
  );
  expect(await newest()).toMatchObject({ bat_state: 'refused', bat_reason: BATCH_REFUSALS.interrupted });
  const jobs = openDatabase({
    readUrl: database.urls.reader,
    writeUrl: database.urls.writer,
    maxConnections: 1,
    statementTimeoutMs: 15_000,
    onError: () => undefined,
  });
  try {
    const swept = () =>
      jobs.write(systemActing('job.uploads.sweep'), (tx) => refuseSilent(tx, BATCH_REFUSALS.interrupted));
    expect([await swept(), await swept()]).toEqual([1, 0]);
  } finally {
    await jobs.close();
  }
});

it('and the same sheet is stored when it is sent again', async () => {
  expect((await send())?.json).toMatchObject({ msg: '1' });
  const { rows } = await database.admin.query<{ profit: string }>(
    'select sum(profit)::text as profit from uploads.profit_month',
  );
  expect(rows[0]?.profit).toBe('300.00');
});
