import { describe, expect, it } from 'vitest';
import { deviation, increaseOf } from './report.ts';

describe('the deviation of a kind of transactions (002 §2.5)', () => {
  it.each([
    [1_287, 9, '1 %'],
    [16, 1, '6 %'],
    [200, 1, '1 %'],
    [201, 1, '0 %'],
    [3, 3, '100 %'],
    [12, 0, '0 %'],
  ])('%i transactions with %i discrepancies: %s', (transactions, discrepancies, shown) =>
    expect(deviation(transactions, discrepancies)).toBe(shown),
  );

  it('is a dash without transactions', () => {
    expect(deviation(0, 0)).toBe('–');
    expect(deviation(0, 2)).toBe('–');
  });
});

describe('the increase over the last month (002 §2.5)', () => {
  it.each([
    ['41863250', '39527400', 2_335_850n, '5.9'],
    ['28450000', '31206500', -2_756_500n, '-8.8'],
    ['17694000', '17694000', 0n, '0.0'],
    ['999', '1000', -1n, '-0.1'],
    ['9999999', '10000000', -1n, '0.0'],
  ])('%s after %s', (now, before, amount, percent) =>
    expect(increaseOf(now, before)).toEqual({ amount, percent }),
  );

  it('has no per cent of nothing, and is not known without both figures', () => {
    expect(increaseOf('500', '0')).toEqual({ amount: 500n, percent: null });
    expect(increaseOf(null, '10')).toBeNull();
    expect(increaseOf('10', null)).toBeNull();
  });

  it('is exact beyond the numbers of JavaScript', () =>
    expect(increaseOf('90071992547409931', '90071992547409930')?.amount).toBe(1n));
});
