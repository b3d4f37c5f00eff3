import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { currencyRow, denominationRow } from '#contract/flash/currencies.ts';
import {
  addCurrency,
  addTransaction,
  contentOf,
  flashClient,
  makeFlash,
  type FlashClient,
  type MadeFlash,
} from '#tools/testing/flash.ts';
import { pdfSample, rawSheetSample, sheetSample, zipSample } from '#tools/testing/samples.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

type FlashCurrency = z.input<typeof currencyRow>;
type FlashDenomination = z.input<typeof denominationRow>;

let world: World;
let auditor: FlashClient;
beforeAll(async () => {
  world = await openWorld();
  auditor = flashClient(world, await world.signIn('audit.ca'));
});
afterAll(() => world.close());

const made = () => makeFlash(world.database.admin);
const lines = async ({ srno }: Pick<MadeFlash, 'srno'>) =>
  (await auditor.call('flashcurrencydata', { hdrsrno: srno })).json as FlashCurrency[];
const values = async (audit: MadeFlash) =>
  Object.fromEntries((await lines(audit)).map(({ isd, afc_reportvalue }) => [isd, afc_reportvalue]));

const HEADINGS = ['Currency', 'Name', 'Report Value'];
const send = ({ srno }: MadeFlash, bytes: Uint8Array, name = 'currencies.xlsx') =>
  auditor.upload({ uploadType: 'CURRENCYUPLOAD', hdrsrno: srno, pageright: 'FLASH' }, { name, bytes });
const sheet = (...rows: (readonly unknown[])[]) => sheetSample([HEADINGS, ...rows]);

