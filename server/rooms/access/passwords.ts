import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** argon2id as OWASP advises it; Node runs it on its own threads, off the event loop. */
const PASSES = 2;
const MEMORY_KIB = 19_456;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** More at once would only push each other out of memory and starve file and DNS work of threads. */
const MAX_AT_ONCE = 2;

const derive = promisify(argon2);

let running = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await inTurn(() =>
    derive('argon2id', {
      message: password,
      nonce,
      parallelism: LANES,
      tagLength: TAG_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(hash) ?? [];
  if (tag === undefined) throw new Error('a stored password hash cannot be read');
  const expected = Buffer.from(tag, 'base64');
  const found = await inTurn(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(nonce ?? '', 'base64'),
      parallelism: Number(parallelism),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    }),
  );
  return timingSafeEqual(found, expected);
}

/** The hash of a password nobody has: checking against it makes an unknown user cost what a known one does. */
export const NOBODYS_HASH = await hashPassword(randomBytes(32).toString('base64'));
