import { Decimal } from 'decimal.js';

/**
 * Computes an entity's card from the inter-bank rate. PostgreSQL prices a publication with the same rule in one
 * statement (rates.buy_rate and rates.sell_rate in server/migrations/0032_rates_rounding.sql); a test compares the two.
 */

/** Precise enough for every rate and margin that can be entered, so that only the result is rounded. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** The decimals of an inter-bank rate. */
export const RATE_PLACES = 6;

export interface Margins {
  /** F: rupees for each unit, P: per cent of the inter-bank rate. The cut has the same unit. */
  readonly type: 'F' | 'P';
  readonly buy: string;
  readonly sell: string;
  /** Subtracted from the buying rate in addition to the margin. */
  readonly ibrCut: string;
  /** Sells at the inter-bank rate itself. */
  readonly sellsAtIbr: boolean;
}

export interface CardRates {
  readonly buy: string;
  readonly sell: string;
}

/**
 * The buying and selling rate of an entity with these margins, rounded once to the decimals of the currency: the card
 * shows this rate, and requests charge it. A buying margin larger than the rate gives zero, never a negative rate.
 */
export function cardRates(ibr: string, margins: Margins, places = RATE_PLACES): CardRates {
  const rate = new Exact(ibr);
  const rupees = (margin: string) =>
    margins.type === 'F' ? new Exact(margin) : rate.mul(margin).mul('0.01');
  const buy = rate.sub(rupees(margins.buy)).sub(rupees(margins.ibrCut));
  const sell = margins.sellsAtIbr ? rate : rate.add(rupees(margins.sell));
  return { buy: Decimal.max(buy, 0).toFixed(places), sell: sell.toFixed(places) };
}

/** A daily change of the inter-bank rate above this percentage is more likely a typing error than a market movement. */
export const UNUSUAL_CHANGE_PERCENT = 2;

/** The change from the earlier rate in per cent, to two decimals; null without an earlier rate. */
export function changePercent(rate: string, before: string): string | null {
  const last = new Exact(before === '' ? 0 : before);
  if (last.isZero()) return null;
  return new Exact(rate).sub(last).div(last).mul(100).toFixed(2);
}

/** Whether the user should check a change again before publishing. */
export const isUnusualChange = (percent: string): boolean =>
  new Exact(percent).abs().greaterThan(UNUSUAL_CHANGE_PERCENT);