describe('the upload of currencies', () => {
  it('fills an audit once: 1, and then 3 (002 §7.5, §8)', async () => {
    const audit = await made();
    const done = await send(audit, sheet(['USD', 'US Dollar', 1200.5], ['eur', '', '1,000']));
    expect(done.json).toEqual({ error: '', msg: '1', message: 'File successfully uploaded.' });
    expect(await values(audit)).toEqual({ EUR: '1000.00', USD: '1200.50', INR: '0.00' });
    // 002 §3: the name, although no master has the currency.
    expect((await lines(audit)).find(({ isd }) => isd === 'INR')?.isd_name).toBe('Indian Rupee');
    const again = { error: 'Data already uploaded for this audit.', msg: '3' };
    expect((await send(audit, sheet(['GBP', '', 1]))).json).toEqual(again);
    expect((await auditor.call('fetchcurrencydata', { hdrsrno: audit.srno })).json).toEqual({
      err: again.error,
      msg: '3',
    });
    expect(await values(audit)).toEqual({ EUR: '1000.00', USD: '1200.50', INR: '0.00' });
  });

  it('reads numbers as a person reads them, and formulas by the value in the file (002 §2.10)', async () => {
    const audit = await made();
    const file = sheetSample(
      [HEADINGS, ['USD', '', 1103.1000000000001], ['EUR', '', '1,01,300.63'], ['GBP', '', 0]],
      'xlsx',
      (cells) => {
        cells['C4'] = { t: 'n', f: 'C2*2', v: 2206.2000000000003 };
      },
    );
    expect((await send(audit, file)).json).toMatchObject({ error: '', msg: '1' });
    expect(await values(audit)).toEqual({ EUR: '101300.63', GBP: '2206.20', INR: '0.00', USD: '1103.10' });
  });

  it('takes an .xls file, and the template with rows in it (002 §9)', async () => {
    const audit = await made();
    const template = await auditor.call('currencytemplate');
    expect(template.headers.get('content-disposition')).toContain('flash-audit-currencies.xlsx');
    const legacy = sheetSample([HEADINGS, ['USD', '', 7]], 'biff8');
    expect((await send(audit, legacy, 'currencies.xls')).json).toMatchObject({ error: '', msg: '1' });
    expect(await values(audit)).toEqual({ USD: '7.00', INR: '0.00' });
  });

  it('needs a file (002 §5.4)', async () => {
    const { srno } = await made();
    const answer = await auditor.upload({ uploadType: 'CURRENCYUPLOAD', hdrsrno: srno }, null);
    expect(answer.json.error).toBe('Please choose file!');
  });

  const WRONG: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array])[] = [
    ['a currency twice', () => sheet(['USD', '', 1], ['USD', '', 2])],
    ['an unknown currency', () => sheet(['XXQ', '', 1])],
    ['an amount below zero', () => sheet(['USD', '', -1])],
    ['an amount with three decimals', () => sheet(['USD', '', '1.005'])],
    ['an amount that is too long', () => sheet(['USD', '', '100000000000000'])],
    ['text for an amount', () => sheet(['USD', '', 'many'])],
    ['a row without an amount', () => sheet(['USD', '', ''])],
    ['no rows', () => sheet()],
    [
      'other columns',
      () =>
        sheetSample([
          ['Code', 'Amount'],
          ['USD', 1],
        ]),
    ],
    [
      'a formula without a value',
      () =>
        rawSheetSample(
          `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Currency</t></is></c><c r="B1" t="inlineStr"><is><t>Report Value</t></is></c></row>
           <row r="2"><c r="A2" t="inlineStr"><is><t>USD</t></is></c><c r="B2"><f>1+1</f></c></row></sheetData>`,
        ),
    ],
    ['bytes of another kind', () => pdfSample()],
    ['a damaged archive', () => Buffer.from('PK\u0003\u0004 not a workbook')],
  ];
  it.each(WRONG)('refuses %s, and nothing is stored (002 §8)', async (_, bytes) => {
    const audit = await made();
    const before = await contentOf(world, audit.srno);
    const { status, json } = await send(audit, await bytes());
    expect(status).toBe(200);
    expect(json).toMatchObject({ error: 'Incorrect file format.', msg: '4' });
    expect(await contentOf(world, audit.srno)).toBe(before);
  });

  it('refuses a zip bomb, a large file and another extension; nothing is stored', async () => {
    const audit = await made();
    const before = await contentOf(world, audit.srno);
    const bomb = await zipSample({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': Buffer.alloc(300_000_000, 0x20),
    });
    const refused = await send(audit, bomb);
    expect(refused.status).toBe(200);
    expect(refused.json.error).not.toBe('');
    const large = await send(audit, Buffer.alloc(10_485_761, 1));
    expect(large.json.error).toBe('Please select a file with in 10 MB size.');
    const other = await send(audit, Buffer.from('USD,1'), 'currencies.csv');
    expect(other.json).toEqual({ error: 'Invalid file extension. Please use (Xlsx/Xls) file.', msg: '2' });
    expect((await send(audit, sheet(['USD', '', 1]), 'a.b.xlsx')).json.error).toBe(
      '(.) not allowed in file name.',
    );
    expect(await contentOf(world, audit.srno)).toBe(before);
  });

  it('names the rows at fault', async () => {
    const { json } = await send(await made(), sheet(['USD', '', 1], ['XXQ', '', 1], ['USD', '', 2]));
    expect(json.errors).toEqual([
      { row: 3, column: 'Currency', found: 'XXQ', message: 'There is no such currency.' },
      { row: 4, column: 'Currency', found: 'USD', message: 'This currency is there twice.' },
    ]);
  });
});

describe('the stock of INR', () => {
  const set = (given: object) => auditor.call('inrstock', { isd: 'INR', isdname: 'Rupee', ...given });

  it('is added, set again, and kept when the currencies come (002 §2.10, R33)', async () => {
    const audit = await made();
    const { line } = (await set({ cnsrno: 0, headersrno: audit.srno, inrstock: '214500' })).json as {
      line: FlashCurrency;
    };
    expect(line).toMatchObject({ isd: 'INR', afc_reportvalue: '214500.00', afc_valuediff: '214500.00' });
    await set({ cnsrno: line.srno, headersrno: audit.srno, inrstock: '214500.50' });
    await send(audit, sheet(['USD', '', 5]));
    expect(await values(audit)).toEqual({ USD: '5.00', INR: '214500.50' });
  });

  it('is for INR alone, whatever name is sent', async () => {
    const audit = await made();
    const usd = await addCurrency(world.database.admin, audit);
    const before = await contentOf(world, audit.srno);
    const refusal = 'Only the stock of INR is typed.';
    const given = { headersrno: audit.srno, inrstock: '1' };
    expect((await set({ ...given, cnsrno: usd })).json.err).toBe(refusal);
    expect((await set({ ...given, cnsrno: 0, isd: 'USD' })).json.err).toBe(refusal);
    expect((await set({ ...given, cnsrno: 0, inrstock: '' })).json.err).toBe('Please fill mandatory feilds.');
    for (const inrstock of ['-1', '1.005', 'many', '100000000000000'])
      expect((await set({ ...given, cnsrno: 0, inrstock })).json.err).toMatch(/at most 14 digits/);
    expect(await contentOf(world, audit.srno)).toBe(before);
    await set({ ...given, cnsrno: 0, isdname: 'Gold' });
    expect((await lines(audit)).find(({ isd }) => isd === 'INR')?.isd_name).not.toBe('Gold');
  });
});

