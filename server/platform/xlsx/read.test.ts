import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { allRows, readRowsOf, withSheet } from '#tools/testing/read-sheet.ts';
import { rawSheetSample, sheetSample, workbookSample } from '#tools/testing/samples.ts';
import { READ_BATCH_CHARS, READ_BATCH_ROWS, SHEET_POOL } from '../limits.ts';
import { createSheetReader } from './read.ts';
import { SHEET_REFUSALS } from './sheet.ts';

const rowsOf = async (bytes: Buffer) => {
  const reading = await readRowsOf(bytes);
  if ('refused' in reading) throw new Error(reading.refused);
  return reading;
};

describe('a sheet', () => {
  it.each(['xlsx', 'biff8', 'html', 'xlml'] as const)('is read from %s', async (bookType) => {
    const rate = bookType === 'html' ? '83.25' : 83.25;
    expect(await rowsOf(workbookSample(bookType))).toEqual([
      ['Currency', 'Rate'],
      ['USD', rate],
    ]);
  });

  it('has the texts of HTML as they are written: 05/03/2025 is no day of May', async () => {
    const html = '<html><table><tr><td>05/03/2025</td><td>1,01,300.63</td><td>007</td></tr></table></html>';
    expect(await rowsOf(Buffer.from(html))).toEqual([['05/03/2025', '1,01,300.63', '007']]);
  });

  it('keeps empty rows, so that row numbers match the screen, and drops empty rows at the end', async () => {
    const rows = await rowsOf(sheetSample([['A', 'B', null], [], [null, 'x'], [null], []]));
    expect(rows).toEqual([['A', 'B'], [], [null, 'x']]);
  });

  it('returns booleans, dates and numbers with their types', async () => {
    const rows = await rowsOf(sheetSample([[true, 5, new Date(Date.UTC(2026, 3, 1)), '007']]));
    expect(rows).toEqual([[true, 5, '2026-04-01', '007']]);
  });

  it('is never computed: a formula is the value that was stored with it, or else no value', async () => {
    const bytes = sheetSample([['x']], 'xlsx', (sheet) => {
      sheet['A1'] = { t: 's', v: 'India', f: 'HYPERLINK("http://bureau.example","India")' };
      sheet['B1'] = { t: 'e', v: 42, w: '#N/A' };
      sheet['C1'] = { t: 'n', f: '1+1' };
      sheet['!ref'] = 'A1:C1';
    });
    expect(await rowsOf(bytes)).toEqual([
      ['India', { is: 'error', text: '' }, { is: 'formula', text: '=1+1' }],
    ]);
  });

  it('has only the first of merged cells', async () => {
    const bytes = sheetSample([['a', 'b'], ['c']], 'xlsx', (sheet) => {
      sheet['!merges'] = [utils.decode_range('A1:A2')];
    });
    expect((await rowsOf(bytes))[0]).toEqual(['a', 'b']);
  });
});

describe('batches', () => {
  const batchesOf = (bytes: Buffer) =>
    withSheet(bytes, async (sheet) => {
      const batches: { firstRow: number; rows: number }[] = [];
      for await (const { firstRow, rows } of sheet.batches()) batches.push({ firstRow, rows: rows.length });
      return batches;
    });

  it.each(['xlsx', 'biff8'] as const)(
    'of %s have a thousand rows, and the last one the rest',
    async (type) => {
      const rows = Array.from({ length: 2 * READ_BATCH_ROWS + 1 }, (_, n) => [n]);
      rows[1] = [];
      expect(await batchesOf(sheetSample(rows, type))).toEqual([
        { firstRow: 1, rows: READ_BATCH_ROWS },
        { firstRow: READ_BATCH_ROWS + 1, rows: READ_BATCH_ROWS },
        { firstRow: 2 * READ_BATCH_ROWS + 1, rows: 1 },
      ]);
    },
  );

  it('of long texts have fewer rows', async () => {
    const batches = await batchesOf(sheetSample(Array.from({ length: 100 }, () => ['x'.repeat(30_000)])));
    const each = Math.ceil(READ_BATCH_CHARS / 30_000);
    expect(batches).toEqual(
      Array.from({ length: Math.ceil(100 / each) }, (_, n) => ({
        firstRow: n * each + 1,
        rows: Math.min(each, 100 - n * each),
      })),
    );
  });

  it('can be read again, while the file has no name any more, and not after the sheet is closed', async () => {
    const closed = await withSheet(sheetSample([['a'], ['b', null, true]]), async (sheet) => {
      const read = () => allRows(sheet);
      const expected = [['a'], ['b', null, true]];
      expect(await read()).toEqual(expected);
      expect(await read()).toEqual(expected);
      expect(sheet).toMatchObject({ rowCount: 2, cellCount: 4, charCount: 2 });
      return sheet;
    });
    if ('refused' in closed) throw new Error(closed.refused);
    await expect(allRows(closed)).rejects.toThrow();
  });

  it('of an empty sheet are none', async () => {
    expect(await batchesOf(sheetSample([]))).toEqual([]);
  });
});

