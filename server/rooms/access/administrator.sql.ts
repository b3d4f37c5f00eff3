import { LAST_ADMINISTRATOR } from '#domain/access/group.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';

const lock = statement(
  'access.administrator.lock',
  { locked: 'text' },
  `select pg_advisory_xact_lock(hashtextextended('access.administrator', 0))::text as locked`,
);

const check = statement(
  'access.administrator.check',
  { is_left: 'bool' },
  'select access.has_administrator() as is_left',
);

/**
 * Called after what may have taken the last administrator away, before commit. Whoever comes second waits for the
 * first to commit and then looks with a new snapshot, so of two at the same moment not both can pass.
 */
export async function keepAdministrator(tx: Transaction): Promise<void> {
  await tx.one(lock);
  const { is_left } = await tx.one(check);
  if (!is_left) throw new Refusal(LAST_ADMINISTRATOR);
}
