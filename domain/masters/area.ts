import type { FieldRule } from '../rules.ts';

/** An area as typed, with the ids of its branches. */
export interface AreaDraft {
  readonly name: string;
  readonly branches: readonly string[];
  readonly active: boolean;
}

export const AREA_RULES: Readonly<Record<keyof AreaDraft, FieldRule>> = {
  name: { label: 'Area', required: true, maxChars: 50 },
  branches: { label: 'Branches' },
  active: { label: 'Status' },
};
