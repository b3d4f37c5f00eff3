import { formatDate, type IsoDate } from '../dates.ts';
import { defineFlow } from '../flow.ts';
import { fileRefusal } from '../files.ts';
import { tooLongMessage } from '../messages.ts';
import { SALE_TYPES, type FlashStatus, type LineStatus } from './codes.ts';
import { FLASH_REFUSALS, FLASH_TEXTS, MANDATORY } from './texts.ts';

/** The longest texts of the flash audit, in characters. */
export const FLASH_LIMITS = {
  cashier: 50,
  remark: 250,
  number: 10,
  document: 100,
  response: 100,
} as const;

/** The first day of the list of discrepancies unless another one is given. */
export const FIRST_DISCREPANCY_DAY = '2023-01-01' as IsoDate;

const charsOf = (text: string): number => [...text.trim()].length;

/** What decides whether the status of an audit can change. */
interface FlashFacts {
  readonly mayAdd: boolean;
}
const needsAdd = ({ mayAdd }: FlashFacts): string | false => (mayAdd ? false : FLASH_REFUSALS.onlyLook);

/** Open audits change freely between Pending and Review; closing is for good. */
export const FLASH_FLOW = defineFlow<FlashStatus, FlashFacts>({
  words: { P: 'Pending', R: 'Review', C: 'Closed' },
  steps: [
    { from: ['R'], to: 'P', refusal: needsAdd },
    { from: ['P'], to: 'R', refusal: needsAdd },
    { from: ['P', 'R'], to: 'C', refusal: needsAdd },
  ],
  noWay: () => FLASH_REFUSALS.closed,
});

/** Why an audit cannot be changed by this user; null if it can. */
export function whyReadOnly(status: FlashStatus, mayAdd: boolean): string | null {
  if (status === 'C') return FLASH_REFUSALS.closed;
  return mayAdd ? null : FLASH_REFUSALS.onlyLook;
}

/** A new audit as a form has it. */
export interface NewFlashAudit {
  readonly branch: string;
  /** Null if the date is missing. */
  readonly date: IsoDate | null;
  readonly cashier: string;
  readonly remark: string;
}
export type NewFlashField = 'branch' | 'date' | 'cashier' | 'remark';

export interface NewFlashProblem {
  readonly fields: readonly NewFlashField[];
  readonly message: string;
}

/** Why an audit cannot be added; null if nothing is known against it. The branch itself is checked by the server. */
export function newFlashProblem(
  { branch, date, cashier, remark }: NewFlashAudit,
  today: IsoDate,
): NewFlashProblem | null {
  const missing: NewFlashField[] = [];
  if (branch.trim() === '') missing.push('branch');
  if (date === null) missing.push('date');
  if (cashier.trim() === '') missing.push('cashier');
  if (missing.length > 0) return { fields: missing, message: MANDATORY };
  if (charsOf(cashier) > FLASH_LIMITS.cashier)
    return { fields: ['cashier'], message: tooLongMessage('Cashier', FLASH_LIMITS.cashier) };
  if (charsOf(remark) > FLASH_LIMITS.remark)
    return { fields: ['remark'], message: tooLongMessage('Remark', FLASH_LIMITS.remark) };
  return date !== null && date > today ? { fields: ['date'], message: FLASH_REFUSALS.dateTooLate } : null;
}

/** The refusal of a second audit of a branch on one day. */
export const existsMessage = (date: IsoDate): string => FLASH_TEXTS.exists(formatDate(date));

/** Why a file of currencies cannot be sent; null if nothing is known against it. */
export function currencyFileProblem(
  file: { readonly name: string; readonly size: number } | null,
): string | null {
  if (file === null || file.name.trim() === '' || file.size === 0) return FLASH_TEXTS.noFile;
  if (!/\.xlsx?$/i.test(file.name)) return FLASH_TEXTS.wrongExtension;
  return fileRefusal(file);
}

/** A transaction as a form has it. */
export interface FlashTransactionDraft {
  readonly saleType: string;
  readonly number: string;
  /** The paper that is missing; empty if all papers are there. */
  readonly document: string;
}

/** Why a transaction cannot be added; null if nothing is known against it. */
export function transactionProblem({ saleType, number, document }: FlashTransactionDraft): string | null {
  if (!(SALE_TYPES as readonly string[]).includes(saleType) || number.trim() === '')
    return FLASH_TEXTS.noTransaction;
  if (charsOf(number) > FLASH_LIMITS.number) return tooLongMessage('Transaction Number', FLASH_LIMITS.number);
  return charsOf(document) > FLASH_LIMITS.document
    ? tooLongMessage('Document Name', FLASH_LIMITS.document)
    : null;
}

/** A transaction with a missing paper is a discrepancy. */
export const transactionStatus = (document: string): LineStatus => (document.trim() === '' ? 'O' : 'D');

/** Why a response cannot be added; null if nothing is known against it. The two texts are the specification's. */
export function responseProblem(remark: string, hasFile: boolean): string | null {
  if (remark.trim() === '') return hasFile ? FLASH_TEXTS.noRemarkWithFile : FLASH_TEXTS.noRemark;
  return charsOf(remark) > FLASH_LIMITS.response ? tooLongMessage('Remark', FLASH_LIMITS.response) : null;
}
