/** The statuses of a licence document: pending, approved, rejected. */
export const LICENCE_STATUSES = ['P', 'A', 'R'] as const;
export type LicenceStatus = (typeof LICENCE_STATUSES)[number];
