import { createHash } from 'node:crypto';
import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';
import { Problem } from './problems.ts';

/** One statement, so that the row cannot go away between finding it taken and reading it; it is held until the commit. */
const claim = statement(
  'platform.idempotency.claim',
  { same: 'bool', reply: 'text?', etag: 'text?' },
  `insert into platform.idempotency (actor, key, call, request_hash) values ($1, $2, $3, $4)
   on conflict (actor, key) do update set key = excluded.key
   returning call = $3 and request_hash = $4 as same, reply, etag`,
);

const keep = statement(
  'platform.idempotency.keep',
  {},
  `update platform.idempotency set reply = $3, etag = $4 where actor = $1 and key = $2`,
);

const free = statement(
  'platform.idempotency.free',
  {},
  `delete from platform.idempotency
   where actor = $1 and key = $2 and call = $3 and request_hash = $4 and reply is null`,
);

export const forgetOldKeys = statement(
  'platform.idempotency.forget',
  {},
  `delete from platform.idempotency where made_at < now() - make_interval(days => $1)`,
);

export interface Keyed {
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
  const { same, reply, etag } = await tx.one(claim, [actor, key, call, hash]);
  if (!same) throw new Problem(409, { err: 'This key has been used for something else. Nothing was saved.' });
  return reply === null ? null : { json: reply, etag };
}

export async function keepReply(tx: Transaction, { actor, key }: Keyed, kept: Kept): Promise<void> {
  await tx.rows(keep, [actor, key, kept.json, kept.etag]);
}

/** Gives back a key whose claim was committed before the work, when the work came to nothing. */
export async function freeKey(tx: Transaction, { actor, key, call, hash }: Keyed): Promise<void> {
  await tx.rows(free, [actor, key, call, hash]);
}
