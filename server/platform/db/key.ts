import { malformed } from '../dispatch/problems.ts';

/** The page key as sent: the sort values of the last row. Only the server reads it. */
export const writeKey = (...parts: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

type Test<Part> = (part: unknown) => part is Part;

/** The values of a key. Refused unless each value has the type of its sort column. */
export function readKey<const Parts extends readonly unknown[]>(
  written: string,
  tests: { readonly [At in keyof Parts]: Test<Parts[At]> },
): Parts {
  try {
    const parts = JSON.parse(Buffer.from(written, 'base64url').toString()) as unknown;
    if (Array.isArray(parts) && parts.length === tests.length && tests.every((is, at) => is(parts[at])))
      return parts as unknown as Parts;
  } catch {
    // The failure is reported below.
  }
  throw malformed('This page key cannot be read.');
}

const MAX_NUMBER = 2_147_483_647;
export const isKeyNumber: Test<number> = (part): part is number =>
  typeof part === 'number' && Number.isInteger(part) && part >= 0 && part <= MAX_NUMBER;

/** A number too large for an integer, as digits. */
export const isKeyDigits: Test<string> = (part): part is string =>
  typeof part === 'string' && /^\d{1,18}$/.test(part);

export const isKeyText: Test<string> = (part): part is string =>
  typeof part === 'string' && !part.includes('\0');

export const isKeyDay: Test<string> = (part): part is string =>
  typeof part === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(part);

/** A timestamp as `keyMoment` writes it. */
export const isKeyMoment: Test<string> = (part): part is string =>
  typeof part === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(part) &&
  !Number.isNaN(Date.parse(part));

/** A timestamp in SQL with the full precision of PostgreSQL, so that no row is skipped. */
export const keyMoment = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
