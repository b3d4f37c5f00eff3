import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';

const PAGE = 500;

const some = statement(
  'platform.unwanted.some',
  { hash: 'text' },
  `select hash from platform.unwanted_object where hash > $1 order by hash limit ${PAGE}`,
);
export const someUnwanted = async (tx: Transaction, after: string): Promise<readonly string[]> =>
  (await tx.rows(some, [after])).map(({ hash }) => hash);

const leave = statement(
  'platform.unwanted.leave',
  { hash: 'text' },
  `insert into platform.incoming_object (hash, upload, is_leaving) select $1::text, $2::uuid, true
   where not exists (select from platform.incoming_object where hash = $1) and not platform.object_is_named($1)
   returning hash`,
);
/** Marks bytes as leaving if nothing names them. The transaction must hold the lock of the object. */
export const letGo = async (tx: Transaction, hash: string, sweep: string): Promise<boolean> =>
  (await tx.maybe(leave, [hash, sweep])) !== undefined;

const forget = statement(
  'platform.unwanted.forget',
  {},
  `with left_over as (
     delete from platform.incoming_object where hash = $1 and upload = $2::uuid
   )
   delete from platform.unwanted_object where hash = $1
     and not exists (select from platform.incoming_object where hash = $1 and upload <> $2::uuid)`,
);
/** Takes bytes off the list: they are gone, or a row names them. While an upload brings the same bytes they stay on it. */
export const forgetUnwanted = (tx: Transaction, hash: string, sweep: string) =>
  tx.rows(forget, [hash, sweep]);
