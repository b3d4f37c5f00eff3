import { describe, expect, it } from 'vitest';
import { MOST_COUNTED, shownCount, totalWaiting } from './waiting.ts';

describe('totalWaiting', () => {
  it('adds up every kind', () => {
    expect(totalWaiting({})).toBe(0);
    expect(totalWaiting({ bm: 2, link: 0, special: 5 })).toBe(7);
  });
});

describe('shownCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [MOST_COUNTED, '999+'],
    [40_000, '999+'],
  ])('%i is shown as %s', (count, shown) => expect(shownCount(count)).toBe(shown));

  it('stops at the given limit', () => {
    expect(shownCount(99, 100)).toBe('99');
    expect(shownCount(100, 100)).toBe('99+');
  });
});
