import { utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { rawSheetSample, sheetSample, workbookSample } from '#tools/testing/samples.ts';
import { SHEET_POOL } from '../limits.ts';
import { createSheetReader, readSheet } from './read.ts';
import { SHEET_REFUSALS } from './sheet.ts';

const rowsOf = async (bytes: Buffer) => {
  const reading = await readSheet(bytes);
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.sheet.rows;
};

describe('a sheet', { timeout: 60_000 }, () => {
  it.each(['xlsx', 'biff8', 'html', 'xlml'] as const)('is read from %s', async (bookType) => {
    expect(await rowsOf(workbookSample(bookType))).toEqual([
      ['Currency', 'Rate'],
      ['USD', 83.25],
    ]);
  });

  it('keeps empty rows, so that row numbers match the screen, and drops empty rows at the end', async () => {
    const rows = await rowsOf(sheetSample([['A', 'B', null], [], [null, 'x'], [null], []]));
    expect(rows).toEqual([['A', 'B'], [], [null, 'x']]);
  });

  it('returns booleans, dates and numbers with their types', async () => {
    const rows = await rowsOf(sheetSample([[true, 5, new Date(Date.UTC(2026, 3, 1)), '007']]));
    expect(rows).toEqual([[true, 5, '2026-04-01', '007']]);
  });

  it('is never computed: a formula is its own text, whatever result was stored with it', async () => {
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

  it('has only the first of merged cells', async () => {
    const bytes = sheetSample([['a', 'b'], ['c']], 'xlsx', (sheet) => {
      sheet['!merges'] = [utils.decode_range('A1:A2')];
    });
    expect((await rowsOf(bytes))[0]).toEqual(['a', 'b']);
  });
});

describe('hostile sheets', { timeout: 60_000 }, () => {
  it('a sheet that claims to reach to the last cell', async () => {
    const bytes = await rawSheetSample(
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="XFD1"><v>9</v></c></row></sheetData>',
    );
    expect(await rowsOf(bytes)).toEqual([['x']]);
  });

  it('a text longer than a cell allows is truncated', async () => {
    const bytes = await rawSheetSample(
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(5_000_000)}</t></is></c></row></sheetData>`,
    );
    expect((await rowsOf(bytes))[0]?.[0]).toHaveLength(32_767);
  });

  it('more sheets than may wait are refused at once', { timeout: 60_000 }, async () => {
    const bytes = sheetSample([['a']]);
    const readings = await Promise.all(Array.from({ length: 30 }, () => readSheet(bytes)));
    const busy = readings.filter(
      (reading) => 'refused' in reading && reading.refused === SHEET_REFUSALS.busy,
    );
    expect(busy).toHaveLength(30 - SHEET_POOL.maxWaiting - SHEET_POOL.maxProcesses);
  });

  it.each([
    ['a zip that is none', Buffer.from('PK and nothing else')],
    ['half a workbook', workbookSample('xlsx').subarray(0, 2_000)],
    ['half an old workbook', workbookSample('biff8').subarray(0, 600)],
  ])('%s is refused', async (_, bytes) => {
    expect(await readSheet(bytes)).toEqual({ refused: SHEET_REFUSALS.unreadable });
  });

  it('a sheet that takes too long is ended', async () => {
    const started = performance.now();
    const bytes = sheetSample(Array.from({ length: 20_000 }, (_, n) => [n, `x${n}`]));
    expect(await createSheetReader({ taskTimeoutMs: 20 })(bytes)).toEqual({
      refused: SHEET_REFUSALS.tooSlow,
    });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('each of many concurrent sheets gets its own result', { timeout: 30_000 }, async () => {
    const readings = await Promise.all(
      Array.from({ length: 8 }, (_, n) => rowsOf(sheetSample([[`book ${n}`]]))),
    );
    expect(readings.map((rows) => rows[0]?.[0])).toEqual(Array.from({ length: 8 }, (_, n) => `book ${n}`));
  });
});
