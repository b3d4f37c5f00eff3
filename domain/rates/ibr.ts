import type { InputFilter } from '../input.ts';
import { parseAmount } from '../numbers.ts';
import { RATE_PLACES } from './pricing.ts';

/** How a list is saved: as a draft, published, or published in place of today's list. */
export const IBR_FLAGS = ['D', 'F', 'O'] as const;
export type IbrFlag = (typeof IBR_FLAGS)[number];

export const INVALID_RATES = 'Some rates are invalid';
export const ALREADY_PUBLISHED =
  "Today's rates are published already. Use Overwrite to publish others in their place.";
export const NOTHING_TO_OVERWRITE = 'Nothing is published today yet. Use Final to publish.';
export const NOTHING_TO_RESEND = 'No rates have been published yet.';

/** The length of a typed rate is six digits, the point and six more. */
export const RATE_FILTER: InputFilter = { kind: 'decimal', maxChars: 13 };
const MAX_WHOLE_DIGITS = 6;

/** A typed rate as an exact decimal above zero; null if it is not one. */
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
 * The exact rates of a list by currency; null unless the list has one valid rate for each active currency and no other.
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
