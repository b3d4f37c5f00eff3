import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { write, utils } from '@e965/xlsx';
import { REGISTER_RULES } from '#domain/audit/register-rows.ts';
import { MAX_UPLOAD_BYTES } from '#domain/files.ts';
import { closeAudit, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import {
  addRegistered,
  downloadFrom,
  sendUpload,
  sheetRows,
  transactionsIn,
} from '#tools/testing/registers.ts';
import { pdfSample, rawSheetSample, sheetSample } from '#tools/testing/samples.ts';

/** Registers that are uploaded as sheets, for audits before April 2025 (002 §4, §5.1, §8, §9). */

let desk: Desk;
let audits = 0;
beforeAll(async () => {
  desk = await openDesk(['admin', 'audit.ca', 'staff.mum', 'staff.del'], { DATABASE_CONNECTIONS: '12' });
});
afterAll(() => desk.close());

const MARCHES = 24;
/** An audit of a March that no other test uses, from 2001 to 2024. */
const freshAudit = (): Promise<StartedAudit> => {
  const [branch, year] = [audits < MARCHES ? 'MUM' : 'PUN', 2001 + (audits % MARCHES)];
  audits += 1;
  return startAudit(desk.database.admin, { branch, year, month: 3 });
};
const upload = (
  { srno }: StartedAudit,
  file: Buffer | null,
  { format = 'FLM5', name = 'flm.xlsx', user = 'audit.ca', key = '' } = {},
) =>
  sendUpload(
    desk,
    user,
    { uploadType: 'AUDITTRANSACTIONSIMPORT', srno, pageright: 'ASSESSMENT', format, remark: format },
    file,
    name,
    key === '' ? {} : { 'idempotency-key': key },
  );
const transactions = ({ srno }: StartedAudit) => transactionsIn(desk.database.admin, srno);
const documents = ({ srno }: StartedAudit) =>
  desk.sql<{ srno: number; rows: number; hash: string; file_name: string }>(
    `select srno, rows, hash, file_name from audit.document where audit = $1 and removed_at is null`,
    [srno],
  );

const HEADINGS = ['Date', 'Number', 'Name', 'Currency', 'Quantity', 'Rate', 'Amount'];
const rowOf = (
  { year }: StartedAudit,
  number: string | number = 1,
  more: Readonly<Record<string, unknown>> = {},
) =>
  HEADINGS.map(
    (heading) =>
      ({
        Date: `05/03/${year}`,
        Number: number,
        Name: 'Kavya Iyer',
        Currency: 'USD',
        Quantity: 100,
        Rate: 88.4567,
        Amount: 8846,
        ...more,
      })[heading],
  );
const sheet = (...rows: readonly (readonly unknown[])[]) => sheetSample([HEADINGS, ...rows]);

/** The same cells in other containers. */
const sheetAs = (bookType: 'biff8' | 'html', rows: readonly (readonly unknown[])[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADINGS, ...rows] as unknown[][]), 'Sheet');
  return Buffer.from(write(book, { bookType, type: 'buffer' }) as Uint8Array);
};

