/** A sheet as it was sent: cells as they stand, nothing computed. */

/** A cell that holds no value of its own: a formula, which is never computed, or an error of the spreadsheet. */
export interface Unvalued {
  readonly is: 'formula' | 'error';
  readonly text: string;
}

/** A date is its `yyyy-mm-dd` text; an empty cell is null. */
export type Cell = string | number | boolean | null | Unvalued;

export interface Sheet {
  /** The first row is row 1 of the sheet; empty rows are kept as empty lists, so that numbers are those people see. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Why a sheet was not read, each with its sentence. */
export const SHEET_REFUSALS = {
  unreadable: 'The file cannot be read as a sheet.',
  tooLarge: 'The sheet is too large to be read.',
  tooManyRows: (rows: number) => `The sheet has more than ${rows} rows. Please split it.`,
  tooSlow: 'Reading the sheet took too long.',
} as const;
