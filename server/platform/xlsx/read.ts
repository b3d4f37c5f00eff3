import { Worker } from 'node:worker_threads';
import { MAX_READ_ROWS, SHEET_READ_MEMORY_MB, SHEET_READ_TIMEOUT_MS } from '../limits.ts';
import type { ReadResult } from './read.worker.ts';
import { SHEET_REFUSALS, type Sheet } from './sheet.ts';

export type SheetReading = { readonly sheet: Sheet } | { readonly refused: string };

interface ReadOptions {
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
  readonly signal?: AbortSignal;
}

const WORKER = new URL('./read.worker.ts', import.meta.url);
const YOUNG_GENERATION_MB = 32;

/** One sheet is read at a time, so that however many are sent the memory taken is that of one. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The first sheet of a workbook (.xlsx or .xls), read in a thread with bounded time and memory. A workbook that needs
 * more, is broken or is none is refused; nothing of it is computed.
 */
export function readSheet(bytes: Buffer, options: ReadOptions = {}): Promise<SheetReading> {
  const reading = last.then(() => readNow(bytes, options));
  last = reading.catch(() => undefined);
  return reading;
}

async function readNow(
  bytes: Buffer,
  { timeoutMs = SHEET_READ_TIMEOUT_MS, memoryMb = SHEET_READ_MEMORY_MB, signal }: ReadOptions,
): Promise<SheetReading> {
  if (signal?.aborted === true) return { refused: SHEET_REFUSALS.unreadable };
  const worker = new Worker(WORKER, {
    workerData: { bytes },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    // What the library says about a strange file is for nobody.
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SheetReading>((resolve, reject) => {
      timer = setTimeout(resolve, timeoutMs, { refused: SHEET_REFUSALS.tooSlow });
      signal?.addEventListener('abort', () => resolve({ refused: SHEET_REFUSALS.unreadable }), {
        once: true,
      });
      worker.once('message', (result: ReadResult) => resolve(readingOf(result)));
      worker.once('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? resolve({ refused: SHEET_REFUSALS.tooLarge })
          : reject(error),
      );
      worker.once('exit', () => resolve({ refused: SHEET_REFUSALS.unreadable }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function readingOf(result: ReadResult): SheetReading {
  if ('rows' in result) return { sheet: { rows: result.rows } };
  return {
    refused:
      result.refused === 'tooManyRows'
        ? SHEET_REFUSALS.tooManyRows(MAX_READ_ROWS)
        : SHEET_REFUSALS[result.refused],
  };
}
