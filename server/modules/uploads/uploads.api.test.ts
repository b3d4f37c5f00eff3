import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#domain/files.ts';
import { KINDS, UPLOAD_KINDS } from '#domain/uploads/kinds.ts';
import { headingsOf } from '#domain/uploads/rows.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { sendUpload } from '#tools/testing/registers.ts';
import { pdfSample, sheetSample } from '#tools/testing/samples.ts';
import { batchesOf, downloadUpload, rowsOf, sendSheet, uploadSheet } from '#tools/testing/uploads.ts';

/** The sheets of the upload page (002 §2.8, §5.2, §7.3, §8, §9). */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(['admin', 'fm.ho', 'staff.mum']);
});
afterAll(() => desk.close());

const TABLES = { P: 'purpose_row', L: 'lrs_row', T: 'profit_row' } as const;
const rowsIn = (kind: keyof typeof TABLES, batch: number) =>
  desk.sql(`select * from uploads.${TABLES[kind]} where batch = $1 order by n`, [batch]);
const countIn = async (kind: keyof typeof TABLES): Promise<number> =>
  (await desk.sql<{ n: number }>(`select count(*)::integer as n from uploads.${TABLES[kind]}`))[0]!.n;

/** A month that no other test covers. */
let given = 0;
function freshMonth(): { readonly day: string; readonly month: string; readonly words: string } {
  given += 1;
  const [year, month] = [2010 + Math.floor(given / 12), String(1 + (given % 12)).padStart(2, '0')];
  return { day: `05/${month}/${year}`, month: `${year}-${month}-01`, words: `${month}/${year}` };
}

describe('a sheet', () => {
  it.each([
    ['P', 'Purpose Wise Data Successfully Uploaded!'],
    ['L', 'LRS Transaction File Successfully Uploaded!'],
    ['T', 'Transaction Wise Profile File Successfully Uploaded!'],
  ] as const)('of kind %s is stored with all its rows, and says so (§8)', async (kind, message) => {
    const { day, words } = freshMonth();
    const when = kind === 'P' ? { Month: words } : { Date: day };
    const second = kind === 'P' ? { Purpose: 'MG' } : { Number: 'A-18' };
    const answer = await sendSheet(desk, kind, uploadSheet(kind, when, { ...when, ...second }));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ msg: '1', error: '', message, rows: 2, errors: [], errorcount: 0 });
    expect(await rowsIn(kind, answer.json.batch)).toHaveLength(2);
    expect((await batchesOf(desk))[0]).toMatchObject({
      bat_srno: answer.json.batch,
      bat_kind: kind,
      bat_state: 'applied',
      bat_rows: 2,
      bat_donerows: 2,
      bat_branches: ['PUN'],
      bat_covered: 1,
      bat_counting: 1,
      bat_by: 'Farhan Qureshi',
      bat_hasfile: 1,
    });
  });

  it('keeps what its cells say, to the paisa', async () => {
    const { day, month } = freshMonth();
    const { json } = await sendSheet(
      desk,
      'T',
      uploadSheet(
        'T',
        { Date: day, Profit: '-1,250.05', Executive: 'e301', Type: 'sales to public' },
        { Date: `${month.slice(0, 8)}28`, Profit: 1204.4999999999998, Executive: '', Number: 7 },
      ),
    );
    expect(json).toMatchObject({ msg: '1' });
    expect(await rowsIn('T', json.batch)).toMatchObject([
      { n: 2, tran_no: '17', type: 'SP', amount: '442500.00', profit: '-1250.05' },
      { n: 3, tran_no: '7', executive: null, profit: '1204.50' },
    ]);
    const [sum] = await desk.sql(
      'select sum(profit)::text as profit, sum(transactions)::integer as n from uploads.profit_month where month = $1',
      [month],
    );
    expect(sum).toEqual({ profit: '-45.55', n: 2 });
  });

  it('comes back as it was uploaded', async () => {
    const file = uploadSheet('T', { Date: freshMonth().day });
    const { json } = await sendSheet(desk, 'T', file);
    const kept = await downloadUpload(desk, 'fm.ho', 'file', { batch: json.batch });
    expect(kept.bytes.equals(file)).toBe(true);
  });

  it('has a template that can be filled in (§2.8)', async () => {
    for (const kind of UPLOAD_KINDS) {
      const { status, bytes } = await downloadUpload(desk, 'fm.ho', 'template', { kind });
      expect(status).toBe(200);
      expect(rowsOf(bytes)[0]).toEqual(headingsOf(kind));
    }
  });

  it('is stored once for its key', async () => {
    const file = uploadSheet('T', { Date: freshMonth().day });
    const first = await sendSheet(desk, 'T', file, { key: 'once-1' });
    const second = await sendSheet(desk, 'T', file, { key: 'once-1' });
    expect(second.json).toEqual(first.json);
    const [latest] = await batchesOf(desk);
    expect(latest?.bat_srno).toBe(first.json.batch);
  });
});

