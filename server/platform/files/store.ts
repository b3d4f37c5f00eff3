import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { SpooledFile } from './spool.ts';

/** A stored object. Its name is the SHA-256 of its bytes, in lower-case hex. */
export interface StoredObject {
  readonly hash: string;
  readonly bytes: number;
}

/** A part of an object; both ends count from 0 and are inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoreOptions {
  /** Ends the operation. A stream that was returned goes on. */
  readonly signal?: AbortSignal | undefined;
}

export type ByteSource = Readable | Uint8Array | SpooledFile;

/**
 * Stores bytes by content hash. No name, path or type from a user reaches the store. The row that refers to an object
 * decides who may see it. Putting is idempotent and atomic; once `put` has returned, the object survives a power
 * failure.
 */
export interface ObjectStore {
  put(source: ByteSource, options?: StoreOptions): Promise<StoredObject>;
  /**
   * The bytes. A whole object is checked against its hash while it is read, and the stream fails with ObjectDamaged if
   * they differ.
   */
  get(hash: string, range?: ByteRange, options?: StoreOptions): Promise<Readable>;
  has(hash: string, options?: StoreOptions): Promise<boolean>;
  /** Removing a missing object is no error. */
  remove(hash: string, options?: StoreOptions): Promise<void>;
  /** The hashes of all objects that begin with these two hexadecimal digits. */
  list(prefix: string): Promise<readonly string[]>;
  /** Resolves if the store can be used now; rejects with ObjectStoreUnavailable. */
  check(): Promise<void>;
}

/** No object has this hash. */
export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound';
  constructor(hash: string) {
    super(`no object ${hash}`);
  }
}

/** The stored bytes differ from those that were put. */
export class ObjectDamaged extends Error {
  override readonly name = 'ObjectDamaged';
  constructor(hash: string) {
    super(`the bytes of object ${hash} do not match its hash`);
  }
}

/** The range is outside the object. */
export class RangeNotSatisfiable extends Error {
  override readonly name = 'RangeNotSatisfiable';
}

/** The store refused, did not answer or is full; the cause has details for the log only. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable';
  readonly during: 'storing' | 'reading';
  constructor(cause: unknown, during: ObjectStoreUnavailable['during'] = 'storing') {
    super('the object store is not available', { cause });
    this.during = during;
  }
}

const CONTENT_HASH = /^[0-9a-f]{64}$/;

/** Rejects anything but a content hash before it can become part of a path or key. */
export function assertContentHash(hash: string): void {
  if (!isContentHash(hash)) throw new TypeError('not a content hash');
}

const HASH_PREFIX = /^[0-9a-f]{2}$/;

/** The beginnings by which a store is listed, one part at a time. */
export const HASH_PREFIXES: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
);

export function assertHashPrefix(prefix: string): void {
  if (!HASH_PREFIX.test(prefix)) throw new TypeError('not the beginning of a content hash');
}

export const isContentHash = (name: string): boolean => CONTENT_HASH.test(name);

/** Rejects a range that no object can have. */
export function assertRange(range: ByteRange): void {
  const isPosition = (n: number) => Number.isSafeInteger(n) && n >= 0;
  if (!isPosition(range.start) || !isPosition(range.end) || range.end < range.start)
    throw new RangeNotSatisfiable(`bytes ${range.start}-${range.end}`);
}

/** Passes the stream through and fails at its end if the bytes do not match the hash. */
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
  // The stream itself reports an error to its reader; the callback only keeps it from being thrown twice.
  return pipeline(stream, check, () => undefined);
}
