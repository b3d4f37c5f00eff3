import { expect, test } from 'vitest';
import { differenceOf } from './trail.ts';

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
  ['what is no record', 'text', 5, []],
])('%s', (_, before, after, difference) => {
  expect(differenceOf(before, after)).toEqual(difference);
});

test('a record without end is cut off, not followed for ever', () => {
  const deep = JSON.parse('{"a":'.repeat(50) + '1' + '}'.repeat(50)) as unknown;
  expect(differenceOf(null, deep)).toEqual([
    { field: 'a.a.a.a.a.a', before: null, after: expect.stringContaining('"a"') },
  ]);
});
