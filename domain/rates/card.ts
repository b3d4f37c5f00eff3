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
/** Currencies of such low value that two decimals would show 0.00. */
const SMALL_CURRENCIES: readonly string[] = ['IDR', 'VND'];

/** A rate as staff and wall displays see it. */
export const staffRate = (isd: string, rate: string): string =>
  formatDecimal(rate, SMALL_CURRENCIES.includes(isd) ? PUBLIC_PLACES : STAFF_PLACES);

/** A rate as the public card shows it. */
export const publicRate = (rate: string): string => formatDecimal(rate, PUBLIC_PLACES);
