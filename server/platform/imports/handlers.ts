import type { defineMasterImport } from '#contract/master.ts';
import { fieldProblems } from '#domain/rules.ts';
import { flagsOf } from '#domain/rights.ts';
import type { Executor, Transaction } from '../database.ts';
import type { Caller } from '../dispatch/caller.ts';
import { handle, handleWatched, type Bound } from '../dispatch/handler.ts';
import { Refusal } from '../dispatch/problems.ts';
import { exportRows } from '../xlsx/export.ts';
import type { Sheet } from '../xlsx/sheet.ts';
import type { Imported, ImportedRow, ImportStatements, Planned } from './import.sql.ts';
import { ImportPlan, inBatches } from './plan.ts';
import { ImportProgress } from './progress.ts';
import { findImport } from './progress.sql.ts';
import { headerOf, MAX_ERRORS_TOLD, readRows, type RowError, type SheetShape, type Typed } from './rows.ts';

interface MasterImport<Draft extends Typed<Draft>> extends Omit<SheetShape<Draft>, 'problems'> {
  readonly calls: ReturnType<typeof defineMasterImport>;
  readonly statements: ImportStatements<Draft>;
  /** The name of the sheet in the template. */
  readonly sheet: string;
  /** The rules of the form, if they go beyond rules for single fields. */
  readonly problems?: SheetShape<Draft>['problems'];
  /** Refuses callers who may not import at all, whatever their rights. */
  readonly admit?: (caller: Caller) => void;
  /** Locks taken before the import reads anything that its decision depends on. */
  readonly lock?: (tx: Transaction, caller: Caller) => Promise<unknown>;
  /** The errors in the rows for this caller, in addition to those that the statements find. */
  readonly judge?: (
    on: Executor,
    rows: readonly ImportedRow<Draft>[],
    caller: Caller,
  ) => Promise<Planned['wrong']>;
  /** Additional work of an import, in the same transaction: after each batch of rows, and at the end. */
  readonly afterBatch?: (
    tx: Transaction,
    done: Imported,
    rows: readonly ImportedRow<Draft>[],
  ) => Promise<unknown>;
  readonly atEnd?: (tx: Transaction) => Promise<unknown>;
}

interface SheetErrors {
  readonly first: RowError[];
  readonly count: number;
}
const NO_ERRORS: SheetErrors = { first: [], count: 0 };

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

  async function planOf(
    on: Executor,
    rows: readonly ImportedRow<Draft>[],
    caller: Caller,
    onRows: (count: number) => void = () => {},
  ): Promise<ImportPlan> {
    const plan = new ImportPlan();
    for (const batch of inBatches(rows)) {
      const planned = await statements.plan(on, batch, caller.scope, rows);
      plan.add(planned, (await master.judge?.(on, batch, caller)) ?? []);
      onRows(batch.length);
    }
    return plan;
  }

  /** The errors, including those that the database found: the first ones by row, and their total number. */
  function errorsOf(found: Awaited<ReturnType<typeof read>>, plan: ImportPlan, caller: Caller): SheetErrors {
    const mayChange = flagsOf(caller.rights, calls.importApply.right.key).edit;
    const planned = [
      ...plan.repeated.map((row) => ({ row, column: '', text: TEXTS.repeated })),
      ...[...plan.wrong, ...plan.judged].map(({ row, field, text }) => ({
        row,
        column: headerOf(master, field),
        text,
      })),
      ...(mayChange ? [] : plan.changing.map((row) => ({ row, column: '', text: TEXTS.mayNotChange }))),
    ];
    const first = [...found.errors, ...planned].sort((a, b) => a.row - b.row).slice(0, MAX_ERRORS_TOLD);
    return { first, count: found.errorCount + planned.length };
  }

  async function applyRows(
    tx: Transaction,
    rows: readonly ImportedRow<Draft>[],
    caller: Caller,
    progress: ImportProgress,
  ) {
    const done = { added: 0, changed: 0 };
    for (const batch of inBatches(rows)) {
      const { added, changed } = await statements.apply(tx, batch, caller);
      await master.afterBatch?.(tx, { added, changed }, batch);
      done.added += added.length;
      done.changed += changed.length;
      progress.advance(batch.length);
    }
    for (const write of statements.applyLists)
      for (const batch of inBatches(rows)) await write(tx, batch, caller.scope);
    return done;
  }

  const replyOf = (
    rows: number,
    plan: Pick<ImportPlan, 'added' | 'changed' | 'same'>,
    errors: SheetErrors,
  ) => ({
    error: '',
    rows,
    added: plan.added,
    changed: plan.changed,
    same: plan.same,
    errors: errors.first,
    errorcount: errors.count,
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
      const found = await read(file.sheet);
      const plan = await planOf(db.read, found.rows, caller);
      return replyOf(found.count, plan, errorsOf(found, plan, caller));
    }),

    handleWatched(
      calls.importApply,
      async (start) => new ImportProgress(statements.record, start),
      async ({ tx, caller, file }, _meta, progress) => {
        admit?.(caller);
        const found = await read(file.sheet);
        await master.lock?.(tx, caller);
        await statements.takeTurn(tx);
        progress.begin('checking', found.rows.length);
        for (const batch of inBatches(found.rows)) await statements.hold(tx, batch, caller.scope);
        const plan = await planOf(tx, found.rows, caller, (rows) => progress.advance(rows));
        const errors = errorsOf(found, plan, caller);
        if (errors.count > 0) throw new Refusal(TEXTS.refused(errors.count));
        progress.begin('storing', found.rows.length);
        const done = await applyRows(tx, found.rows, caller, progress);
        await statements.note(tx, file, done);
        await master.atEnd?.(tx);
        return replyOf(found.count, { ...done, same: found.count - done.added - done.changed }, NO_ERRORS);
      },
    ),

    handle(calls.importProgress, ({ db, caller }) => findImport(db.read, caller.account, statements.record)),
  ];
}
