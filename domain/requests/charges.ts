import {
  addRupees,
  compareExact,
  isAboveZero,
  largerOf,
  NO_RUPEES,
  percentOf,
  smallerOf,
  subtractRupees,
  sumRupees,
  toWholeRupees,
  wholeValueAt,
  type Exact,
  type Rupees,
} from '../money.ts';
import { isSale, takesTcs, type TransactionType } from './codes.ts';
import type { FeeSlabs, TaxScheme } from './schemes.ts';

/** The input for the price of a request. */
export interface Deal {
  readonly type: TransactionType;
  readonly scheme: TaxScheme;
  readonly lines: readonly { readonly quantity: Exact; readonly rate: Exact }[];
  /** The amount that the user adds to the fee. */
  readonly addedCharges: Rupees;
  /** As typed; ignored if the type has no TCS. */
  readonly tcs: Rupees;
}

export interface Totals {
  readonly lineAmounts: readonly Rupees[];
  readonly forexTotal: Rupees;
  readonly fee: Rupees;
  readonly addedCharges: Rupees;
  /** The fee plus the added charges. */
  readonly otherCharges: Rupees;
  readonly gst: Rupees;
  readonly tcs: Rupees;
  /** The grand total before rounding. */
  readonly unrounded: Rupees;
  /** The difference made by rounding, positive or negative. */
  readonly roundOff: Rupees;
  readonly grandTotal: Rupees;
}

/** The amount of a product line (001 §5): a whole number of rupees. */
export const lineAmount = (quantity: Exact, rate: Exact): Rupees => wholeValueAt(quantity, rate);

/** The slab of a forex amount: the highest slab whose floor is below the amount. */
export const slabOf = (forexTotal: Rupees, { slabs }: FeeSlabs) =>
  slabs.findLast(({ above }) => compareExact(forexTotal, above) > 0);

/** The fee on a forex amount (001 §9); zero for an amount of zero. */
export function feeOn(forexTotal: Rupees, fees: FeeSlabs): Rupees {
  const { minimum, maximum } = fees;
  if (!isAboveZero(forexTotal)) return NO_RUPEES;
  const slab = slabOf(forexTotal, fees);
  if (slab === undefined) return minimum;
  const fee = addRupees(slab.base, percentOf(slab.percent, subtractRupees(forexTotal, slab.above)));
  return smallerOf(maximum, largerOf(minimum, fee));
}

/** The amount that the user added, derived from the other charges sent. They include the fee and are never below it. */
export const addedTo = (fee: Rupees, otherCharges: Rupees): Rupees =>
  largerOf(NO_RUPEES, subtractRupees(otherCharges, fee));

/** All totals of a request (001 §9). The server stores these and accepts no others. */
export function totalsOf(deal: Deal): Totals {
  const { type, scheme } = deal;
  const lineAmounts = deal.lines.map(({ quantity, rate }) => lineAmount(quantity, rate));
  const forexTotal = sumRupees(lineAmounts);
  const fee = feeOn(forexTotal, scheme.fee);
  const addedCharges = largerOf(NO_RUPEES, deal.addedCharges);
  const otherCharges = addRupees(fee, addedCharges);
  const taxed = scheme.gst.of === 'forex and other charges' ? addRupees(forexTotal, otherCharges) : fee;
  const gst = percentOf(scheme.gst.percent, taxed);
  const tcs = takesTcs(type) ? deal.tcs : NO_RUPEES;
  const charges = addRupees(otherCharges, gst, tcs);
  const unrounded = isSale(type) ? addRupees(forexTotal, charges) : subtractRupees(forexTotal, charges);
  const grandTotal = toWholeRupees(unrounded);
  const roundOff = subtractRupees(grandTotal, unrounded);
  return {
    lineAmounts,
    forexTotal,
    fee,
    addedCharges,
    otherCharges,
    gst,
    tcs,
    unrounded,
    roundOff,
    grandTotal,
  };
}

/** The totals that a client sends with a save. */
export const STATED_TOTALS = ['forexTotal', 'gst', 'tcs', 'otherCharges', 'roundOff', 'grandTotal'] as const;
export type StatedTotals = Readonly<Pick<Totals, (typeof STATED_TOTALS)[number]>>;

/** The sent totals that differ from the server's. If any differ, the server refuses with MSG0008. */
export const totalsThatDiffer = (computed: StatedTotals, stated: StatedTotals): (keyof StatedTotals)[] =>
  STATED_TOTALS.filter((name) => compareExact(computed[name], stated[name]) !== 0);
