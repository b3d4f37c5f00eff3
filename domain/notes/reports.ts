import type { RightKey } from '../rights.ts';

/** The refusals of the two reports. */
export const REPORT_TEXTS = {
  backwards: 'To Date cannot be before From Date.',
  executiveOrBranch: 'Please select either an executive or a branch, not both.',
} as const;

/** The rights of users who are responsible for notes of others. */
const LOOKING_AFTER_OTHERS: readonly RightKey[] = [
  'VAULTSTOCK',
  'BMAPPROVE',
  'ZMAPPROVE',
  'CMAPPROVE',
  'FNDAPPROVE',
];

/** Whether the reports show notes of others. An executive without these rights sees only their own notes. */
export const seesNotesOfOthers = (mayQuery: (key: RightKey) => boolean, employeeCode: string): boolean =>
  employeeCode === '' || LOOKING_AFTER_OTHERS.some(mayQuery);

/** The name of a transfer in a report, by its kind in the ledger. */
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
