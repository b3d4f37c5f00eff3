import type { LicenceStatus } from './status.ts';

/** The codes of the renewal page with their texts. */
export const RENEWAL_CODES = {
  LIC0000: 'Done.',
  LIC0001: 'This link is not valid. Please ask for a new one.',
  LIC0002: 'The document is there already.',
  LIC0003: 'An approved document cannot be removed.',
  LIC0004: 'Too much was sent by this link today. Please try again tomorrow.',
} as const;
export type RenewalCode = keyof typeof RENEWAL_CODES;

/** What the renewal page knows about one required document. */
export interface RequiredDocument {
  /** Empty if there is none. */
  readonly status: LicenceStatus | '';
  readonly mayUpload: boolean;
}

/** What needs the franchisee comes first: rejected, missing, then what is checked, then what is approved. */
export function urgencyOf({ status, mayUpload }: RequiredDocument): number {
  if (status === 'R') return 0;
  if (mayUpload) return 1;
  return status === 'P' ? 2 : 3;
}
