import { expect, it } from 'vitest';
import { inForceOn } from './dated.ts';
import { isoDate } from './dates.ts';

const rows = [
  { from: isoDate('2026-04-01'), name: 'new' },
  { from: isoDate('2025-04-01'), name: 'old' },
];

it.each([
  ['2025-03-31', undefined],
  ['2025-04-01', 'old'],
  ['2026-03-31', 'old'],
  ['2026-04-01', 'new'],
  ['2199-12-31', 'new'],
])('on %s the row %s is in force', (day, name) => expect(inForceOn(rows, isoDate(day))?.name).toBe(name));

it('prefers the later of two rows with the same day', () => {
  const [first, second] = [
    { ...rows[0]!, name: 'first' },
    { ...rows[0]!, name: 'second' },
  ];
  expect(inForceOn([first, second], isoDate('2026-04-01'))).toBe(second);
});