describe('an uploaded register', () => {
  it('makes one transaction of the rows of one number, keeps the sheet, and says so (§8)', async () => {
    const audit = await freshAudit();
    const file = sheet(
      rowOf(audit, 17),
      rowOf(audit, '18', { Name: 'Ravi Menon' }),
      rowOf(audit, 17, { Currency: 'eur', Quantity: '1,000.50', Rate: '101.25', Amount: '1,01,300.63' }),
    );
    expect((await upload(audit, file)).json).toEqual({ error: '', message: 'FLM5 uploaded successfully.' });
    expect(await transactions(audit)).toMatchObject([
      {
        type: 'SP',
        tran_no: '17',
        tran_date: `${audit.year}-03-05`,
        traveller: 'Kavya Iyer',
        party: '',
        amount: '110146.63',
        status: 'PEN',
        lines: [
          { product: 'CN', isd: 'USD', quantity: '100.00', rate: '88.45670000', amount: '8846.00' },
          { product: 'CN', isd: 'EUR', quantity: '1000.50', rate: '101.25000000', amount: '101300.63' },
        ],
      },
      { tran_no: '18', traveller: 'Ravi Menon' },
    ]);
    const [document] = await documents(audit);
    expect(document).toMatchObject({ rows: 2, file_name: 'flm.xlsx' });
    const kept = await downloadFrom(desk, 'audit.ca', 'docdownload', {
      srno: document!.srno,
      filename: 'flm.xlsx',
    });
    expect(kept.bytes.equals(file), 'it comes back as it was').toBe(true);
  });

  it('is read as a person reads it: binary numbers, formulas with their values, days with words (§5.1)', async () => {
    const audit = await freshAudit();
    const file = sheetSample(
      [
        HEADINGS,
        rowOf(audit, 1, {
          Date: `05-Mar-${audit.year}`,
          Quantity: 3,
          Rate: 367.7,
          Amount: 1103.1000000000001,
        }),
        rowOf(audit, 2, { Date: `5 March ${audit.year}` }),
      ],
      'xlsx',
      (cells) => {
        cells['G3'] = { t: 'n', f: 'E3*F3', v: 100 * 88.4567 };
      },
    );
    expect((await upload(audit, file)).json).toMatchObject({ error: '' });
    expect(await transactions(audit)).toMatchObject([
      { tran_date: `${audit.year}-03-05`, amount: '1103.10' },
      { tran_date: `${audit.year}-03-05`, amount: '8845.67' },
    ]);
  });

  it('is stored with a warning where the amount is not quantity × rate to the rupee (§5.1)', async () => {
    const audit = await freshAudit();
    const file = sheet(
      rowOf(audit, 1, { Quantity: 100, Rate: 88.5, Amount: 8851 }),
      rowOf(audit, 2, { Quantity: 100, Rate: 88.5, Amount: '8,851.01' }),
      rowOf(audit, 3, { Quantity: 100, Rate: 88.5, Amount: 885 }),
    );
    const amount = { column: 'Amount', message: 'Quantity × rate is ₹8,850.00.' };
    expect((await upload(audit, file)).json).toEqual({
      error: '',
      message: 'FLM5 uploaded successfully.',
      warnings: [
        { row: 3, found: '8,851.01', ...amount },
        { row: 4, found: '885', ...amount },
      ],
      warningcount: 2,
    });
    expect(await transactions(audit)).toHaveLength(3);
  });

  it('has further columns if it likes', async () => {
    const audit = await freshAudit();
    const headings = Object.values(REGISTER_RULES).map(({ label }) => label);
    const values = {
      Date: `${audit.year}-03-31`,
      Number: 'A-12',
      Name: 'Orient Travels',
      Nationality: 'Indian',
      ID: 'P1234567',
      PAN: 'aaapk1234k',
      Purpose: '',
      'Party Type': 'authorized dealer',
      Product: 'Card',
      Currency: 'USD',
      Quantity: 5,
      Rate: 88,
      Amount: 440,
      Payment: 'BANK',
    } as Readonly<Record<string, unknown>>;
    const file = sheetSample([headings, headings.map((heading) => values[heading])]);
    expect((await upload(audit, file, { format: 'FLM4' })).json).toMatchObject({ error: '' });
    expect(await transactions(audit)).toMatchObject([
      {
        type: 'PB',
        party: 'Orient Travels',
        traveller: '',
        party_type: 'D',
        pan: 'AAAPK1234K',
        paid_by: 'BANK',
        lines: [{ product: 'CARD' }],
      },
    ]);
  });

  it.each(['biff8', 'html'] as const)('can be %s named .xls', async (bookType) => {
    const audit = await freshAudit();
    const file = sheetAs(bookType, [rowOf(audit, 1)]);
    expect((await upload(audit, file, { name: 'flm.xls' })).json).toMatchObject({ error: '' });
    expect(await transactions(audit)).toHaveLength(1);
  });

  it('is done once (§5.1), also for several who send it at once', async () => {
    const audit = await freshAudit();
    const file = sheet(rowOf(audit));
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(audit, file)));
    expect(answers.map(({ json }) => json['error'] as string).sort()).toEqual([
      '',
      ...Array.from({ length: 4 }, () => 'FLM5 already uploaded.'),
    ]);
    expect(await transactions(audit)).toHaveLength(1);
  });

  it('is done once for its key', async () => {
    const audit = await freshAudit();
    const file = sheet(rowOf(audit));
    const first = await upload(audit, file, { key: 'once' });
    expect(await upload(audit, file, { key: 'once' })).toEqual(first);
  });

  it('can be deleted and uploaded again', async () => {
    const audit = await freshAudit();
    await upload(audit, sheet(rowOf(audit)));
    await desk.ask('audit.ca', 'audit_a.php', [
      'deleteflm',
      JSON.stringify({ srno: audit.srno, type: 'FLM', remark: 'FLM5' }),
    ]);
    expect(await transactions(audit)).toEqual([]);
    expect((await upload(audit, sheet(rowOf(audit)))).json).toMatchObject({ error: '' });
  });

  it('can be one that we have exported, and gives the same transactions', async () => {
    const audit = await startAudit(desk.database.admin, { branch: 'DEL', year: 2033, month: 2 });
    for (const [at, name] of [
      ['2033-02-01T00:00:00+05:30', '=1+2'],
      ['2033-02-14T12:00:00+05:30', 'Ravi Menon'],
    ] as const)
      await addRegistered(desk.database.admin, {
        branch: 'DEL',
        at,
        name,
        purpose: 'LEISURE',
        lines: [
          { quantity: '123.45', rate: '88.45670001' },
          { isd: 'JPY', product: 'CARD', quantity: '90000', rate: '0.5912' },
        ],
      });
    const ask = (action: string, args: object) =>
      desk.ask('audit.ca', 'audit_a.php', [action, JSON.stringify({ srno: audit.srno, ...args })]);
    expect((await ask('fetchflms', { format: 'FLM5' })).json).toMatchObject({ rows: 2 });
    // Eleven years earlier the registers of the month are uploaded.
    await desk.sql('update audit.audit set year = 2022 where srno = $1', [audit.srno]);
    await desk.sql(
      `update audit.transaction set tran_date = tran_date - interval '11 years' where audit = $1`,
      [audit.srno],
    );
    const before = await transactions(audit);
    const [document] = await documents(audit);
    const { bytes } = await downloadFrom(desk, 'audit.ca', 'docdownload', {
      srno: document!.srno,
      filename: document!.file_name,
    });
    expect((await ask('deleteflm', { type: 'FLM', remark: 'FLM5' })).json).toMatchObject({ error: '' });
    expect((await upload(audit, bytes)).json).toMatchObject({ error: '' });
    expect(await transactions(audit)).toEqual(before);
    expect(before).toHaveLength(2);
  });
});

