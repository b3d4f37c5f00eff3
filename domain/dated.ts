import type { IsoDate } from './dates.ts';

/** A row of a table of legal parameters. It applies from its day until the day of the next row. */
export interface Dated {
  readonly from: IsoDate;
}

/** The row in force on a day; null before the first. The order of the rows does not matter. */
export function inForceOn<Row extends Dated>(rows: readonly Row[], day: IsoDate): Row | null {
  return rows.reduce<Row | null>(
    (found, row) => (row.from <= day && (found === null || row.from >= found.from) ? row : found),
    null,
  );
}
