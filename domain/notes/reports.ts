import type { RightKey } from '../rights.ts';

/** Texts of the two reports that the user is refused with. */
export const REPORT_TEXTS = {
  backwards: 'To Date cannot be before From Date.',
  executiveOrBranch: 'Please select either an executive or a branch, not both.',
} as const;

/** The rights of those who answer for the notes of others. */
const LOOKING_AFTER_OTHERS: readonly RightKey[] = [
  'VAULTSTOCK',
  'BMAPPROVE',
  'ZMAPPROVE',
  'CMAPPROVE',
  'FNDAPPROVE',
];

/** Whether the reports show others than oneself: an executive who answers for nobody else sees his own notes. */
export const seesNotesOfOthers = (mayQuery: (key: RightKey) => boolean, employeeCode: string): boolean =>
  employeeCode === '' || LOOKING_AFTER_OTHERS.some(mayQuery);

/** What a transfer is called in a report, by its kind in the ledger. */
const MOVEMENTS: Readonly<Record<string, string>> = {
  stock: 'Stock entry',
  out: 'CN Out',
  accept: 'CN Accept',
  return: 'CN Return',
  deliver: 'Delivered',
  collect: 'Collected',
  'hand over': 'Handed over',
  reverse: 'Taken back',
};
export const movementWord = (kind: string): string => MOVEMENTS[kind] ?? kind;
