import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const lock = statement(
  'requests.link.lock',
  { srno: 'int4' },
  'select srno from requests.request where srno = $1 for update',
);
/** From here to the end of the transaction nobody saves the request, so that what is read of it stays true. */
export const lockRequest = (tx: Transaction, srno: number) => tx.maybe(lock, [srno]);

const note = statement(
  'requests.activity.note',
  {},
  'insert into requests.activity (request, by_name, remark) values ($1, $2, left($3, 2000))',
);
/** What people are to read of a request although nothing of it has changed. */
export const noteActivity = (tx: Transaction, request: number, byName: string, remark: string) =>
  tx.rows(note, [request, byName, remark]);
