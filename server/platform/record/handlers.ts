import type { OptionsPage } from '#contract/fields.ts';
import type { RecordOf } from '#contract/record.ts';
import { fieldProblems } from '#domain/rules.ts';
import type { Executor, Transaction } from '../database.ts';
import type { Caller } from '../dispatch/caller.ts';
import { handle, Reply, type Bound } from '../dispatch/handler.ts';
import { SELECT_OPTION, withLead } from '../dispatch/options.ts';
import { notFound, Refusal } from '../dispatch/problems.ts';
import { importHandlers } from '../imports/handlers.ts';
import type { ImportStatements } from '../imports/import.sql.ts';
import { refuseStale, type RecordReads, type RecordStatements } from '../record.ts';
import { exportList } from '../xlsx/export.ts';
import { importColumns, passedOver } from './import.ts';
import { sheetColumns, sheetName } from './sheet.ts';

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

/** A draft holds the values that a user types or chooses, field by field. */
type Typed<Draft> = Readonly<Record<keyof Draft, string | boolean | number | readonly string[] | null>>;

interface Served<Draft, Row> {
  readonly record: RecordOf<Draft, Row>;
  readonly statements: RecordStatements<Draft>;
  readonly imports: ImportStatements<Draft>;
  /**
   * Completes a draft in the transaction that saves it: looks up the records that it names, and refuses those out of
   * the caller's reach.
   */
  readonly resolve?: (tx: Transaction, draft: Draft) => Promise<Draft>;
}

/** List, drop-downs, detail, save, export and import: the same for every record. */
export function recordHandlers<Draft extends Typed<Draft>, Row extends object>({
  record,
  statements,
  imports,
  resolve,
}: Served<Draft, Row>): readonly Bound[] {
  const sheet = sheetName(record);
  return [
    handle(record.list, async ({ db, caller }, { page }) => {
      const { body, next } = await statements.list.page(db.read, page, caller.scope);
      return Reply.json(body, { next });
    }),

    handle(record.options, async ({ db, caller }, { page }) => {
      const { body, next } = await optionsPageOf(statements, db.read, caller, page);
      return Reply.json(body, { next });
    }),

    handle(record.optionsSelect, async ({ db, caller }, { page }) => {
      const { body, next } = await optionsPageOf(statements, db.read, caller, page);
      return Reply.json(withLead(SELECT_OPTION, body), { next });
    }),

    handle(record.detail, async ({ db, caller }, { srno }) => {
      const found = await statements.find(db.read, srno, caller.scope);
      if (found === undefined) throw notFound();
      return Reply.json(found.body, { version: found.version });
    }),

    handle(record.save, async ({ tx, caller, version }, { srno, record: typed }) => {
      const [problem] = fieldProblems(record.fields, typed);
      if (problem !== undefined) throw new Refusal(problem.message);
      if (srno !== 0) {
        const locked = await statements.lock(tx, srno);
        if (locked === undefined) throw notFound();
        refuseStale(version, locked);
      }
      const draft = (await resolve?.(tx, typed)) ?? typed;
      const saved = await (srno === 0
        ? statements.insert(tx, draft, caller)
        : statements.update(tx, srno, draft, caller));
      return Reply.of({ err: '', msg: 'Saved.', srno: saved.srno }, { version: saved.version });
    }),

    handle(record.exported, ({ tx, db, caller }, { page }) =>
      exportList<Row>(tx, {
        record: record.name,
        query: { ...page },
        fileName: `${record.plural.replaceAll(' ', '-')}.xlsx`,
        sheet,
        columns: sheetColumns<Row>(record),
        page,
        read: (at) => statements.list.page(db.read, at, caller.scope),
        reply: record.list.reply,
      }),
    ),

    ...importHandlers({
      calls: record,
      statements: imports,
      rules: record.fields,
      sheet,
      columns: importColumns(record),
      passedOver: passedOver(record),
    }),
  ];
}
