/** Reads workbooks in a separate process, which the parent kills when one takes too long. */
import * as XLSX from '@e965/xlsx';
import { serveTasks } from '../children/child.ts';
import {
  MAX_CELL_CHARS,
  MAX_READ_CELLS,
  MAX_READ_CHARS,
  MAX_READ_COLUMNS,
  MAX_READ_ROWS,
  MAX_READ_UNPACKED_BYTES,
} from '../limits.ts';
import type { Cell } from './sheet.ts';
import { unzip, UnzipError } from './unzip.ts';

export interface SheetTask {
  readonly bytes: Uint8Array;
}

/** The rows have already been sent as parts. */
export type SheetResult = 'read' | { readonly refused: 'unreadable' | 'tooLarge' | 'tooManyRows' };

type ReadRows = { readonly rows: readonly (readonly Cell[])[] } | Exclude<SheetResult, 'read'>;

/** A part takes the parent about a millisecond. */
const CELLS_PER_PART = 2_000;
const CHARS_PER_PART = 100_000;

/** One row more than allowed, to detect too many rows; one more for the header. */
const OPTIONS: XLSX.ParsingOptions = {
  dense: true,
  sheets: 0,
  sheetRows: MAX_READ_ROWS + 2,
  cellFormula: true,
  cellHTML: false,
  cellText: false,
  cellDates: true,
  UTC: true,
};

/**
 * The library unpacks without a limit, so it gets the parts already unpacked; its types do not declare this function.
 */
const { parse_zip } = XLSX as unknown as {
  parse_zip: (parts: unknown, options: XLSX.ParsingOptions) => XLSX.WorkBook;
};
const container = XLSX.CFB as {
  utils: {
    cfb_new: () => unknown;
    cfb_add: (container: unknown, name: string, content: Buffer, options: { unsafe: true }) => void;
  };
};

/** Pictures, macros and drawings are not needed. */
const isPart = (name: string) =>
  /^(?:\[Content_Types\]\.xml|_rels\/.*|xl\/(?!media\/|embeddings\/).*\.(?:xml|rels))$/.test(name);

function readBook(bytes: Buffer): XLSX.WorkBook {
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK')
    return XLSX.read(bytes, { ...OPTIONS, type: 'buffer' });
  const parts = container.utils.cfb_new();
  for (const [name, content] of unzip(bytes, MAX_READ_UNPACKED_BYTES, isPart))
    container.utils.cfb_add(parts, `/${name}`, content, { unsafe: true });
  return parse_zip(parts, OPTIONS);
}

function cellOf(cell: XLSX.CellObject | undefined): Cell {
  if (cell === undefined || cell.t === 'z') return null;
  if (cell.f !== undefined) return { is: 'formula', text: `=${cell.f}`.slice(0, MAX_CELL_CHARS) };
  if (cell.t === 'e') return { is: 'error', text: '' };
  const { v } = cell;
  if (v instanceof Date) return Number.isNaN(v.getTime()) ? null : v.toISOString().slice(0, 10);
  // Excel does not store longer text, so the file was not made by Excel.
  return typeof v === 'string' ? v.slice(0, MAX_CELL_CHARS) : (v ?? null);
}

/**
 * The size of a sheet's rows. A text that a workbook stores once and shows in a million cells becomes a million texts
 * for the parent, so cells and characters are counted here.
 */
class Size {
  #cells = 0;
  #chars = 0;

  add(cells: readonly Cell[]): void {
    this.#cells += cells.length;
    for (const cell of cells) this.#chars += charsOf(cell);
  }

  exceeds(cells: number, chars: number): boolean {
    return this.#cells > cells || this.#chars > chars;
  }
}

function charsOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length;
  return cell !== null && typeof cell === 'object' ? cell.text.length : 0;
}

function readRows(bytes: Buffer): ReadRows {
  const book = readBook(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const data = sheet?.['!data'] as (XLSX.CellObject[] | undefined)[] | undefined;
  if (data === undefined) return { refused: 'unreadable' };
  const rows: Cell[][] = [];
  const size = new Size();
  for (let row = 0; row < Math.min(data.length, MAX_READ_ROWS + 2); row += 1) {
    const cells: Cell[] = [];
    const given = data[row] ?? [];
    for (let column = 0; column < Math.min(given.length, MAX_READ_COLUMNS); column += 1)
      cells.push(cellOf(given[column]));
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    rows.push(cells);
    size.add(cells);
    if (size.exceeds(MAX_READ_CELLS, MAX_READ_CHARS)) return { refused: 'tooLarge' };
  }
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
  return rows.length > MAX_READ_ROWS + 1 ? { refused: 'tooManyRows' } : { rows };
}

function tryToRead(bytes: Buffer): ReadRows {
  try {
    return readRows(bytes);
  } catch (error) {
    // Any library error about a broken file tells the sender only that the file is broken.
    return { refused: error instanceof UnzipError && error.isTooLarge ? 'tooLarge' : 'unreadable' };
  }
}

function sendInParts(rows: readonly (readonly Cell[])[], send: (part: readonly (readonly Cell[])[]) => void) {
  let part: (readonly Cell[])[] = [];
  let size = new Size();
  for (const row of rows) {
    part.push(row);
    // An empty row counts as a cell, or a sheet of empty rows would be one part.
    size.add(row.length === 0 ? [null] : row);
    if (!size.exceeds(CELLS_PER_PART, CHARS_PER_PART)) continue;
    send(part);
    part = [];
    size = new Size();
  }
  send(part);
}

serveTasks(async ({ bytes }: SheetTask, sendPart): Promise<SheetResult> => {
  const read = tryToRead(Buffer.from(bytes));
  if ('refused' in read) return read;
  sendInParts(read.rows, sendPart);
  return 'read';
});
