import { parseAmount } from '../numbers.ts';
import { RATE_PLACES } from './pricing.ts';

/** How a list is saved: kept as a draft, published, or published in the place of today's. */
export const IBR_FLAGS = ['D', 'F', 'O'] as const;
export type IbrFlag = (typeof IBR_FLAGS)[number];

export const INVALID_RATES = 'Some rates are invalid';
export const ALREADY_PUBLISHED =
  "Today's rates are published already. Use Overwrite to publish others in their place.";
export const NOTHING_TO_OVERWRITE = 'Nothing is published today yet. Use Final to publish.';
export const NOTHING_TO_RESEND = 'No rates have been published yet.';

/** Room for what is typed: six digits, the point and six more. */
export const MAX_RATE_CHARS = 13;
const MAX_WHOLE_DIGITS = 6;

/** A typed rate as an exact decimal above zero; null when it is none. */
export function readRate(typed: string): string | null {
  const decimal = parseAmount(typed, { places: RATE_PLACES });
  if (decimal === null || !/[1-9]/.test(decimal)) return null;
  const [whole = ''] = decimal.split('.');
  return whole.length > MAX_WHOLE_DIGITS ? null : decimal;
}

export interface IbrLine {
  readonly isd: string;
  readonly ibr: string;
}

/**
 * The rates of a list, exact, by currency; null unless there is a valid one for each of the active currencies and none
 * for any other.
 */
export function readIbrList(
  lines: readonly IbrLine[],
  active: readonly string[],
): ReadonlyMap<string, string> | null {
  const rates = new Map<string, string>();
  for (const { isd, ibr } of lines) {
    const rate = readRate(ibr);
    if (rate === null || rates.has(isd) || !active.includes(isd)) return null;
    rates.set(isd, rate);
  }
  return active.length > 0 && rates.size === active.length ? rates : null;
}
