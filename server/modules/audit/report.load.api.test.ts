import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLargeAudit } from '#tools/testing/audits.ts';
import { TurnMeter } from '#tools/testing/turns.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

/** Large reports delay nobody else. */

const DISCREPANCIES = 1_000;
/** The longest turn of the serving process, in processor time. Drawing one report takes a quarter of a second. */
const MAX_TURN_MS = 120;
/** A process that had to wait for the processor does the work that came meanwhile in one turn, so one quiet try decides. */
const TURN_TRIES = 3;
/** The papers that one user can have in the making. */
const SHARE = 8;
const ASKED = SHARE + 6;

let world: World;
let session: string;
let srno: number;

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('audit.ca');
  ({ srno } = await startLargeAudit(world.database.admin, DISCREPANCIES, { year: 2031, month: 1 }));
});
afterAll(() => world.close());

async function download(by = session) {
  const response = await fetch(`${world.url}/api/audit_a.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fieldsBody([by, 'auditreport', JSON.stringify({ srno, mode: 'Download' })]),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isPdf = response.headers.get('content-type') === 'application/pdf';
  return { status: response.status, bytes, text: isPdf ? '' : bytes.toString(), headers: response.headers };
}
const several = (count: number) => Promise.all(Array.from({ length: count }, () => download()));

const printsInTrail = async () =>
  (
    await world.sql(
      `select from platform.trail where record = 'audit' and record_id = $1 and action = 'print'`,
      [String(srno)],
    )
  ).length;

it('large reports never occupy the serving process', async () => {
  await download();
  let longestMs = Infinity;
  for (let tries = 0; tries < TURN_TRIES && longestMs > MAX_TURN_MS; tries += 1) {
    const meter = new TurnMeter();
    const made = await several(2);
    longestMs = Math.min(longestMs, meter.stop());
    for (const { text, bytes } of made) {
      expect(text).toBe('');
      expect(bytes.length).toBeGreaterThan(50_000);
    }
  }
  expect(longestMs).toBeLessThan(MAX_TURN_MS);
});

it('reports of one user are refused beyond a share, and those of another user are made', async () => {
  const other = await world.signIn('admin');
  const before = await printsInTrail();
  const many = several(ASKED);
  const one = await download(other);
  expect(one.text).toBe('');
  const answers = await many;
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(ASKED - refused.length).toBeGreaterThanOrEqual(SHARE);
  for (const { status, text, headers } of refused) {
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      err: 'Your other papers are still being made. Please try again when they are ready.',
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // A refused report is not in the trail, and the places are free again.
  expect(await printsInTrail()).toBe(before + 1 + ASKED - refused.length);
  for (const { status } of await several(SHARE)) expect(status).toBe(200);
});
