import type { Dated } from '../dated.ts';
import { isoDate } from '../dates.ts';
import { exact, rupees, type Exact, type Rupees } from '../money.ts';
import type { IdType } from './codes.ts';

/** The law's limits that a request is measured by. Countries are names in small letters. */
export interface WarningLimits extends Dated {
  /** Cash is allowed on sales below this. */
  readonly saleCash: Rupees;
  /** What may be paid out in cash on a purchase, in US dollars. */
  readonly payoutUsdResident: Exact;
  readonly payoutUsdNonResident: Exact;
  /** Liberalised Remittance Scheme: for one PAN and financial year. */
  readonly lrsUsd: Exact;
  /** Notes for one trip, and where another figure holds. */
  readonly notesUsd: Exact;
  readonly notesUsdByCountry: Readonly<Record<string, Exact>>;
  /** A purchase above either needs a customs declaration. */
  readonly customsNotesUsd: Exact;
  readonly customsTotalUsd: Exact;
  readonly noForexCountries: readonly string[];
  /** Listed by the specification, but not officially valid documents. */
  readonly weakIdTypes: readonly IdType[];
  /** How far a rate may lie from the card, in per cent. */
  readonly rateOffPercent: Exact;
}

/** As shipped; an installation's own table is given in its place. */
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
