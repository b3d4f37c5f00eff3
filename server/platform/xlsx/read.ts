import { TaskEnded } from '../children/limited-child.ts';
import { ProcessPool } from '../children/pool.ts';
import { Busy } from '../gate.ts';
import { MAX_READ_ROWS, SHEET_POOL } from '../limits.ts';
import type { SheetResult, SheetTask } from './read.child.ts';
import { SHEET_REFUSALS, type Cell, type Sheet } from './sheet.ts';

export type SheetReading = { readonly sheet: Sheet } | { readonly refused: string };

interface ReadOptions {
  readonly signal?: AbortSignal;
}

type ReadSheet = (bytes: Buffer, options?: ReadOptions) => Promise<SheetReading>;

interface SheetLimits {
  readonly taskTimeoutMs?: number;
  readonly memoryMb?: number;
}

const script = new URL('./read.child.ts', import.meta.url);

export const sheetPool = new ProcessPool({ script, ...SHEET_POOL });

/**
 * The first sheet of a workbook (.xlsx or .xls), read in a process with limited time and memory. A workbook that needs
 * more, is broken or is not a workbook is refused. Formulas are not computed.
 */
export const readSheet: ReadSheet = readerOn(sheetPool);

/** A reader with its own limits. */
export const createSheetReader = (limits: SheetLimits): ReadSheet =>
  readerOn(new ProcessPool({ script, ...SHEET_POOL, ...limits }));

function readerOn(pool: ProcessPool): ReadSheet {
  return async (bytes, { signal } = {}) => {
    const rows: (readonly Cell[])[] = [];
    // Rows arrive in small parts, so that other calls are served while a large sheet arrives.
    const onPart = (part: unknown) => void rows.push(...(part as (readonly Cell[])[]));
    try {
      const task: SheetTask = { bytes };
      const result = (await pool.run(() => task, { signal, onPart })) as SheetResult;
      return result === 'read' ? { sheet: { rows } } : { refused: refusalText(result.refused) };
    } catch (error) {
      return { refused: endedText(error, signal) };
    }
  };
}

const refusalText = (reason: Exclude<SheetResult, 'read'>['refused']): string =>
  reason === 'tooManyRows' ? SHEET_REFUSALS.tooManyRows(MAX_READ_ROWS) : SHEET_REFUSALS[reason];

function endedText(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted === true) return SHEET_REFUSALS.unreadable;
  if (error instanceof Busy) return SHEET_REFUSALS.busy;
  if (!(error instanceof TaskEnded)) throw error;
  // A process that dies while it reads has reached its memory limit.
  return error.reason === 'tooSlow' ? SHEET_REFUSALS.tooSlow : SHEET_REFUSALS.tooLarge;
}
