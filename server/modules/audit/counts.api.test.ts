import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDetail } from '#contract/audit/audit.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { addTransactions, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies } from '#tools/testing/discrepancies.ts';
import { addRegistered } from '#tools/testing/registers.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type AuditDetail = z.input<typeof auditDetail>;

/** What Schedule I and the transaction count say is what the registers hold now (002 §2.4, §2.5, §5.1). */

let world: World;
let session: string;
let auditor: AuditClient;
let audit: StartedAudit;
/** Months before April 2025, whose registers are uploaded; one for each test. */
let month = 0;

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('audit.ca');
  auditor = auditClient(world, session);
});
afterAll(() => world.close());
beforeEach(async () => {
  month += 1;
  audit = await startAudit(world.database.admin, { branch: 'MUM', year: 2022, month });
});

/** The counted rows of an audit, as its tab has them. */
const countsOf = ({ PurCount, SaleCount, MtssCount }: AuditDetail) =>
  Object.fromEntries(
    [...PurCount, ...SaleCount, ...MtssCount]
      .filter(({ source }) => source !== '')
      .map(({ code, dtl_trancount, source }) => [code, `${dtl_trancount} ${source}`]),
  );
const shown = async () => countsOf(await auditor.detail(audit.srno));

/** The text of Schedule I, in one line. */
async function scheduleI(): Promise<string> {
  const { json } = await world.post('audit_a.php', [
    session,
    'auditreport',
    JSON.stringify({ srno: audit.srno, mode: 'View' }),
  ]);
  const text = String(json.html)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return text.slice(text.indexOf('Schedule I.'), text.indexOf('Schedule II.'));
}

const closeIt = async () => {
  const { json } = await auditor.save({ srno: audit.srno, hdrAuditStatus: 'C' });
  expect(json.err).toBe('');
};

describe('registers are counted without a press of Auto count', () => {
  it('on the tab and in the report, also those that come later', async () => {
    const { admin } = world.database;
    await addTransactions(admin, audit, 5, { type: 'PP' });
    expect(await shown()).toEqual({ PP: '5 audit' });
    const before = await scheduleI();
    expect(before).toContain('From public 5 0 0 %');
    expect(before).toContain('Bulk, dealers not counted 0 –');
    expect(before).toContain('Total not counted 0 –');

    await auditor.call('doautotransactioncount', { srno: audit.srno });
    await addTransactions(admin, audit, 2, { type: 'PB', partyType: 'D' });
    await addTransactions(admin, audit, 1, { type: 'PP', first: 100 });
    expect(await shown()).toEqual({ PP: '6 audit', PBF: '0 audit', PBD: '2 audit' });
    const after = await scheduleI();
    expect(after).toContain('From public 6 0 0 %');
    expect(after).toContain('Bulk, dealers 2 0 0 %');
    expect(after).toContain('Total 8 0 0 %');
  });

  it('a register that is deleted is not counted any more', async () => {
    await addTransactions(world.database.admin, audit, 5, { type: 'PP' });
    await auditor.call('doautotransactioncount', { srno: audit.srno });
    await auditor.call('deleteflm', { srno: audit.srno, type: 'FLM', remark: 'FLM3' });
    expect(await shown()).toEqual({});
    // Said once of all kinds of purchases.
    expect(await scheduleI()).toContain('Purchases Kind Trans. Discr. Dev. Total not counted 0 –');
    // The button forgets what it counted of a register that is gone.
    await auditor.call('doautotransactioncount', { srno: audit.srno });
    expect(await shown()).toEqual({});
  });

  it('discrepancies of what is not counted stand beside a dash', async () => {
    await addDiscrepancies(world.database.admin, audit, 2);
    expect(await scheduleI()).toContain('From public not counted 2 –');
  });
});

describe('where no register is there', () => {
  it('approved requests are counted as they are now', async () => {
    const at = `2022-${String(month).padStart(2, '0')}-05T10:00:00+05:30`;
    await addRegistered(world.database.admin, { at, type: 'SB' });
    expect(await shown()).toMatchObject({ SB: '1 requests', PP: '0 requests' });
    await addRegistered(world.database.admin, { at, type: 'SB' });
    expect(await shown()).toMatchObject({ SB: '2 requests' });
    expect(await scheduleI()).toContain('Bulk 2 0 0 %');
  });

  it('a month before April 2025 without a request is not counted, a later one has none', async () => {
    expect(await shown()).toEqual({});
    const later = await startAudit(world.database.admin, { branch: 'MUM', year: 2044, month });
    expect(countsOf(await auditor.detail(later.srno))).toMatchObject({ PP: '0 requests', SB: '0 requests' });
  });
});

describe('money transfer (002 §5.1)', () => {
  const save = async (dtl_trancount: string | number) => {
    const { MtssCount } = await auditor.detail(audit.srno);
    const row = { srno: MtssCount[0]?.srno, dtl_trancount, source: 'typed' };
    const { json } = await auditor.save({ srno: audit.srno, auditMtssCountData: [row] });
    expect(json.err).toBe('');
  };

  it('that nobody has typed stays so when all rows are sent back as they are shown (002 §7.1)', async () => {
    const { PurCount, SaleCount, MtssCount } = await auditor.detail(audit.srno);
    const { json } = await auditor.save({
      srno: audit.srno,
      auditPpCountData: PurCount,
      auditSpCountData: SaleCount,
      auditMtssCountData: MtssCount,
    });
    expect(json.err).toBe('');
    expect(await shown()).toEqual({});
  });

  it('that nobody has typed is not counted; a typed 0 is 0, and an emptied one is not counted again', async () => {
    expect(await scheduleI()).toContain('MTSS Kind Trans. Discr. Dev. Total not counted 0 –');
    await save('0');
    expect(await shown()).toEqual({ WU: '0 typed' });
    const zero = await scheduleI();
    // A kind without transactions has no row; the others are not counted.
    expect(zero).not.toContain('Western Union (WU)');
    expect(zero).toContain('MTSS Kind Trans. Discr. Dev. TransFast (TF) not counted 0 –');
    await save('214');
    expect(await scheduleI()).toContain('Western Union (WU) 214 0 0 %');
    await save('');
    expect(await shown()).toEqual({});
    expect(await scheduleI()).toContain('MTSS Kind Trans. Discr. Dev. Total not counted 0 –');
  });
});

it('closing keeps what was counted then, in the report and on the tab', async () => {
  const { admin } = world.database;
  await addTransactions(admin, audit, 3, { type: 'PP' });
  const at = `2022-${String(month).padStart(2, '0')}-05T10:00:00+05:30`;
  await addRegistered(admin, { at, type: 'SB' });
  const open = await shown();
  expect(open).toMatchObject({ PP: '3 audit', SB: '1 requests' });
  const paper = await scheduleI();
  await closeIt();
  await addRegistered(admin, { at, type: 'SB' });
  expect(await shown()).toEqual(open);
  expect(await scheduleI()).toBe(paper);
});
