/** The codes of the monthly audit as they are sent, with the words that people read for them. */

export const AUDIT_STATUSES = ['P', 'R', 'C'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

/** The mark of a transaction: not looked at, in order, or with a discrepancy. */
export const MARKS = ['PEN', 'OK', 'DIS'] as const;
export type Mark = (typeof MARKS)[number];

/** Pending, in review, cleared. In the flash audit D means something else. */
export const DISCREPANCY_STATUSES = ['P', 'R', 'D'] as const;
export type DiscrepancyStatus = (typeof DISCREPANCY_STATUSES)[number];
export const DISCREPANCY_WORDS = {
  P: 'Pending',
  R: 'Review',
  D: 'OK',
} as const satisfies Record<DiscrepancyStatus, string>;
/** What a transaction says of its discrepancy. A pending one can be reversed instead. */
export const TRANSACTION_DISCREPANCY_WORDS = { R: 'In Review', D: 'Cleared' } as const;

export const REGISTER_TYPES = ['PP', 'PB', 'SP', 'SB'] as const;
export type RegisterType = (typeof REGISTER_TYPES)[number];
export const TRANSACTION_TYPES = [...REGISTER_TYPES, 'MT'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_TYPE_WORDS = {
  PP: 'Purchase From Public',
  PB: 'Purchase Bulk',
  SP: 'Sales To Public',
  SB: 'Sale Bulk',
  MT: 'Money Transfer',
} as const satisfies Record<TransactionType, string>;

/** The registers of RBI that an audit has, and the type of transactions that each holds. */
export const FORMATS = ['FLM3', 'FLM4', 'FLM5', 'FLM6'] as const;
export type Format = (typeof FORMATS)[number];
export const FORMAT_TYPES = {
  FLM3: 'PP',
  FLM4: 'PB',
  FLM5: 'SP',
  FLM6: 'SB',
} as const satisfies Record<Format, RegisterType>;
export const FORMAT_WORDS = {
  FLM3: 'Purchases from public',
  FLM4: 'Purchases from dealers',
  FLM5: 'Sales to public',
  FLM6: 'Sales to dealers',
} as const satisfies Record<Format, string>;

export const PARTY_TYPES = ['F', 'D'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];
export const PARTY_TYPE_WORDS = { F: 'Franchisee', D: 'Authorized Dealer' } as const satisfies Record<
  PartyType,
  string
>;

export const MASTER_TYPES = ['C', 'D', 'F'] as const;
export type MasterType = (typeof MASTER_TYPES)[number];
export const MASTER_TYPE_WORDS = {
  C: 'Corporate',
  D: 'Authorised Dealers',
  F: 'Franchise',
} as const satisfies Record<MasterType, string>;

/** The partners of money transfer. */
export const PARTNERS = ['WU', 'TF', 'XM', 'MG'] as const;

export const CHECKLIST_ANSWERS = ['Y', 'N', 'S'] as const;
export type ChecklistAnswer = (typeof CHECKLIST_ANSWERS)[number];
/** The operational row that has the attendance sheets. */
export const ATTENDANCE_ROW = 21;

export const ATTENDANCE_TYPES = ['1', '2'] as const;
export type AttendanceType = (typeof ATTENDANCE_TYPES)[number];
export const ATTENDANCE_WORDS = { 1: 'Attendance Sheet', 2: 'Group Photo' } as const satisfies Record<
  AttendanceType,
  string
>;

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export const monthName = (month: number): string => MONTH_NAMES[month - 1] ?? '';
/** October 2026. */
export const monthOfYear = (year: number, month: number): string => `${monthName(month)} ${year}`;
