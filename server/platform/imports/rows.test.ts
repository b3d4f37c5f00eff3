import { describe, expect, it } from 'vitest';
import { MAX_IMPORT_CELLS, MAX_IMPORT_CHARS, MAX_IMPORT_ROWS } from '../limits.ts';
import { SHEET_REFUSALS, type Cell, type Sheet, type SheetBatch } from '../xlsx/sheet.ts';
import { asText } from './cells.ts';
import { readRows } from './rows.ts';

const shape = {
  columns: [{ field: 'name', reads: asText, example: 'A' }],
  rules: { name: { label: 'Name' } },
  problems: () => [],
} as const;

/** A sheet in batches of two rows. */
function sheetOf(rows: readonly (readonly Cell[])[], size: Partial<Sheet> = {}): Sheet {
  async function* batches(): AsyncGenerator<SheetBatch> {
    for (let at = 0; at < rows.length; at += 2) yield { firstRow: at + 1, rows: rows.slice(at, at + 2) };
  }
  return { rowCount: rows.length, cellCount: rows.length, charCount: rows.length, batches, ...size };
}

describe('an import', () => {
  it('numbers its rows as the screen does, across batches', async () => {
    const found = await readRows(sheetOf([['Name'], ['a'], [], ['c'], ['d']]), shape);
    expect(found).toMatchObject({
      count: 3,
      rows: [
        { n: 2, name: 'a' },
        { n: 4, name: 'c' },
        { n: 5, name: 'd' },
      ],
    });
  });

  it.each<[string, Partial<Sheet>, string]>([
    ['rows', { rowCount: MAX_IMPORT_ROWS + 2 }, SHEET_REFUSALS.tooManyRows(MAX_IMPORT_ROWS)],
    ['cells', { cellCount: MAX_IMPORT_CELLS + 1 }, SHEET_REFUSALS.tooLarge],
    ['characters', { charCount: MAX_IMPORT_CHARS + 1 }, SHEET_REFUSALS.tooLarge],
  ])('is refused with more %s than the process holds, before it reads any', async (_, size, text) => {
    const unread = () => {
      throw new Error('the rows were read');
    };
    await expect(readRows(sheetOf([], { ...size, batches: unread }), shape)).rejects.toThrow(text);
  });

  it('of an empty sheet misses its columns', async () => {
    expect(await readRows(sheetOf([]), shape)).toMatchObject({
      count: 0,
      errors: [{ row: 1, column: 'Name', text: 'This column is missing.' }],
    });
  });

  it('of as many rows as are held is read', async () => {
    const rows = [['Name'], ...Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => [`r${n}`])];
    expect((await readRows(sheetOf(rows), shape)).count).toBe(MAX_IMPORT_ROWS);
  });
});
