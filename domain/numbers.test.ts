import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBriefly,
  formatDecimal,
  formatRupees,
  formatWholeRupees,
  parseAmount,
  shortDecimal,
  sumDecimals,
} from './numbers.ts';

/** Decimals of up to 30 digits: far past what a binary float can hold. */
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
  ])('%s → %s', (decimal, shown) => expect(formatDecimal(decimal)).toBe(shown));

  it('shows the places asked', () => {
    expect(formatDecimal('83.4567', 4)).toBe('83.4567');
    expect(formatDecimal('1234.5', 0)).toBe('1,235');
  });

  it('refuses what is not a decimal', () => {
    for (const text of ['', '1e5', 'NaN', '1,000', '1.', '.5', '--1']) {
      expect(() => formatDecimal(text)).toThrow(RangeError);
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

describe('formatRupees', () => {
  it('puts the sign before the symbol', () => {
    expect(formatRupees('12345678.5')).toBe('₹1,23,45,678.50');
    expect(formatRupees('-5')).toBe('\u2212₹5.00');
    expect(formatRupees('-0.001')).toBe('₹0.00');
    expect(formatWholeRupees('-1234567.5')).toBe('\u2212₹12,34,568');
  });
});

describe('formatBriefly', () => {
  it.each([
    ['0.00', '0'],
    ['4050.00', '4,050'],
    ['99999.49', '99,999'],
    ['99999.50', '1.00 L'],
    ['120000', '1.20 L'],
    ['1234567.89', '12.35 L'],
    ['10000000', '1.00 Cr'],
    ['123456789', '12.3 Cr'],
    ['1234567890.00', '123 Cr'],
    ['-1250000', '\u221212.50 L'],
    ['-4050', '\u22124,050'],
  ])('%s → %s', (decimal, shown) => expect(formatBriefly(decimal)).toBe(shown));
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

  it('takes signs and places only where told', () => {
    expect(parseAmount('-1.5', { negative: true })).toBe('-1.5');
    expect(parseAmount('-₹ 1.5', { negative: true })).toBe('-1.5');
    expect(parseAmount('\u2212₹1,500.00', { negative: true })).toBe('-1500.00');
    expect(parseAmount('\u22121')).toBeNull();
    expect(parseAmount('-0', { negative: true })).toBe('0');
    expect(parseAmount('83.4567', { places: 4 })).toBe('83.4567');
    expect(parseAmount('1.5', { places: 0 })).toBeNull();
  });

  it('reads back exactly what is shown', () => {
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
