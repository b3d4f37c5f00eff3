import type { ReportFigures } from '#contract/budget/dashboard.ts';
import { formatMonth, MONTHS, monthsBegun, type Month } from '#domain/budget/budget.ts';
import type { IsoDate } from '#domain/dates.ts';
import { percentageOf, rupees, subtractRupees, sumRupees, type Rupees } from '#domain/money.ts';

/** Budget and actual of one or more months. */
export interface Against {
  readonly budget: Rupees;
  readonly actual: Rupees;
  readonly difference: Rupees;
  /** In per cent; null if nothing was budgeted. */
  readonly achieved: string | null;
}

const against = (budget: Rupees, actual: Rupees): Against => ({
  budget,
  actual,
  difference: subtractRupees(actual, budget),
  achieved: percentageOf(actual, budget),
});

export interface MonthFigures extends Against {
  readonly month: Month;
  /** `Apr 2026` */
  readonly name: string;
  /** False for a month that has not begun: only its budget is known. */
  readonly hasBegun: boolean;
  /** Whether the actual, or some of it, is profit that was uploaded instead of the margin of requests. */
  readonly isUploaded: boolean;
}

export function monthFigures(
  { budget, actual, uploaded }: ReportFigures,
  finYear: string,
  today: IsoDate,
): MonthFigures[] {
  const begun = monthsBegun(finYear, today);
  return MONTHS.map((month, at) => ({
    month,
    name: formatMonth(finYear, month),
    hasBegun: at < begun,
    isUploaded: uploaded[at] === true,
    ...against(rupees(budget[at] ?? '0'), rupees(actual[at] ?? '0')),
  }));
}

/** The sum of the months that have begun. */
export function toDate(months: readonly MonthFigures[]): Against {
  const begun = months.filter(({ hasBegun }) => hasBegun);
  return against(sumRupees(begun.map(({ budget }) => budget)), sumRupees(begun.map(({ actual }) => actual)));
}