describe('limits', () => {
  const cell = '<c><v>1</v></c>';
  const data = (rows: string) => rawSheetSample(`<sheetData>${rows}</sheetData>`);
  const shape = (reading: Awaited<ReturnType<typeof readRowsOf>>) =>
    'refused' in reading ? reading : reading.map((cells) => cells.length);

  it('rows, without the headings: empty ones at the end do not count, one far below does', async () => {
    const read = createSheetReader({ rows: 2 });
    const tooMany = { refused: SHEET_REFUSALS.tooManyRows(2) };
    const row = `<row>${cell}</row>`;
    expect(shape(await readRowsOf(await data(row.repeat(3)), read))).toEqual([1, 1, 1]);
    expect(shape(await readRowsOf(await data(row + '<row/>'.repeat(1_000)), read))).toEqual([1]);
    expect(await readRowsOf(await data(row.repeat(4)), read)).toEqual(tooMany);
    expect(await readRowsOf(await data(`<row r="1048576">${cell}</row>`), read)).toEqual(tooMany);
    const legacy = sheetSample([[1], [2], [3], [4]], 'biff8');
    expect(await readRowsOf(legacy, read)).toEqual(tooMany);
  });

  it('cells and characters, also of a text that is stored once', async () => {
    const tooLarge = { refused: SHEET_REFUSALS.tooLarge };
    const row = `<row>${cell.repeat(3)}</row>`;
    const cells = createSheetReader({ cells: 6 });
    expect(shape(await readRowsOf(await data(row.repeat(2)), cells))).toEqual([3, 3]);
    expect(await readRowsOf(await data(row.repeat(3)), cells)).toEqual(tooLarge);
    const repeated = (times: number) =>
      rawSheetSample(
        `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(times)}</sheetData>`,
        '<si><t>12345</t></si>',
      );
    const chars = createSheetReader({ chars: 10 });
    expect(shape(await readRowsOf(await repeated(2), chars))).toEqual([1, 1]);
    expect(await readRowsOf(await repeated(3), chars)).toEqual(tooLarge);
  });

  it('unpacked bytes', async () => {
    const read = createSheetReader({ unpackedBytes: 100_000 });
    expect(await readRowsOf(await data(' '.repeat(90_000)), read)).toEqual([]);
    expect(await readRowsOf(await data(' '.repeat(110_000)), read)).toEqual({
      refused: SHEET_REFUSALS.tooLarge,
    });
  });

  it('a reader that leaves ends the work and leaves no file', async () => {
    const bytes = sheetSample(Array.from({ length: 20_000 }, (_, n) => [n, `x${n}`]));
    const signal = AbortSignal.timeout(100);
    const read = createSheetReader({});
    expect(await readRowsOf(bytes, (path) => read(path, { signal }))).toEqual({
      refused: SHEET_REFUSALS.unreadable,
    });
  });
});

describe('hostile sheets', () => {
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

  it('more sheets than may wait are refused at once', async () => {
    const read = createSheetReader({});
    const folder = await mkdtemp(join(tmpdir(), 'bureau-pipe-'));
    const pipe = join(folder, 'book');
    execFileSync('mkfifo', [pipe]);
    const leaving = new AbortController();
    const endless = read(pipe, { signal: leaving.signal });
    // Opened as soon as the only process reads it. As nothing is written, that goes on until it is abandoned.
    const silent = await open(pipe, 'w');
    try {
      const results: string[] = [];
      const readings = Array.from({ length: SHEET_POOL.maxWaiting + 20 }, async () => {
        const rows = await readRowsOf(sheetSample([['a']]), read);
        results.push('refused' in rows ? rows.refused : 'read');
      });
      await expect.poll(() => results, { timeout: 30_000 }).toEqual(Array(20).fill(SHEET_REFUSALS.busy));
      leaving.abort();
      await Promise.all(readings);
      expect(results.slice(20)).toEqual(Array(SHEET_POOL.maxWaiting).fill('read'));
    } finally {
      leaving.abort();
      await endless;
      await silent.close();
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ['a zip that is none', Buffer.from('PK and nothing else')],
    ['half a workbook', workbookSample('xlsx').subarray(0, 2_000)],
    ['half an old workbook', workbookSample('biff8').subarray(0, 600)],
  ])('%s is refused', async (_, bytes) => {
    expect(await readRowsOf(bytes)).toEqual({ refused: SHEET_REFUSALS.unreadable });
  });

  it('a sheet that takes too long is ended', async () => {
    const started = performance.now();
    const bytes = sheetSample(Array.from({ length: 20_000 }, (_, n) => [n, `x${n}`]));
    expect(await readRowsOf(bytes, createSheetReader({ taskTimeoutMs: 20 }))).toEqual({
      refused: SHEET_REFUSALS.tooSlow,
    });
    expect(performance.now() - started).toBeLessThan(25_000);
  });

  it('each of many concurrent sheets gets its own result', async () => {
    const readings = await Promise.all(
      Array.from({ length: 8 }, (_, n) => rowsOf(sheetSample([[`book ${n}`]]))),
    );
    expect(readings.map((rows) => rows[0]?.[0])).toEqual(Array.from({ length: 8 }, (_, n) => `book ${n}`));
  });
});
