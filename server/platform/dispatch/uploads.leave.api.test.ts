import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { cloneDatabase, fieldsBody, post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';

const UPLOADS = 150;
const AT_ONCE = 10;
/** Longer than an upload takes, so that clients disconnect at every stage. */
const LONGEST_STAY_MS = 200;

let database: TestDatabase;
let objectsDir: string;
let server: BureauProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-leave-'));
  server = await BureauProcess.start(settingsFor(database, objectsDir, { SERVE_WEB: 'off' }));
});
afterAll(async () => {
  await server.kill();
  await database.drop();
  await rm(objectsDir, { recursive: true, force: true });
});

async function uploadAndLeave(meta: object, stayMs: number): Promise<'answered' | 'left'> {
  const form = new FormData();
  form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([new Uint8Array(pdfSample())]), 'paper.pdf');
  try {
    const signal = AbortSignal.timeout(stayMs);
    const answer = await fetch(`${server.url}/api/upload_a.php`, { method: 'POST', body: form, signal });
    await answer.text();
    return 'answered';
  } catch {
    return 'left';
  }
}

it('a client that leaves in the middle of an upload, at any moment, does not end the process', async () => {
  const signIn = await post(
    server.url,
    'login_a.php',
    fieldsBody(['validate', 'admin', DEMO_PASSWORD, 'WEB']),
  );
  const { rows } = await database.admin.query<{ srno: number }>(
    `select srno from masters.entity where id = 'PUN'`,
  );
  const meta = { sid: signIn.json.session as string, uploadType: 'ENTITYDOC', srno: rows[0]?.srno, docid: 1 };
  const outcomes: string[] = [];
  const client = async (first: number) => {
    for (let n = first; n < UPLOADS; n += AT_ONCE)
      outcomes.push(await uploadAndLeave(meta, Math.ceil((LONGEST_STAY_MS * (n + 1)) / UPLOADS)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => client(first)));
  // Work in progress when the last client disconnected has ended by then.
  await sleep(1_000);
  expect(new Set(outcomes)).toContain('left');
  expect(server.errors).toEqual([]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
