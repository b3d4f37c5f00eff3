import { closeSync, openSync, writeSync } from 'node:fs';
import { READ_BATCH_CHARS, READ_BATCH_ROWS } from '../limits.ts';
import { SheetProblem } from './problem.ts';
import type { Cell } from './sheet.ts';

/** The size of a sheet beyond which it is not read. */
export interface ReadLimits {
  /** Without the headings. */
  readonly rows: number;
  readonly cells: number;
  readonly chars: number;
  readonly unpackedBytes: number;
}

/** Where a batch is in the file of rows. */
interface StoredBatch {
  readonly start: number;
  readonly bytes: number;
  readonly firstRow: number;
}

/** What a file of rows holds. */
export interface RowIndex {
  readonly rowCount: number;
  readonly cellCount: number;
  readonly charCount: number;
  readonly batches: readonly StoredBatch[];
}

/**
 * Writes the rows of a sheet to a file, batch by batch, as JSON. It keeps empty rows between others, drops those at the
 * end, and counts what a handler will get: a text that a workbook stores once and shows in a million cells is a
 * million texts.
 */
export class RowWriter {
  readonly #file: number;
  readonly #limits: ReadLimits;
  readonly #onRows: (rows: number) => void;
  readonly #batches: StoredBatch[] = [];
  #rows: Cell[][] = [];
  #batchChars = 0;
  #bytes = 0;
  #rowCount = 0;
  #cellCount = 0;
  #charCount = 0;

  /** The file exists and belongs to the parent, which is told after each batch how many rows there are so far. */
  constructor(path: string, limits: ReadLimits, onRows: (rows: number) => void = () => {}) {
    this.#file = openSync(path, 'r+');
    this.#limits = limits;
    this.#onRows = onRows;
  }

  /** Rows come in order; `rowNumber` counts from 1 as on the screen. */
  readonly add = (rowNumber: number, cells: Cell[]): void => {
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    if (cells.length === 0) return;
    if (rowNumber > this.#limits.rows + 1) throw new SheetProblem('tooManyRows');
    while (this.#rowCount < rowNumber - 1) this.#push([], 0);
    const chars = cells.reduce<number>((sum, cell) => sum + charsOf(cell), 0);
    this.#cellCount += cells.length;
    this.#charCount += chars;
    if (this.#cellCount > this.#limits.cells || this.#charCount > this.#limits.chars)
      throw new SheetProblem('tooLarge');
    this.#push(cells, chars);
  };

  end(): RowIndex {
    this.#flush();
    return {
      rowCount: this.#rowCount,
      cellCount: this.#cellCount,
      charCount: this.#charCount,
      batches: this.#batches,
    };
  }

  close(): void {
    closeSync(this.#file);
  }

  #push(cells: Cell[], chars: number): void {
    this.#rows.push(cells);
    this.#rowCount += 1;
    this.#batchChars += chars;
    if (this.#rows.length >= READ_BATCH_ROWS || this.#batchChars >= READ_BATCH_CHARS) this.#flush();
  }

  #flush(): void {
    if (this.#rows.length === 0) return;
    const json = Buffer.from(JSON.stringify(this.#rows));
    const firstRow = this.#rowCount - this.#rows.length + 1;
    this.#batches.push({ start: this.#bytes, bytes: json.length, firstRow });
    try {
      for (let written = 0; written < json.length;) written += writeSync(this.#file, json, written);
    } catch {
      throw new SheetProblem('noSpace');
    }
    this.#bytes += json.length;
    this.#rows = [];
    this.#batchChars = 0;
    this.#onRows(this.#rowCount);
  }
}

function charsOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length;
  return cell !== null && typeof cell === 'object' ? cell.text.length : 0;
}
