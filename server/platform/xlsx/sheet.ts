/** A sheet as sent: the stored cells, nothing computed. A formula is the value that the file holds for it. */
import { BUSY_TEXT } from '../gate.ts';

/** A cell without a value: a formula without one in the file, which is never computed, or an error of the spreadsheet. */
export interface Unvalued {
  readonly is: 'formula' | 'error';
  readonly text: string;
}

/** A date is its `yyyy-mm-dd` text; an empty cell is null. */
export type Cell = string | number | boolean | null | Unvalued;

export interface SheetBatch {
  /** The number of the first of these rows, as the screen shows it. */
  readonly firstRow: number;
  /** At most 1,000 rows. Empty rows are kept as empty lists, so that row numbers match the screen. */
  readonly rows: readonly (readonly Cell[])[];
}

export interface Sheet {
  /** Rows up to the last one that has a cell, the headings among them. */
  readonly rowCount: number;
  readonly cellCount: number;
  readonly charCount: number;
  /**
   * The rows in order, beginning with row 1. A batch is read when it is asked for, so only one is in memory. Each call
   * begins again, so a handler can check all rows before it writes the first.
   */
  batches(): AsyncIterable<SheetBatch>;
}

/** Why a sheet was not read, with the text for the user. */
export const SHEET_REFUSALS = {
  unreadable: 'The file cannot be read as a sheet.',
  tooLarge: 'The sheet is too large to be read.',
  tooManyRows: (rows: number) => `The sheet has more than ${rows} rows. Please split it.`,
  busy: BUSY_TEXT,
  tooSlow: 'Reading the sheet took too long.',
} as const;
