/** Reads one workbook in a thread of its own, which whoever started it may end at any moment. */
import { parentPort, workerData } from 'node:worker_threads';
import * as XLSX from '@e965/xlsx';
import { MAX_CELL_CHARS, MAX_READ_COLUMNS, MAX_READ_ROWS, MAX_READ_UNPACKED_BYTES } from '../limits.ts';
import type { Cell } from './sheet.ts';
import { unzip, UnzipError } from './unzip.ts';

export type ReadResult =
  | { readonly rows: readonly (readonly Cell[])[] }
  | { readonly refused: 'unreadable' | 'tooLarge' | 'tooManyRows' };

/** One row more than may be, to see that there are too many; one more for the header. */
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

/** The library unpacks without a limit, so that it is given the parts unpacked; its types do not name this door. */
const { parse_zip } = XLSX as unknown as {
  parse_zip: (parts: unknown, options: XLSX.ParsingOptions) => XLSX.WorkBook;
};
const container = XLSX.CFB as {
  utils: {
    cfb_new: () => unknown;
    cfb_add: (container: unknown, name: string, content: Buffer, options: { unsafe: true }) => void;
  };
};

/** Pictures, macros and drawings are of no use here. */
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
  // Excel holds no longer text; a file that does was not made by it.
  return typeof v === 'string' ? v.slice(0, MAX_CELL_CHARS) : (v ?? null);
}

function readSheet(bytes: Buffer): ReadResult {
  const book = readBook(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const data = sheet?.['!data'] as (XLSX.CellObject[] | undefined)[] | undefined;
  if (data === undefined) return { refused: 'unreadable' };
  const rows: Cell[][] = [];
  for (let row = 0; row < Math.min(data.length, MAX_READ_ROWS + 2); row += 1) {
    const cells: Cell[] = [];
    const given = data[row] ?? [];
    for (let column = 0; column < Math.min(given.length, MAX_READ_COLUMNS); column += 1)
      cells.push(cellOf(given[column]));
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    rows.push(cells);
  }
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
  return rows.length > MAX_READ_ROWS + 1 ? { refused: 'tooManyRows' } : { rows };
}

function result(): ReadResult {
  try {
    return readSheet(Buffer.from((workerData as { bytes: Uint8Array }).bytes));
  } catch (error) {
    // Whatever a library says of a broken file: the sender learns that it is broken.
    return { refused: error instanceof UnzipError && error.isTooLarge ? 'tooLarge' : 'unreadable' };
  }
}

parentPort?.postMessage(result());
