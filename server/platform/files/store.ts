import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { SpooledFile } from './spool.ts';

/** What the store keeps of an object: its name is the SHA-256 of its bytes, in lower-case hex. */
export interface StoredObject {
  readonly hash: string;
  readonly bytes: number;
}

/** A part of an object; both ends are counted from 0 and included, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type ByteSource = Readable | Uint8Array | SpooledFile;

/**
 * Bytes by content hash. No name, path or type given by a person reaches the store; who may see an object is
 * decided by the row that refers to it. Putting is idempotent and all or nothing; once `put` has answered, the
 * object survives a power cut.
 */
export interface ObjectStore {
  put(source: ByteSource, options?: { readonly signal?: AbortSignal }): Promise<StoredObject>;
  /** The bytes; a whole object is checked against its hash as it is read, and ends in ObjectDamaged if they differ. */
  get(hash: string, range?: ByteRange): Promise<Readable>;
  has(hash: string): Promise<boolean>;
  /** Removing what is not there is no error. */
  remove(hash: string): Promise<void>;
  /** Resolves when the store can be used now; rejects with ObjectStoreUnavailable. */
  check(): Promise<void>;
}

/** No object has this hash. */
export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound';
  constructor(hash: string) {
    super(`no object ${hash}`);
  }
}

/** The stored bytes are not those that were put. */
export class ObjectDamaged extends Error {
  override readonly name = 'ObjectDamaged';
  constructor(hash: string) {
    super(`the bytes of object ${hash} do not match its hash`);
  }
}

/** The range lies outside the object. */
export class RangeNotSatisfiable extends Error {
  override readonly name = 'RangeNotSatisfiable';
}

/** The store refused or did not answer; the cause says more, for the log only. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable';
  constructor(cause: unknown) {
    super('the object store is not available', { cause });
  }
}

const CONTENT_HASH = /^[0-9a-f]{64}$/;

/** Stops anything but a content hash before it can become part of a path or key. */
export function assertContentHash(hash: string): void {
  if (!CONTENT_HASH.test(hash)) throw new TypeError('not a content hash');
}

/** Refuses a range that no object could have. */
export function assertRange(range: ByteRange): void {
  const isPosition = (n: number) => Number.isSafeInteger(n) && n >= 0;
  if (!isPosition(range.start) || !isPosition(range.end) || range.end < range.start)
    throw new RangeNotSatisfiable(`bytes ${range.start}-${range.end}`);
}

/** The stream as it is, failing at its end if the bytes are not the ones that were asked for. */
export function verified(stream: Readable, hash: string): Readable {
  const digest = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(digest.digest('hex') === hash ? null : new ObjectDamaged(hash));
    },
  });
  // The reader is told of an error by the stream itself; the callback only keeps it from being thrown twice.
  return pipeline(stream, check, () => undefined);
}
