import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { FairQueue } from '#server/platform/fair-queue.ts';
import { MAX_KNOWN_HASHES_WAITING, MAX_STRANGERS_HASHES_WAITING } from '#server/platform/limits.ts';
import type { Metrics } from '#server/platform/metrics.ts';

/** argon2id with OWASP's recommended parameters. Node runs it in its thread pool, off the event loop. */
const PASSES = 2;
const MEMORY_KIB = 19_456;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Hashes without a queue, for the tools that set up an installation. A server uses `PasswordHasher`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', {
    message: password,
    nonce,
    parallelism: LANES,
    tagLength: TAG_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(hash) ?? [];
  if (tag === undefined) throw new Error('a stored password hash cannot be read');
  const expected = Buffer.from(tag, 'base64');
  const found = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce ?? '', 'base64'),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(found, expected);
}

/** The hash of a random password. Checking against it makes an unknown user cost as much as a known one. */
export const NOBODYS_HASH = await hashPassword(randomBytes(32).toString('base64'));

/** The size of Node's thread pool unless UV_THREADPOOL_SIZE is set. Files and DNS use it as well. */
const NODE_THREADS = 4;
/** Half of the capacity: each hash occupies a processor and 19 MiB, and the other half serves calls meanwhile. */
const MAX_AT_ONCE = Math.max(1, Math.floor(Math.min(availableParallelism(), NODE_THREADS) / 2));

/** The key of a queue. Attempts from unknown addresses take turns by network, all others by user. */
export interface HashTurn {
  readonly key: string;
  readonly isKnown: boolean;
}

const KNOWN_LANE = 0;
const STRANGERS_LANE = 1;

/** Hashes passwords for the calls of one process. It limits concurrency and queue length, and serves all keys in
 * turn. */
export class PasswordHasher {
  readonly #queue = new FairQueue({
    atOnce: MAX_AT_ONCE,
    maxWaiting: [MAX_AT_ONCE * MAX_KNOWN_HASHES_WAITING, MAX_AT_ONCE * MAX_STRANGERS_HASHES_WAITING],
  });
  readonly #countBegun: () => void;

  constructor(metrics: Metrics) {
    this.#countBegun = metrics.counter('password_hashes', 'Password hashes begun');
    metrics.gauge(
      'password_hashes_waiting',
      'Password hashes waiting for their turn',
      () => this.#queue.waiting,
    );
  }

  hash(password: string, turn: HashTurn): Promise<string> {
    return this.#inTurn(turn, () => hashPassword(password));
  }

  isPassword(password: string, hash: string, turn: HashTurn): Promise<boolean> {
    return this.#inTurn(turn, () => isPassword(password, hash));
  }

  #inTurn<T>({ key, isKnown }: HashTurn, work: () => Promise<T>): Promise<T> {
    const counted = () => {
      this.#countBegun();
      return work();
    };
    return this.#queue.run(key, counted, isKnown ? KNOWN_LANE : STRANGERS_LANE);
  }
}
