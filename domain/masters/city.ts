import type { FieldRule } from '../rules.ts';

/** A city as typed. Country and state are serial numbers. */
export interface CityDraft {
  readonly name: string;
  readonly country: string | null;
  readonly state: string | null;
  readonly active: boolean;
}

export const CITY_RULES: Readonly<Record<keyof CityDraft, FieldRule>> = {
  name: { label: 'City', required: true, maxChars: 50 },
  country: { label: 'Country', required: true },
  state: { label: 'State', required: true },
  active: { label: 'Status' },
};
