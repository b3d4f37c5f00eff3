import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TaskEnded } from '../children/limited-child.ts';
import { ProcessPool } from '../children/pool.ts';
import { readAt } from '../files/read-at.ts';
import { ObjectStoreUnavailable } from '../files/store.ts';
import { Busy } from '../gate.ts';
import {
  MAX_READ_CELLS,
  MAX_READ_CHARS,
  MAX_READ_ROWS,
  MAX_READ_UNPACKED_BYTES,
  SHEET_POOL,
} from '../limits.ts';
import type { SheetProblemReason } from './problem.ts';
import type { SheetResult, SheetTask } from './read.child.ts';
import type { ReadLimits, RowIndex } from './row-writer.ts';
import { SHEET_REFUSALS, type Cell, type Sheet, type SheetBatch } from './sheet.ts';

/** A sheet whose rows are in a temporary file until it is closed. */
export class OpenSheet implements Sheet {
  readonly rowCount: number;
  readonly cellCount: number;
  readonly charCount: number;
  readonly #file: FileHandle;
  readonly #batches: RowIndex['batches'];

  constructor(file: FileHandle, { rowCount, cellCount, charCount, batches }: RowIndex) {
    this.rowCount = rowCount;
    this.cellCount = cellCount;
    this.charCount = charCount;
    this.#file = file;
    this.#batches = batches;
  }

  async *batches(): AsyncGenerator<SheetBatch> {
    for (const { start, bytes, firstRow } of this.#batches) {
      const json = await readAt(this.#file, start, bytes);
      yield { firstRow, rows: JSON.parse(json.toString()) as Cell[][] };
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

type SheetReading = { readonly sheet: OpenSheet } | { readonly refused: string };

interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Called now and then with the number of rows that have been read. */
  readonly onRows?: (rows: number) => void;
}

/** Reads the workbook at a path. The rows are kept in a temporary file in the same folder. */
export type ReadSheet = (path: string, options?: ReadOptions) => Promise<SheetReading>;

interface ReaderLimits extends Partial<ReadLimits> {
  readonly taskTimeoutMs?: number;
  readonly memoryMb?: number;
}

const script = new URL('./read.child.ts', import.meta.url);

const LIMITS: ReadLimits = {
  rows: MAX_READ_ROWS,
  cells: MAX_READ_CELLS,
  chars: MAX_READ_CHARS,
  unpackedBytes: MAX_READ_UNPACKED_BYTES,
};

export const sheetPool = new ProcessPool({ script, ...SHEET_POOL });

/**
 * The first sheet of a workbook (.xlsx or .xls), read in a process with limited time and memory. A workbook that needs
 * more, is broken or is not a workbook is refused. Formulas are not computed: their stored values count. The caller closes the sheet.
 */
export const readSheet: ReadSheet = readerOn(sheetPool, LIMITS);

/** A reader with its own limits. */
export const createSheetReader = ({ taskTimeoutMs, memoryMb, ...limits }: ReaderLimits): ReadSheet =>
  readerOn(
    new ProcessPool({
      script,
      ...SHEET_POOL,
      ...(taskTimeoutMs !== undefined && { taskTimeoutMs }),
      ...(memoryMb !== undefined && { memoryMb }),
    }),
    { ...LIMITS, ...limits },
  );

function readerOn(pool: ProcessPool, limits: ReadLimits): ReadSheet {
  return async (path, { signal, onRows } = {}) => {
    const rowsPath = join(dirname(path), `${randomUUID()}.part`);
    const file = await open(rowsPath, 'wx+', 0o600).catch((error: unknown) => {
      throw new ObjectStoreUnavailable(error);
    });
    let sheet: OpenSheet | undefined;
    try {
      const task: SheetTask = { path, rowsPath, limits };
      const result = (await pool.run(() => task, {
        signal,
        ...(onRows && { onPart: (rows) => onRows(rows as number) }),
      })) as SheetResult;
      if ('refused' in result) return { refused: refusalText(result.refused, limits.rows) };
      sheet = new OpenSheet(file, result);
      return { sheet };
    } catch (error) {
      return { refused: endedText(error, signal) };
    } finally {
      // The open file keeps its content without a name, and the system frees it even if this process dies.
      await rm(rowsPath, { force: true });
      if (sheet === undefined) await file.close();
    }
  };
}

function refusalText(reason: SheetProblemReason, maxRows: number): string {
  // The sheet is not at fault.
  if (reason === 'noSpace') throw new ObjectStoreUnavailable(new Error('no space for the rows of a sheet'));
  return reason === 'tooManyRows' ? SHEET_REFUSALS.tooManyRows(maxRows) : SHEET_REFUSALS[reason];
}

function endedText(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted === true) return SHEET_REFUSALS.unreadable;
  if (error instanceof Busy) return SHEET_REFUSALS.busy;
  if (!(error instanceof TaskEnded)) throw error;
  // A process that dies while it reads has reached its memory limit.
  return error.reason === 'tooSlow' ? SHEET_REFUSALS.tooSlow : SHEET_REFUSALS.tooLarge;
}
