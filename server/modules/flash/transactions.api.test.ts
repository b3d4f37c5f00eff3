import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { discrepancyRow } from '#contract/flash/discrepancies.ts';
import type { reportContent, transactionRow } from '#contract/flash/transactions.ts';
import {
  addCurrency,
  addTransaction,
  closeFlash,
  flashClient,
  makeFlash,
  type FlashClient,
} from '#tools/testing/flash.ts';
import { pagesOf, wordsOf } from '#tools/testing/pdf.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

type FlashDiscrepancy = z.input<typeof discrepancyRow>;
type FlashReport = z.input<typeof reportContent>;
type FlashTransaction = z.input<typeof transactionRow>;

let world: World;
let session: string;
let auditor: FlashClient;
beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('audit.ca');
  auditor = flashClient(world, session);
});
afterAll(() => world.close());

const list = async (hdrsrno: number) =>
  (await auditor.call('gettrandetail', { hdrsrno })).json as FlashTransaction[];
const add = (srno: number, given: object = {}) =>
  auditor.call('transactiondetail', { srno, transactionnum: '4711', docname: '', saletype: 'SP', ...given });

describe('the transactions of a flash audit', () => {
  it('need a type and a number of at most 10 characters (002 §5.4, §9)', async () => {
    const { srno } = await makeFlash(world.database.admin);
    for (const given of [{ saletype: '' }, { saletype: 'XX' }, { transactionnum: ' ' }])
      expect((await add(srno, given)).json.err).toBe('Please fill mendatory field.');
    expect((await add(srno, { transactionnum: '1'.repeat(11) })).json.err).toMatch(/at most 10/);
    expect((await add(srno, { docname: 'd'.repeat(101) })).json.err).toMatch(/at most 100/);
    expect((await add(srno, { transactionnum: '1'.repeat(10), docname: 'd'.repeat(100) })).json.err).toBe('');
    expect(await list(srno)).toHaveLength(1);
  });

  it('are discrepancies if a paper is missing; each type and number is there once (R36)', async () => {
    const { srno } = await makeFlash(world.database.admin, { day: '2014-02-03' });
    await add(srno);
    await add(srno, { saletype: 'PB', docname: 'Memo' });
    expect((await add(srno)).json.err).toBe('This transaction is in the list already.');
    expect(await list(srno)).toMatchObject([
      {
        trn_saletype: 'SP',
        trn_saletypenm: 'Sales to public',
        trn_transactionnum: '4711',
        trn_date: '03/02/2014',
        trn_status: 'O',
        trn_statusnm: 'OK',
      },
      { trn_saletypenm: 'Purchase Bulk', docname: 'Memo', trn_status: 'D', trn_statusnm: 'Discrepancy' },
    ]);
  });

  it('have the day of the request of that type and number in the branch (R36)', async () => {
    const [request] = await world.sql<{ srno: number; type: string; day: string; branch: string }>(
      `select r.srno, r.type, to_char(r.submitted_at at time zone 'Asia/Kolkata', 'DD/MM/YYYY') as day, e.id as branch
       from requests.request r join masters.entity e on e.srno = r.branch
       where r.submitted_at is not null and e.type = 'B' order by r.srno limit 1`,
    );
    const dayOf = async (branch: string, saletype: string) => {
      const { srno } = await makeFlash(world.database.admin, { branch });
      await add(srno, { transactionnum: String(request?.srno), saletype });
      return (await list(srno))[0]?.trn_date;
    };
    const audit = await dayOf(request!.branch, request!.type);
    expect(audit).toBe(request?.day);
    expect(await dayOf(request!.branch, request!.type === 'SP' ? 'SB' : 'SP')).not.toBe(request?.day);
    expect(await dayOf(request!.branch === 'MUM' ? 'DEL' : 'MUM', request!.type)).not.toBe(request?.day);
  });

  it('are taken off until the branch has answered (removetran)', async () => {
    const audit = await makeFlash(world.database.admin);
    const first = await addTransaction(world.database.admin, audit);
    const remove = (trnsrno: number) => auditor.call('removetran', { hdrsrno: audit.srno, trnsrno });
    expect((await remove(first)).json).toEqual({ err: '', msg: 'Removed.' });
    expect((await remove(first)).status).toBe(404);
    const second = await addTransaction(world.database.admin, audit);
    await auditor.call('discrepancyremark', {
      remark: 'Found',
      srno: second,
      type: 'T',
      hdrsrno: audit.srno,
    });
    expect((await remove(second)).json.err).toMatch(/answered/);
    expect((await list(audit.srno)).map(({ srno }) => srno)).toEqual([second]);
  });

  it('are at most 500 in an audit, removed ones included', async () => {
    const { srno, branch } = await makeFlash(world.database.admin);
    await world.sql(
      `insert into flash.transaction (audit, branch, on_day, sale_type, tran_no, tran_date, status, removed_at)
       select $1, $2, '2014-01-01', 'SP', n::text, '2014-01-01', 'O', case when n % 2 = 0 then now() end
       from generate_series(1, 499) as n`,
      [srno, branch],
    );
    expect((await add(srno, { transactionnum: 'last' })).json.err).toBe('');
    expect((await add(srno, { transactionnum: 'more' })).json.err).toBe(
      'An audit can have 500 transactions, removed ones included. No more can be added.',
    );
  });
});

