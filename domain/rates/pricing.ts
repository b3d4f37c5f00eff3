import { Decimal } from 'decimal.js';

/**
 * From the inter-bank rate to an entity's card. PostgreSQL prices a publication by the same rule in one statement
 * (migration 0013, rates.buy_rate and rates.sell_rate); a test holds the two together.
 */

/** Exact for every rate and margin that can be entered, so that nothing is rounded but the result. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** The places of an inter-bank rate and of every rate on a stored card. */
export const RATE_PLACES = 6;

export interface Margins {
  /** F: rupees for each unit, P: per cent of the inter-bank rate; the cut is measured in the same way. */
  readonly type: 'F' | 'P';
  readonly buy: string;
  readonly sell: string;
  /** Taken off the buying rate besides the margin. */
  readonly ibrCut: string;
  /** Sells at the inter-bank rate itself. */
  readonly sellsAtIbr: boolean;
}

export interface CardRates {
  readonly buy: string;
  readonly sell: string;
}

/** What an entity with these margins buys and sells one unit for. A margin larger than the rate leaves nothing, never less. */
export function cardRates(ibr: string, margins: Margins): CardRates {
  const rate = new Exact(ibr);
  const rupees = (margin: string) =>
    margins.type === 'F' ? new Exact(margin) : rate.mul(margin).mul('0.01');
  const buy = rate.sub(rupees(margins.buy)).sub(rupees(margins.ibrCut));
  const sell = margins.sellsAtIbr ? rate : rate.add(rupees(margins.sell));
  return { buy: Decimal.max(buy, 0).toFixed(RATE_PLACES), sell: sell.toFixed(RATE_PLACES) };
}

/** A change of the inter-bank rate from one day to the next that is more often a slip than a market. */
export const UNUSUAL_CHANGE_PERCENT = 2;

/** By how many per cent a rate differs from the one before, to two places; null without one. */
export function changePercent(rate: string, before: string): string | null {
  const last = new Exact(before === '' ? 0 : before);
  if (last.isZero()) return null;
  return new Exact(rate).sub(last).div(last).mul(100).toFixed(2);
}

/** Whether a change is to be looked at twice before it is published. */
export const isUnusualChange = (percent: string): boolean =>
  new Exact(percent).abs().greaterThan(UNUSUAL_CHANGE_PERCENT);
