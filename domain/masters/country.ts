import type { FieldRule } from '../rules.ts';

/** A country as typed; an unanswered yes/no is null. */
export interface CountryDraft {
  readonly name: string;
  readonly nationality: string;
  readonly swiftCode: string;
  readonly fatf: boolean | null;
  readonly active: boolean | null;
}

export const COUNTRY_RULES: Readonly<Record<keyof CountryDraft, FieldRule>> = {
  name: { label: 'Country', required: true, maxChars: 50 },
  nationality: { label: 'Nationality', required: true, maxChars: 50 },
  swiftCode: { label: 'Swift code', required: true, maxChars: 10 },
  fatf: { label: 'FATF', required: true },
  active: { label: 'Status', required: true },
};
