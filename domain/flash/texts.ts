import { MESSAGES } from '../messages.ts';

/** In the audit area the mandatory message is a sentence. */
export const MANDATORY = `${MESSAGES.MSG0006}.`;

/** Texts of the specification, exactly as written. */
export const FLASH_TEXTS = {
  noFile: 'Please choose file!',
  noTransaction: 'Please fill mendatory field.',
  noRemark: 'Please Enter Remark.',
  noRemarkWithFile: 'Please Enter remark.',
  exists: (date: string) => `Audit Already exists for ${date}`,
  notAdded: 'Not able to add data. Please contact to administrator.',
  uploaded: 'File successfully uploaded.',
  wrongExtension: 'Invalid file extension. Please use (Xlsx/Xls) file.',
  alreadyFilled: 'Data already uploaded for this audit.',
  wrongFormat: 'Incorrect file format.',
  emptyAudits: 'No record found.',
  emptyDiscrepancies: 'No data found!',
  noDenomination: MESSAGES.ERR0000,
} as const;

/** Printed and shown instead of a count, which 0.00 would be. */
export const NOT_COUNTED = 'not counted';

/** The numbers that answer the upload of currencies. */
export const FILLED = { done: '1', wrongExtension: '2', already: '3', wrongFormat: '4' } as const;

/** The most that one record keeps. */
export const FLASH_BOUNDS = {
  /** The face values of one currency. */
  faces: 60,
  /** The transactions of one audit, removed ones included. */
  transactions: 500,
} as const;

/** Texts of our own, for what the specification leaves open. */
export const FLASH_REFUSALS = {
  closed: 'This audit is closed.',
  onlyLook: 'You can only look at this audit.',
  dateTooLate: 'The date of an audit is not after today.',
  noDate: 'Please enter a valid date.',
  noAmount: 'A stock is an amount of at most 14 digits and 2 decimals.',
  noFace: 'A denomination is above zero with at most 2 decimals, a quantity a whole number from 1.',
  nothingFetched: (date: string) =>
    `The ledger has no notes of this branch on ${date}. Nothing is stored: fetch again later, or upload a sheet.`,
  faceTwice: 'Each denomination can be there once.',
  notTyped: 'Only the stock of INR is typed.',
  transactionThere: 'This transaction is in the list already.',
  answered: 'The branch has answered this transaction already. It cannot be removed.',
  onlyInReview: 'The status can be changed while the audit is in Review.',
  needsAdd: 'Setting a discrepancy to OK or Pending needs the Add right of Flash Discrepancy.',
  notPending: 'This discrepancy is not pending any more.',
  notDiscrepancy: 'This is not a discrepancy any more.',
  tooManyFaces: `A currency can have ${FLASH_BOUNDS.faces} denominations. No more can be added.`,
  tooManyTransactions: `An audit can have ${FLASH_BOUNDS.transactions} transactions, removed ones included. No more can be added.`,
} as const;
