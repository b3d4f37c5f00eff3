import { read } from '@e965/xlsx';
import type { CellObject, WorkSheet } from '@e965/xlsx';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { MAX_CELL_CHARS, MAX_SHEET_ROWS } from '../limits.ts';
import { SheetError } from './cells.ts';
import type { ColumnKind } from './cells.ts';
import { writeXlsx } from './write.ts';
import type { SheetOptions } from './write.ts';

const column = (kind: ColumnKind, header: string = kind) => ({ kind, header, width: 14 });

async function written(columns: readonly ColumnKind[], rows: SheetOptions['rows']): Promise<WorkSheet> {
  const bytes = await buffer(
    writeXlsx({ sheet: 'Report', columns: columns.map((kind) => column(kind)), rows }),
  );
  const book = read(bytes, { cellNF: true, cellText: true });
  expect(book.SheetNames).toEqual(['Report']);
  const sheet = book.Sheets['Report'];
  if (!sheet) throw new Error('no sheet');
  return sheet;
}

/** The cell under the header of a sheet with one column and one row. */
async function cellOf(kind: ColumnKind, value: unknown): Promise<CellObject | undefined> {
  const sheet = await written([kind], [[value]]);
  return sheet['A2'] as CellObject | undefined;
}

/** The raw XML of the sheet, without interpretation by a reader. */
async function sheetXmlOf(kind: ColumnKind, value: unknown): Promise<string> {
  const bytes = await buffer(writeXlsx({ sheet: 'Report', columns: [column(kind)], rows: [[value]] }));
  const book = read(bytes, { bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  return Buffer.from(book.files['xl/worksheets/sheet1.xml']?.content ?? []).toString();
}

describe('cells', () => {
  test.each<[unknown, unknown]>([
    ['plain', 'plain'],
    ['₹ नमस्ते 😀 <&>"\'', '₹ नमस्ते 😀 <&>"\''],
    ['  spaces kept  ', '  spaces kept  '],
    ['two\nlines', 'two\nlines'],
    ['two\r\nlines', 'two\nlines'],
    ['_x0041_ stays', '_x0041_ stays'],
    ['a\u0000b\u001bc\ufffed', 'abcd'],
    ['half \ud83d a pair', 'half \ufffd a pair'],
    ['00123456789012345678', '00123456789012345678'],
    [42, '42'],
    [12n, '12'],
    [true, 'Yes'],
  ])('text is text: %#', async (value, shown) => {
    expect(await cellOf('text', value)).toMatchObject({ t: 's', v: shown });
  });

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '=cmd|" /C calc"!A0',
    '=HYPERLINK("http://evil")',
  ])('text %j is never a formula', async (value) => {
    const cell = await cellOf('text', value);
    expect(cell).toMatchObject({ t: 's' });
    expect(cell?.f).toBeUndefined();
    const xml = await sheetXmlOf('text', value);
    expect(xml).toContain('<c r="A2" s="3" t="inlineStr">');
    expect(xml).not.toContain('<f>');
  });

  test('the style of such text has the quote prefix, and that of other text does not', async () => {
    const bytes = await buffer(writeXlsx({ sheet: 'Report', columns: [column('text')], rows: [] }));
    const book = read(bytes, { bookFiles: true }) as unknown as {
      files: Record<string, { content: Uint8Array }>;
    };
    const styles = Buffer.from(book.files['xl/styles.xml']?.content ?? []).toString();
    const formats = [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)].map(
      String,
    );
    expect(formats.map((format) => format.includes('quotePrefix="1"'))).toEqual([
      ...[false, false, false, true, false, false, false, false],
    ]);
    expect(await sheetXmlOf('text', 'plain')).toContain('<c r="A2" s="2" t="inlineStr">');
  });

  test.each<[ColumnKind, unknown, number]>([
    ['number', '83.254100', 83.2541],
    ['number', '-0.000001', -0.000001],
    ['number', 7, 7],
    ['number', 12_345n, 12_345],
    ['money', '12345678.50', 12_345_678.5],
    ['money', '-1.05', -1.05],
  ])('%s %s is a number', async (kind, value, shown) => {
    const cell = await cellOf(kind, value);
    expect(cell).toMatchObject({ t: 'n', v: shown });
    if (kind === 'money') expect(cell?.z).toBe('#,##0.00');
  });

  test('the digits of a decimal are written exactly, and numbers that Excel cannot hold stay text', async () => {
    expect(await sheetXmlOf('number', '0.10')).toContain('<v>0.10</v>');
    expect(await sheetXmlOf('number', '123456789012345000000')).toContain('<v>123456789012345000000</v>');
    expect(await cellOf('number', 9_007_199_254_740_993n)).toMatchObject({ t: 's', v: '9007199254740993' });
    expect(await cellOf('money', '12345678901234567.89')).toMatchObject({
      t: 's',
      v: '12345678901234567.89',
    });
  });

  test.each<[ColumnKind, unknown, string]>([
    ['date', '2026-04-03', '03/04/2026'],
    ['date', '1900-03-01', '01/03/1900'],
    ['date', '2024-02-29', '29/02/2024'],
    ['date', new Date('2026-04-02T20:00:00Z'), '03/04/2026'],
    ['datetime', '2026-04-03T04:05:06Z', '03/04/2026 09:35:06'],
    ['datetime', '2026-04-03 04:05:06.789+00', '03/04/2026 09:35:06'],
    ['datetime', '2026-04-03T00:00:00-04:30', '03/04/2026 10:00:00'],
    ['datetime', '2026-04-03T23:59', '03/04/2026 23:59:00'],
    ['datetime', new Date('2026-12-31T18:29:59.999Z'), '31/12/2026 23:59:59'],
  ])('%s %s is a serial number shown as %s', async (kind, value, shown) => {
    const cell = await cellOf(kind, value);
    expect(cell).toMatchObject({ t: 'n', w: shown });
    expect(cell?.z).toMatch(/^dd\/mm\/yyyy/);
  });

  test('a date before Excel’s calendar is text', async () => {
    expect(await cellOf('date', '1899-12-31')).toMatchObject({ t: 's', v: '31/12/1899' });
    expect(await cellOf('datetime', '1857-05-10T10:00')).toMatchObject({ t: 's', v: '10/05/1857 10:00:00' });
  });

  test.each([null, undefined, ''])('%j gives no cell', async (value) => {
    for (const kind of ['text', 'number', 'date', 'datetime', 'money'] as const)
      expect(await cellOf(kind, value)).toBeUndefined();
  });

  test.each<[ColumnKind, unknown]>([
    ['number', 'twelve'],
    ['number', '1e5'],
    ['number', '1,000'],
    ['number', Number.NaN],
    ['number', Number.POSITIVE_INFINITY],
    ['money', ' 1'],
    ['money', true],
    ['date', '03/04/2026'],
    ['date', '2026-02-31'],
    ['date', new Date(Number.NaN)],
    ['datetime', '2026-04-03'],
    ['datetime', '2026-04-03T24:00:00Z'],
    ['text', { an: 'object' }],
    ['text', 'x'.repeat(MAX_CELL_CHARS + 1)],
  ])('%s refuses an invalid value and names the cell, not the value', async (kind, value) => {
    const failing = buffer(
      writeXlsx({ sheet: 'Report', columns: [column(kind, 'Amount')], rows: [[value]] }),
    );
    await expect(failing).rejects.toBeInstanceOf(SheetError);
    await expect(failing).rejects.toThrow(/^cell A2 \(Amount\): (not|longer)/);
  });

  test('the longest text passes', async () => {
    expect(await cellOf('text', 'x'.repeat(MAX_CELL_CHARS))).toMatchObject({ v: 'x'.repeat(MAX_CELL_CHARS) });
  });
});

