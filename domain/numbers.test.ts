import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatDecimal,
  formatMoney,
  formatRupees,
  parseAmount,
  shortDecimal,
  sumDecimals,
} from './numbers.ts';

/** Decimals of up to 30 digits, beyond the precision of a binary float. */
const anyDecimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.stringMatching(/^\d{0,6}$/))
  .map(
    ([negative, whole, fraction]) => (negative ? '-' : '') + String(whole) + (fraction ? `.${fraction}` : ''),
  );

const exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

describe('formatDecimal', () => {
  it.each([
    ['0', '0.00'],
    ['999', '999.00'],
    ['1000', '1,000.00'],
    ['99999.999', '1,00,000.00'],
    ['12345678.5', '1,23,45,678.50'],
    ['-1234567', '-12,34,567.00'],
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['-0.004', '0.00'],
    ['0009', '9.00'],
  ])('%s → %s', (decimal, shown) => expect(formatDecimal(decimal, 2)).toBe(shown));

  it('shows the requested decimals', () => {
    expect(formatDecimal('83.4567', 4)).toBe('83.4567');
    expect(formatDecimal('1234.5', 0)).toBe('1,235');
  });

  it('refuses text that is not a decimal', () => {
    for (const text of ['', '1e5', 'NaN', '1,000', '1.', '.5', '--1']) {
      expect(() => formatDecimal(text, 2)).toThrow(RangeError);
    }
  });

  it('agrees with a decimal library on every rounding', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 0, max: 6 }), (decimal, places) => {
        const shown = formatDecimal(decimal, places).replaceAll(',', '');
        expect(new exact(shown).equals(new exact(decimal).toDecimalPlaces(places))).toBe(true);
      }),
    );
  });
});

describe('shortDecimal', () => {
  it.each([
    ['12345678.50', '12345678.5'],
    ['10000000.00', '10000000'],
    ['0.00', '0'],
    ['1.05', '1.05'],
    ['1000', '1000'],
    ['-2.50', '-2.5'],
  ])('%s → %s', (decimal, short) => expect(shortDecimal(decimal)).toBe(short));
});

describe('an amount of money', () => {
  it.each([
    ['000 §9', '0', '0.00', '₹0.00', 'USD 0.00'],
    ['000 §9', '10384', '10,384.00', '₹10,384.00', 'USD 10,384.00'],
    ['000 §9', '12345678.5', '1,23,45,678.50', '₹1,23,45,678.50', 'USD 1,23,45,678.50'],
    ['000 §9', '9999999999', '9,99,99,99,999.00', '₹9,99,99,99,999.00', 'USD 9,99,99,99,999.00'],
    ['000 §9', '-5', '\u22125.00', '\u2212₹5.00', 'USD \u22125.00'],
    ['000 §9', '-0.001', '0.00', '₹0.00', 'USD 0.00'],
  ])('%s: %s is shown as %s, %s and %s', (_, decimal, plain, inRupees, inDollars) => {
    expect(formatAmount(decimal)).toBe(plain);
    expect(formatRupees(decimal)).toBe(inRupees);
    expect(formatMoney(decimal, 'INR')).toBe(inRupees);
    expect(formatMoney(decimal, 'USD')).toBe(inDollars);
  });
});

describe('parseAmount', () => {
  it.each([
    ['1,23,456.7', '123456.7'],
    ['123,456.70', '123456.70'],
    ['123456', '123456'],
    ['₹ 500', '500'],
    ['Rs. 1,000.50', '1000.50'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    [' 0 ', '0'],
  ])('%s → %s', (typed, decimal) => expect(parseAmount(typed)).toBe(decimal));

  it.each(['', '.', '-', 'abc', '1,23', '1,2,3', ',123', '12,34,56', '1.2.3', '1e3', '1.234', '-1', '1 000'])(
    'refuses %j',
    (typed) => expect(parseAmount(typed)).toBeNull(),
  );

  it('accepts signs and decimals only if allowed', () => {
    expect(parseAmount('-1.5', { negative: true })).toBe('-1.5');
    expect(parseAmount('-₹ 1.5', { negative: true })).toBe('-1.5');
    expect(parseAmount('\u2212₹1,500.00', { negative: true })).toBe('-1500.00');
    expect(parseAmount('\u22121')).toBeNull();
    expect(parseAmount('-0', { negative: true })).toBe('0');
    expect(parseAmount('83.4567', { places: 4 })).toBe('83.4567');
    expect(parseAmount('1.5', { places: 0 })).toBeNull();
  });

  it('reads formatted amounts back exactly', () => {
    fc.assert(
      fc.property(anyDecimal, (decimal) => {
        const read = parseAmount(formatDecimal(decimal, 6), { places: 6, negative: true });
        expect(read !== null && new exact(read).equals(new exact(decimal))).toBe(true);
      }),
    );
  });
});

describe('sumDecimals', () => {
  it('is exact where floats are not', () => {
    expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(sumDecimals([])).toBe('0');
    fc.assert(
      fc.property(fc.array(anyDecimal), (decimals) => {
        const expected = decimals.reduce((sum, decimal) => sum.plus(decimal), new exact(0));
        expect(new exact(sumDecimals(decimals)).equals(expected)).toBe(true);
      }),
    );
  });
});
