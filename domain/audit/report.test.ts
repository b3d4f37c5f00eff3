import { expect, it } from 'vitest';
import { deviation, increaseOf, totalCount } from './report.ts';

it.each([
  [0, 0, '–'],
  [0, 3, '–'],
  [200, 0, '0 %'],
  [200, 1, '1 %'],
  [201, 1, '0 %'],
  [16, 1, '6 %'],
  [3, 3, '100 %'],
  [null, 2, '–'],
])('of %d transactions %d are %s (002 §2.5, §9)', (transactions, discrepancies, share) =>
  expect(deviation(transactions, discrepancies)).toBe(share),
);

it.each([
  [[], 0],
  [[3, 0, 4], 7],
  [[3, null], null],
])('the total of %j is %s', (counts, total) => expect(totalCount(counts)).toBe(total));

it.each([
  ['41863250', '39527400', { amount: '2335850', percent: '5.9' }],
  ['28450000', '31206500', { amount: '-2756500', percent: '-8.8' }],
  ['5', '5', { amount: '0', percent: '0.0' }],
  ['5', '0', { amount: '5', percent: null }],
  ['-50', '-100', { amount: '50', percent: '50.0' }],
])('from %s and %s the increase is %j (002 §2.5)', (now, before, { amount, percent }) =>
  expect(increaseOf(now, before)).toEqual({ amount: BigInt(amount), percent }),
);

it('without one of the amounts there is no increase', () => {
  expect(increaseOf(null, '5')).toBeNull();
  expect(increaseOf('5', null)).toBeNull();
});
