import { setImmediate } from 'node:timers/promises';
import type { ImportReply } from '#contract/master.ts';
import type { FieldProblem, FieldRule } from '#domain/rules.ts';
import { Refusal } from '../dispatch/problems.ts';
import { MAX_IMPORT_CELLS, MAX_IMPORT_CHARS, MAX_IMPORT_ROWS } from '../limits.ts';
import { SHEET_REFUSALS, type Cell, type Sheet } from '../xlsx/sheet.ts';
import type { CellReader } from './cells.ts';
import type { ImportedRow } from './import.sql.ts';

/** A draft holds the values of a sheet, field by field. */
export type Typed<Draft> = Readonly<
  Record<keyof Draft, string | boolean | number | readonly string[] | null>
>;

/** One column of the sheet, under the label of its field or its own heading. */
export interface ImportColumn<Draft> {
  readonly field: keyof Draft & string;
  readonly header?: string;
  readonly reads: CellReader;
  readonly example: string;
  /** Whether the sheet can omit the column; its cells are then empty. */
  readonly optional?: boolean;
}

export interface SheetShape<Draft> {
  readonly columns: readonly ImportColumn<Draft>[];
  readonly rules: Readonly<Record<keyof Draft & string, FieldRule>>;
  /** Additional headings of the export, which the import ignores. */
  readonly passedOver?: readonly string[];
  /** The rules of the form. */
  readonly problems: (draft: Draft) => readonly FieldProblem[];
}

export type RowError = ImportReply['errors'][number];

interface ReadRows<Draft> {
  /** Non-empty rows. */
  readonly count: number;
  /** The rows without errors so far. */
  readonly rows: readonly ImportedRow<Draft>[];
  /** The first errors, in row order, and the total number of errors. */
  readonly errors: readonly RowError[];
  readonly errorCount: number;
}

const HEADER_ROW = 1;
export const MAX_ERRORS_TOLD = 200;

/** After this time of reading rows, other requests are served. */
const TURN_MS = 10;

const TEXTS = {
  noRows: 'The sheet has no rows under its headings.',
  missingColumn: 'This column is missing.',
  unknownColumn: 'There is no such column.',
  columnTwice: 'This column is there twice.',
} as const;

export const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

export const headerOf = <Draft>(
  { columns, rules }: Pick<SheetShape<Draft>, 'columns' | 'rules'>,
  field: string,
): string =>
  columns.find((column) => column.field === field)?.header ??
  (rules as Readonly<Record<string, FieldRule>>)[field]?.label ??
  '';

/** Refuses a sheet with more than an import holds in memory. */
function refuseTooLarge(sheet: Sheet): void {
  if (sheet.rowCount > MAX_IMPORT_ROWS + 1) throw new Refusal(SHEET_REFUSALS.tooManyRows(MAX_IMPORT_ROWS));
  if (sheet.cellCount > MAX_IMPORT_CELLS || sheet.charCount > MAX_IMPORT_CHARS)
    throw new Refusal(SHEET_REFUSALS.tooLarge);
}

/**
 * The rows of a sheet with their numbers, one by one, so that only a batch of the cells as sent is in memory. A sheet
 * without any has an empty row of headings.
 */
async function* numberedRows(sheet: Sheet): AsyncGenerator<readonly [n: number, cells: readonly Cell[]]> {
  if (sheet.rowCount === 0) yield [HEADER_ROW, []];
  for await (const { firstRow, rows } of sheet.batches())
    for (const [index, cells] of rows.entries()) yield [firstRow + index, cells];
}

/**
 * Converts the sheet to drafts: finds the headings, reads the cells, applies the rules of the form. A full sheet takes
 * a second or more, so the event loop runs in between.
 */
export async function readRows<Draft extends Typed<Draft>>(
  sheet: Sheet,
  shape: SheetShape<Draft>,
): Promise<ReadRows<Draft>> {
  refuseTooLarge(sheet);
  const errors: RowError[] = [];
  let errorCount = 0;
  const rows: ImportedRow<Draft>[] = [];
  let count = 0;
  let places: readonly number[] | null = null;
  let turnEnds = performance.now() + TURN_MS;
  for await (const [n, cells] of numberedRows(sheet)) {
    if (performance.now() > turnEnds) {
      await setImmediate();
      turnEnds = performance.now() + TURN_MS;
    }
    if (places === null) {
      const found = findColumns(cells, shape);
      if ('errors' in found)
        return { count: 0, rows: [], errors: found.errors, errorCount: found.errors.length };
      places = found.at;
      continue;
    }
    if (cells.every(isBlank)) continue;
    count += 1;
    const { draft, wrong } = readRow(
      shape,
      places.map((at) => cells[at] ?? null),
    );
    if (wrong.length === 0) rows.push({ n, ...draft });
    errorCount += wrong.length;
    for (const { field, message } of wrong.slice(0, MAX_ERRORS_TOLD - errors.length))
      errors.push({ row: n, column: headerOf(shape, field), text: message });
  }
  if (count === 0) throw new Refusal(TEXTS.noRows);
  return { count, rows, errors, errorCount };
}

/** One row and its errors. An unreadable cell counts as empty for the rules of the other cells. */
export function readRow<Draft>(
  { columns, problems }: SheetShape<Draft>,
  cells: readonly Cell[],
): { draft: Draft; wrong: readonly FieldProblem[] } {
  const unread: FieldProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const [at, { field, reads }] of columns.entries()) {
    const reading = reads(cells[at] ?? null);
    if ('wrong' in reading) unread.push({ field, message: reading.wrong });
    const stands = 'wrong' in reading ? reads(null) : reading;
    values[field] = 'value' in stands ? stands.value : null;
  }
  const draft = values as Draft;
  const isRead = (field: string) => unread.every((each) => each.field !== field);
  return { draft, wrong: [...unread, ...problems(draft).filter(({ field }) => isRead(field))] };
}

/** The position of each column, found by its heading in any order; or the error in the headings. */
export function findColumns<Draft>(
  header: readonly Cell[],
  shape: SheetShape<Draft>,
): { readonly at: readonly number[] } | { readonly errors: readonly RowError[] } {
  const labels = shape.columns.map(({ field }) => headerOf(shape, field));
  const written = header.map((cell) => (typeof cell === 'string' ? cell.trim() : isBlank(cell) ? '' : '?'));
  const headings = written.map((text) => text.toLowerCase());
  const known = new Set([...labels, ...(shape.passedOver ?? [])].map((label) => label.toLowerCase()));
  const errorFor = (column: string, text: string) => ({ row: HEADER_ROW, column, text });
  const errors = [
    ...labels
      .filter((label, at) => shape.columns[at]?.optional !== true && !headings.includes(label.toLowerCase()))
      .map((label) => errorFor(label, TEXTS.missingColumn)),
    ...written
      .filter((text) => text !== '' && !known.has(text.toLowerCase()))
      .map((text) => errorFor(text, TEXTS.unknownColumn)),
    ...written
      .filter((text, at) => text !== '' && headings.indexOf(text.toLowerCase()) < at)
      .map((text) => errorFor(text, TEXTS.columnTwice)),
  ];
  return errors.length > 0
    ? { errors }
    : { at: labels.map((label) => headings.indexOf(label.toLowerCase())) };
}
