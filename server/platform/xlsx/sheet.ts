/** A sheet as sent: the stored cells, nothing computed. */
import { BUSY_TEXT } from '../gate.ts';

/** A cell without its own value: a formula, which is never computed, or an error of the spreadsheet. */
export interface Unvalued {
  readonly is: 'formula' | 'error';
  readonly text: string;
}

/** A date is its `yyyy-mm-dd` text; an empty cell is null. */
export type Cell = string | number | boolean | null | Unvalued;

export interface Sheet {
  /** The first row is row 1 of the sheet. Empty rows are kept as empty lists, so that row numbers match the screen. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Why a sheet was not read, with the text for the user. */
export const SHEET_REFUSALS = {
  unreadable: 'The file cannot be read as a sheet.',
  tooLarge: 'The sheet is too large to be read.',
  tooManyRows: (rows: number) => `The sheet has more than ${rows} rows. Please split it.`,
  busy: BUSY_TEXT,
  tooSlow: 'Reading the sheet took too long.',
} as const;
