import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const lock = statement(
  'requests.request.lock',
  { srno: 'int4' },
  'select srno from requests.request where srno = $1 for update',
);
/**
 * From here on nobody else changes the request. Whatever is looked at comes in a statement after this one: one that
 * waited for the lock itself would see lines as they were before it waited.
 */
export const lockRow = (tx: Transaction, srno: number) => tx.maybe(lock, [srno]);
