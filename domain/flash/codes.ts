/** The codes of the flash audit as they are sent, with the words that people read for them. */

export const FLASH_STATUSES = ['P', 'R', 'C'] as const;
export type FlashStatus = (typeof FLASH_STATUSES)[number];

/** A new audit is counted here; an old one was made on paper and is kept as a file. */
export const FLASH_TYPES = ['N', 'O'] as const;
export type FlashType = (typeof FLASH_TYPES)[number];
export const FLASH_TYPE_WORDS = { N: 'New', O: 'Old' } as const satisfies Record<FlashType, string>;

/** The result of a line: not decided, discrepancy, in order. In the monthly audit D means something else. */
export const LINE_STATUSES = ['', 'D', 'O'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];
/** The words of the choice, exactly as specified. */
export const LINE_CHOICES = { '': 'Select', D: 'Descripancy', O: 'Ok' } as const satisfies Record<
  LineStatus,
  string
>;
/** The words in tables and on paper. */
export const LINE_WORDS = { '': '', D: 'Discrepancy', O: 'OK' } as const satisfies Record<LineStatus, string>;

/** The status of a discrepancy: pending, in review, in order. */
export const ANSWER_STATUSES = ['P', 'R', 'O'] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];
export const ANSWER_WORDS = { P: 'Pending', R: 'Review', O: 'OK' } as const satisfies Record<
  AnswerStatus,
  string
>;

/** A discrepancy is of a currency or of a transaction. */
export const DISCREPANCY_KINDS = ['C', 'T'] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];
export const DISCREPANCY_KIND_WORDS = { C: 'Currency', T: 'Transaction' } as const satisfies Record<
  DiscrepancyKind,
  string
>;

export const SALE_TYPES = ['SP', 'SB', 'PP', 'PB'] as const;
export type SaleType = (typeof SALE_TYPES)[number];
export const SALE_TYPE_WORDS = {
  SP: 'Sales to public',
  SB: 'Sale Bulk',
  PP: 'Purchase from public',
  PB: 'Purchase Bulk',
} as const satisfies Record<SaleType, string>;

/** The currency whose stock is typed, because the ledger of notes does not have it. */
export const TYPED_CURRENCY = 'INR';
/** Its name, whatever the masters or a sheet call it, and also if they do not have it. */
export const TYPED_CURRENCY_NAME = 'Indian Rupee';
