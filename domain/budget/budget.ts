import { addDays, financialYearOf, formatFinancialYear, isoDate, type IsoDate } from '../dates.ts';
import { mandatoryMessage, tooLongMessage } from '../messages.ts';
import { parseAmount, shortDecimal } from '../numbers.ts';
import type { FieldProblem, FieldRule } from '../rules.ts';

/** The months of a financial year in order, with the names used in fields and columns. */
export const MONTHS = [
  'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec', 'jan', 'feb', 'mar',
] as const; // prettier-ignore
export type Month = (typeof MONTHS)[number];

export const MONTH_NAMES: Readonly<Record<Month, string>> = {
  apr: 'April',
  may: 'May',
  jun: 'June',
  jul: 'July',
  aug: 'August',
  sep: 'September',
  oct: 'October',
  nov: 'November',
  dec: 'December',
  jan: 'January',
  feb: 'February',
  mar: 'March',
};

/** Whether the budget is of a branch or of one executive of a branch. */
export const BUDGET_TYPES = ['BRANCH', 'EXECUTIVE'] as const;
export type BudgetType = (typeof BUDGET_TYPES)[number];

export const USUAL_COMPANY = 1;
export const USUAL_ITEM = 1;
const MAX_AMOUNT_CHARS = 10;
/** The largest amount with this number of characters. */
export const MOST_AMOUNT = '9'.repeat(MAX_AMOUNT_CHARS);

/** Amounts are decimal text. An empty amount means none. */
export type Amounts = Readonly<Record<Month, string>>;

/** A budget as typed: branch by id, executive by code. */
export interface BudgetDraft extends Amounts {
  readonly type: BudgetType;
  readonly finYear: string;
  readonly branch: string | null;
  readonly executive: string | null;
}

const NOT_AN_AMOUNT = 'is no amount in rupees.';

export const BUDGET_RULES: Readonly<Record<keyof BudgetDraft, FieldRule>> = {
  type: { label: 'Type' },
  finYear: { label: 'Financial year' },
  branch: { label: 'Branch' },
  executive: { label: 'Executive' },
  ...(Object.fromEntries(
    MONTHS.map((month) => [
      month,
      { label: MONTH_NAMES[month], maxChars: MAX_AMOUNT_CHARS, filter: 'decimal' },
    ]),
  ) as Record<Month, FieldRule>),
};

/** Why a budget cannot be saved, in the order of the form. */
export function budgetProblems(draft: BudgetDraft): FieldProblem<keyof BudgetDraft>[] {
  const field = draft.type === 'BRANCH' ? 'branch' : 'executive';
  const isMissing = (draft[field] ?? '').trim() === '';
  return [
    ...(isFinancialYear(draft.finYear)
      ? []
      : [{ field: 'finYear' as const, message: 'Please write the financial year as 2026-2027.' }]),
    ...(isMissing ? [{ field, message: mandatoryMessage([BUDGET_RULES[field].label]) } as const] : []),
    ...amountProblems(draft),
  ];
}

/**
 * An amount has at most ten characters, including the point, and at most two decimals. The rule counts its shortest
 * form: a stored amount comes back with two decimals, and an amount that was accepted once must be accepted again.
 */
export function amountProblems(amounts: Amounts): FieldProblem<Month>[] {
  return MONTHS.flatMap((month) => {
    const written = amounts[month].trim();
    const amount = parseAmount(written);
    const counted = amount === null ? written : shortDecimal(amount);
    if ([...counted].length > MAX_AMOUNT_CHARS)
      return [{ field: month, message: tooLongMessage(MONTH_NAMES[month], MAX_AMOUNT_CHARS) }];
    return written === '' || amount !== null
      ? []
      : [{ field: month, message: `${MONTH_NAMES[month]} ${NOT_AN_AMOUNT}` }];
  });
}

/** The amount to store: 0 if it is empty. */
export const storedAmount = (written: string): string =>
  written.trim() === '' ? '0' : (parseAmount(written) ?? written);

/** The range of years that dates support. */
const FIRST_YEAR = 1901;
const LAST_YEAR = 2197;

/** Whether a text is a year from April to March, such as 2026-2027. */
export function isFinancialYear(text: string): boolean {
  const [, first, second] = (/^(\d{4})-(\d{4})$/.exec(text) ?? []).map(Number);
  return first !== undefined && first >= FIRST_YEAR && first <= LAST_YEAR && second === first + 1;
}

/** The financial year a number of years later, or earlier if negative. */
export function otherFinancialYear(finYear: string, years: number): string {
  const first = Number(finYear.slice(0, 4)) + years;
  return `${String(first).padStart(4, '0')}-${String(first + 1).padStart(4, '0')}`;
}

/** The first day of a financial year. */
export const firstDayOf = (finYear: string): IsoDate => isoDate(`${finYear.slice(0, 4)}-04-01`);

/** The first and the last day of a month of a financial year. */
export function daysOf(finYear: string, month: Month): { readonly from: IsoDate; readonly to: IsoDate } {
  const start = (at: number): IsoDate => {
    const year = Number(finYear.slice(0, 4)) + (at >= 9 ? 1 : 0);
    return isoDate(`${year}-${String(((at + 3) % 12) + 1).padStart(2, '0')}-01`);
  };
  const at = MONTHS.indexOf(month);
  const next = at === MONTHS.length - 1 ? firstDayOf(otherFinancialYear(finYear, 1)) : start(at + 1);
  return { from: start(at), to: addDays(next, -1) };
}

/** The number of months of a financial year that have begun on a day: 0 before the year, 12 after it. */
export function monthsBegun(finYear: string, today: IsoDate): number {
  const current = financialYearOf(today);
  if (current !== finYear) return current < finYear ? 0 : MONTHS.length;
  return MONTHS.findIndex((month) => daysOf(finYear, month).to >= today) + 1;
}

/** `Apr 2026` */
export const formatMonth = (finYear: string, month: Month): string =>
  `${MONTH_NAMES[month].slice(0, 3)} ${daysOf(finYear, month).from.slice(0, 4)}`;

export const financialYearName = (finYear: string): string =>
  isFinancialYear(finYear) ? formatFinancialYear(finYear) : finYear;