describe('sheet', () => {
  test('has its header, widths, frozen row and filter', async () => {
    const columns = [column('text', 'Name & title'), column('money', 'Amount'), column('date', 'Day')];
    const rows = [
      ['A', '1.00', '2026-04-03'],
      ['B', null, null],
    ];
    const bytes = await buffer(writeXlsx({ sheet: 'Apr <2026> & "co"', columns, rows }));
    const book = read(bytes, { cellStyles: true });
    const sheet = book.Sheets['Apr <2026> & "co"'];
    expect(sheet?.['!ref']).toBe('A1:C3');
    expect(sheet?.['!autofilter']).toEqual({ ref: 'A1:C3' });
    expect(sheet?.['!cols']).toHaveLength(3);
    expect(['A1', 'B1', 'C1'].map((at) => (sheet?.[at] as CellObject | undefined)?.v)).toEqual([
      'Name & title',
      'Amount',
      'Day',
    ]);
    expect(await sheetXmlOf('text', 'x')).toContain('<pane ySplit="1" topLeftCell="A2"');
  });

  test('without rows is still a sheet, and columns continue after Z', async () => {
    const kinds = Array.from({ length: 30 }, () => 'text' as const);
    const sheet = await written(kinds, [kinds.map((_, index) => `v${index}`)]);
    expect(sheet['AD2']).toMatchObject({ v: 'v29' });
    expect((await written(['text'], []))['!ref']).toBe('A1');
  });

  test.each(['', 'x'.repeat(32), 'a/b', 'a[b]', "'a", 'a:b'])('the name %j is refused', (sheet) => {
    expect(() => writeXlsx({ sheet, columns: [column('text')], rows: [] })).toThrow(SheetError);
  });

  test('without columns, or with a row of another length, is refused', async () => {
    expect(() => writeXlsx({ sheet: 'S', columns: [], rows: [] })).toThrow(SheetError);
    const failing = buffer(writeXlsx({ sheet: 'S', columns: [column('text')], rows: [['a', 'b']] }));
    await expect(failing).rejects.toThrow('row 2 has 2 values for 1 columns');
  });

  test('with too many rows for Excel ends in an error', async () => {
    function* rows(count: number) {
      for (let n = 0; n < count; n += 1) yield [null];
    }
    const drain = (count: number) =>
      pipeline(
        writeXlsx({ sheet: 'S', columns: [column('text')], rows: rows(count) }),
        new Writable({ write: (_chunk, _encoding, done) => done() }),
      );
    await expect(drain(MAX_SHEET_ROWS - 1)).resolves.toBeUndefined();
    await expect(drain(MAX_SHEET_ROWS)).rejects.toThrow(`more than ${MAX_SHEET_ROWS} rows`);
  });
});

