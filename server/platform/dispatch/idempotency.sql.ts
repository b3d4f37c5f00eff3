import { createHash } from 'node:crypto';
import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';
import { Problem } from './problems.ts';

const claim = statement(
  'platform.idempotency.claim',
  { actor: 'int4' },
  `insert into platform.idempotency (actor, key, call, request_hash) values ($1, $2, $3, $4)
   on conflict (actor, key) do nothing returning actor`,
);

const recall = statement(
  'platform.idempotency.recall',
  { same: 'bool', reply: 'text?', etag: 'text?' },
  `select call = $3 and request_hash = $4 as same, reply, etag from platform.idempotency where actor = $1 and key = $2`,
);

const keep = statement(
  'platform.idempotency.keep',
  {},
  `update platform.idempotency set reply = $3, etag = $4 where actor = $1 and key = $2`,
);

export const forgetOldKeys = statement(
  'platform.idempotency.forget',
  {},
  `delete from platform.idempotency where made_at < now() - make_interval(days => $1)`,
);

interface Keyed {
  readonly actor: number;
  readonly key: string;
  readonly call: string;
  readonly hash: Buffer;
}

interface Kept {
  readonly json: string;
  readonly etag: string | null;
}

export function keyedWrite(actor: number, key: string, call: string, args: readonly string[]): Keyed {
  return { actor, key, call, hash: createHash('sha256').update(JSON.stringify(args)).digest() };
}

/**
 * Claims the key before anything else happens in the transaction. A second request with the same key waits here until
 * the first has committed, and is then given the first one's answer instead of doing the work again.
 */
export async function claimKey(tx: Transaction, { actor, key, call, hash }: Keyed): Promise<Kept | null> {
  if ((await tx.maybe(claim, [actor, key, call, hash])) !== undefined) return null;
  const earlier = await tx.one(recall, [actor, key, call, hash]);
  if (!earlier.same || earlier.reply === null)
    throw new Problem(409, { err: 'This key has been used for something else. Nothing was saved.' });
  return { json: earlier.reply, etag: earlier.etag };
}

export async function keepReply(tx: Transaction, { actor, key }: Keyed, kept: Kept): Promise<void> {
  await tx.rows(keep, [actor, key, kept.json, kept.etag]);
}
