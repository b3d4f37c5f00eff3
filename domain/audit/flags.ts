import { inForceOn, type Dated } from '../dated.ts';
import { isoDate, type IsoDate } from '../dates.ts';
import { compareRupees, type Rupees } from '../rupees.ts';
import { WARNING_LIMITS } from '../requests/limits.ts';

/** Why an auditor should look at a transaction. A flag is a reason to look, not a finding. */
export const AUDIT_FLAGS = ['noPan', 'cash', 'fatf'] as const;
export type AuditFlag = (typeof AUDIT_FLAGS)[number];

interface PanLaw extends Dated {
  readonly source: string;
}

/** From when a sale to the public needs the PAN of the customer, whatever its amount is. */
const PAN_LAW: readonly PanLaw[] = [
  { from: isoDate('2018-06-19'), source: 'RBI/2017-18/204 of 19 June 2018' },
];

/** The law as a query needs it, to find what flagsOf flags for PAN or cash. */
export const FLAG_LAW = {
  pan: PAN_LAW.map(({ from }) => ({ from })),
  cash: WARNING_LIMITS.map(({ from, saleCash }) => ({ from, least: saleCash })),
} as const;

/** What a flag says, shortly. */
export const FLAG_WORDS: Readonly<Record<AuditFlag, string>> = {
  noPan: 'No PAN',
  cash: 'Cash limit',
  fatf: 'FATF',
};

/** What is known of a transaction in a register. */
export interface FlaggedTransaction {
  readonly type: string;
  readonly day: IsoDate;
  readonly amount: Rupees;
  readonly hasPan: boolean;
  /** The ways of payment as the register has them: codes of a request, or what a sheet says. */
  readonly paidBy: string;
  /** Whether the country of the nationality is on a FATF list. */
  readonly isFatf: boolean;
}

/** Cash alone: of several ways the register does not tell how much each of them was. */
const isCash = (paidBy: string): boolean => paidBy.trim().toUpperCase() === 'CASH';

/** The flags of a transaction by the law of its day. */
export function flagsOf({ type, day, amount, hasPan, paidBy, isFatf }: FlaggedTransaction): AuditFlag[] {
  const limits = inForceOn(WARNING_LIMITS, day);
  const isSale = type === 'SP' || type === 'SB';
  const needsPan = type === 'SP' && inForceOn(PAN_LAW, day) !== null;
  const overCash = isSale && isCash(paidBy) && limits !== null && compareRupees(amount, limits.saleCash) >= 0;
  const found: Readonly<Record<AuditFlag, boolean>> = {
    noPan: needsPan && !hasPan,
    cash: overCash,
    fatf: isFatf,
  };
  return AUDIT_FLAGS.filter((flag) => found[flag]);
}