describe('stream', () => {
  const WIDE_ROW = Array.from({ length: 15 }, (_, index) =>
    index % 3 ? `text number ${index}` : `${index}.25`,
  );
  const WIDE_COLUMNS = WIDE_ROW.map((_, index) => column(index % 3 ? 'text' : 'money', `C${index}`));

  test('rows are read only as fast as the file', async () => {
    let read = 0;
    async function* rows() {
      for (; read < 1_000_000; read += 1) yield [randomBytes(100).toString('hex')];
    }
    const stream = writeXlsx({ sheet: 'S', columns: [column('text')], rows: rows() });
    // Reading stops by itself, on any machine, with most rows unread.
    let readBefore = -1;
    while (read !== readBefore) {
      readBefore = read;
      await sleep(200);
    }
    expect(read).toBeLessThan(10_000);
    stream.destroy();
  });

  test('a reader that disconnects ends the reading of rows', async () => {
    let isClosed = false;
    async function* rows() {
      try {
        for (;;) yield WIDE_ROW;
      } finally {
        isClosed = true;
      }
    }
    const stream = writeXlsx({ sheet: 'S', columns: WIDE_COLUMNS, rows: rows() });
    let received = 0;
    for await (const chunk of stream) {
      received += (chunk as Buffer).length;
      if (received > 100_000) break;
    }
    await sleep(50);
    expect(isClosed).toBe(true);
  });

  test('a failing query ends the file with its error', async () => {
    async function* rows() {
      yield WIDE_ROW;
      throw new Error('the query failed');
    }
    await expect(buffer(writeXlsx({ sheet: 'S', columns: WIDE_COLUMNS, rows: rows() }))).rejects.toThrow(
      'the query failed',
    );
  });

  test('100,000 rows of 15 cells: in little memory', async ({ annotate }) => {
    async function* rows() {
      for (let n = 0; n < 100_000; n += 1) {
        // A database returns rows in batches, so the event loop runs in between.
        if (n % 1_000 === 0) await sleep(0);
        yield [...WIDE_ROW.slice(0, 14), `row ${n}`];
      }
    }
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
    const begun = performance.now();
    let bytes = 0;
    const columns = WIDE_COLUMNS.map((entry, index) => (index === 14 ? column('text') : entry));
    for await (const chunk of writeXlsx({ sheet: 'S', columns, rows: rows() }))
      bytes += (chunk as Buffer).length;
    clearInterval(timer);
    const seconds = (performance.now() - begun) / 1_000;
    const growthMb = (peak - before) / 1024 / 1024;
    await annotate(`${seconds.toFixed(2)} s, ${growthMb.toFixed(0)} MB more at the peak, ${bytes} bytes`);
    expect(growthMb).toBeLessThan(200);
  });
});
