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

/** What a request is priced from. */
export interface Deal {
  readonly type: TransactionType;
  readonly scheme: TaxScheme;
  readonly lines: readonly { readonly quantity: Exact; readonly rate: Exact }[];
  /** What the user adds to the fee. */
  readonly addedCharges: Rupees;
  /** As typed; left out of account where the type takes none. */
  readonly tcs: Rupees;
}

export interface Totals {
  readonly lineAmounts: readonly Rupees[];
  readonly forexTotal: Rupees;
  readonly fee: Rupees;
  readonly addedCharges: Rupees;
  /** The fee and what was added to it. */
  readonly otherCharges: Rupees;
  readonly gst: Rupees;
  readonly tcs: Rupees;
  /** The grand total before it is rounded. */
  readonly unrounded: Rupees;
  /** What rounding added, or took away. */
  readonly roundOff: Rupees;
  readonly grandTotal: Rupees;
}

/** The amount of a product line (001 §5): a whole number of rupees. */
export const lineAmount = (quantity: Exact, rate: Exact): Rupees => wholeValueAt(quantity, rate);

/** The slab a forex amount falls in: the highest whose floor lies below it. */
export const slabOf = (forexTotal: Rupees, { slabs }: FeeSlabs) =>
  slabs.findLast(({ above }) => compareExact(forexTotal, above) > 0);

/** The fee on a forex amount (001 §9); zero for nothing. */
export function feeOn(forexTotal: Rupees, fees: FeeSlabs): Rupees {
  const { minimum, maximum } = fees;
  if (!isAboveZero(forexTotal)) return NO_RUPEES;
  const slab = slabOf(forexTotal, fees);
  if (slab === undefined) return minimum;
  const fee = addRupees(slab.base, percentOf(slab.percent, subtractRupees(forexTotal, slab.above)));
  return smallerOf(maximum, largerOf(minimum, fee));
}

/** What the user added, from other charges as they are sent; they include the fee and are never below it. */
export const addedTo = (fee: Rupees, otherCharges: Rupees): Rupees =>
  largerOf(NO_RUPEES, subtractRupees(otherCharges, fee));

/** Every total of a request (001 §9). The server stores these and believes no others. */
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

/** The totals that travel with a save. */
export const STATED_TOTALS = ['forexTotal', 'gst', 'tcs', 'otherCharges', 'roundOff', 'grandTotal'] as const;
export type StatedTotals = Readonly<Pick<Totals, (typeof STATED_TOTALS)[number]>>;

/** The totals that were sent and are not what the server computes; any at all is refused with MSG0008. */
export const totalsThatDiffer = (computed: StatedTotals, stated: StatedTotals): (keyof StatedTotals)[] =>
  STATED_TOTALS.filter((name) => compareExact(computed[name], stated[name]) !== 0);
