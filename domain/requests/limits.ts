import type { Dated } from '../dated.ts';
import { isoDate } from '../dates.ts';
import { exact, rupees, type Exact, type Rupees } from '../money.ts';
import type { IdType } from './codes.ts';

/** The legal limits that requests are checked against. Countries are names in lower case. */
export interface WarningLimits extends Dated {
  /** Cash is allowed on sales below this amount. */
  readonly saleCash: Rupees;
  /** The maximum cash payout on a purchase, in US dollars. */
  readonly payoutUsdResident: Exact;
  readonly payoutUsdNonResident: Exact;
  /** Liberalised Remittance Scheme: the limit for one PAN and financial year. */
  readonly lrsUsd: Exact;
  /** The maximum in notes for one trip, and the countries with a different maximum. */
  readonly notesUsd: Exact;
  readonly notesUsdByCountry: Readonly<Record<string, Exact>>;
  /** A purchase above either limit needs a customs declaration. */
  readonly customsNotesUsd: Exact;
  readonly customsTotalUsd: Exact;
  readonly noForexCountries: readonly string[];
  /** ID types in the specification that are not officially valid documents. */
  readonly weakIdTypes: readonly IdType[];
  /** How far a rate can differ from the card, in per cent. */
  readonly rateOffPercent: Exact;
}

/** The shipped table. An installation can replace it. */
export const WARNING_LIMITS: readonly WarningLimits[] = [
  {
    from: isoDate('2015-05-26'),
    saleCash: rupees('50000'),
    payoutUsdResident: exact('1000'),
    payoutUsdNonResident: exact('3000'),
    lrsUsd: exact('250000'),
    notesUsd: exact('3000'),
    notesUsdByCountry: {
      iraq: exact('5000'),
      libya: exact('5000'),
      iran: exact('250000'),
      russia: exact('250000'),
      'russian federation': exact('250000'),
    },
    customsNotesUsd: exact('5000'),
    customsTotalUsd: exact('10000'),
    noForexCountries: ['nepal', 'bhutan'],
    weakIdTypes: ['4', '8'],
    rateOffPercent: exact('2'),
  },
];
