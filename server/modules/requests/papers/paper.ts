import type { IsoDate } from '#domain/dates.ts';
import {
  addRupees,
  compareExact,
  subtractRupees,
  sumRupees,
  type Exact,
  type Rupees,
} from '#domain/money.ts';
import type { Totals } from '#domain/requests/charges.ts';
import {
  isSale,
  type IdType,
  type PaymentType,
  type Product,
  type TransactionType,
} from '#domain/requests/codes.ts';
import type { TaxScheme } from '#domain/requests/schemes.ts';
import type { Letterhead } from '#server/platform/pdf/description.ts';

export interface PaperLine {
  readonly product: Product;
  /** The currency's code. */
  readonly isd: string;
  readonly currencyName: string;
  /** The decimals of the currency's rates; papers of earlier releases do not have them. */
  readonly ratePlaces?: number;
  readonly quantity: Exact;
  readonly rate: Exact;
  readonly amount: Rupees;
}

export interface PaperPayment {
  readonly payType: PaymentType;
  readonly bankName: string;
  readonly reference: string;
  /** Null if no date was entered. */
  readonly date: IsoDate | null;
  readonly amount: Rupees;
  /** A special approval that was not settled at the first print. Prints of before release 0.10 do not have it. */
  readonly isAgreed?: boolean;
}

/** The traveller of a public request or the entity of a bulk request. Unknown values are empty. */
export interface PaperCustomer {
  readonly name: string;
  readonly idType: IdType | '';
  readonly idNumber: string;
  readonly pan: string;
  readonly nationality: string;
  readonly address: string;
  readonly state: string;
  readonly mobile: string;
  readonly purpose: string;
  readonly destination: string;
}

/** The complete data of a paper. The same data gives the same file, byte for byte. */
export interface Paper {
  readonly letterhead: Letterhead;
  readonly type: TransactionType;
  /** The number of the paper within its financial year. */
  readonly number: string;
  /** The number of the request. */
  readonly requestNumber: string;
  readonly date: IsoDate;
  /** The time when the request became final. It is also the date of the file. */
  readonly madeAt: Date;
  readonly branch: { readonly name: string; readonly address: string };
  readonly customer: PaperCustomer;
  readonly lines: readonly PaperLine[];
  readonly totals: Pick<
    Totals,
    'forexTotal' | 'fee' | 'addedCharges' | 'otherCharges' | 'gst' | 'tcs' | 'roundOff' | 'grandTotal'
  >;
  readonly scheme: Pick<TaxScheme, 'name' | 'gst'>;
  readonly payments: readonly PaperPayment[];
  /** The person who prepared it; empty if it must not be shown. */
  readonly preparedBy: string;
  readonly isFinal: boolean;
  /** The day of the reprint; null for the first print. */
  readonly reprintedOn: IsoDate | null;
}

/** Refuses a paper whose figures do not add up, because nobody may sign it. */
export function mustTally({ type, lines, totals }: Paper): void {
  const { forexTotal, fee, addedCharges, otherCharges, gst, tcs, roundOff, grandTotal } = totals;
  const charges = addRupees(otherCharges, gst, tcs);
  const unrounded = isSale(type) ? addRupees(forexTotal, charges) : subtractRupees(forexTotal, charges);
  const pairs: readonly (readonly [Rupees, Rupees])[] = [
    [sumRupees(lines.map(({ amount }) => amount)), forexTotal],
    [addRupees(fee, addedCharges), otherCharges],
    [addRupees(unrounded, roundOff), grandTotal],
  ];
  if (pairs.some(([first, second]) => compareExact(first, second) !== 0))
    throw new RangeError('The figures of this paper do not add up');
}
