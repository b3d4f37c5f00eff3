import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDetail } from '#contract/audit/audit.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { addTransactions, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type AuditDetail = z.input<typeof auditDetail>;

let world: World;
let auditor: AuditClient;
let audit: StartedAudit;

const [YEAR, MONTH] = [2023, 5] as const;

/** Approved requests of Mumbai, made Final at a moment. The amount is that of their one line. */
async function approved(
  type: string,
  at: string,
  amount: number,
  { purpose = '', product = 'CN', count = 1, branch = 'MUM' } = {},
): Promise<void> {
  await world.sql(
    `with made as (
       insert into requests.request (ref_no, first_hash, branch, type, handover, traveller_name, scheme, purpose, forex_total,
         grand_total, received, submitted, submitted_at, bm_by, bm_at, zm_by, zm_at, cm_by, cm_at, fm_by, fm_at, made_on, made_by,
         makers)
       select 'figures ' || gen_random_uuid(), sha256('x'), e.srno, $2, 'IN', 'Kavya Iyer', 'FULL', $4, $5, $5, $5, true,
         $3::timestamptz, 1, now(), 1, now(), 1, now(), 1, now(), $3::date, 1, '{1}'
       from masters.entity e, generate_series(1, $7::integer) where e.id = $1 returning srno
     )
     insert into requests.product_line (request, line_no, product, isd, quantity, rate, amount, ibr)
     select srno, 1, $6, 'USD', $5::numeric / 100, 100, $5, 98 from made`,
    [branch, type, at, purpose, amount, product, count],
  );
}

beforeAll(async () => {
  world = await openWorld();
  auditor = auditClient(world, await world.signIn('audit.ca'));
  audit = await startAudit(world.database.admin, { branch: 'MUM', year: YEAR, month: MONTH });
  await approved('PP', '2023-05-01T00:00:00+05:30', 1000, { count: 3 });
  await approved('PB', '2023-05-15T10:00:00+05:30', 50_000);
  await approved('SP', '2023-05-20T10:00:00+05:30', 2000, { purpose: 'LEISURE', count: 4 });
  await approved('SP', '2023-05-20T10:00:00+05:30', 3000, { purpose: 'MEDICAL', product: 'CARD' });
  await approved('SP', '2023-05-21T10:00:00+05:30', 500, { purpose: '' });
  await approved('SB', '2023-05-31T23:59:59+05:30', 7000, { count: 2 });
  // The month before, the month after and another branch.
  await approved('PP', '2023-04-30T23:59:59+05:30', 9999);
  await approved('SB', '2023-06-01T00:00:00+05:30', 9999);
  await approved('PP', '2023-05-10T10:00:00+05:30', 9999, { branch: 'DEL' });
  await world.sql('select requests.compute_earned()');
});
afterAll(() => world.close());

const counted = async (): Promise<AuditDetail> => {
  const { json } = await auditor.call('doautotransactioncount', { srno: audit.srno });
  expect(json.error).toBe('');
  return json.detail as AuditDetail;
};
const numbers = ({ PurCount, SaleCount }: AuditDetail) =>
  Object.fromEntries(
    [...PurCount, ...SaleCount]
      .filter(({ dtl_trancount }) => dtl_trancount > 0)
      .map(({ code, dtl_trancount, source }) => [code, `${dtl_trancount} ${source}`]),
  );

describe('auto fill (002 §5.1, §7.1)', () => {
  const fill = (given: object = {}) => auditor.call('doautofillbussmis', { srno: audit.srno, ...given });

  it('fills this month in whole rupees from the requests, and the margin from what they earned', async () => {
    const { json } = await fill({ year: YEAR, month: MONTH, branch: 'MUM' });
    expect(json.error).toBe('');
    const detail = json.detail as AuditDetail;
    // The margin of a line is 2 for each unit, of which an amount of 100 has one; a purchase at this rate loses it.
    const sales = ((8_000 + 3_000 + 500 + 14_000) / 100) * 2;
    const purchases = ((3_000 + 50_000) / 100) * 2;
    expect(Object.fromEntries(detail.BussMis.map((row) => [row.code, row.dtl_thismonthamnt]))).toEqual({
      PP: '3000',
      PB: '50000',
      SPCN: '8500',
      SPCARD: '3000',
      SB: '14000',
      MT: '',
      MARGIN: String(Math.round(sales - purchases)),
    });
    expect(detail.Header.mis_filled_at).not.toBe('');
  });

  it.each([{ year: 2022 }, { month: 6 }, { branch: 'DEL' }, { branch: 'NOWHERE' }])(
    'refuses another month or branch: %j',
    async (given) => {
      const { json } = await fill(given);
      expect(json.error).toBe('This is not the month or the branch of the audit.');
    },
  );
});

