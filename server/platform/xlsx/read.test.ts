import { utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { sheetSample, workbookSample, zipSample } from '#tools/testing/samples.ts';
import { MAX_READ_ROWS } from '../limits.ts';
import { readSheet } from './read.ts';
import { SHEET_REFUSALS } from './sheet.ts';

/** A workbook with this XML as its only sheet. */
const rawSheet = (xml: string) =>
  zipSample({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${xml}</worksheet>`,
  });

const rowsOf = async (bytes: Buffer) => {
  const reading = await readSheet(bytes);
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.sheet.rows;
};

describe('a sheet', () => {
  it.each(['xlsx', 'biff8', 'html', 'xlml'] as const)('is read from %s', async (bookType) => {
    expect(await rowsOf(workbookSample(bookType))).toEqual([
      ['Currency', 'Rate'],
      ['USD', 83.25],
    ]);
  });

  it('keeps empty rows, so that numbers are those on the screen, and drops what is empty at the end', async () => {
    const rows = await rowsOf(sheetSample([['A', 'B', null], [], [null, 'x'], [null], []]));
    expect(rows).toEqual([['A', 'B'], [], [null, 'x']]);
  });

  it('gives truths, dates and numbers as what they are', async () => {
    const rows = await rowsOf(sheetSample([[true, 5, new Date(Date.UTC(2026, 3, 1)), '007']]));
    expect(rows).toEqual([[true, 5, '2026-04-01', '007']]);
  });

  it('never computes: a formula is its own text, whatever result was stored with it', async () => {
    const bytes = sheetSample([['x']], 'xlsx', (sheet) => {
      sheet['A1'] = { t: 's', v: 'India', f: 'HYPERLINK("http://bureau.example","India")' };
      sheet['B1'] = { t: 'e', v: 42, w: '#N/A' };
      sheet['!ref'] = 'A1:B1';
    });
    expect(await rowsOf(bytes)).toEqual([
      [
        { is: 'formula', text: '=HYPERLINK("http://bureau.example","India")' },
        { is: 'error', text: '' },
      ],
    ]);
  });

  it('has of merged cells the first one only', async () => {
    const bytes = sheetSample([['a', 'b'], ['c']], 'xlsx', (sheet) => {
      sheet['!merges'] = [utils.decode_range('A1:A2')];
    });
    expect((await rowsOf(bytes))[0]).toEqual(['a', 'b']);
  });

  it('as large as allowed is read well within its time', { timeout: 60_000 }, async () => {
    const started = performance.now();
    const rows = Array.from({ length: MAX_READ_ROWS + 1 }, (_, n) => [
      `Name ${n}`,
      `Other ${n}`,
      'No',
      'Active',
    ]);
    const read = await rowsOf(sheetSample(rows));
    expect(read).toHaveLength(MAX_READ_ROWS + 1);
    expect(read.at(-1)).toEqual([`Name ${MAX_READ_ROWS}`, `Other ${MAX_READ_ROWS}`, 'No', 'Active']);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('hostile sheets', () => {
  const bomb = () => rawSheet(`<sheetData>${' '.repeat(100 * 1024 * 1024)}</sheetData>`);

  it('a zip bomb is refused before it is unpacked', async () => {
    const bytes = await bomb();
    expect(bytes.length).toBeLessThan(1024 * 1024);
    expect(await readSheet(bytes)).toEqual({ refused: SHEET_REFUSALS.tooLarge });
  });

  it('also when it says that it is small', async () => {
    const bytes = await bomb();
    const entry = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(1_000, entry + 24);
    expect(await readSheet(bytes)).toEqual({ refused: SHEET_REFUSALS.tooLarge });
  });

  it('a million rows', { timeout: 60_000 }, async () => {
    const row = '<row><c t="n"><v>1</v></c></row>';
    const bytes = await rawSheet(`<sheetData>${row.repeat(1_000_000)}</sheetData>`);
    expect(await readSheet(bytes)).toEqual({ refused: SHEET_REFUSALS.tooManyRows(MAX_READ_ROWS) });
  });

  it('a sheet that says it reaches to the last cell', async () => {
    const bytes = await rawSheet(
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="XFD1"><v>9</v></c></row></sheetData>',
    );
    expect(await rowsOf(bytes)).toEqual([['x']]);
  });

  it('a text longer than a cell can be is cut to what a cell can be', async () => {
    const bytes = await rawSheet(
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(5_000_000)}</t></is></c></row></sheetData>`,
    );
    expect((await rowsOf(bytes))[0]?.[0]).toHaveLength(32_767);
  });

  it.each([
    ['a zip that is none', Buffer.from('PK and nothing else')],
    ['half a workbook', workbookSample('xlsx').subarray(0, 2_000)],
    ['half an old workbook', workbookSample('biff8').subarray(0, 600)],
  ])('%s is refused', async (_, bytes) => {
    expect(await readSheet(bytes)).toEqual({ refused: SHEET_REFUSALS.unreadable });
  });

  it('what takes too long is ended', async () => {
    const started = performance.now();
    const bytes = sheetSample(Array.from({ length: 20_000 }, (_, n) => [n, `x${n}`]));
    expect(await readSheet(bytes, { timeoutMs: 20 })).toEqual({ refused: SHEET_REFUSALS.tooSlow });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('what takes too much memory is ended, and the process lives', { timeout: 60_000 }, async () => {
    const row = '<row><c t="n"><v>1</v></c><c t="n"><v>2</v></c></row>';
    const bytes = await rawSheet(`<sheetData>${row.repeat(400_000)}</sheetData>`);
    expect(await readSheet(bytes, { memoryMb: 16 })).toEqual({ refused: SHEET_REFUSALS.tooLarge });
    expect(await rowsOf(sheetSample([['still here']]))).toEqual([['still here']]);
  });

  it('of many at once each gets its own answer', { timeout: 30_000 }, async () => {
    const readings = await Promise.all(
      Array.from({ length: 8 }, (_, n) => rowsOf(sheetSample([[`book ${n}`]]))),
    );
    expect(readings.map((rows) => rows[0]?.[0])).toEqual(Array.from({ length: 8 }, (_, n) => `book ${n}`));
  });
});
