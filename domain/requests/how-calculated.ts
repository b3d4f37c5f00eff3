import { isZero, type Exact, type Rupees } from '../money.ts';
import { formatDecimal, formatRupees } from '../numbers.ts';
import { slabOf, type Deal, type Totals } from './charges.ts';
import { isSale, takesTcs } from './codes.ts';
import type { FeeSlabs, TaxScheme } from './schemes.ts';

/** One step of a calculation: its label, its workings and its result. */
export interface Step {
  readonly label: string;
  readonly workings: string;
  readonly amount: Rupees;
}

/** 1,23,456.78, with all decimals of the number. */
const shown = (number: Exact) => formatDecimal(number, number.split('.')[1]?.length ?? 0);

/** The steps from the product lines to the grand total, in words and figures, for the screen. */
export function howCalculated(deal: Deal, totals: Totals): Step[] {
  const sale = isSale(deal.type);
  const steps: Step[] = deal.lines.map(({ quantity, rate }, index) => ({
    label: `Line ${index + 1}`,
    workings: `${shown(quantity)} × ${shown(rate)}, rounded to a whole rupee`,
    amount: totals.lineAmounts[index] ?? totals.forexTotal,
  }));
  steps.push(
    { label: 'Forex total', workings: 'The sum of the lines', amount: totals.forexTotal },
    { label: 'Fee', workings: feeWords(totals, deal.scheme.fee), amount: totals.fee },
    {
      label: 'Other charges',
      workings: isZero(totals.addedCharges)
        ? 'The fee, with nothing added'
        : `Fee ${formatRupees(totals.fee)} + ${formatRupees(totals.addedCharges)} added`,
      amount: totals.otherCharges,
    },
    { label: 'GST', workings: gstWords(totals, deal.scheme), amount: totals.gst },
  );
  if (takesTcs(deal.type)) steps.push({ label: 'TCS', workings: 'As typed', amount: totals.tcs });
  const sign = sale ? '+' : '−';
  const parts = [totals.otherCharges, totals.gst, ...(takesTcs(deal.type) ? [totals.tcs] : [])];
  steps.push(
    {
      label: 'Total before rounding',
      workings: [totals.forexTotal, ...parts].map(formatRupees).join(` ${sign} `),
      amount: totals.unrounded,
    },
    { label: 'Round-off', workings: 'To the nearest whole rupee', amount: totals.roundOff },
    {
      label: 'Grand total',
      workings: sale ? 'What the customer pays' : 'What the customer is paid',
      amount: totals.grandTotal,
    },
  );
  return steps;
}

function feeWords({ forexTotal, fee }: Totals, fees: FeeSlabs): string {
  const { minimum, maximum } = fees;
  if (isZero(fee)) return 'No forex amount, no fee';
  const slab = slabOf(forexTotal, fees);
  if (slab === undefined || fee === minimum) return `The least fee is ${formatRupees(minimum)}`;
  if (fee === maximum) return `The greatest fee is ${formatRupees(maximum)}`;
  if (isZero(slab.base)) return `${shown(slab.percent)} % of ${formatRupees(forexTotal)}`;
  return `${formatRupees(slab.base)} + ${shown(slab.percent)} % of what lies above ${formatRupees(slab.above)}`;
}

function gstWords({ forexTotal, otherCharges, fee }: Totals, { name, gst }: TaxScheme): string {
  const percent = `${shown(gst.percent)} % of`;
  return gst.of === 'deemed value'
    ? `${percent} the deemed value ${formatRupees(fee)} (${name})`
    : `${percent} (${formatRupees(forexTotal)} + ${formatRupees(otherCharges)})`;
}
