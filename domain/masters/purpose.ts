import type { FieldRule } from '../rules.ts';

/** A purpose as typed. */
export interface PurposeDraft {
  readonly value: string;
  readonly name: string;
  readonly active: boolean;
}

export const PURPOSE_RULES: Readonly<Record<keyof PurposeDraft, FieldRule>> = {
  value: { label: 'Value', required: true, maxChars: 20 },
  name: { label: 'Purpose', required: true, maxChars: 100 },
  active: { label: 'Status' },
};
