import { inForceOn, type Dated } from '../dated.ts';
import { financialYearOf, formatFinancialYear, isoDate, type IsoDate } from '../dates.ts';
import {
  addRupees,
  exact,
  isZero,
  largerOf,
  NO_RUPEES,
  percentOf,
  rupees,
  subtractRupees,
  type Exact,
  type Rupees,
} from '../money.ts';
import { formatRupees } from '../numbers.ts';
import { takesTcs, type TransactionType } from './codes.ts';

/** The kinds of purpose that the tax distinguishes. */
export const TCS_KINDS = {
  studyOrMedical: 'education or medical treatment',
  other: 'other purposes',
} as const;
export type TcsKind = keyof typeof TCS_KINDS;

/** The purposes of the shipped master with the lower rate. */
const STUDY_OR_MEDICAL: readonly string[] = ['EDUCATION', 'MEDICAL'];

export const tcsKindOf = (purpose: string): TcsKind =>
  STUDY_OR_MEDICAL.includes(purpose.trim().toUpperCase()) ? 'studyOrMedical' : 'other';

/** Tax collected at source on remittances: nothing up to the threshold for a PAN and year, a percentage above it. */
export interface TcsRates extends Dated {
  readonly threshold: Rupees;
  readonly percent: Readonly<Record<TcsKind, Exact>>;
}

/** The shipped table. An installation can replace it. */
export const TCS_RATES: readonly TcsRates[] = [
  {
    from: isoDate('2025-04-01'),
    threshold: rupees('1000000'),
    percent: { studyOrMedical: exact('5'), other: exact('20') },
  },
  {
    from: isoDate('2026-04-01'),
    threshold: rupees('1000000'),
    percent: { studyOrMedical: exact('2'), other: exact('20') },
  },
];

export interface TcsCase {
  readonly type: TransactionType;
  readonly day: IsoDate;
  readonly kind: TcsKind;
  readonly forexTotal: Rupees;
  /** Earlier sales to the same PAN in this financial year; null without a PAN. */
  readonly yearTotalBefore: Rupees | null;
}

export interface TcsSuggestion {
  readonly amount: Rupees;
  /** The part of this request above the threshold. */
  readonly taxed: Rupees;
  readonly words: string;
}

/** A suggestion beside the typed TCS; null if the type has no TCS or the day has no rate. */
export function suggestTcs(
  { type, day, kind, forexTotal, yearTotalBefore }: TcsCase,
  rates: readonly TcsRates[] = TCS_RATES,
): TcsSuggestion | null {
  const row = inForceOn(rates, day);
  if (!takesTcs(type) || row === null) return null;
  const before = yearTotalBefore ?? NO_RUPEES;
  const overThreshold = (amount: Rupees) => largerOf(NO_RUPEES, subtractRupees(amount, row.threshold));
  const taxed = subtractRupees(overThreshold(addRupees(before, forexTotal)), overThreshold(before));
  const year = formatFinancialYear(financialYearOf(day));
  const counted =
    yearTotalBefore === null
      ? 'Without a PAN only this request is counted.'
      : `Sold to this PAN before in ${year}: ${formatRupees(before)}.`;
  const computed = isZero(taxed)
    ? `Not above the threshold of ${formatRupees(row.threshold)}: no TCS.`
    : `${row.percent[kind]} % of ${formatRupees(taxed)} above the threshold of ${formatRupees(row.threshold)} (${TCS_KINDS[kind]}).`;
  return { amount: percentOf(row.percent[kind], taxed), taxed, words: `${counted} ${computed}` };
}