describe('auto count (002 §5.1, §7.1)', () => {
  it('takes the approved requests of the month in India, by type and purpose', async () => {
    expect(numbers(await counted())).toEqual({
      PP: '3 requests',
      PB: '1 requests',
      'SP:LEISURE': '4 requests',
      'SP:MEDICAL': '1 requests',
      SP: '1 requests',
      SB: '2 requests',
    });
  });

  it('leaves a trail entry, and one when nothing has changed', async () => {
    await counted();
    const entries = await world.sql<{ action: string }>(
      `select action from platform.trail where record = 'audit' and record_id = $1 order by id`,
      [String(audit.srno)],
    );
    expect(entries.map(({ action }) => action)).toEqual(['fill', 'count', 'edit']);
  });

  it('takes the transactions of the audit where their register is there, by party type', async () => {
    const { admin } = world.database;
    await addTransactions(admin, audit, 5, { type: 'PB', partyType: 'F' });
    await addTransactions(admin, audit, 2, { type: 'PB', first: 100, partyType: 'D', status: 'OK' });
    await addTransactions(admin, audit, 3, { type: 'SP', purpose: 'LEISURE' });
    await addTransactions(admin, audit, 1, { type: 'SP', first: 100, purpose: 'UNHEARD' });
    expect(numbers(await counted())).toEqual({
      PP: '3 requests',
      PBF: '5 audit',
      PBD: '2 audit',
      'SP:LEISURE': '3 audit',
      SP: '1 audit',
      SB: '2 requests',
    });
  });

  it('does not touch what is typed for money transfer', async () => {
    const { MtssCount } = await auditor.detail(audit.srno);
    await auditor.save({
      srno: audit.srno,
      auditMtssCountData: [{ srno: MtssCount[0]?.srno, dtl_trancount: 214 }],
    });
    expect((await counted()).MtssCount[0]).toMatchObject({ dtl_trancount: 214, source: 'typed' });
  });
});

describe('auto fill where registers are there (002 §4, §5.1)', () => {
  const filled = async ({ srno }: StartedAudit) => {
    const { json } = await auditor.call('doautofillbussmis', { srno });
    expect(json.error).toBe('');
    const { BussMis } = json.detail as AuditDetail;
    return Object.fromEntries(BussMis.map((row) => [row.code, row.dtl_thismonthamnt]));
  };

  it('takes the amounts of a register, and the requests for the types without one', async () => {
    // What the counts of this audit have added: purchases in bulk and sales to the public.
    expect(await filled(audit)).toMatchObject({
      PP: '3000',
      PB: String(1001 + 1002 + 1003 + 1004 + 1000 + 1000 + 1001),
      SPCN: String(4 * 885),
      SPCARD: '0',
      SB: '14000',
    });
  });

  it('takes notes and cards of an uploaded register apart, and knows nothing of what was never there', async () => {
    const { admin } = world.database;
    const old = await startAudit(admin, { branch: 'MUM', year: 2023, month: 1 });
    const [line] = await addTransactions(admin, old, 2, { type: 'SP' });
    await world.sql(`update audit.transaction set lines = $2 where line_no = $1`, [
      line,
      JSON.stringify([
        { product: '', isd: 'USD', quantity: '10', rate: '88.50', amount: '885.25' },
        { product: 'CARD', isd: 'USD', quantity: '1', rate: '90', amount: '90.50' },
      ]),
    ]);
    await addTransactions(admin, old, 3, { type: 'PP' });
    expect(await filled(old)).toEqual({
      ...{ PP: String(1000 + 1001 + 1002), PB: '', SPCN: '1770', SPCARD: '91', SB: '', MT: '', MARGIN: '' },
    });
  });

  it('leaves every figure of a month empty of which nothing is known, so that it shows no decrease', async () => {
    const { admin } = world.database;
    const old = await startAudit(admin, { branch: 'MUM', year: 2023, month: 2 });
    await world.sql(`update audit.mis_row set this_month = 0, last_month = 500 where audit = $1`, [old.srno]);
    expect(new Set(Object.values(await filled(old)))).toEqual(new Set(['']));
    const { json } = await auditor.call('auditreport', { srno: old.srno, mode: 'View' });
    expect(json.html).not.toContain('-100');
  });

  it('knows of a month that is fetched that nothing was done', async () => {
    const later = await startAudit(world.database.admin, { branch: 'MUM', year: 2045, month: 1 });
    expect(await filled(later)).toMatchObject({ PP: '0', SPCN: '0', SB: '0', MARGIN: '0', MT: '' });
  });
});

it('only who may add or edit counts and fills (002 §6)', async () => {
  const staff = auditClient(world, await world.signIn('staff.mum'));
  for (const action of ['doautotransactioncount', 'doautofillbussmis'])
    expect((await staff.call(action, { srno: audit.srno })).status).toBe(403);
});
