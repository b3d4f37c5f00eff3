import { malformed } from '../dispatch/problems.ts';

/** The key of a page as it travels: the values of the last row that the order goes by. Only the server reads it. */
export const writeKey = (...parts: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

type Test<Part> = (part: unknown) => part is Part;

/** The values of a key; refused unless each is what the order goes by at its place. */
export function readKey<const Parts extends readonly unknown[]>(
  written: string,
  tests: { readonly [At in keyof Parts]: Test<Parts[At]> },
): Parts {
  try {
    const parts = JSON.parse(Buffer.from(written, 'base64url').toString()) as unknown;
    if (Array.isArray(parts) && parts.length === tests.length && tests.every((is, at) => is(parts[at])))
      return parts as unknown as Parts;
  } catch {
    // Falls through to the refusal.
  }
  throw malformed('This page key cannot be read.');
}

const MAX_NUMBER = 2_147_483_647;
export const isKeyNumber: Test<number> = (part): part is number =>
  typeof part === 'number' && Number.isInteger(part) && part >= 0 && part <= MAX_NUMBER;

/** A number too large for an integer, as its digits. */
export const isKeyDigits: Test<string> = (part): part is string =>
  typeof part === 'string' && /^\d{1,18}$/.test(part);

export const isKeyText: Test<string> = (part): part is string =>
  typeof part === 'string' && !part.includes('\0');

export const isKeyDay: Test<string> = (part): part is string =>
  typeof part === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(part);

/** A moment as `keyMoment` writes it. */
export const isKeyMoment: Test<string> = (part): part is string =>
  typeof part === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(part) &&
  !Number.isNaN(Date.parse(part));

/** A moment in SQL to the last digit that PostgreSQL keeps, so that no row is passed over. */
export const keyMoment = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
