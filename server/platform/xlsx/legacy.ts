import type * as Library from '@e965/xlsx';
import { flushCompileCache } from 'node:module';
import { MAX_READ_COLUMNS } from '../limits.ts';
import { SheetProblem } from './problem.ts';
import type { TakeRow } from './sheet-reader.ts';
import type { Cell } from './sheet.ts';
import { storableText } from './workbook.ts';

/**
 * Reads the rows of the first sheet of what is named .xls: a binary workbook, HTML or XML. A binary sheet has at most
 * 65,536 rows, so a library that holds the whole workbook in memory suffices.
 */
export async function readLegacy(bytes: Buffer, maxRows: number, takeRow: TakeRow): Promise<void> {
  const { read } = await loadLibrary();
  // One row more than allowed, to detect too many rows; one more for the headings.
  const book = read(bytes, { ...OPTIONS, sheetRows: maxRows + 2 });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const data = sheet?.['!data'] as (Library.CellObject[] | undefined)[] | undefined;
  if (data === undefined) throw new SheetProblem('unreadable');
  for (let row = 0; row < Math.min(data.length, maxRows + 2); row += 1) {
    const cells: Cell[] = [];
    const given = data[row] ?? [];
    for (let column = 0; column < Math.min(given.length, MAX_READ_COLUMNS); column += 1)
      cells.push(cellOf(given[column]));
    takeRow(row + 1, cells);
  }
}

/** The library is large and most sheets do not need it. */
async function loadLibrary(): Promise<typeof Library> {
  const library = await import('@e965/xlsx');
  flushCompileCache();
  return library;
}

const OPTIONS: Library.ParsingOptions = {
  type: 'buffer',
  dense: true,
  sheets: 0,
  cellFormula: true,
  cellHTML: false,
  cellText: false,
  cellDates: true,
  UTC: true,
  // The texts of HTML stay as they are written: the library would read 05/03/2025 as a day of May.
  raw: true,
};

function cellOf(cell: Library.CellObject | undefined): Cell {
  if (cell === undefined || cell.t === 'z') return null;
  if (cell.t === 'e') return { is: 'error', text: '' };
  if (cell.f !== undefined && cell.v === undefined)
    return { is: 'formula', text: storableText(`=${cell.f}`) };
  const { v } = cell;
  if (v instanceof Date) return Number.isNaN(v.getTime()) ? null : v.toISOString().slice(0, 10);
  return typeof v === 'string' ? storableText(v) : (v ?? null);
}
