import type * as z from 'zod/mini';
import type { ArgsOf } from '#contract/define.ts';
import type { OptionsPage } from '#contract/fields.ts';
import type { defineMaster } from '#contract/master.ts';
import { fieldProblems, type FieldRule } from '#domain/rules.ts';
import type { Executor, Transaction } from '../database.ts';
import type { Caller } from './caller.ts';
import { handle, Reply, type Bound } from './handler.ts';
import { SELECT_OPTION, withLead } from './options.ts';
import { notFound, Refusal } from './problems.ts';
import { exportList, type ExportColumn } from '../xlsx/export.ts';
import { refuseStale, type RecordReads, type RecordStatements } from '../record.ts';

type Any = z.ZodMiniType;
/** The calls of any master. The names in its statements tell how its drop-downs can be filtered. */
type MasterCalls = ReturnType<typeof defineMaster<Any, Any, Any, never>>;
/** A draft holds the values that a user types or chooses, field by field. */
type Typed<Draft> = Readonly<Record<keyof Draft, string | boolean | number | readonly string[] | null>>;

interface Master<Calls extends MasterCalls, Draft extends Typed<Draft>, Row> {
  readonly calls: Calls;
  readonly statements: RecordStatements<Draft>;
  /** Converts the received record to a draft; the names of the API are not used beyond this point. */
  readonly draft: (written: ArgsOf<Calls['save']>['record']) => Draft;
  readonly rules: Readonly<Record<keyof Draft & string, FieldRule>>;
  /**
   * Looks up the records that the draft names, in the transaction that saves it; refuses those out of the caller's
   * reach.
   */
  readonly resolve?: (tx: Transaction, draft: Draft) => Promise<Draft>;
  readonly sheet: {
    readonly fileName: string;
    readonly sheet: string;
    readonly columns: readonly ExportColumn<Row>[];
  };
}

/** The entries of a drop-down as JSON: one by its value, or a page of the active ones, with the requested filters. */
export async function optionsPageOf(
  statements: Pick<RecordReads, 'options' | 'optionOf' | 'narrowings'>,
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
export function recordHandlers<Calls extends MasterCalls, Draft extends Typed<Draft>, Row>(
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
        refuseStale(version, locked);
      }
      const draft = (await master.resolve?.(tx, written)) ?? written;
      const saved = await (srno === 0
        ? statements.insert(tx, draft, caller)
        : statements.update(tx, srno, draft, caller));
      return Reply.of({ err: '', msg: 'Saved.', srno: saved.srno }, { version: saved.version });
    }),

    handle(calls.exported, ({ tx, db, caller }, { page }) =>
      exportList<Row>(tx, {
        record: statements.record,
        query: { ...page },
        ...sheet,
        page,
        read: (at) => statements.list.page(db.read, at, caller.scope),
      }),
    ),
  ];
}
