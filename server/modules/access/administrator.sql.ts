import { LAST_ADMINISTRATOR } from '#domain/access/group.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';

const check = statement(
  'access.administrator.check',
  { is_left: 'bool' },
  'select access.has_administrator() as is_left',
);

/**
 * Called before the commit of a change that may have removed the last administrator. The transaction holds the lock of
 * `lockGrants`, so the second of two such changes sees the first.
 */
export async function keepAdministrator(tx: Transaction): Promise<void> {
  const { is_left } = await tx.one(check);
  if (!is_left) throw new Refusal(LAST_ADMINISTRATOR);
}
