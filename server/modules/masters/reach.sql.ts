import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const byId = statement(
  'masters.entity.inreach',
  { srno: 'int4' },
  `select srno from masters.entity where id = any ($1::text[]) and ($2::text is null or type = $2)`,
);

/**
 * The serial numbers of the entities with these ids, of one type or any. It runs in a writing transaction, where
 * row-level security excludes entities out of the caller's scope.
 */
export const entitiesInReach = async (
  tx: Transaction,
  ids: readonly string[],
  type: 'B' | null,
): Promise<number[]> => (await tx.rows(byId, [ids, type])).map(({ srno }) => srno);

const oneById = statement(
  'masters.entity.oneinreach',
  { srno: 'int4' },
  `select srno from masters.entity
   where id = upper($1::text) and ($2::integer[] is null or srno = any ($2))`,
);
/** An entity by its id, for all modules; undefined if it is out of scope. */
export const findInReach = (on: Executor, id: string, scope: Scope) =>
  on.maybe(oneById, [id.trim(), entitiesIn(scope)]);
