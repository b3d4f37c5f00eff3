import type { defineMasterImport, ImportReply } from '#contract/master.ts';
import { fieldProblems, type FieldRule } from '#domain/rules.ts';
import { flagsOf, type RightKey } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import { exportRows } from '#server/platform/xlsx/export.ts';
import type { Cell, Sheet } from '#server/platform/xlsx/sheet.ts';
import type { CellReader } from './import.cells.ts';
import type { ImportedRow, ImportStatements, Planned } from './import.sql.ts';

type Typed<Draft> = Readonly<Record<keyof Draft, string | boolean | number | null>>;

/** One column of the sheet, under the label of its field or a heading of its own. */
export interface ImportColumn<Draft> {
  readonly field: keyof Draft & string;
  readonly header?: string;
  readonly reads: CellReader;
  readonly example: string;
}

interface MasterImport<Draft extends Typed<Draft>> {
  readonly calls: ReturnType<typeof defineMasterImport>;
  readonly right: RightKey;
  readonly statements: ImportStatements<Draft>;
  readonly columns: readonly ImportColumn<Draft>[];
  readonly rules: Readonly<Record<keyof Draft & string, FieldRule>>;
  readonly sheet: { readonly fileName: string; readonly name: string };
}

type RowError = ImportReply['errors'][number];

const MAX_ERRORS_TOLD = 200;
const TEMPLATE_COLUMN_CHARS = 24;
const HEADER_ROW = 1;

const TEXTS = {
  noRows: 'The sheet has no rows under its headings.',
  missingColumn: 'This column is missing.',
  unknownColumn: 'There is no such column.',
  columnTwice: 'This column is there twice.',
  repeated: 'An earlier row is the same record.',
  unknownName: 'There is no such record.',
  mayNotChange: 'This record is in the list already, and you may not change it.',
  refused: (errors: number) =>
    `${errors === 1 ? '1 thing is' : `${errors} things are`} wrong with the sheet. Nothing was imported.`,
} as const;

/** Template, check and apply, the same for every master. */
export function importHandlers<Draft extends Typed<Draft>>(master: MasterImport<Draft>): readonly Bound[] {
  const { calls, statements, columns, rules, sheet } = master;

  const headerOf = (field: string) =>
    columns.find((column) => column.field === field)?.header ?? rules[field as keyof Draft & string].label;

  /** Everything that is wrong, once the database has been asked as well. */
  function errorsOf(read: ReadRows<Draft>, plan: Planned, caller: Caller): RowError[] {
    const mayChange = flagsOf(caller.rights, master.right).edit;
    return [
      ...read.errors,
      ...plan.repeated.map((row) => ({ row, column: '', text: TEXTS.repeated })),
      ...plan.unknown.map(({ row, field }) => ({
        row,
        column: headerOf(field),
        text: TEXTS.unknownName,
      })),
      ...(mayChange ? [] : plan.changing.map((row) => ({ row, column: '', text: TEXTS.mayNotChange }))),
    ].sort((a, b) => a.row - b.row);
  }

  const replyOf = (
    rows: number,
    plan: Pick<Planned, 'added' | 'changed' | 'same'>,
    errors: readonly RowError[],
  ) => ({
    error: '',
    rows,
    added: plan.added,
    changed: plan.changed,
    same: plan.same,
    errors: errors.slice(0, MAX_ERRORS_TOLD),
    errorcount: errors.length,
  });

  return [
    handle(calls.importTemplate, async () =>
      exportRows({
        fileName: sheet.fileName,
        sheet: sheet.name,
        columns: columns.map(({ field }) => ({
          header: headerOf(field),
          kind: 'text',
          width: TEMPLATE_COLUMN_CHARS,
        })),
        rows: [columns.map(({ example }) => example)],
      }),
    ),

    handle(calls.importCheck, async ({ db, caller, file }) => {
      const read = readRows(file.sheet, columns, rules);
      const plan = await statements.plan(db.read, read.rows);
      return replyOf(read.count, plan, errorsOf(read, plan, caller));
    }),

    handle(calls.importApply, async ({ tx, caller, file }) => {
      const read = readRows(file.sheet, columns, rules);
      await statements.hold(tx, read.rows);
      const plan = await statements.plan(tx, read.rows);
      const errors = errorsOf(read, plan, caller);
      if (errors.length > 0) throw new Refusal(TEXTS.refused(errors.length));
      const done = await statements.apply(tx, read.rows, caller, file);
      return replyOf(read.count, { ...done, same: read.count - done.added - done.changed }, []);
    }),
  ];
}

interface ReadRows<Draft> {
  /** Rows that hold something. */
  readonly count: number;
  /** Those in which nothing is wrong so far. */
  readonly rows: readonly ImportedRow<Draft>[];
  readonly errors: readonly RowError[];
}

const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** The sheet as drafts: headings found, cells read, the rules of the form kept. */
export function readRows<Draft extends Typed<Draft>>(
  { rows: [header = [], ...body] }: Sheet,
  columns: readonly ImportColumn<Draft>[],
  rules: Readonly<Record<keyof Draft & string, FieldRule>>,
): ReadRows<Draft> {
  const labels = columns.map((column) => column.header ?? rules[column.field].label);
  const labelOf = (field: string) => labels[columns.findIndex((column) => column.field === field)] ?? field;
  const places = findColumns(header, labels);
  if ('errors' in places) return { count: 0, rows: [], errors: places.errors };
  const errors: RowError[] = [];
  const rows: ImportedRow<Draft>[] = [];
  let count = 0;
  for (const [index, cells] of body.entries()) {
    if (cells.every(isBlank)) continue;
    count += 1;
    const n = index + HEADER_ROW + 1;
    const draft: Partial<Record<keyof Draft & string, string | boolean | null>> = {};
    const wrong: RowError[] = [];
    for (const [at, { field, reads }] of columns.entries()) {
      const reading = reads(cells[places.at[at] ?? -1] ?? null);
      if ('wrong' in reading) wrong.push({ row: n, column: labelOf(field), text: reading.wrong });
      else draft[field] = reading.value;
    }
    const isRead = (field: string) => Object.hasOwn(draft, field);
    for (const { field, message } of fieldProblems(rules, draft as Draft))
      if (isRead(field)) wrong.push({ row: n, column: labelOf(field), text: message });
    if (wrong.length === 0) rows.push({ n, ...draft });
    errors.push(...wrong);
  }
  if (count === 0) throw new Refusal(TEXTS.noRows);
  return { count, rows, errors };
}

/** Where each column stands, found by its heading in any order; or what is wrong with the headings. */
function findColumns(
  header: readonly Cell[],
  labels: readonly string[],
): { readonly at: readonly number[] } | { readonly errors: readonly RowError[] } {
  const written = header.map((cell) => (typeof cell === 'string' ? cell.trim() : isBlank(cell) ? '' : '?'));
  const headings = written.map((text) => text.toLowerCase());
  const known = new Set(labels.map((label) => label.toLowerCase()));
  const errorFor = (column: string, text: string) => ({ row: HEADER_ROW, column, text });
  const errors = [
    ...labels
      .filter((label) => !headings.includes(label.toLowerCase()))
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
