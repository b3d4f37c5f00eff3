import { MESSAGES } from '../messages.ts';
import type { Format } from './codes.ts';

/** In the audit the mandatory message is a sentence, and what is missing follows as further sentences. */
export const MANDATORY = `${MESSAGES.MSG0006}.`;

/** Texts of the specification, exactly as written. */
export const AUDIT_TEXTS = {
  noBranch: 'Please select a valid branch.',
  noMonth: 'Please select a valid Month.',
  noCashier: 'Please put name of cashier.',
  noManager: 'Please put name of Branch Manager.',
  emptyAudits: 'Nothing in List.',
  emptyList: 'Nothing in list.',
  noFetchFormat: 'Please select a format to Fetch.',
  noUploadFormat: 'Please select format to upload.',
  alreadyUploaded: (format: Format) => `${format} already uploaded.`,
  uploaded: (format: Format) => `${format} uploaded successfully.`,
  uploadFailed: (format: string) => `Problem in uploading ${format}. Contact IT`,
  confirmDelete: (remark: string) => `Are you confirm to delete ${remark}`,
  noDiscrepancy: 'Please fill Discrepancy.',
  noPartyType: 'Please fill Party Type.',
  noRemark: 'Please Enter remark.',
} as const;

/** Texts of our own, for what the specification leaves open. */
export const AUDIT_REFUSALS = {
  closed: 'This audit is closed.',
  exists: (month: string) => `Audit Already exists for ${month}`,
  dateTooEarly: 'The date of an audit is not before its month.',
  dateTooLate: 'The date of an audit is not after today.',
  isFetched: 'FLM files of this month are fetched.',
  isUploaded: 'FLM files of this month are uploaded.',
  notPending: 'This transaction is marked already. Please list again.',
  isPending: 'This transaction is not marked.',
  answered: 'The branch has answered this discrepancy already. It cannot be reversed.',
  hasDiscrepancies: (format: Format) =>
    `${format} has transactions marked as discrepancy. Please reverse them first.`,
  discrepancyThere: 'This transaction has a discrepancy already.',
  dayElsewhere: (month: string) => `A discrepancy of this audit is of a day in ${month}.`,
  tooManyDiscrepancies:
    'An audit can have 10,000 discrepancies, removed ones included. No more can be added.',
  lastMonthIsLocked: 'The figures of the last month come from its own audit.',
  countedByServer: 'Purchases and sales are counted, not typed.',
  noAmount: 'An amount has at most 10 characters, digits only.',
  noCount: 'A count has at most 7 digits.',
  tooManyComplied: 'Of the discrepancies of the last month no more can be complied with than it had.',
  observationTooLong: 'An observation can have at most 100 characters.',
  discrepancyTooLong: 'A discrepancy can have at most 500 characters.',
  isHeading: 'This row is a heading and has no answer.',
  noDate: 'Please enter a valid date.',
  otherMonth: 'This is not the month or the branch of the audit.',
  notPendingAnyMore: 'This discrepancy is not pending any more.',
} as const;
