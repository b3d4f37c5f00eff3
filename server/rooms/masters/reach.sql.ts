import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const byId = statement(
  'masters.entity.inreach',
  { srno: 'int4' },
  `select srno from masters.entity where id = any ($1::text[]) and ($2::text is null or type = $2)`,
);

/**
 * The serial numbers of the entities with these ids, of one type or any. It runs in a writing transaction, where
 * row-level security leaves out what is not in the caller's reach.
 */
export const entitiesInReach = async (
  tx: Transaction,
  ids: readonly string[],
  type: 'B' | null,
): Promise<number[]> => (await tx.rows(byId, [ids, type])).map(({ srno }) => srno);
