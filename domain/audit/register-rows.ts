import type { IsoDate } from '../dates.ts';
import { readIsoDate } from '../dates.ts';
import { parseAmount } from '../numbers.ts';
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
  noDate: 'Please write a date as dd/MM/yyyy.',
  otherMonth: (month: string) => `This date is not in ${month}.`,
  aadhaar: 'An Aadhaar number is not kept. Please leave only its last four digits.',
  notAbove: 'Please write a number above zero.',
  notNumber: 'Please write a number.',
  noCurrency: 'There is no such currency.',
  noPurpose: 'There is no such purpose.',
  differs: (row: number) => `Row ${row} has another value for the same number.`,
} as const;

const TOO_LARGE = 1e12;
const isAbove = (text: string, places: number, least: number): boolean => {
  const number = parseAmount(text, { places });
  return number !== null && Number(number) > least && Number(number) < TOO_LARGE;
};

/** The reasons why a row of the register of a month cannot be taken. */
export function registerRowProblems(
  row: RegisterRow,
  { year, month }: { readonly year: number; readonly month: number },
): FieldProblem<RegisterField>[] {
  const problems: FieldProblem<RegisterField>[] = fieldProblems(REGISTER_RULES, row);
  const isFree = (field: RegisterField) => problems.every((problem) => problem.field !== field);
  const check = (field: RegisterField, isWrong: boolean, message: string) => {
    if (isWrong && isFree(field)) problems.push({ field, message });
  };
  const { from, before } = boundsOfMonth(year, month);
  const date: IsoDate | null = readIsoDate(row.date);
  check('date', date === null, REGISTER_ROW_TEXTS.noDate);
  check(
    'date',
    date !== null && (date < from || date >= before),
    REGISTER_ROW_TEXTS.otherMonth(monthOfYear(year, month)),
  );
  check('id', holdsAadhaarNumber(row.id), REGISTER_ROW_TEXTS.aadhaar);
  check('quantity', !isAbove(row.quantity, 2, 0), REGISTER_ROW_TEXTS.notAbove);
  check('rate', !isAbove(row.rate, 8, 0), REGISTER_ROW_TEXTS.notAbove);
  check('amount', !isAbove(row.amount, 2, -1), REGISTER_ROW_TEXTS.notNumber);
  return problems;
}
