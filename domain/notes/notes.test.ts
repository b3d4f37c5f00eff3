import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exact } from '../money.ts';
import { denominationsFault, readQuantity } from './denominations.ts';
import { sumNotes } from './notes.ts';

test('lines are summed by product and currency', () => {
  const line = (isd: string, quantity: string, product = 'CN') => ({ product, isd, quantity });
  expect(
    sumNotes([line('USD', '100.50'), line('EUR', '5'), line('USD', '0.25'), line('USD', '1', 'CARD')]),
  ).toEqual([
    { product: 'CARD', isd: 'USD', quantity: '1', lines: 1 },
    { product: 'CN', isd: 'EUR', quantity: '5', lines: 1 },
    { product: 'CN', isd: 'USD', quantity: '100.75', lines: 2 },
  ]);
  expect(sumNotes([])).toEqual([]);
});

test('denominations must add up to the quantity', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('1', '5', '10', '20', '50', '100', '500', '0.5'), fc.nat(1_000)),
      (counted) => {
        const halves = Object.entries(counted).reduce(
          (sum, [face, count]) => sum + Number(face) * 2 * count,
          0,
        );
        expect(denominationsFault(counted, exact((halves / 2).toFixed(1)))).toBeNull();
        expect(denominationsFault(counted, exact((halves / 2 + 1).toFixed(1)))).toBe(
          'The denominations do not come to the quantity.',
        );
      },
    ),
  );
  expect(denominationsFault({ abc: 1 }, exact('1'))).toContain('face value');
  expect(denominationsFault({ 100: -1 }, exact('-100'))).toContain('face value');
});

test.each([
  ['100', '100'],
  ['0', '0'],
  ['99.50', '99.5'],
  ['-1', null],
  ['1.234', null],
  ['', null],
  ['1e9', null],
  ['12345678901234', null],
])('the quantity %j is %j', (typed, read) => expect(readQuantity(typed)).toBe(read));