describe('the count of a currency', () => {
  const counted = async (report = '1000.00') => {
    const audit = await made();
    const cnsrno = await addCurrency(world.database.admin, audit, 'USD', { report });
    const scope = { hdrsrno: audit.srno, cnsrno };
    return {
      audit,
      scope,
      add: (value: unknown, quantity: unknown, more: object = {}) =>
        auditor.call('adddenomination', { value, quantity, cnsrno, headersrno: audit.srno, ...more }),
      faces: async () => (await auditor.call('getdenodata', scope)).json as FlashDenomination[],
    };
  };

  it('adds to a face value that is there; the difference is report less total (002 §9, R35)', async () => {
    const { add, faces, scope } = await counted('1000.25');
    await add('100', '3');
    await add('100', 2);
    const { line } = (await add('0.25', '1')).json as { line: FlashCurrency };
    expect(line).toMatchObject({
      afc_reportvalue: '1000.25',
      afc_actualvalue: '500.25',
      afc_valuediff: '500.00',
      faces: 2,
    });
    expect(await faces()).toMatchObject([
      { denomination: '100', quantity: 5, total: '500.00' },
      { denomination: '0.25', quantity: 1, total: '0.25' },
    ]);
    expect((await auditor.call('getdenodiff', scope)).json).toEqual({ totalquantity: '500.25' });
    expect((await auditor.call('getdifferencevalue', scope)).json).toEqual({
      actualval: '500.25',
      diff: '500.00',
    });
  });

  it('needs both, and numbers (002 §5.4, §8)', async () => {
    const { add, faces } = await counted();
    expect((await add('', '1')).json.err).toBe('Please fill mandatory feilds.');
    expect((await add('100', ' ')).json.err).toBe('Please fill mandatory feilds.');
    const wrong = [['0', '1'], ['-5', '1'], ['1.005', '1'], ['ten', '1'], ['10', '0'], ['10', '1.5'], ['10', 'x'], ['10', '12345678']] as const; // prettier-ignore
    for (const [value, quantity] of wrong)
      expect((await add(value, quantity)).json.err).toBe(
        'Unidentified Error. Please contact to administrator.',
      );
    expect(await faces()).toEqual([]);
  });

  it('has a face value removed', async () => {
    const { add, faces, audit, scope } = await counted();
    await add('100', '3');
    await add('50', '1');
    const [hundred] = await faces();
    const gone = await auditor.call('deletedeno', {
      dnmsrno: hundred!.dnmsrno,
      headersrno: audit.srno,
      cnsrno: scope.cnsrno,
      reportval: '9',
    });
    expect(gone.json.line).toMatchObject({ afc_actualvalue: '50.00', afc_valuediff: '950.00', faces: 1 });
    expect((await faces()).map(({ denomination }) => denomination)).toEqual(['50']);
  });

  it('believes neither reportval nor isd nor addright', async () => {
    const { add, scope } = await counted();
    const { line } = (await add('100', '1', { reportval: '5', isd: 'GBP' })).json as { line: FlashCurrency };
    expect(line).toMatchObject({ isd: 'USD', afc_reportvalue: '1000.00', afc_valuediff: '900.00' });
    expect(scope.cnsrno).toBe(line.srno);
  });

  it('is replaced as a whole, and not by who has seen an earlier one (savedenominations)', async () => {
    const { add, scope } = await counted();
    await add('100', '3');
    const count = (rows: readonly (readonly [string, string])[]) => ({
      ...scope,
      lines: rows.map(([denomination, quantity]) => ({ denomination, quantity })),
    });
    const first = await auditor.call('savedenominations', count([['50', '2'], ['20', '5']])); // prettier-ignore
    expect(first.json.line).toMatchObject({ afc_actualvalue: '200.00', faces: 2 });
    expect(first.json.denominations).toMatchObject([{ denomination: '50' }, { denomination: '20' }]);
    const stale = await auditor.callSeeing(1, 'savedenominations', count([['50', '1']]));
    expect(stale.status).toBe(409);
    const seen = first.json.line.version as number;
    const second = await auditor.callSeeing(seen, 'savedenominations', count([['50.00', '1']]));
    expect(second.json.line).toMatchObject({ afc_actualvalue: '50.00', faces: 1 });
    expect((await auditor.call('savedenominations', count([]))).json.line).toMatchObject({
      afc_actualvalue: '0.00',
      faces: 0,
    });
    expect((await auditor.call('savedenominations', count([['5', '1'], ['5.0', '2']]))).json.err).toBe('Each denomination can be there once.'); // prettier-ignore
    expect((await auditor.call('savedenominations', count([['5', '0']]))).json.err).toMatch(/above zero/);
  });

  it('is bounded', async () => {
    const { add, scope } = await counted();
    const sixty = Array.from({ length: 60 }, (_, n) => ({ denomination: String(n + 1), quantity: '1' }));
    expect((await auditor.call('savedenominations', { ...scope, lines: sixty })).json.err).toBe('');
    const refusal = 'A currency can have 60 denominations. No more can be added.';
    expect((await add('61', '1')).json.err).toBe(refusal);
    const more = [...sixty, { denomination: '61', quantity: '1' }];
    expect((await auditor.call('savedenominations', { ...scope, lines: more })).json.err).toBe(refusal);
  });

  it('of another audit is not found', async () => {
    const { scope } = await counted();
    const other = await made();
    const wrong = { ...scope, hdrsrno: other.srno };
    const answers = await Promise.all([
      auditor.call('getdenodata', wrong),
      auditor.call('getdifferencevalue', wrong),
      auditor.call('adddenomination', {
        value: '1',
        quantity: '1',
        cnsrno: scope.cnsrno,
        headersrno: other.srno,
      }),
      auditor.call('savedenominations', { ...wrong, lines: [] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the status of a line', () => {
  it('is set at once, of a currency and of a transaction (002 §4, R36)', async () => {
    const audit = await made();
    const cnsrno = await addCurrency(world.database.admin, audit);
    const trnsrno = await addTransaction(world.database.admin, audit);
    const set = (given: object): Promise<Answered> => auditor.call('statusupdate', given);
    for (const status of ['D', 'O', '']) {
      expect((await set({ status, cnsrno })).json.err).toBe('');
      expect((await lines(audit))[0]?.afc_status).toBe(status);
    }
    expect((await set({ status: 'O', trnsrno })).json.err).toBe('');
    const [line] = (await auditor.call('gettrandetail', { hdrsrno: audit.srno })).json;
    expect(line).toMatchObject({ trn_status: 'O', trn_statusnm: 'OK' });
    expect((await set({ status: '', trnsrno })).json.err).toBe('Please fill mandatory feilds.');
    expect((await set({ status: 'X', cnsrno })).status).toBe(400);
    expect((await set({ status: 'D' })).status).toBe(400);
  });

  it('makes a discrepancy pending again', async () => {
    const audit = await made();
    const cnsrno = await addCurrency(world.database.admin, audit, 'USD', { status: 'D', answer: 'O' });
    await auditor.call('statusupdate', { status: 'D', cnsrno });
    expect((await lines(audit))[0]?.disc_status).toBe('O');
    await auditor.call('statusupdate', { status: 'O', cnsrno });
    await auditor.call('statusupdate', { status: 'D', cnsrno });
    expect((await lines(audit))[0]?.disc_status).toBe('P');
  });
});
