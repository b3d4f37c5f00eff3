import { hash, randomBytes } from 'node:crypto';

const KEY_BYTES = 24;

/** A key of 192 random bits. It exists in this process and in the mail; the database stores its hash. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/**
 * A wrong key is hashed and looked up like a right one, whatever its form. Comparing hashes tells nothing about how close
 * a guess was.
 */
export const hashOfKey = (key: string): Buffer => hash('sha256', key, 'buffer');