describe('a sheet is refused, and nothing is stored', () => {
  const PROBLEM = 'Problem in uploading FLM5. Contact IT';
  async function refusedBy(file: Buffer, name = 'flm.xlsx', audit?: StartedAudit) {
    const of = audit ?? (await freshAudit());
    const { status, json } = await upload(of, file, { name });
    expect(status).toBe(200);
    expect(await transactions(of)).toEqual([]);
    expect(await documents(of)).toEqual([]);
    return json;
  }
  const wrongIn = async (more: Readonly<Record<string, unknown>>) => {
    const audit = await freshAudit();
    const json = await refusedBy(sheet(rowOf(audit), rowOf(audit, 2, more)), 'flm.xlsx', audit);
    expect(json['error']).toBe(PROBLEM);
    return (json['errors'] as { row: number; column: string; message: string }[]).map(
      ({ row, column, message }) => `${row} ${column}: ${message}`,
    );
  };

  it('with wrong rows, which are named (§8)', async () => {
    expect(await wrongIn({ Date: '05/04/2003' })).toEqual([
      expect.stringMatching(/^3 Date: This date is not in March/),
    ]);
    expect(await wrongIn({ Date: 'soon' })).toEqual(['3 Date: Please write a date as dd/MM/yyyy.']);
    expect(await wrongIn({ Number: '' })).toEqual(['3 Number: Please fill mandatory feilds']);
    expect(await wrongIn({ Number: '12345678901' })).toEqual([expect.stringMatching(/^3 Number: .*10/)]);
    expect(await wrongIn({ Currency: 'XXQ' })).toEqual(['3 Currency: There is no such currency.']);
    expect(await wrongIn({ Quantity: 0, Rate: 'x', Amount: -1 })).toEqual([
      '3 Quantity: Please write a number above zero.',
      '3 Rate: Please write a number.',
      '3 Amount: Please write a number that is not below zero.',
    ]);
    expect(await wrongIn({ Number: 1, Name: 'Ravi Menon' })).toEqual([
      '3 Name: Row 2 has another value for the same number.',
    ]);
  });

  it('with a formula that has no value in the file', async () => {
    const audit = await freshAudit();
    const file = sheetSample([HEADINGS, rowOf(audit)], 'xlsx', (cells) => {
      cells['G2'] = { t: 'n', f: 'E2*F2' };
    });
    expect(await refusedBy(file, 'flm.xlsx', audit)).toMatchObject({
      error: PROBLEM,
      errors: [
        {
          row: 2,
          column: 'Amount',
          found: '=E2*F2',
          message: 'This formula has no value in the file. Please put its value instead.',
        },
      ],
    });
  });

  it('with other columns', async () => {
    const json = await refusedBy(
      sheetSample([
        ['Date', 'Number', 'Colour'],
        ['1', '2', '3'],
      ]),
    );
    expect(json['error']).toBe(PROBLEM);
    expect(json['errors']).toContainEqual({
      row: 1,
      column: 'Name',
      found: '',
      message: 'This column is missing.',
    });
    expect(json['errors']).toContainEqual({
      row: 1,
      column: 'Colour',
      found: '',
      message: 'There is no such column.',
    });
  });

  it('with an Aadhaar number, which is never kept', async () => {
    const audit = await freshAudit();
    const file = sheetSample([
      [...HEADINGS, 'ID'],
      [...rowOf(audit), '2345 6789 0124'],
    ]);
    const json = await refusedBy(file, 'flm.xlsx', audit);
    expect(json['errors']).toMatchObject([{ column: 'ID' }]);
  });

  it('without anything in it, at most 200 errors told', async () => {
    expect((await refusedBy(sheetSample([[]])))['error']).toBe(PROBLEM);
    const audit = await freshAudit();
    const rows = Array.from({ length: 150 }, (_, n) => rowOf(audit, n, { Quantity: 0, Rate: 0 }));
    const refused = await refusedBy(sheet(...rows), 'march flm.xlsx', audit);
    expect(refused['errors']).toHaveLength(200);
    expect(refused['errorcount']).toBe(300);
    const { fname, bs64 } = refused['errorsheet'] as { fname: string; bs64: string };
    expect(fname).toBe('march flm-errors.xlsx');
    const told = sheetRows(Buffer.from(bs64, 'base64'));
    expect(told).toHaveLength(300);
    expect(told[0]).toEqual({
      Row: 2,
      Column: 'Quantity',
      Found: '0',
      'What is wrong': 'Please write a number above zero.',
    });
  });

  it('that is no sheet (§8), or not named as one (§5.1)', async () => {
    expect(await refusedBy(pdfSample())).toEqual({ error: PROBLEM });
    expect(await refusedBy(Buffer.from('<html><p>no table</p></html>'), 'flm.xls')).toMatchObject({
      error: PROBLEM,
    });
    const broken = await rawSheetSample('<sheetData><row r="1"><c r="A1"');
    expect(await refusedBy(broken)).toEqual({ error: PROBLEM });
    const named = await refusedBy(sheet(), 'flm.pdf');
    expect(named['error']).toBeTruthy();
    expect(await refusedBy(sheet(), 'f.l.xlsx')).toEqual({ error: '(.) not allowed in file name.' });
  });

  it('over 10485760 bytes; exactly as many pass (§5.1)', async () => {
    const audit = await freshAudit();
    const whole = sheet(rowOf(audit));
    const over = Buffer.concat([whole, Buffer.alloc(MAX_UPLOAD_BYTES + 1 - whole.length)]);
    expect(await refusedBy(over, 'flm.xlsx', audit)).toEqual({
      error: 'Please select a file with in 10 MB size.',
    });
    const html = Buffer.concat([
      sheetAs('html', [rowOf(audit)]),
      Buffer.alloc(MAX_UPLOAD_BYTES - sheetAs('html', [rowOf(audit)]).length, 0x20),
    ]);
    expect(html).toHaveLength(MAX_UPLOAD_BYTES);
    expect((await upload(audit, html, { name: 'flm.xls' })).json).toMatchObject({ error: '' });
  });

  it('in the order of the screen: file, dots, size, format, uploaded already, type (§5.1)', async () => {
    const audit = await freshAudit();
    const errorOf = async (file: Buffer | null, name: string, format: string) =>
      (await upload(audit, file, { name, format })).json['error'] as string;
    const large = Buffer.alloc(MAX_UPLOAD_BYTES + 1);
    const right = sheet(rowOf(audit));
    expect(await errorOf(null, '', 'Select')).toBe('Please select a file to upload.');
    expect(await errorOf(large, 'f.l.pdf', 'Select')).toBe('(.) not allowed in file name.');
    expect(await errorOf(large, 'flm.pdf', 'Select')).toBe('Please select a file with in 10 MB size.');
    expect(await errorOf(right, 'flm.pdf', 'Select')).toBe('Please select format to upload.');
    expect(await errorOf(right, 'flm.pdf', 'FLM5')).toBe('This type of file is not allowed.');
    expect(await errorOf(right, 'flm', 'FLM5')).toBe('This type of file is not allowed.');
    expect(await errorOf(right, 'flm.xlsx', 'FLM5')).toBe('');
    expect(await errorOf(right, 'flm.pdf', 'FLM5')).toBe('FLM5 already uploaded.');
    expect(await errorOf(pdfSample(), 'flm.xlsx', 'FLM5')).toBe('FLM5 already uploaded.');
  });

  it('without a file or a format (§5.1)', async () => {
    const audit = await freshAudit();
    expect((await upload(audit, null)).json).toEqual({ error: 'Please select a file to upload.' });
    for (const format of ['', 'Select'])
      expect((await upload(audit, sheet(), { format })).json).toEqual({
        error: 'Please select format to upload.',
      });
  });
});

