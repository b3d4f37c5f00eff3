import type * as z from 'zod/mini';
import type { ArgsOf } from '#contract/define.ts';
import type { OptionsPage } from '#contract/fields.ts';
import type { defineMaster } from '#contract/master.ts';
import { fieldProblems, type FieldRule } from '#domain/rules.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { SELECT_OPTION, withLead } from '#server/platform/dispatch/options.ts';
import { notFound, Refusal, stale } from '#server/platform/dispatch/problems.ts';
import { exportList, type ExportColumn } from '#server/platform/xlsx/export.ts';
import type { MasterReads, MasterStatements } from './master.sql.ts';

type Any = z.ZodMiniType;
/** Of any master: what its drop-downs can be narrowed by is read by the names that its statements know. */
type MasterCalls = ReturnType<typeof defineMaster<Any, Any, Any, never>>;
/** A draft holds what a person types or chooses, field by field. */
type Typed<Draft> = Readonly<Record<keyof Draft, string | boolean | number | readonly string[] | null>>;

interface Master<Calls extends MasterCalls, Draft extends Typed<Draft>, Row> {
  readonly calls: Calls;
  readonly statements: MasterStatements<Draft>;
  /** Wire → draft; the wire's own names end there. */
  readonly draft: (written: ArgsOf<Calls['save']>['record']) => Draft;
  readonly rules: Readonly<Record<keyof Draft & string, FieldRule>>;
  /** Looks up what the draft names, in the transaction that saves it; refuses what is not in the caller's reach. */
  readonly resolve?: (tx: Transaction, draft: Draft) => Promise<Draft>;
  readonly sheet: {
    readonly fileName: string;
    readonly name: string;
    readonly columns: readonly ExportColumn<Row>[];
  };
}

const EXPORT_PAGE_ROWS = 500;

/** The entries of a drop-down as JSON: one by its value, or a page of the active ones, narrowed as asked. */
export async function optionsPageOf(
  statements: Pick<MasterReads, 'options' | 'optionOf' | 'narrowings'>,
  on: Executor,
  { scope }: Pick<Caller, 'scope'>,
  page: OptionsPage | undefined,
): Promise<{ body: string; next: string | null }> {
  if (page?.value !== undefined) return { ...(await statements.optionOf(on, page.value, scope)), next: null };
  const asked = Object.entries(page ?? {}).filter(
    ([name, value]) => statements.narrowings.includes(name) && value !== '',
  );
  return statements.options.page(on, page, scope, Object.fromEntries(asked));
}

/** List, drop-downs, detail, save and export, the same for every master. */
export function masterHandlers<Calls extends MasterCalls, Draft extends Typed<Draft>, Row>(
  master: Master<Calls, Draft, Row>,
): readonly Bound[] {
  const { calls, statements, sheet } = master;
  return [
    handle(calls.list, async ({ db, caller }, { page }) => {
      const { body, next } = await statements.list.page(db.read, page, caller.scope);
      return Reply.json(body, { next });
    }),

    handle(calls.options, async ({ db, caller }, { page }) => {
      const { body, next } = await optionsPageOf(statements, db.read, caller, page);
      return Reply.json(body, { next });
    }),

    handle(calls.optionsSelect, async ({ db, caller }, { page }) => {
      const { body, next } = await optionsPageOf(statements, db.read, caller, page);
      return Reply.json(withLead(SELECT_OPTION, body), { next });
    }),

    handle(calls.detail, async ({ db, caller }, { srno }) => {
      const found = await statements.find(db.read, srno, caller.scope);
      if (found === undefined) throw notFound();
      return Reply.json(found.body, { version: found.version });
    }),

    handle(calls.save, async ({ tx, caller, version }, { srno, record }) => {
      const written = master.draft(record);
      const [problem] = fieldProblems(master.rules, written);
      if (problem !== undefined) throw new Refusal(problem.message);
      if (srno !== 0) {
        const locked = await statements.lock(tx, srno);
        if (locked === undefined) throw notFound();
        if (version !== null && version !== locked.version)
          throw stale(locked.changed_by_name, locked.changed_at, locked.version);
      }
      const draft = (await master.resolve?.(tx, written)) ?? written;
      const saved = await (srno === 0
        ? statements.insert(tx, draft, caller)
        : statements.update(tx, srno, draft, caller));
      return Reply.of({ err: '', msg: 'Saved.', srno: saved.srno }, { version: saved.version });
    }),

    handle(calls.exported, async ({ tx, db, caller }, { page }) => {
      await statements.trailExport(tx, page ?? {});
      return exportList<Row>({
        fileName: sheet.fileName,
        sheet: sheet.name,
        columns: sheet.columns,
        page: (after) =>
          statements.list.page(
            db.read,
            { ...page, limit: EXPORT_PAGE_ROWS, ...(after === null ? {} : { after }) },
            caller.scope,
          ),
      });
    }),
  ];
}
