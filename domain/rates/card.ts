import { SMALL_CURRENCIES } from '../masters/currency.ts';
import { formatDecimal } from '../numbers.ts';

export const CARD_NOT_AVAILABLE = 'Rate Card Not Available';
export const NO_DISPLAY_BRANCH = 'Please select a branch';
export const NO_FRANCHISEE = 'Please pick valid Franchisee';

/** The rates on a wall display: both, only buying, or only selling. */
export const DISPLAY_VIEWS = ['A', 'B', 'S'] as const;
export type DisplayView = (typeof DISPLAY_VIEWS)[number];

/** How often a display reloads. */
export const DISPLAY_REFRESH_MS = 300_000;

const STAFF_PLACES = 2;
const PUBLIC_PLACES = 4;

/**
 * A rate as staff and wall displays see it. A currency whose rates have more decimals shows all of them, because the
 * customer is charged the rate that is shown. Cards that were published with six decimals show the usual ones.
 */
export function staffRate(isd: string, rate: string, places = STAFF_PLACES): string {
  const usual = SMALL_CURRENCIES.includes(isd) ? PUBLIC_PLACES : STAFF_PLACES;
  return formatDecimal(rate, places > PUBLIC_PLACES ? usual : Math.max(usual, places));
}

/** A rate as the public card shows it. */
export const publicRate = (rate: string): string => formatDecimal(rate, PUBLIC_PLACES);
