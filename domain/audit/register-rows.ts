import { noDay, numberProblem } from '../cells.ts';
import { readIsoDate } from '../dates.ts';
import { exact, readRupees, subtractRupees, valueAt, type Rupees } from '../money.ts';
import { formatRupees } from '../numbers.ts';
import { holdsAadhaarNumber } from '../requests/identity.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '../rules.ts';
import { monthOfYear } from './codes.ts';
import { boundsOfMonth } from './registers.ts';

/** The rules for a row of an uploaded register. Each row is a line of a transaction. */

export interface RegisterRow {
  readonly date: string;
  readonly number: string;
  readonly name: string;
  readonly nationality: string;
  readonly id: string;
  readonly pan: string;
  readonly purpose: string;
  readonly partyType: string;
  readonly product: string;
  readonly currency: string;
  readonly quantity: string;
  readonly rate: string;
  readonly amount: string;
  readonly payment: string;
}
export type RegisterField = keyof RegisterRow;

export const REGISTER_RULES = {
  date: { label: 'Date', required: true },
  number: { label: 'Number', required: true, maxChars: 10 },
  name: { label: 'Name', required: true, maxChars: 100 },
  nationality: { label: 'Nationality', maxChars: 50 },
  id: { label: 'ID', maxChars: 60 },
  pan: { label: 'PAN', maxChars: 20 },
  purpose: { label: 'Purpose' },
  partyType: { label: 'Party Type' },
  product: { label: 'Product' },
  currency: { label: 'Currency', required: true },
  quantity: { label: 'Quantity', required: true },
  rate: { label: 'Rate', required: true },
  amount: { label: 'Amount', required: true },
  payment: { label: 'Payment', maxChars: 100 },
} as const satisfies Record<RegisterField, FieldRule>;

export const REGISTER_ROW_TEXTS = {
  otherMonth: (month: string) => `This date is not in ${month}.`,
  aadhaar: 'An Aadhaar number is not kept. Please leave only its last four digits.',
  noCurrency: 'There is no such currency.',
  noPurpose: 'There is no such purpose.',
  differs: (row: number) => `Row ${row} has another value for the same number.`,
  otherAmount: (product: Rupees) => `Quantity × rate is ${formatRupees(product)}.`,
} as const;

export const QUANTITY_PLACES = 2;
export const RATE_PLACES = 8;
export const AMOUNT_PLACES = 2;

/** Finds the reasons why a row of the register of a month cannot be taken. */
export function registerRowRules({ year, month }: { readonly year: number; readonly month: number }) {
  const { from, before } = boundsOfMonth(year, month);
  const otherMonth = REGISTER_ROW_TEXTS.otherMonth(monthOfYear(year, month));
  return (row: RegisterRow): FieldProblem<RegisterField>[] => {
    const problems: FieldProblem<RegisterField>[] = fieldProblems(REGISTER_RULES, row);
    const check = (field: RegisterField, message: string | null) => {
      if (message !== null && problems.every((problem) => problem.field !== field))
        problems.push({ field, message });
    };
    check('date', readIsoDate(row.date) === null ? noDay(row.date) : null);
    check('date', row.date < from || row.date >= before ? otherMonth : null);
    check('id', holdsAadhaarNumber(row.id) ? REGISTER_ROW_TEXTS.aadhaar : null);
    check('quantity', numberProblem(row.quantity, { places: QUANTITY_PLACES, mustBeAbove: true }));
    check('rate', numberProblem(row.rate, { places: RATE_PLACES, mustBeAbove: true }));
    check('amount', numberProblem(row.amount, { places: AMOUNT_PLACES }));
    return problems;
  };
}

const TOLERATED_RUPEES = 1;
/** Binary arithmetic is exact enough to pass the rows, hundreds of thousands, that are far from the limit. */
const SURELY_TOLERATED = 0.9;

/** The warning of a row without problems whose amount is not quantity × rate, to the rupee; null if it is. */
export function amountWarning(row: Pick<RegisterRow, 'quantity' | 'rate' | 'amount'>): string | null {
  if (Math.abs(Number(row.quantity) * Number(row.rate) - Number(row.amount)) < SURELY_TOLERATED) return null;
  const amount = readRupees(row.amount);
  if (amount === null) return null;
  const product = valueAt(exact(row.quantity), exact(row.rate));
  const difference = Math.abs(Number(subtractRupees(amount, product)));
  return difference > TOLERATED_RUPEES ? REGISTER_ROW_TEXTS.otherAmount(product) : null;
}
