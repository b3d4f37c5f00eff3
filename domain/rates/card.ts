import { usualRatePlaces } from '../masters/currency.ts';
import { formatDecimal, parseAmount, shortDecimal } from '../numbers.ts';

export const CARD_NOT_AVAILABLE = 'Rate Card Not Available';
export const NO_DISPLAY_BRANCH = 'Please select a branch';
export const NO_FRANCHISEE = 'Please pick valid Franchisee';

/** The rates on a wall display: both, only buying, or only selling. */
export const DISPLAY_VIEWS = ['A', 'B', 'S'] as const;
export type DisplayView = (typeof DISPLAY_VIEWS)[number];

/** How often a display reloads. */
export const DISPLAY_REFRESH_MS = 300_000;

/** No currency has more decimals than this; cards that were published before the decimals were chosen have six. */
const MOST_PLACES = 4;
const MOST_TYPED_PLACES = 8;

/** The decimals of a currency: those of the master, at least 2, and 4 for currencies of low value. */
const placesOf = (isd: string, places: number) =>
  Math.max(Number(usualRatePlaces(isd)), places > MOST_PLACES ? 0 : places);

/** A rate of a card, as everybody sees it: with the decimals to which the card was rounded. */
export const shownCardRate = (isd: string, rate: string, places = 0): string =>
  formatDecimal(rate, placesOf(isd, places));

/**
 * A rate that a person typed: with the decimals of its currency, and with further digits if it has any, because amounts
 * are computed from them.
 */
export function shownRate(isd: string, rate: string, places = 0): string {
  const digits = shortDecimal(rate).split('.')[1]?.length ?? 0;
  return formatDecimal(rate, Math.max(placesOf(isd, places), digits));
}

/** The same for an input field: without separators, and unchanged if it is not a number. */
export function typedRate(isd: string, typed: string, places = 0): string {
  const rate = parseAmount(typed, { places: MOST_TYPED_PLACES });
  return rate === null ? typed : shownRate(isd, rate, places).replaceAll(',', '');
}
