import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditClient } from '#tools/testing/audit-client.ts';
import { startLargeAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

/** More than one user can have in the making. */
const MANY = 40;
/** As many as one user can have in the making. */
const SHARE = 8;

let world: World;
let session: string;
let closed: StartedAudit;

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('audit.ca');
  closed = await startLargeAudit(world.database.admin, 500, { year: 2031, month: 2 });
});
afterAll(() => world.close());

async function download(by = session) {
  const response = await fetch(`${world.url}/api/audit_a.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fieldsBody([by, 'auditreport', JSON.stringify({ srno: closed.srno, mode: 'Download' })]),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes, type: response.headers.get('content-type') };
}
const several = (count: number) => Promise.all(Array.from({ length: count }, () => download()));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const files = () =>
  world.sql<{ hash: string; bytes: number }>('select hash, bytes from audit.report_file where audit = $1', [
    closed.srno,
  ]);

describe('the report of a closed audit', () => {
  it('is made once and kept, however many ask at once', async () => {
    expect((await download()).type).toBe('application/pdf');
    expect(await files()).toEqual([]);
    const client = auditClient(world, session);
    expect((await client.save({ srno: closed.srno, hdrAuditStatus: 'C' })).json.err).toBe('');
    const answers = await several(SHARE);
    const first = answers[0]?.bytes ?? Buffer.alloc(0);
    for (const { bytes, type } of answers) {
      expect(type).toBe('application/pdf');
      expect(bytes.equals(first)).toBe(true);
    }
    expect(await files()).toEqual([{ hash: sha256(first), bytes: first.length }]);
    // What is kept is not made, so no limit applies.
    for (const { bytes } of await several(MANY)) expect(bytes.equals(first)).toBe(true);
    const entries = await world.sql<{ after: object }>(
      `select after from platform.trail where record = 'audit' and record_id = $1 and action = 'keep'`,
      [String(closed.srno)],
    );
    expect(entries).toEqual([{ after: { report: sha256(first), bytes: first.length } }]);
    expect(await world.sql('select from platform.incoming_object')).toEqual([]);
  });

  it('is a file that a row names, so that nothing removes it', async () => {
    const [file] = await files();
    const named = await world.sql('select platform.object_is_named($1) as named', [file?.hash]);
    expect(named).toEqual([{ named: true }]);
  });

  it('is made again, alike, if the store has lost it', async () => {
    const [file] = await files();
    const hash = file?.hash ?? '';
    await world.store.remove(hash);
    expect(sha256((await download()).bytes)).toBe(hash);
    expect(await world.store.has(hash)).toBe(true);
    expect(await files()).toHaveLength(1);
  });

  it('is out of reach for another branch', async () => {
    expect((await download(await world.signIn('staff.del'))).status).toBe(404);
  });
});
