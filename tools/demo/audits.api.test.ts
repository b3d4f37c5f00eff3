import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDetail, auditHeader } from '#contract/audit/audit.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { loadDemoPart } from '#tools/testing/demo-part.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { loadAudits } from './audits.ts';

type AuditDetail = z.input<typeof auditDetail>;
type AuditHeader = z.input<typeof auditHeader>;

/** The audits of the demo, over the wire. */

let world: World;
let auditor: AuditClient;
let audits: readonly AuditHeader[];

beforeAll(async () => {
  world = await openWorld();
  const startedAt = performance.now();
  await loadDemoPart(world.database.admin, loadAudits);
  process.stdout.write(`audits of the demo: ${Math.round(performance.now() - startedAt)} ms\n`);
  auditor = auditClient(world, await world.signIn('audit.ca'));
  audits = await auditor.list({});
});
afterAll(() => world.close());

const at = (branch: string, back: number): Promise<AuditDetail> => {
  const found = audits.filter(({ hdr_branch }) => hdr_branch === branch)[back];
  if (found === undefined) throw new Error(`no audit of ${branch}`);
  return auditor.detail(found.hdr_srno);
};
const answered = (rows: AuditDetail['RBIGL']) => rows.filter(({ dtl_yesno }) => dtl_yesno !== 'S').length;
const marks = ({ Tally }: AuditDetail) =>
  Tally.reduce<Record<string, number>>(
    (sums, { status, n }) => ({ ...sums, [status]: (sums[status] ?? 0) + n }),
    {},
  );
const statuses = ({ Discre }: AuditDetail) =>
  Discre.map(({ adis_status }) => adis_status)
    .sort()
    .join('');

describe('the audits of the demo', () => {
  it('are of four branches and months', () => {
    expect(audits.map(({ hdr_branch, hdr_status }) => `${hdr_branch} ${hdr_status}`).sort()).toEqual([
      'BLR P',
      'DEL R',
      'MUM C',
      'MUM C',
      'MUM P',
    ]);
  });

  it('Mumbai has a half done one, linked to the closed one before', async () => {
    const audit = await at('MUM', 0);
    expect(answered(audit.RBIGL)).toBe(25);
    expect(answered(audit.OPSGL)).toBe(14);
    expect(audit.Auditdoc.map(({ adoc_remark }) => adoc_remark)).toEqual(['FLM3', 'FLM5']);
    expect(marks(audit)).toMatchObject({ OK: 9, DIS: 3 });
    expect(marks(audit)['PEN']).toBeGreaterThan(10);
    expect(audit.Header.previous_status).toBe('C');
    expect(audit.DiscreMaster.map(({ adis_mastertypenm }) => adis_mastertypenm).sort()).toEqual([
      'Authorised Dealers',
      'Corporate',
      'Franchise',
    ]);
  });

  it('Mumbai has a closed one with everything, and a report whose Schedule II hides what is cleared', async () => {
    const audit = await at('MUM', 1);
    expect(statuses(audit)).toBe('DDPPPR');
    expect(marks(audit)['PEN']).toBeUndefined();
    expect(
      audit.BussMis.every(({ code, dtl_thismonthamnt }) => code === 'MT' || dtl_thismonthamnt !== ''),
    ).toBe(true);
    const { json } = await auditor.call('auditreport', { srno: audit.Header.hdr_srno, mode: 'View' });
    // Schedule II hides what is cleared; the annexure lists every discrepancy.
    const [tables = '', annexure = ''] = String(json.html).split('Annexure A. ');
    expect(tables).toContain('Orient Travels');
    expect(tables).not.toContain('Sagar Holidays');
    expect(annexure).toContain('Sagar Holidays');
    expect(json.html).not.toContain('Draft');
  });

  it('Delhi has one in review with replies and proofs', async () => {
    const audit = await at('DEL', 0);
    expect(statuses(audit)).toBe('DPRR');
    const pending = audit.Discre.find(({ adis_status }) => adis_status === 'P');
    expect(pending).toMatchObject({ adis_replies: 2, adis_answered: 1 });
  });

  it('keep the tally equal to their transactions', async () => {
    const wrong = await world.sql(
      `select audit, type, status, sum(n) from audit.tally group by 1, 2, 3 having sum(n) <> 0
       except select audit, type, status, count(*) from audit.transaction group by 1, 2, 3`,
    );
    expect(wrong).toEqual([]);
  });
});
