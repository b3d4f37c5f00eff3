import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRupees,
  compareExact,
  differsByMoreThan,
  exact,
  isZero,
  largerOf,
  percentOf,
  readExact,
  readRupees,
  rupees,
  smallerOf,
  subtractRupees,
  sumRupees,
  toWholeRupees,
  valueAt,
  wholeValueAt,
} from './money.ts';

/** Paise beyond the precision of a binary float, and the text that PostgreSQL writes for them. */
const anyPaise = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const textOf = (paise: bigint) => {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0');
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe('reading', () => {
  it.each([
    ['1234.5', '1234.50'],
    ['1234.500000', '1234.50'],
    ['007', '7.00'],
    ['-0.00', '0.00'],
    ['-12.34', '-12.34'],
    ['99999999999999999999.99', '99999999999999999999.99'],
  ])('%s is the amount %s', (text, amount) => expect(readRupees(text)).toBe(amount));

  it.each(['', '1.005', '1e5', 'NaN', 'Infinity', '1,000', '.5', '5.', ' 5', '٥', '9'.repeat(41)])(
    '%j is not an amount',
    (text) => {
      expect(readRupees(text)).toBeNull();
      expect(() => rupees(text)).toThrow(RangeError);
    },
  );

  it('reads any amount written by PostgreSQL or by a user', () => {
    fc.assert(
      fc.property(anyPaise, fc.nat(3), fc.nat(3), (paise, zerosBefore, zerosAfter) => {
        const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(textOf(paise)) ?? [];
        const text = sign + '0'.repeat(zerosBefore) + digits + '0'.repeat(zerosAfter);
        expect(readRupees(text)).toBe(textOf(paise));
        expect(readRupees(`${text}1`)).toBeNull();
      }),
    );
  });

  it('keeps eight decimals of a rate and refuses more', () => {
    expect(readExact('83.45678901')).toBe('83.45678901');
    expect(readExact('83.450000')).toBe('83.45');
    expect(readExact('-0')).toBe('0');
    expect(readExact('0.000000001')).toBeNull();
    expect(readExact('12.5', 0)).toBeNull();
    expect(() => exact('one')).toThrow(RangeError);
  });
});

describe('rounding goes half up, away from zero', () => {
  it.each([
    ['0.50', '1.00'],
    ['-0.50', '-1.00'],
    ['0.49', '0.00'],
    ['-0.49', '0.00'],
    ['2.50', '3.00'],
  ])('%s → %s', (amount, whole) => expect(toWholeRupees(rupees(amount))).toBe(whole));

  it('rounds any amount to the nearest rupee', () => {
    fc.assert(
      fc.property(anyPaise, (paise) => {
        const away = paise < 0n ? -50n : 50n;
        expect(toWholeRupees(rupees(textOf(paise)))).toBe(textOf(((paise + away) / 100n) * 100n));
      }),
    );
  });

  it('rounds a product once', () => {
    // 1 × 0.495 is 0.50 to the paisa, but it is less than half a rupee.
    expect(valueAt(exact('1'), exact('0.495'))).toBe('0.50');
    expect(wholeValueAt(exact('1'), exact('0.495'))).toBe('0.00');
    expect(percentOf(exact('18'), rupees('0.25'))).toBe('0.05');
    expect(percentOf(exact('0.5'), rupees('-1'))).toBe('-0.01');
  });
});

describe('arithmetic', () => {
  it('agrees with whole numbers of paise', () => {
    fc.assert(
      fc.property(anyPaise, anyPaise, anyPaise, (a, b, c) => {
        const [x, y, z] = [rupees(textOf(a)), rupees(textOf(b)), rupees(textOf(c))];
        expect(addRupees(x, y, z)).toBe(textOf(a + b + c));
        expect(sumRupees([x, y])).toBe(addRupees(x, y));
        expect(subtractRupees(x, y)).toBe(textOf(a - b));
        expect(Math.sign(compareExact(x, y))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(largerOf(x, y)).toBe(textOf(a > b ? a : b));
        expect(smallerOf(x, y)).toBe(textOf(a < b ? a : b));
      }),
    );
    expect(sumRupees([])).toBe('0.00');
    expect(isZero(rupees('-0'))).toBe(true);
  });

  it('tells whether rates differ by more than a percentage', () => {
    expect(differsByMoreThan(exact('2'), exact('102'), exact('100'))).toBe(false);
    expect(differsByMoreThan(exact('2'), exact('102.000001'), exact('100'))).toBe(true);
    expect(differsByMoreThan(exact('2'), exact('97.99'), exact('100'))).toBe(true);
  });
});
