import type { IsoDate } from '../dates.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '../rules.ts';
import { CELL_TEXTS, dayProblem, monthProblem, numberProblem } from '../cells.ts';
import type { UploadKind } from './kinds.ts';

/** The columns of each kind of sheet and the rules for a row. Every value is text. */

const PURPOSE_RULES = {
  month: { label: 'Month', required: true },
  branch: { label: 'Branch', required: true, maxChars: 20 },
  purpose: { label: 'Purpose', required: true, maxChars: 100 },
  transactions: { label: 'Transactions', required: true },
  amount: { label: 'Amount', required: true },
} as const satisfies Record<string, FieldRule>;

const LRS_RULES = {
  date: { label: 'Date', required: true },
  branch: { label: 'Branch', required: true, maxChars: 20 },
  number: { label: 'Number', required: true, maxChars: 20 },
  name: { label: 'Name', required: true, maxChars: 100 },
  pan: {
    label: 'PAN',
    required: true,
    shape: { pattern: /^[A-Z]{5}[0-9]{4}[A-Z]$/, message: CELL_TEXTS.pan },
  },
  purpose: { label: 'Purpose', required: true, maxChars: 100 },
  currency: { label: 'Currency', required: true, maxChars: 10 },
  quantity: { label: 'Quantity', required: true },
  rupees: { label: 'Rupees', required: true },
  dollars: { label: 'US dollars', required: true },
} as const satisfies Record<string, FieldRule>;

const PROFIT_RULES = {
  date: { label: 'Date', required: true },
  branch: { label: 'Branch', required: true, maxChars: 20 },
  number: { label: 'Number', required: true, maxChars: 20 },
  type: { label: 'Type', required: true },
  executive: { label: 'Executive', maxChars: 20 },
  amount: { label: 'Amount', required: true },
  profit: { label: 'Profit', required: true },
} as const satisfies Record<string, FieldRule>;

export const ROW_RULES = { P: PURPOSE_RULES, L: LRS_RULES, T: PROFIT_RULES } as const;

/** The headings of a kind, in the order of its template. */
export const headingsOf = (kind: UploadKind): readonly string[] =>
  Object.values<FieldRule>(ROW_RULES[kind]).map(({ label }) => label);

const MONEY = { places: 2 } as const;
type Check = (text: string, today: IsoDate) => string | null;
const amount: Check = (text) => numberProblem(text, MONEY);
const amountAbove: Check = (text) => numberProblem(text, { ...MONEY, mustBeAbove: true });

const CHECKS: Readonly<Record<UploadKind, Readonly<Record<string, Check>>>> = {
  P: { month: monthProblem, transactions: (text) => numberProblem(text, { places: 0 }), amount },
  L: { date: dayProblem, quantity: amountAbove, rupees: amountAbove, dollars: amountAbove },
  T: {
    date: dayProblem,
    amount,
    profit: (text) => numberProblem(text, { ...MONEY, mayBeNegative: true }),
  },
};

/** Finds what is wrong with a row that does not depend on the database. */
export function rowProblems(kind: UploadKind, today: IsoDate) {
  const rules: Readonly<Record<string, FieldRule>> = ROW_RULES[kind];
  const checks = Object.entries(CHECKS[kind]);
  return (row: Readonly<Record<string, string>>): FieldProblem[] => {
    const problems = fieldProblems(rules, row);
    for (const [field, check] of checks) {
      if (problems.some((problem) => problem.field === field)) continue;
      const message = check(row[field] ?? '', today);
      if (message !== null) problems.push({ field, message });
    }
    return problems;
  };
}
