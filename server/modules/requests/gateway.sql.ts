import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const note = statement(
  'requests.activity.note',
  {},
  'insert into requests.activity (request, by_name, remark) values ($1, $2, left($3, 2000))',
);
/** Adds a remark to the activity log although the request has not changed. */
export const noteActivity = (tx: Transaction, request: number, byName: string, remark: string) =>
  tx.rows(note, [request, byName, remark]);
