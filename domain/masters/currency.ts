import type { FieldRule } from '../rules.ts';

/** A currency as typed. The country is a serial number, the flag a country code. */
export interface CurrencyDraft {
  readonly code: string;
  readonly name: string;
  readonly country: string | null;
  readonly flag: string;
  readonly active: boolean;
}

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
  active: { label: 'Status' },
};
