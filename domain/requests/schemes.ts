import { inForceOn, type Dated } from '../dated.ts';
import type { IsoDate } from '../dates.ts';
import { exact, rupees, type Exact, type Rupees } from '../money.ts';

/** Fee by slabs: above each floor, a base and a percentage of the part over the floor. */
export interface FeeSlabs {
  /** From the lowest floor to the highest. */
  readonly slabs: readonly { readonly above: Rupees; readonly base: Rupees; readonly percent: Exact }[];
  readonly minimum: Rupees;
  readonly maximum: Rupees;
}

/**
 * How fee and tax are computed. Each request stores the id of its scheme. A shipped scheme never changes; new law gets
 * a new scheme, so that old requests give the same result to the paisa.
 */
export interface TaxScheme {
  readonly id: string;
  readonly name: string;
  readonly fee: FeeSlabs;
  readonly gst: {
    readonly percent: Exact;
    /** The tax base; 'deemed value' is only the amount of the fee slabs. */
    readonly of: 'forex and other charges' | 'deemed value';
  };
}

/** 001 §9; the same figures as the deemed value of India's CGST rule 32(2)(b). */
const SLABS_OF_2017: FeeSlabs = {
  slabs: [
    { above: rupees('0'), base: rupees('0'), percent: exact('1') },
    { above: rupees('100000'), base: rupees('1000'), percent: exact('0.5') },
    { above: rupees('1000000'), base: rupees('5500'), percent: exact('0.1') },
  ],
  minimum: rupees('250'),
  maximum: rupees('60000'),
};

export const TAX_SCHEMES = [
  {
    id: 'FULL',
    name: 'GST on forex total and other charges',
    fee: SLABS_OF_2017,
    gst: { percent: exact('18'), of: 'forex and other charges' },
  },
  {
    id: 'RULE32',
    name: 'CGST rule 32(2)(b)',
    fee: SLABS_OF_2017,
    gst: { percent: exact('18'), of: 'deemed value' },
  },
] as const satisfies readonly TaxScheme[];

export type TaxSchemeId = (typeof TAX_SCHEMES)[number]['id'];

/** The day from which a scheme prices requests. Head office adds rows. */
export interface SchemeStart extends Dated {
  readonly scheme: TaxSchemeId;
}

/** The scheme with the id that a request stores. */
export function schemeById(id: string): TaxScheme {
  const found = TAX_SCHEMES.find((scheme) => scheme.id === id);
  if (!found) throw new RangeError('Unknown tax scheme');
  return found;
}

/** The scheme that prices a request of that day; the installed scheme if the table begins later. */
export const schemeOn = (starts: readonly SchemeStart[], day: IsoDate): TaxScheme =>
  schemeById(inForceOn(starts, day)?.scheme ?? TAX_SCHEMES[0].id);
