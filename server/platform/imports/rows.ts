import type { ImportReply } from '#contract/master.ts';
import type { FieldProblem, FieldRule } from '#domain/rules.ts';
import { Refusal } from '../dispatch/problems.ts';
import type { Cell, Sheet } from '../xlsx/sheet.ts';
import type { CellReader } from './cells.ts';
import type { ImportedRow } from './import.sql.ts';

/** A draft holds what a sheet says, field by field. */
export type Typed<Draft> = Readonly<
  Record<keyof Draft, string | boolean | number | readonly string[] | null>
>;

/** One column of the sheet, under the label of its field or a heading of its own. */
export interface ImportColumn<Draft> {
  readonly field: keyof Draft & string;
  readonly header?: string;
  readonly reads: CellReader;
  readonly example: string;
  /** Whether the sheet may come without it; its cells are then empty. */
  readonly optional?: boolean;
}

export interface SheetShape<Draft> {
  readonly columns: readonly ImportColumn<Draft>[];
  readonly rules: Readonly<Record<keyof Draft & string, FieldRule>>;
  /** Headings that the export has besides, for people only. */
  readonly passedOver?: readonly string[];
  /** The rules of the form. */
  readonly problems: (draft: Draft) => readonly FieldProblem[];
}

export type RowError = ImportReply['errors'][number];

interface ReadRows<Draft> {
  /** Rows that hold something. */
  readonly count: number;
  /** Those in which nothing is wrong so far. */
  readonly rows: readonly ImportedRow<Draft>[];
  readonly errors: readonly RowError[];
}

const HEADER_ROW = 1;

const TEXTS = {
  noRows: 'The sheet has no rows under its headings.',
  missingColumn: 'This column is missing.',
  unknownColumn: 'There is no such column.',
  columnTwice: 'This column is there twice.',
} as const;

const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

export const headerOf = <Draft>(
  { columns, rules }: Pick<SheetShape<Draft>, 'columns' | 'rules'>,
  field: string,
): string =>
  columns.find((column) => column.field === field)?.header ??
  (rules as Readonly<Record<string, FieldRule>>)[field]?.label ??
  '';

/** The sheet as drafts: headings found, cells read, the rules of the form kept. */
export function readRows<Draft extends Typed<Draft>>(
  { rows: [header = [], ...body] }: Sheet,
  shape: SheetShape<Draft>,
): ReadRows<Draft> {
  const places = findColumns(header, shape);
  if ('errors' in places) return { count: 0, rows: [], errors: places.errors };
  const errors: RowError[] = [];
  const rows: ImportedRow<Draft>[] = [];
  let count = 0;
  for (const [index, cells] of body.entries()) {
    if (cells.every(isBlank)) continue;
    count += 1;
    const n = index + HEADER_ROW + 1;
    const { draft, wrong } = readRow(
      shape,
      places.at.map((at) => cells[at] ?? null),
    );
    if (wrong.length === 0) rows.push({ n, ...draft });
    for (const { field, message } of wrong)
      errors.push({ row: n, column: headerOf(shape, field), text: message });
  }
  if (count === 0) throw new Refusal(TEXTS.noRows);
  return { count, rows, errors };
}

/** One row, and what is wrong with it; a cell that cannot be read counts as empty for the rules of the others. */
function readRow<Draft>(
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

/** Where each column stands, found by its heading in any order; or what is wrong with the headings. */
function findColumns<Draft>(
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
