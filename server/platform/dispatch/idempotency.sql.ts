import { createHash, hkdfSync } from 'node:crypto';
import { CIPHER_KEY_BYTES, openSealed, seal } from '../cipher.ts';
import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';
import { Problem } from './problems.ts';

/**
 * One statement, so that the row cannot disappear between the conflict and the read. The row stays locked until the
 * commit.
 */
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

export interface Keyed {
  readonly actor: number;
  /** The hash of the client's key. A reader of the table learns neither the key nor, without the key, the reply. */
  readonly key: string;
  readonly replyKey: Buffer;
  readonly call: string;
  readonly hash: Buffer;
}

interface StoredAnswer {
  readonly json: string;
  readonly etag: string | null;
}

export function keyedWrite(actor: number, key: string, call: string, args: readonly string[]): Keyed {
  return {
    actor,
    key: createHash('sha256').update(`idempotency ${actor} ${key}`).digest('base64url'),
    replyKey: Buffer.from(hkdfSync('sha256', key, `${actor} ${call}`, 'idempotency reply', CIPHER_KEY_BYTES)),
    call,
    hash: createHash('sha256').update(JSON.stringify(args)).digest(),
  };
}

/**
 * Claims the key before any other work in the transaction. A second request with the same key waits here until the
 * first has committed. It then gets the answer of the first instead of doing the work again.
 */
export async function claimKey(
  tx: Transaction,
  { actor, key, replyKey, call, hash }: Keyed,
): Promise<StoredAnswer | null> {
  const { same, reply, etag } = await tx.one(claim, [actor, key, call, hash]);
  if (!same) throw new Problem(409, { err: 'This key has been used for something else. Nothing was saved.' });
  return reply === null ? null : { json: openSealed(reply, replyKey), etag };
}

/**
 * A reply can contain a secret that is shown only once, such as the key of a wall display, so every reply is encrypted.
 */
export async function keepReply(
  tx: Transaction,
  { actor, key, replyKey }: Keyed,
  kept: StoredAnswer,
): Promise<void> {
  await tx.rows(keep, [actor, key, seal(kept.json, replyKey), kept.etag]);
}

/** Frees a key whose claim was committed before the work, when the work has failed. */
export async function freeKey(tx: Transaction, { actor, key, call, hash }: Keyed): Promise<void> {
  await tx.rows(free, [actor, key, call, hash]);
}
