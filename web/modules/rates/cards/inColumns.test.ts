import { describe, expect, it } from 'vitest';
import { lengthOfTime } from '#web/texts/cards.ts';
import { inColumns } from './inColumns.ts';

describe('inColumns', () => {
  it('fills the first column first and omits empty ones', () => {
    expect(inColumns([1, 2, 3, 4, 5], 2)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(inColumns([1], 2)).toEqual([[1]]);
    expect(inColumns([], 2)).toEqual([]);
  });
});

describe('lengthOfTime', () => {
  it.each([
    [0, 'less than a minute'],
    [1, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [125, '2 hours 5 minutes'],
    [1_440, '1 day'],
    [4_400, '3 days'],
  ])('formats %i minutes as %s', (minutes, said) => expect(lengthOfTime(minutes)).toBe(said));
});
