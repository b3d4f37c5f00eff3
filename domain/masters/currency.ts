/** The decimals that the rates of a currency can have on cards and in requests. */
export const RATE_PLACES_CHOICES = ['2', '3', '4'] as const;

/** Currencies of such low value that two decimals would show 0.00. */
export const SMALL_CURRENCIES: readonly string[] = ['IDR', 'VND'];

/** The decimals of a currency's rates if nobody has chosen them. */
export const usualRatePlaces = (code: string): string => (SMALL_CURRENCIES.includes(code) ? '4' : '2');
