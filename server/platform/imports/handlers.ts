import type { defineMasterImport } from '#contract/master.ts';
import { fieldProblems } from '#domain/rules.ts';
import { flagsOf } from '#domain/rights.ts';
import type { Transaction } from '../database.ts';
import type { Caller } from '../dispatch/caller.ts';
import { handle, type Bound } from '../dispatch/handler.ts';
import { Refusal } from '../dispatch/problems.ts';
import { exportRows } from '../xlsx/export.ts';
import type { Sheet } from '../xlsx/sheet.ts';
import type { Imported, ImportedRow, ImportStatements, Planned } from './import.sql.ts';
import { headerOf, readRows, type RowError, type SheetShape, type Typed } from './rows.ts';

interface MasterImport<Draft extends Typed<Draft>> extends Omit<SheetShape<Draft>, 'problems'> {
  readonly calls: ReturnType<typeof defineMasterImport>;
  readonly statements: ImportStatements<Draft>;
  /** The name of the sheet in the template. */
  readonly sheet: string;
  /** The rules of the form, where they are more than those of single fields. */
  readonly problems?: SheetShape<Draft>['problems'];
  /** Refuses who may not import at all, whatever their rights. */
  readonly admit?: (caller: Caller) => void;
  /** What an import brings with it, in the same transaction. */
  readonly after?: (tx: Transaction, done: Imported, rows: readonly ImportedRow<Draft>[]) => Promise<unknown>;
}

const MAX_ERRORS_TOLD = 200;
const TEMPLATE_COLUMN_CHARS = 24;

const TEXTS = {
  repeated: 'An earlier row is the same record.',
  mayNotChange: 'This record is in the list already, and you may not change it.',
  refused: (errors: number) =>
    `${errors === 1 ? '1 thing is' : `${errors} things are`} wrong with the sheet. Nothing was imported.`,
} as const;

/** Template, check and apply, the same for every master. */
export function importHandlers<Draft extends Typed<Draft>>(master: MasterImport<Draft>): readonly Bound[] {
  const { calls, statements, columns, rules, sheet, admit } = master;
  const { problems = (draft: Draft) => fieldProblems(rules, draft) } = master;
  const read = (sent: Sheet) => readRows(sent, { ...master, problems });

  /** Everything that is wrong, once the database has been asked as well. */
  function errorsOf(found: ReturnType<typeof read>, plan: Planned, caller: Caller): RowError[] {
    const mayChange = flagsOf(caller.rights, calls.importApply.right.key).edit;
    return [
      ...found.errors,
      ...plan.repeated.map((row) => ({ row, column: '', text: TEXTS.repeated })),
      ...plan.wrong.map(({ row, field, text }) => ({ row, column: headerOf(master, field), text })),
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
        fileName: `${sheet.toLowerCase().replaceAll(' ', '-')}-template.xlsx`,
        sheet,
        columns: columns.map(({ field }) => ({
          header: headerOf(master, field),
          kind: 'text',
          width: TEMPLATE_COLUMN_CHARS,
        })),
        rows: [columns.map(({ example }) => example)],
      }),
    ),

    handle(calls.importCheck, async ({ db, caller, file }) => {
      admit?.(caller);
      const found = read(file.sheet);
      const plan = await statements.plan(db.read, found.rows, caller.scope);
      return replyOf(found.count, plan, errorsOf(found, plan, caller));
    }),

    handle(calls.importApply, async ({ tx, caller, file }) => {
      admit?.(caller);
      const found = read(file.sheet);
      await statements.hold(tx, found.rows, caller.scope);
      const plan = await statements.plan(tx, found.rows, caller.scope);
      const errors = errorsOf(found, plan, caller);
      if (errors.length > 0) throw new Refusal(TEXTS.refused(errors.length));
      const done = await statements.apply(tx, found.rows, caller, file);
      await master.after?.(tx, done, found.rows);
      const [added, changed] = [done.added.length, done.changed.length];
      return replyOf(found.count, { added, changed, same: found.count - added - changed }, []);
    }),
  ];
}
