import type { WrongCell } from '#contract/sheets.ts';
import { shownNumber } from '#domain/cells.ts';
import type { FieldProblem } from '#domain/rules.ts';
import type { Sending } from '../dispatch/handler.ts';
import { exportRows } from '../xlsx/export.ts';
import type { Cell } from '../xlsx/sheet.ts';
import { headerOf, type RowError, type SheetShape } from './rows.ts';

/** The cells of a sheet at fault: what a person reads in them, and why they are wrong. */

const MAX_FOUND_CHARS = 60;
/** What a cell shows, shortened. */
export function foundIn(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text =
    typeof cell === 'object' ? cell.text : typeof cell === 'number' ? shownNumber(cell) : String(cell);
  return text.length > MAX_FOUND_CHARS ? `${text.slice(0, MAX_FOUND_CHARS)}…` : text;
}

/** A field of a row that is at fault; `cells` are those of the row in the order of the columns. */
export function wrongCellOf<Draft>(
  shape: SheetShape<Draft>,
  { row, cells }: { readonly row: number; readonly cells: readonly Cell[] },
  { field, message }: FieldProblem,
): WrongCell {
  const at = shape.columns.findIndex((column) => column.field === field);
  return { row, column: headerOf(shape, field), found: foundIn(cells[at]), message };
}

/** Headings that are missing or too many. */
export const wrongHeadings = (errors: readonly RowError[]): readonly WrongCell[] =>
  errors.map(({ row, column, text }) => ({ row, column, found: '', message: text }));

const COLUMNS = [
  { header: 'Row', kind: 'number', width: 10 },
  { header: 'Column', kind: 'text', width: 18 },
  { header: 'Found', kind: 'text', width: 30 },
  { header: 'What is wrong', kind: 'text', width: 60 },
] as const;

/** The wrong cells of a sheet as a sheet. */
export const wrongCellsFile = (fileName: string, cells: readonly WrongCell[]): Sending =>
  exportRows({
    fileName: `${fileName.replace(/\.[^.]*$/, '')}-errors.xlsx`,
    sheet: 'Errors',
    columns: COLUMNS,
    rows: cells.map(({ row, column, found, message }) => [row, column, found, message]),
  });
