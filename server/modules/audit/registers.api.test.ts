import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDocumentRow } from '#contract/audit/audit.ts';
import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import { closeAudit, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { addRegistered, transactionsIn } from '#tools/testing/registers.ts';

type AuditDocument = z.input<typeof auditDocumentRow>;

/** Registers that are fetched from the requests (002 §4, §5.1, §7.1). */

/** More rounds find rarer races; CI makes a few. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 3);
const AT_ONCE = 20;

let desk: Desk;
let months = 0;

beforeAll(async () => {
  desk = await openDesk(['admin', 'audit.ca', 'staff.mum', 'staff.del'], { DATABASE_CONNECTIONS: '22' });
});
afterAll(() => desk.close());

/** An audit of a month that no other test uses. The months are in the future, where the demo has no requests. */
const freshAudit = (branch = 'MUM'): Promise<StartedAudit> => {
  months += 1;
  return startAudit(desk.database.admin, {
    branch,
    year: 2030 + Math.floor(months / 12),
    month: 1 + (months % 12),
  });
};
const on = ({ year, month }: StartedAudit, day: number, time = '12:00') =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T${time}:00+05:30`;
const request = (given: Parameters<typeof addRegistered>[1]) => addRegistered(desk.database.admin, given);
const fetchRegister = (srno: number, format: string, user = 'audit.ca') =>
  desk.ask(user, 'audit_a.php', ['fetchflms', JSON.stringify({ srno, format })]);
const deleteRegister = (srno: number, remark: string, user = 'audit.ca') =>
  desk.ask(user, 'audit_a.php', ['deleteflm', JSON.stringify({ srno, type: 'FLM', remark })]);
const transactions = ({ srno }: StartedAudit) => transactionsIn(desk.database.admin, srno);
const tally = ({ srno }: StartedAudit) =>
  desk.sql<{ type: string; status: string; n: number }>(
    `select type, status, sum(n)::integer as n from audit.tally where audit = $1 group by 1, 2 having sum(n) <> 0 order by 1, 2`,
    [srno],
  );
const mark = (audit: StartedAudit, number: number, status: string) =>
  desk.sql(
    `update audit.transaction set status = $3, marked_by_name = 'Anita Deshmukh', party_type = 'D' where audit = $1 and tran_no = $2`,
    [audit.srno, String(number), status],
  );

describe('fetching a register', () => {
  it('marks a transaction of which the auditor has already added a discrepancy by hand', async () => {
    const audit = await freshAudit();
    const number = await request({ at: on(audit, 3), purpose: 'LEISURE' });
    const other = await request({ at: on(audit, 4), purpose: 'LEISURE' });
    const { json } = await desk.ask('audit.ca', 'audit_a.php', [
      'addauditdiscrepancy',
      JSON.stringify({
        ...{ srno: audit.srno, type: 'SP', date: on(audit, 3).slice(0, 10), tranno: String(number) },
        ...{ purpose: 'LEISURE', discre: 'A2 form missing', tranmastflag: 'T' },
      }),
    ]);
    expect(json).toMatchObject({ err: '' });
    await fetchRegister(audit.srno, 'FLM5');
    expect((await transactions(audit)).map(({ tran_no, status }) => [tran_no, status])).toEqual([
      [String(number), 'DIS'],
      [String(other), 'PEN'],
    ]);
    expect(await tally(audit)).toEqual([
      { type: 'SP', status: 'DIS', n: 1 },
      { type: 'SP', status: 'PEN', n: 1 },
    ]);
  });

  it('takes the approved requests of its type that were made Final in the month, one transaction each', async () => {
    const audit = await freshAudit();
    const two = await request({
      at: on(audit, 28, '23:59'),
      lines: [
        { quantity: '100', rate: '88.4567' },
        { isd: 'EUR', product: 'CARD', quantity: '12.50', rate: '101.25' },
      ],
    });
    const one = await request({ at: on(audit, 1, '00:00'), purpose: 'LEISURE' });
    await request({ at: on(audit, 2), isApproved: false });
    await request({ at: on(audit, 2), type: 'PP' });
    await request({ at: on(audit, 2), branch: 'DEL' });
    await request({ at: new Date(Date.parse(on(audit, 1, '00:00')) - 1).toISOString() });

    const { json } = await fetchRegister(audit.srno, 'FLM5');
    expect(json).toEqual({ err: '', msg: 'FLM5 uploaded successfully.', rows: 2 });
    const [first, second] = await transactions(audit);
    expect(first).toMatchObject({
      type: 'SP',
      tran_no: String(one),
      purpose: 'LEISURE',
      paid_by: 'CASH',
      status: 'PEN',
    });
    expect(second).toMatchObject({
      tran_no: String(two),
      tran_date: on(audit, 28).slice(0, 10),
      traveller: 'Kavya Iyer',
      party: '',
      nationality: 'Indian',
      id_number: 'P1234567',
      pan: 'AAAPK1234K',
      amount: '10112.00',
      lines: [
        { product: 'CN', isd: 'USD', quantity: '100.00', rate: '88.45670000', amount: '8846.00' },
        { product: 'CARD', isd: 'EUR', quantity: '12.50', rate: '101.25000000', amount: '1266.00' },
      ],
    });
    expect(await transactions(audit)).toHaveLength(2);
    expect(await tally(audit)).toEqual([{ type: 'SP', status: 'PEN', n: 2 }]);
    expect(
      await desk.sql(
        `select action, record, after - 'hash' as after from platform.trail where record = 'audit document'
         and (after ->> 'audit')::integer = $1`,
        [audit.srno],
      ),
    ).toEqual([
      {
        action: 'fetch',
        record: 'audit document',
        after: {
          audit: audit.srno,
          document: 'FLM5',
          file: `FLM5-MUM-${on(audit, 1).slice(0, 7)}.xlsx`,
          rows: 2,
        },
      },
    ]);
  });

  it.each([
    ['FLM3', 'PP'],
    ['FLM4', 'PB'],
    ['FLM5', 'SP'],
    ['FLM6', 'SB'],
  ] as const)('gives %s the type %s', async (format, type) => {
    const audit = await freshAudit();
    for (const each of ['PP', 'PB', 'SP', 'SB'] as const) await request({ at: on(audit, 5), type: each });
    expect((await fetchRegister(audit.srno, format)).json).toMatchObject({ rows: 1 });
    expect(await transactions(audit)).toMatchObject([
      type === 'PP' || type === 'SP'
        ? { type, traveller: 'Kavya Iyer', party: '' }
        : { type, traveller: '', party: 'Kavya Iyer' },
    ]);
  });

  it('needs a format (§5.1)', async () => {
    const audit = await freshAudit();
    for (const format of ['', 'Select', 'FLM8'])
      expect((await fetchRegister(audit.srno, format)).json.err).toBe('Please select a format to Fetch.');
    expect(await transactions(audit)).toEqual([]);
  });

  it('is done once (§5.1)', async () => {
    const audit = await freshAudit();
    await fetchRegister(audit.srno, 'FLM3');
    expect((await fetchRegister(audit.srno, 'FLM3')).json).toEqual({ err: 'FLM3 already uploaded.' });
  });

  it('is for months from April 2025 on (§4)', async () => {
    const before = await startAudit(desk.database.admin, { branch: 'DEL', year: 2025, month: 3 });
    const from = await startAudit(desk.database.admin, { branch: 'DEL', year: 2025, month: 4 });
    expect((await fetchRegister(before.srno, 'FLM3')).json).toEqual({ err: AUDIT_REFUSALS.isUploaded });
    expect((await fetchRegister(from.srno, 'FLM3')).json).toMatchObject({ err: '' });
  });

  it('needs the add or the edit flag, and the branch in reach', async () => {
    const audit = await freshAudit();
    expect((await fetchRegister(audit.srno, 'FLM3', 'staff.mum')).status).toBe(403);
    await desk.sql(`update access.group_right set may_add = true where right_key = 'ASSESSMENT'
      and right_group = (select right_group from access.account where user_id = 'staff.del')`);
    const session = await desk.signIn('staff.del');
    const asked = JSON.stringify({ srno: audit.srno, format: 'FLM3' });
    expect((await desk.post('audit_a.php', [session, 'fetchflms', asked])).status).toBe(404);
    expect(await transactions(audit)).toEqual([]);
  });

  it(`gives one set of rows to ${AT_ONCE} who fetch at once`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const audit = await freshAudit();
      for (const day of [3, 9, 27]) await request({ at: on(audit, day) });
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => fetchRegister(audit.srno, 'FLM5')),
      );
      const told = answers.map(({ json }) => (json.err === '' ? json.msg : json.err)).sort();
      expect(told).toEqual([
        ...Array.from({ length: AT_ONCE - 1 }, () => 'FLM5 already uploaded.'),
        'FLM5 uploaded successfully.',
      ]);
      expect(await transactions(audit)).toHaveLength(3);
      expect(await tally(audit)).toEqual([{ type: 'SP', status: 'PEN', n: 3 }]);
    }
  });
});

describe('deleting a register', () => {
  it('takes its transactions off, answers with the others, and lets it be fetched again with its marks', async () => {
    const audit = await freshAudit();
    const marked = await request({ at: on(audit, 5), type: 'PB' });
    const other = await request({ at: on(audit, 6), type: 'PB' });
    await request({ at: on(audit, 6), type: 'PP' });
    await fetchRegister(audit.srno, 'FLM4');
    await fetchRegister(audit.srno, 'FLM3');
    await mark(audit, marked, 'OK');

    const { json } = await deleteRegister(audit.srno, 'FLM4');
    expect(json).toMatchObject({ error: '', message: 'Deleted.' });
    expect((json.docdetail as AuditDocument[]).map((row) => row.adoc_remark)).toEqual(['FLM3']);
    expect(await tally(audit)).toEqual([{ type: 'PP', status: 'PEN', n: 1 }]);

    expect((await fetchRegister(audit.srno, 'FLM4')).json).toMatchObject({ err: '', rows: 2 });
    expect(await transactionsIn(desk.database.admin, audit.srno, 'PB')).toMatchObject([
      { tran_no: String(marked), status: 'OK', party_type: 'D' },
      { tran_no: String(other), status: 'PEN', party_type: '' },
    ]);
    const kept = await desk.sql(`select from audit.kept_mark where audit = $1`, [audit.srno]);
    expect(kept, 'a mark that came back is kept no longer').toEqual([]);
  });

  it('is refused while a transaction is marked as discrepancy', async () => {
    const audit = await freshAudit();
    const srno = await request({ at: on(audit, 5) });
    await fetchRegister(audit.srno, 'FLM5');
    await mark(audit, srno, 'DIS');
    const text = 'FLM5 has transactions marked as discrepancy. Please reverse them first.';
    expect((await deleteRegister(audit.srno, 'FLM5')).json).toEqual({ err: text, error: text });
    expect(await transactions(audit)).toHaveLength(1);
  });

  it('needs the edit flag (§5.1), and the register', async () => {
    const audit = await freshAudit();
    expect((await deleteRegister(audit.srno, 'FLM5', 'staff.mum')).status).toBe(403);
    expect((await deleteRegister(audit.srno, 'FLM5')).status).toBe(404);
  });

  it('and marking at once leave no deadlock and no mark without its transaction', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const audit = await freshAudit();
      for (let day = 1; day <= 20; day += 1) await request({ at: on(audit, day) });
      await fetchRegister(audit.srno, 'FLM5');
      const lines = await desk.sql<{ line_no: number }>(
        'select line_no from audit.transaction where audit = $1',
        [audit.srno],
      );
      const markAll = async () => {
        for (const { line_no } of lines)
          await desk.sql(`update audit.transaction set status = 'OK' where line_no = $1`, [line_no]);
      };
      const [removed] = await Promise.all([deleteRegister(audit.srno, 'FLM5'), markAll()]);
      expect(removed.json).toMatchObject({ error: '' });
      expect(await tally(audit)).toEqual([]);
    }
  });
});

it('a closed audit refuses both (§4)', async () => {
  const audit = await freshAudit();
  await request({ at: on(audit, 5) });
  await fetchRegister(audit.srno, 'FLM5');
  await closeAudit(desk.database.admin, audit);
  for (const format of ['FLM3', 'FLM5', 'Select', ''])
    expect((await fetchRegister(audit.srno, format)).json).toEqual({ err: 'This audit is closed.' });
  for (const format of ['FLM3', 'FLM5'])
    expect((await deleteRegister(audit.srno, format)).json.error).toBe('This audit is closed.');
  expect(await transactions(audit)).toHaveLength(1);
});
