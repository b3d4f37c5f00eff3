import { expect, test } from 'vitest';
import { isoDate } from './dates.ts';
import { differenceOf, isPastRetention } from './trail.ts';

test.each<[string, unknown, unknown, ReturnType<typeof differenceOf>]>([
  ['nothing at all', null, null, []],
  [
    'a change, without who and when',
    { srno: 1, name: 'Bombay', active: true, version: 1, changed_at: 'x' },
    { srno: 1, name: 'Mumbai', active: true, version: 2, changed_at: 'y' },
    [{ field: 'name', before: 'Bombay', after: 'Mumbai' }],
  ],
  [
    'an addition',
    null,
    { name: 'Goa', fatf: false },
    [
      { field: 'name', before: null, after: 'Goa' },
      { field: 'fatf', before: null, after: 'No' },
    ],
  ],
  [
    '000 §9: money with two decimals, rates and quantities as they are',
    { grand_total: 10384, apr: 0 },
    { grand_total: '1234567.5', apr: 4500000, lines: [{ amount: 8350, rate: 83.5, quantity: 100 }] },
    [
      { field: 'grand_total', before: '10,384.00', after: '12,34,567.50' },
      { field: 'apr', before: '0.00', after: '45,00,000.00' },
      { field: 'lines.1.amount', before: null, after: '8,350.00' },
      { field: 'lines.1.rate', before: null, after: '83.5' },
      { field: 'lines.1.quantity', before: null, after: '100' },
    ],
  ],
  ['a removal', { name: 'Goa', limit: 5 }, { name: 'Goa' }, [{ field: 'limit', before: '5', after: null }]],
  ['an empty text is not nothing', { pan: null }, { pan: '' }, [{ field: 'pan', before: null, after: '' }]],
  [
    'what lies inside, by its path',
    { rights: { COUNTRY: { add: false, edit: false } }, version: 1 },
    { rights: { COUNTRY: { add: true, edit: false } }, version: 1 },
    [{ field: 'rights.COUNTRY.add', before: 'No', after: 'Yes' }],
  ],
  [
    'a list of values',
    { branches: ['MUM'] },
    { branches: ['MUM', 'PUN'] },
    [{ field: 'branches', before: 'MUM', after: 'MUM, PUN' }],
  ],
  [
    'a list of records',
    { lines: [{ rate: 1 }] },
    { lines: [{ rate: 1 }, { rate: 2 }] },
    [{ field: 'lines.2.rate', before: null, after: '2' }],
  ],
  [
    'a secret that should not be there',
    { hash: '$scrypt$a', must_change_password: false },
    { hash: '$scrypt$b', must_change_password: true },
    [
      { field: 'hash', before: '(hidden)', after: '(hidden)' },
      { field: 'must_change_password', before: 'No', after: 'Yes' },
    ],
  ],
  [
    'a masked number by its end',
    { pan: '' },
    { pan: { ends: '234F', hmac: 'aa' } },
    [{ field: 'pan', before: '', after: '••••234F' }],
  ],
  [
    'a masked number that stayed the same',
    { pan: { ends: '234F', hmac: 'aa' } },
    { pan: { ends: '234F', hmac: 'aa' } },
    [],
  ],
  [
    'another number with the same end',
    { pan: { ends: '234F', hmac: 'aa' } },
    { pan: { ends: '234F', hmac: 'bb' } },
    [{ field: 'pan', before: '••••234F', after: '••••234F (another number)' }],
  ],
  ['what is no record', 'text', 5, []],
])('%s', (_, before, after, difference) => {
  expect(differenceOf(before, after)).toEqual(difference);
});

test('a record of unlimited depth is cut off', () => {
  const deep = JSON.parse('{"a":'.repeat(50) + '1' + '}'.repeat(50)) as unknown;
  expect(differenceOf(null, deep)).toEqual([
    { field: 'a.a.a.a.a.a', before: null, after: expect.stringContaining('"a"') },
  ]);
});

test.each([
  ['2020-12', '2025-12-31', false],
  ['2020-12', '2026-01-01', true],
  ['2021-09', '2026-09-30', false],
  ['2021-09', '2026-10-01', true],
  ['2026-11', '2026-11-16', false],
])('the month %s may be archived on %s: %s', (month, today, isPast) => {
  expect(isPastRetention(month, isoDate(today))).toBe(isPast);
});
