import type { ArgsOf, ReplyOf } from '#contract/define.ts';
import type { changedShape, defineMaster } from '#contract/master.ts';
import { fieldProblems } from '#domain/rules.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import type * as z from 'zod/mini';
import { hasImport, importBy } from '../import/masterImport.ts';
import { lastChange } from '../record/lastChange.ts';
import type { FieldValue, Master } from './master.ts';

type Any = z.ZodMiniType;
type MasterCalls = ReturnType<typeof defineMaster<Any, Any, Any, never>>;
type Changed = { readonly [Name in keyof typeof changedShape]: z.infer<(typeof changedShape)[Name]> };

/** The definition of a master; the rest follows from its calls. */
interface MasterOf<
  Calls extends MasterCalls,
  Row extends object,
  Draft extends Readonly<Record<keyof Draft, FieldValue>>,
> extends Omit<Master<Row, Draft>, 'problems' | 'rowOf' | 'list' | 'detail' | 'save' | 'exportList'> {
  readonly calls: Calls;
  /** Wire → form. */
  readonly draftOf: (row: Row) => Draft;
  /** Form → wire. */
  readonly writtenOf: (draft: Draft) => ArgsOf<Calls['save']>['record'];
}

/** Builds a master from its calls, if its detail is the row of the list and the user who changed it. */
export function masterOf<
  Calls extends MasterCalls,
  Row extends (ReplyOf<Calls['list']> extends readonly (infer R extends object)[] ? R : never),
  Draft extends Readonly<Record<keyof Draft, FieldValue>>,
>({ calls, draftOf, writtenOf, ...rest }: MasterOf<Calls, Row, Draft>): Master<Row, Draft> {
  const open = async (srno: number, signal?: AbortSignal) =>
    (await call(calls.detail, { srno }, { signal })).reply as Row & Changed;
  return {
    ...rest,
    problems: (draft) => fieldProblems(rest.rules, { ...draft }),
    // The row shows names that only the server knows, and the values as stored.
    rowOf: (srno) => open(srno),
    list: async (page, signal) => {
      const answer = await call(calls.list, { page }, { signal });
      return { ...answer, reply: answer.reply as readonly Row[] };
    },
    detail: async (srno, signal) => {
      const row = await open(srno, signal);
      return { draft: draftOf(row), ...lastChange(row) };
    },
    save: (srno, draft, options) => call(calls.save, { srno, record: writtenOf(draft) }, options),
    exportList: (page) => download(calls.exported, { page }),
    ...(hasImport(calls) ? { imports: importBy(calls) } : {}),
  };
}
