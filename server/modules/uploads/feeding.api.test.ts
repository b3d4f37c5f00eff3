import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstDayOf } from '#domain/budget/budget.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { addTransactions, startAudit } from '#tools/testing/audits.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { measure } from '#tools/testing/plan.ts';
import { addRegistered } from '#tools/testing/registers.ts';
import { sendSheet, uploadSheet } from '#tools/testing/uploads.ts';

/** What the audit and the budget take from the uploads (docs/readings.md: what the uploads feed). */

let desk: Desk;
let auditor: AuditClient;
beforeAll(async () => {
  desk = await openDesk(['admin', 'fm.ho', 'audit.ca']);
  auditor = auditClient(desk, desk.sessionOf('audit.ca'));
});
afterAll(() => desk.close());

const auditOf = (year: number, month: number) =>
  startAudit(desk.database.admin, { branch: 'MUM', year, month });
const purposes = (month: string, ...rows: readonly (readonly [string, number, string])[]) =>
  uploadSheet(
    'P',
    ...rows.map(([Purpose, Transactions, Amount]) => ({
      Month: month,
      Branch: 'MUM',
      Purpose,
      Transactions,
      Amount,
    })),
  );
interface CountRow {
  readonly code: string;
  readonly dtl_trancount: number;
  readonly source: string;
}
interface AuditDetail {
  readonly PurCount: readonly CountRow[];
  readonly SaleCount: readonly CountRow[];
  readonly MtssCount: readonly CountRow[];
  readonly BussMis: readonly { readonly code: string; readonly dtl_thismonthamnt: string }[];
}
const detailAfter = async (action: string, srno: number): Promise<AuditDetail> => {
  const { json } = await auditor.call(action, { srno });
  expect(json.error).toBe('');
  return json.detail as AuditDetail;
};
const counts = async (srno: number) => {
  const { PurCount, SaleCount, MtssCount } = await detailAfter('doautotransactioncount', srno);
  return Object.fromEntries(
    [...PurCount, ...SaleCount, ...MtssCount]
      .filter(({ dtl_trancount }) => dtl_trancount > 0)
      .map(({ code, dtl_trancount, source }) => [code, `${dtl_trancount} ${source}`]),
  );
};
const business = async (srno: number) => {
  const { BussMis } = await detailAfter('doautofillbussmis', srno);
  return Object.fromEntries(BussMis.map((row) => [row.code, row.dtl_thismonthamnt]));
};

describe('auto count', () => {
  it('takes sales to the public and money transfer from the upload where there is no register and no request', async () => {
    const { srno } = await auditOf(2015, 5);
    const sheet = purposes('May 2015', ['LEISURE', 12, '100'], ['WU', 7, '900.40'], ['MG', 2, '99.70']);
    expect((await sendSheet(desk, 'P', sheet)).json.msg).toBe('1');
    expect(await counts(srno)).toEqual({ 'SP:LEISURE': '12 upload', WU: '7 upload', MG: '2 upload' });
  });

  it('takes the requests before the upload, and the register before both; money transfer stays from the upload', async () => {
    const audit = await auditOf(2015, 6);
    await sendSheet(desk, 'P', purposes('Jun 2015', ['LEISURE', 12, '100'], ['TF', 3, '50']));
    await addRegistered(desk.database.admin, { at: '2015-06-10T10:00:00+05:30', purpose: 'LEISURE' });
    expect(await counts(audit.srno)).toEqual({ 'SP:LEISURE': '1 requests', TF: '3 upload' });
    await addTransactions(desk.database.admin, audit, 4, { type: 'SP', purpose: 'LEISURE' });
    expect(await counts(audit.srno)).toEqual({ 'SP:LEISURE': '4 audit', TF: '3 upload' });
  });

  it('leaves money transfer that was typed, and everything without an upload', async () => {
    const { srno } = await auditOf(2015, 7);
    const { MtssCount } = await auditor.detail(srno);
    await auditor.save({ srno, auditMtssCountData: [{ srno: MtssCount[0]?.srno, dtl_trancount: 214 }] });
    expect(await counts(srno)).toEqual({ WU: '214 typed' });
    await sendSheet(desk, 'P', purposes('Jul 2015', ['WU', 7, '900'], ['XM', 1, '10']));
    expect(await counts(srno)).toEqual({ WU: '214 typed', XM: '1 upload' });
  });
});

describe('auto fill', () => {
  it('takes money transfer and the profit that was uploaded, and follows a replacement', async () => {
    const { srno } = await auditOf(2015, 8);
    await desk.sql(
      `insert into requests.earned (branch, month, amount, requests, without_rate)
       select srno, '2015-08-01', 4321.40, 3, 0 from masters.entity where id = 'MUM'`,
    );
    expect(await business(srno)).toMatchObject({ MT: '', MARGIN: '4321' });
    await sendSheet(
      desk,
      'P',
      purposes('Aug 2015', ['WU', 7, '900.40'], ['MG', 2, '99.70'], ['LEISURE', 1, '5']),
    );
    const profit = (Profit: string) =>
      uploadSheet('T', { Date: '05/08/2015', Branch: 'MUM', Executive: '', Profit });
    await sendSheet(desk, 'T', profit('-70.60'));
    expect(await business(srno)).toMatchObject({ MT: '1000', MARGIN: '-71' });
    await sendSheet(desk, 'T', profit('12.00'), { replace: 1 });
    expect(await business(srno)).toMatchObject({ MARGIN: '12' });
  });
});

describe('the budget report', () => {
  const YEAR = '2012-2013';
  const blocks = async () => {
    const report = declaredStatements().find(({ name }) => name === 'budget.report.branch');
    if (report === undefined) throw new Error('there is no such statement');
    const values = [100, YEAR, firstDayOf(YEAR), null, null, null, null, null, null];
    return (await measure(desk.database.admin, report, values)).blocks;
  };
  /** One month boundary more or less in each of the few indexes of the statement. */
  const FEW_BLOCKS = 12;

  it('reads as many blocks when a month is covered by many rows, and after it was replaced', async () => {
    await desk.sql(
      `insert into requests.earned (branch, month, amount, requests, without_rate)
       select e.srno, make_date(2012, m, 1), 10, 1, 0 from masters.entity e, generate_series(4, 12) as m
       where e.type in ('B', 'F')`,
    );
    await desk.sql('analyze requests.earned');
    const without = await blocks();
    const rows = Array.from({ length: 3_000 }, (_, at) => ({
      Date: '05/06/2012',
      Number: at,
      Profit: '0.01',
    }));
    expect((await sendSheet(desk, 'T', uploadSheet('T', ...rows))).json.msg).toBe('1');
    const covered = await blocks();
    expect(covered).toBeLessThanOrEqual(without * 1.1 + FEW_BLOCKS);
    expect((await sendSheet(desk, 'T', uploadSheet('T', ...rows.slice(1)), { replace: 1 })).json.msg).toBe(
      '1',
    );
    expect(await blocks()).toBeLessThanOrEqual(covered * 1.1 + FEW_BLOCKS);
    const asked = { finyear: YEAR, mode: 'View', srchType: 'BRANCH', srchOneAll: 'ONE', srchBran: 'PUN' };
    const { json } = await desk.ask('admin', 'misbudget_a.php', ['getreport', JSON.stringify(asked)]);
    expect(json.rows).toMatchObject([
      { actualtotal: '109.99', uploaded: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
    ]);
  });
});
