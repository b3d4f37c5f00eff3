import type { ArgsOf } from '#contract/define.ts';
import type { defineMaster } from '#contract/master.ts';
import { fieldProblems, type FieldRule } from '#domain/rules.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { SELECT_OPTION, withLead } from '#server/platform/dispatch/options.ts';
import { notFound, Refusal, stale } from '#server/platform/dispatch/problems.ts';
import { exportList, type ExportColumn } from '#server/platform/xlsx/export.ts';
import type { MasterStatements } from './master.sql.ts';

type MasterCalls = ReturnType<typeof defineMaster>;
/** A draft holds what a person types or chooses, field by field. */
type Typed<Draft> = Readonly<Record<keyof Draft, string | boolean | number | null>>;

interface Master<Calls extends MasterCalls, Draft extends Typed<Draft>, Row> {
  readonly calls: Calls;
  readonly statements: MasterStatements<Draft>;
  /** Wire → draft; the wire's own names end there. */
  readonly draft: (written: ArgsOf<Calls['save']>['record']) => Draft;
  readonly rules: Readonly<Record<keyof Draft & string, FieldRule>>;
  readonly sheet: {
    readonly fileName: string;
    readonly name: string;
    readonly columns: readonly ExportColumn<Row>[];
  };
}

const EXPORT_PAGE_ROWS = 500;

/** List, drop-downs, detail, save and export, the same for every master. */
export function masterHandlers<Calls extends MasterCalls, Draft extends Typed<Draft>, Row>(
  master: Master<Calls, Draft, Row>,
): readonly Bound[] {
  const { calls, statements, sheet } = master;
  return [
    handle(calls.list, async ({ db }, { page }) => {
      const { body, next } = await statements.list.page(db.read, page);
      return Reply.json(body, { next });
    }),

    handle(calls.options, async ({ db }, { page }) => {
      const { body, next } = await statements.options.page(db.read, page);
      return Reply.json(body, { next });
    }),

    handle(calls.optionsSelect, async ({ db }, { page }) => {
      const { body, next } = await statements.options.page(db.read, page);
      return Reply.json(withLead(SELECT_OPTION, body), { next });
    }),

    handle(calls.detail, async ({ db }, { srno }) => {
      const found = await statements.find(db.read, srno);
      if (found === undefined) throw notFound();
      return Reply.json(found.body, { version: found.version });
    }),

    handle(calls.save, async ({ tx, caller, version }, { srno, record }) => {
      const draft = master.draft(record);
      const [problem] = fieldProblems(master.rules, draft);
      if (problem !== undefined) throw new Refusal(problem.message);
      if (srno !== 0) {
        const locked = await statements.lock(tx, srno);
        if (locked === undefined) throw notFound();
        if (version !== null && version !== locked.version)
          throw stale(locked.changed_by_name, locked.changed_at, locked.version);
      }
      const saved = await (srno === 0
        ? statements.insert(tx, draft, caller)
        : statements.update(tx, srno, draft, caller));
      return Reply.of({ err: '', msg: 'Saved.', srno: saved.srno }, { version: saved.version });
    }),

    handle(calls.exported, async ({ tx, db }, { page }) => {
      await statements.trailExport(tx, page ?? {});
      return exportList<Row>({
        fileName: sheet.fileName,
        sheet: sheet.name,
        columns: sheet.columns,
        page: (after) =>
          statements.list.page(db.read, {
            ...page,
            limit: EXPORT_PAGE_ROWS,
            ...(after === null ? {} : { after }),
          }),
      });
    }),
  ];
}
