import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import {
  budgetProblems,
  daysOf,
  isFinancialYear,
  MONTHS,
  monthsBegun,
  otherFinancialYear,
  storedAmount,
  type BudgetDraft,
} from './budget.ts';

const draft: BudgetDraft = {
  type: 'BRANCH',
  finYear: '2026-2027',
  branch: 'MUM',
  executive: null,
  ...(Object.fromEntries(MONTHS.map((month) => [month, ''])) as Record<(typeof MONTHS)[number], string>),
};
const messages = (given: Partial<BudgetDraft>) =>
  budgetProblems({ ...draft, ...given }).map(({ field, message }) => [field, message]);

describe('a budget', () => {
  it('needs the branch or the executive of its type', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ branch: ' ' })).toEqual([['branch', 'Please fill mandatory feilds: Branch']]);
    expect(messages({ type: 'EXECUTIVE' })).toEqual([
      ['executive', 'Please fill mandatory feilds: Executive'],
    ]);
    expect(messages({ type: 'EXECUTIVE', branch: null, executive: 'E101' })).toEqual([]);
  });

  it('has amounts of at most ten characters in their shortest form', () => {
    expect(messages({ apr: '1234567.89', mar: '9999999999' })).toEqual([]);
    expect(messages({ apr: '12345678.91' })).toEqual([['apr', 'April can have at most 10 characters.']]);
    expect(messages({ apr: '10000000000' })).toEqual([['apr', 'April can have at most 10 characters.']]);
    // As the database returns them, or as the screen shows them.
    expect(messages({ apr: '12345678.90', may: '10000000.00', jun: '9999999999.00' })).toEqual([]);
    expect(messages({ apr: '₹ 1,23,45,678.50' })).toEqual([]);
    expect(messages({ feb: '1.234', jan: '-1' })).toEqual([
      ['jan', 'January is no amount in rupees.'],
      ['feb', 'February is no amount in rupees.'],
    ]);
    expect(['', ' ', '12.5', '1,000'].map(storedAmount)).toEqual(['0', '0', '12.5', '1000']);
  });
});

describe('a financial year', () => {
  it('consists of two consecutive years', () => {
    expect(['2026-2027', '2026-2028', '2026-27', '', '0000-0001', '2199-2200'].map(isFinancialYear)).toEqual([
      true, false, false, false, false, false,
    ]); // prettier-ignore
    expect([otherFinancialYear('2026-2027', -1), otherFinancialYear('2026-2027', 2)]).toEqual([
      '2025-2026',
      '2028-2029',
    ]);
  });

  it('knows the first and last day of its months', () => {
    expect(daysOf('2026-2027', 'apr')).toEqual({ from: '2026-04-01', to: '2026-04-30' });
    expect(daysOf('2026-2027', 'dec')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOf('2027-2028', 'feb')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOf('2026-2027', 'mar')).toEqual({ from: '2027-03-01', to: '2027-03-31' });
  });

  it('counts the months that have begun', () => {
    const begun = (day: string) => monthsBegun('2026-2027', isoDate(day));
    expect(['2026-03-31', '2026-04-01', '2026-11-15', '2027-03-31', '2027-04-01'].map(begun)).toEqual([
      0, 1, 8, 12, 12,
    ]); // prettier-ignore
  });
});
