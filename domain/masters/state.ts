import type { FieldRule } from '../rules.ts';

/** A state as typed. The country is a serial number. */
export interface StateDraft {
  readonly name: string;
  readonly country: string | null;
  readonly active: boolean;
}

export const STATE_RULES: Readonly<Record<keyof StateDraft, FieldRule>> = {
  name: { label: 'State', required: true, maxChars: 50 },
  country: { label: 'Country', required: true },
  active: { label: 'Status' },
};
