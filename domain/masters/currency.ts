import type { FieldRule } from '../rules.ts';

/** A currency as typed. The country is a serial number, the flag a country code. */
export interface CurrencyDraft {
  readonly code: string;
  readonly name: string;
  readonly country: string | null;
  readonly flag: string;
  /** The decimals of its rates on cards and in requests, one of RATE_PLACES_CHOICES. */
  readonly ratePlaces: string;
  /** Its place in lists of currencies, from 1; null if it follows those with a place. */
  readonly tradeOrder: string | null;
  readonly active: boolean;
}

export const RATE_PLACES_CHOICES = ['2', '3', '4'] as const;

/** Currencies of such low value that two decimals would show 0.00. */
export const SMALL_CURRENCIES: readonly string[] = ['IDR', 'VND'];

/** The decimals of a currency's rates if nobody has chosen them. */
export const usualRatePlaces = (code: string): string => (SMALL_CURRENCIES.includes(code) ? '4' : '2');

export const CURRENCY_RULES: Readonly<Record<keyof CurrencyDraft, FieldRule>> = {
  code: {
    label: 'Code',
    required: true,
    maxChars: 3,
    shape: { pattern: /^[A-Za-z]{3}$/, message: 'Code must be 3 letters.' },
  },
  name: { label: 'Currency', required: true, maxChars: 50 },
  country: { label: 'Country' },
  flag: {
    label: 'Flag (country code)',
    maxChars: 2,
    shape: { pattern: /^[A-Za-z]{2}$/, message: 'Flag must be a country code of 2 letters.' },
  },
  ratePlaces: {
    label: 'Decimals of its rates',
    shape: { pattern: /^[234]$/, message: 'Decimals of its rates must be 2, 3 or 4.' },
  },
  tradeOrder: {
    label: 'Order in lists',
    maxChars: 3,
    shape: { pattern: /^[1-9]\d{0,2}$/, message: 'Order in lists must be a number from 1 to 999.' },
  },
  active: { label: 'Status' },
};