describe('a sheet that is refused', () => {
  it('has each wrong cell named, with the words of the picture', async () => {
    const { day } = freshMonth();
    const before = await countIn('T');
    const { json } = await sendSheet(
      desk,
      'T',
      uploadSheet(
        'T',
        { Date: day },
        { Date: day, Branch: 'PUNE' },
        { Date: '31/09/2025' },
        { Date: day, Profit: '1,2O4.50' },
        { Date: day, Executive: 'E999' },
      ),
    );
    expect(json).toMatchObject({
      msg: '0',
      error: 'Upload Error!',
      message: '4 wrong cells. Nothing was stored.',
      errorcount: 4,
      errors: [
        { row: 3, column: 'Branch', found: 'PUNE', message: 'There is no branch PUNE. Did you mean PUN?' },
        { row: 4, column: 'Date', found: '31/09/2025', message: 'September has 30 days.' },
        { row: 5, column: 'Profit', found: '1,2O4.50', message: 'Not a number: it contains the letter O.' },
        { row: 6, column: 'Executive', found: 'E999', message: /^There is no employee E999 in / },
      ].map((cell) => ({ ...cell, message: expect.stringMatching(cell.message) as unknown })),
    });
    expect(await countIn('T'), 'nothing was stored').toBe(before);
    expect((await batchesOf(desk))[0]).toMatchObject({
      bat_srno: json.batch,
      bat_state: 'refused',
      bat_errorcount: 4,
      bat_haserrors: 1,
      bat_firstmonth: '',
    });
  });

  it('shows the first 200 wrong cells, and has all of them in the sheet', async () => {
    const { day } = freshMonth();
    const rows = Array.from({ length: 350 }, (_, at) => ({ Date: day, Amount: `x${at}` }));
    const { json } = await sendSheet(desk, 'T', uploadSheet('T', ...rows));
    expect(json).toMatchObject({ msg: '0', errorcount: 350 });
    expect(json.errors).toHaveLength(200);
    const shown = await desk.ask('fm.ho', 'uploaddata_a.php', [
      'rowerrors',
      JSON.stringify({ batch: json.batch }),
    ]);
    expect(shown.json).toEqual({ count: 350, cells: json.errors });
    const sheet = rowsOf((await downloadUpload(desk, 'fm.ho', 'errors', { batch: json.batch })).bytes);
    expect(sheet).toHaveLength(351);
    expect(sheet[0]).toEqual(['Row', 'Column', 'Found', 'What is wrong']);
    expect(sheet[350]).toEqual([351, 'Amount', 'x349', 'Not a number: it contains the letter x.']);
  });

  it('keeps 10,000 wrong cells and reads no further', async () => {
    const rows = Array.from({ length: 5_200 }, () => ({ Date: 'x', Branch: '', Amount: 'y', Profit: 'z' }));
    const { json } = await sendSheet(desk, 'T', uploadSheet('T', ...rows));
    expect(json).toMatchObject({ msg: '0', errorcount: 10_000 });
  });

  it('names the headings that are missing or unknown', async () => {
    const { json } = await sendSheet(
      desk,
      'P',
      sheetSample([
        ['Month', 'Branch', 'Sum'],
        ['Oct 2025', 'PUN', 1],
      ]),
    );
    expect(json.errors).toEqual([
      { row: 1, column: 'Purpose', found: '', message: 'This column is missing.' },
      { row: 1, column: 'Transactions', found: '', message: 'This column is missing.' },
      { row: 1, column: 'Amount', found: '', message: 'This column is missing.' },
      { row: 1, column: 'Sum', found: '', message: 'There is no such column.' },
    ]);
  });

  it('has no purpose twice in a month of a branch, no day to come, and some rows', async () => {
    const { words } = freshMonth();
    const twice = await sendSheet(desk, 'P', uploadSheet('P', { Month: words }, { Month: words }));
    expect(twice.json.errors).toMatchObject([
      { row: 3, column: 'Purpose', message: 'Row 2 has the same month, branch and purpose.' },
    ]);
    const future = await sendSheet(desk, 'T', uploadSheet('T', { Date: '01/01/2190' }));
    expect(future.json.errors).toMatchObject([{ column: 'Date', message: 'This day has not come yet.' }]);
    const empty = await sendSheet(desk, 'T', uploadSheet('T'));
    expect(empty.json).toMatchObject({ msg: '0', message: 'The sheet has no rows under its headings.' });
  });

  it('is no sheet at all: Upload Error! (§8), and the history says why', async () => {
    const { json } = await sendSheet(desk, 'T', Buffer.from('PK no zip'), { name: 'broken.xlsx' });
    expect(json).toMatchObject({ msg: '0', error: 'Upload Error!' });
    expect((await batchesOf(desk))[0]).toMatchObject({
      bat_filename: 'broken.xlsx',
      bat_state: 'refused',
      bat_hasfile: 0,
      bat_reason: json.message,
    });
  });

  it('is missing, has two dots, another type or is too large (§5.2, §9)', async () => {
    const send = async (file: Buffer | null, name?: string) =>
      (await sendSheet(desk, 'L', file, name === undefined ? {} : { name })).json.error;
    const sheet = uploadSheet('L', {});
    expect(await send(null)).toBe('Please choose a File!');
    expect(await send(sheet, 'lrs.v2.xlsx')).toBe('(.) not allowed in file name.');
    expect(await send(Buffer.alloc(MAX_UPLOAD_BYTES + 1), 'lrs.xlsx')).toBe(
      'Please select a file with in 10 MB size.',
    );
    expect(await send(pdfSample(), 'lrs.pdf')).not.toBe('');
  });

  it('names the serial number of another kind, or comes without the right', async () => {
    const meta = { uploadType: 'LRSTUPLOAD', srno: KINDS.T.serial };
    expect((await sendUpload(desk, 'fm.ho', meta, uploadSheet('L', {}))).status).toBe(400);
    expect((await sendSheet(desk, 'L', uploadSheet('L', {}), { user: 'staff.mum' })).status).toBe(403);
  });
});