it('a fetched month, a closed audit, a caller without the right and a branch out of reach are refused', async () => {
  const fetched = await startAudit(desk.database.admin, { branch: 'BLR', year: 2025, month: 4 });
  expect((await upload(fetched, sheet())).json).toEqual({ error: 'FLM files of this month are fetched.' });
  const audit = await freshAudit();
  expect((await upload(audit, sheet(rowOf(audit)), { user: 'staff.mum' })).status).toBe(403);
  await closeAudit(desk.database.admin, audit);
  const closed = { error: 'This audit is closed.' };
  expect((await upload(audit, sheet(rowOf(audit)))).json).toEqual(closed);
  // Whatever else is wrong with it.
  expect((await upload(audit, sheet(rowOf(audit)), { format: 'Select' })).json).toEqual(closed);
  expect((await upload(audit, sheet(rowOf(audit)), { name: 'flm.5.xlsx' })).json).toEqual(closed);
  expect((await upload(audit, Buffer.from('no sheet'))).json).toEqual(closed);
  expect((await upload(audit, null)).json).toEqual(closed);
  expect((await upload(audit, sheet(rowOf(audit)), { user: 'staff.mum' })).status).toBe(403);
  await desk.sql(`update access.group_right set may_edit = true where right_key = 'ASSESSMENT'
    and right_group = (select right_group from access.account where user_id = 'staff.del')`);
  const session = await desk.signIn('staff.del');
  const form = new FormData();
  const open = await freshAudit();
  form.append(
    'meta',
    JSON.stringify({
      sid: session,
      uploadType: 'AUDITTRANSACTIONSIMPORT',
      srno: open.srno,
      pageright: 'ASSESSMENT',
      format: 'FLM5',
    }),
  );
  form.append('file', new Blob([new Uint8Array(sheet(rowOf(open)))]), 'flm.xlsx');
  const response = await fetch(`${desk.url}/api/upload_a.php`, { method: 'POST', body: form });
  expect(response.status).toBe(404);
});
