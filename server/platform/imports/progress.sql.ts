import type { ImportProgressReply } from '#contract/master.ts';
import type { Executor, Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';

export interface ImportState {
  readonly phase: Exclude<ImportProgressReply['phase'], 'none'>;
  /** The rows of the sheet; 0 while they are being read. */
  readonly rows: number;
  readonly doneRows: number;
}

const report = statement(
  'platform.import_progress.report',
  {},
  `insert into platform.import_progress (account, record, phase, rows, done_rows, heard_at)
   values ($1, $2, $3, $4, $5, clock_timestamp())
   on conflict (account, record) do update set phase = excluded.phase, rows = excluded.rows,
     done_rows = excluded.done_rows, heard_at = excluded.heard_at`,
);
export const reportImport = (tx: Transaction, account: number, record: string, state: ImportState) =>
  tx.rows(report, [account, record, state.phase, state.rows, state.doneRows]);

const forget = statement(
  'platform.import_progress.forget',
  {},
  'delete from platform.import_progress where account = $1 and record = $2',
);
export const forgetImport = (tx: Transaction, account: number, record: string) =>
  tx.rows(forget, [account, record]);

const find = statement(
  'platform.import_progress.find',
  { phase: 'text', rows: 'int4', done: 'int4' },
  `select phase, rows, done_rows as done from platform.import_progress
   where account = $1 and record = $2 and heard_at > now() - interval '10 seconds'`,
);
/** How far the user's import of this master is. One whose process is silent has ended. */
export async function findImport(
  on: Executor,
  account: number,
  record: string,
): Promise<ImportProgressReply> {
  const found = await on.maybe(find, [account, record]);
  return found === undefined
    ? { phase: 'none', rows: 0, done: 0 }
    : { ...found, phase: found.phase as ImportState['phase'] };
}