describe('the report', () => {
  async function pdfOf(hdrsrno: number, fileName = 'flash-audit-PUN'): Promise<Buffer> {
    const response = await fetch(`${world.url}/api/flashaudit_a.php`, {
      method: 'POST',
      body: new URLSearchParams(fieldsBody([session, 'flashpdf', JSON.stringify({ hdrsrno })])),
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(fileName);
    return Buffer.from(await response.arrayBuffer());
  }

  it('has the header, the currencies and the transactions, as data and as PDF (002 §2.11, §7.3)', async () => {
    const audit = await makeFlash(world.database.admin, {
      branch: 'PUN',
      day: '2014-05-06',
      cashier: 'Kiran Joshi',
    });
    const cnsrno = await addCurrency(world.database.admin, audit, 'USD', { report: '1234567.50' });
    await auditor.call('adddenomination', {
      value: '100',
      quantity: '12345',
      cnsrno,
      headersrno: audit.srno,
    });
    await auditor.call('statusupdate', { status: 'D', cnsrno });
    await addTransaction(world.database.admin, audit, { document: 'Visa copy' });
    const report = (await auditor.call('datatoview', { hdrsrno: audit.srno })).json as FlashReport;
    expect(report.header).toMatchObject({
      branch: 'PUN',
      date: '06/05/2014',
      auditor: 'Anita Deshmukh',
      cashier: 'Kiran Joshi',
      status: 'P',
    });
    expect(report.currencydata).toMatchObject([
      {
        isd: 'USD',
        afc_reportvalue: '1234567.50',
        afc_actualvalue: '1234500.00',
        afc_valuediff: '67.50',
        afc_status: 'D',
      },
    ]);
    expect(report.trndata).toMatchObject([{ trn_saletypenm: 'Sales to public', docname: 'Visa copy' }]);
    const pdf = () => pdfOf(audit.srno, 'flash-audit-PUN-2014-05-06.pdf');
    const [first, again] = [await pdf(), await pdf()];
    expect(first.equals(again)).toBe(true);
    const words = await wordsOf(first);
    for (const said of [
      'Flash Audit Report',
      'Pending',
      'Kiran Joshi',
      '12,34,567.50',
      '67.50',
      'Discrepancy',
      'Visa copy',
    ])
      expect(words).toContain(said);
  });

  it('says of notes that were not counted that they were not, and states no difference (002 §2.11, §9)', async () => {
    const audit = await makeFlash(world.database.admin, { branch: 'PUN', day: '2014-05-08' });
    const thb = await addCurrency(world.database.admin, audit, 'THB', { report: '40000.00', status: 'D' });
    const usd = await addCurrency(world.database.admin, audit, 'USD', { report: '700.00' });
    await auditor.call('adddenomination', {
      value: '100',
      quantity: '6',
      cnsrno: usd,
      headersrno: audit.srno,
    });
    const [paper] = await pagesOf(await pdfOf(audit.srno));
    const books = paper?.split('Books against count')[1]?.split('Faces and quantities')[0] ?? '';
    const lineOf = (isd: string) => books.split('\n').find((line) => line.trim().startsWith(isd)) ?? '';
    const figuresOf = (isd: string) =>
      lineOf(isd)
        .split(/\s+/)
        .filter((word) => word.endsWith('.00'));
    expect(figuresOf('USD')).toEqual(expect.arrayContaining(['700.00', '600.00', '100.00']));
    expect(lineOf('THB')).toMatch(/not counted/);
    expect(figuresOf('THB')).toEqual(['40,000.00']);
    const listed = (
      await auditor.call('getdiscrepancies', { type: 'C', branch: 'PUN', frmdate: '2014-01-01' })
    ).json as FlashDiscrepancy[];
    expect(listed.find(({ srno }) => srno === thb)).toMatchObject({ afc_actualvalue: '0.00', faces: 0 });
  });

  it('of a closed audit is made once and kept, whatever happens to its branch and company', async () => {
    const audit = await makeFlash(world.database.admin, { branch: 'PUN', day: '2014-05-07', status: 'R' });
    await addCurrency(world.database.admin, audit, 'USD', { report: '1234567.50', status: 'D' });
    const pdf = () => pdfOf(audit.srno);
    const files = () =>
      world.sql<{ hash: string; bytes: number }>(
        'select hash, bytes from flash.report_file where audit = $1',
        [audit.srno],
      );
    await pdf();
    expect(await files()).toEqual([]);
    await closeFlash(world.database.admin, audit.srno);
    const made = await Promise.all([pdf(), pdf(), pdf()]);
    const hash = createHash('sha256').update(made[0]).digest('hex');
    expect(await files()).toEqual([{ hash, bytes: made[0].length }]);
    await world.sql(`update masters.entity set name = 'Another name' where id = 'PUN'`);
    await world.sql(`update masters.company set name = 'Another company'`);
    for (const file of [...made, await pdf()]) expect(file.equals(made[0])).toBe(true);
    expect(await wordsOf(made[0])).toContain('Closed');
    const entries = await world.sql(
      `select from platform.trail where record = 'flash audit' and record_id = $1 and action = 'keep'`,
      [String(audit.srno)],
    );
    expect(entries).toHaveLength(1);
  });

  it('of an old audit is its file, so there is none', async () => {
    const [old] = await world.sql<{ srno: number }>(
      `insert into flash.audit (branch, on_day, type, status, closed_at, cashier, auditor_name, file_name, extension, hash, bytes)
       select srno, '2013-01-01', 'O', 'C', now(), 'A', 'B', 'a.pdf', 'pdf', repeat('a', 64), 1
       from masters.entity where id = 'PUN' returning srno`,
    );
    expect((await auditor.call('datatoview', { hdrsrno: old?.srno })).status).toBe(404);
  });
});
