import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';

const insert = statement(
  'platform.trail.export',
  {},
  `insert into platform.trail (action, record, record_id, after) values ('export', $1, 'list', $2)`,
);

/** Records that a list was exported, and its search. */
export const trailExport = (tx: Transaction, record: string, query: object): Promise<unknown> =>
  tx.rows(insert, [record, query]);
