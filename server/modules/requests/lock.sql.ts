import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const lock = statement(
  'requests.request.lock',
  { srno: 'int4' },
  'select srno from requests.request where srno = any ($1::integer[]) order by srno for update',
);
/**
 * Locks requests until the transaction ends and returns the ones that are in reach. The locks are taken in the order of
 * the numbers, so that two transactions that want the same requests wait instead of deadlocking. Read the requests in a
 * later statement: a statement that waited for the lock itself would see their lines as they were before it waited.
 */
export const lockRequests = (tx: Transaction, srnos: readonly number[]) => tx.rows(lock, [srnos]);

/** Locks one request in the same way. */
export const lockRequest = (tx: Transaction, srno: number) => lockRequests(tx, [srno]);
