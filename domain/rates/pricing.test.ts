import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownCardRate } from './card.ts';
import { cardRates, changePercent, isUnusualChange, type Margins } from './pricing.ts';

const margins = (some: Partial<Margins>): Margins => ({
  type: 'P',
  buy: '0',
  sell: '0',
  ibrCut: '0',
  sellsAtIbr: false,
  ...some,
});

/** Decimals as typed: an integer with a shifted point. */
const decimal = (most: number, places: number) =>
  fc.integer({ min: 0, max: most * 10 ** places }).map((n) => {
    const digits = String(n).padStart(places + 1, '0');
    return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  });
const ibr = fc.integer({ min: 1, max: 2_000_000_000 }).map((n) => {
  const digits = String(n).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
});
const sane = fc.record({
  type: fc.constantFrom('F' as const, 'P' as const),
  buy: decimal(40, 4),
  sell: decimal(40, 4),
  ibrCut: decimal(5, 4),
  sellsAtIbr: fc.boolean(),
});

describe('a card', () => {
  it.each([
    ['per cent on both sides', '83.25', margins({ buy: '1.5', sell: '2' }), '82.001250', '84.915000'],
    [
      'rupees on both sides',
      '83.25',
      margins({ type: 'F', buy: '0.75', sell: '1' }),
      '82.500000',
      '84.250000',
    ],
    ['the cut besides the margin', '100', margins({ buy: '1', ibrCut: '0.5' }), '98.500000', '100.000000'],
    ['the cut in rupees', '100', margins({ type: 'F', buy: '1', ibrCut: '0.5' }), '98.500000', '100.000000'],
    [
      'the inter-bank rate as selling rate',
      '83.25',
      margins({ sell: '2', sellsAtIbr: true }),
      '83.250000',
      '83.250000',
    ],
    ['half a millionth rounds up', '0.000001', margins({ buy: '50' }), '0.000001', '0.000001'],
    ['nothing left, never less', '0.5', margins({ type: 'F', buy: '1' }), '0.000000', '0.500000'],
    ['a currency of small units', '0.0053', margins({ buy: '2', sell: '3' }), '0.005194', '0.005459'],
  ])('has %s', (_, rate, given, buy, sell) => {
    expect(cardRates(rate, given)).toEqual({ buy, sell });
  });

  it('is rounded once to the decimals of its currency, so that it shows what is charged', () => {
    fc.assert(
      fc.property(ibr, sane, fc.integer({ min: 2, max: 4 }), (rate, given, places) => {
        const card = cardRates(rate, given, places);
        const exact = cardRates(rate, given, 20);
        for (const side of ['buy', 'sell'] as const) {
          expect(shownCardRate('USD', card[side], places).replaceAll(',', '')).toBe(card[side]);
          expect(Math.abs(Number(card[side]) - Number(exact[side]))).toBeLessThanOrEqual(
            0.5 * 10 ** -places + 1e-9,
          );
        }
        expect(Number(card.buy)).toBeLessThanOrEqual(Number(card.sell));
      }),
    );
  });

  it('buys at or below the inter-bank rate and sells at or above it', () => {
    fc.assert(
      fc.property(ibr, sane, (rate, given) => {
        const { buy, sell } = cardRates(rate, given);
        expect(Number(buy)).toBeLessThanOrEqual(Number(rate));
        expect(Number(sell)).toBeGreaterThanOrEqual(Number(rate));
        expect(buy.startsWith('-')).toBe(false);
      }),
    );
  });

  it('never buys at a higher, nor sells at a lower rate with a larger margin', () => {
    fc.assert(
      fc.property(ibr, sane, decimal(10, 4), (rate, given, more) => {
        const larger = (margin: string) => (Number(margin) + Number(more)).toFixed(4);
        const less = cardRates(rate, given);
        const greater = cardRates(rate, { ...given, buy: larger(given.buy), sell: larger(given.sell) });
        expect(Number(greater.buy)).toBeLessThanOrEqual(Number(less.buy));
        expect(Number(greater.sell)).toBeGreaterThanOrEqual(Number(less.sell));
      }),
    );
  });
});

describe('the change since the last list', () => {
  it.each([
    ['84', '82', '2.44', true],
    ['82', '84', '-2.38', true],
    ['83.64', '82', '2.00', false],
    ['82', '82', '0.00', false],
  ])('from %s before %s is %s %%', (rate, before, percent, unusual) => {
    expect(changePercent(rate, before)).toBe(percent);
    expect(isUnusualChange(percent)).toBe(unusual);
  });

  it('is unknown without an earlier rate', () => {
    expect(changePercent('84', '')).toBeNull();
    expect(changePercent('84', '0')).toBeNull();
  });
});
