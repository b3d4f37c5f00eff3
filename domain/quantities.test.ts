import { describe, expect, it } from 'vitest';
import { formatQuantity } from './quantities.ts';

describe('formatQuantity', () => {
  it.each([
    ['1200.00', '1,200'],
    ['123456.50', '1,23,456.5'],
    ['83.1275', '83.1275'],
    ['-500.00', '-500'],
    ['100', '100'],
    ['0.00', '0'],
  ])('writes %s as %s', (decimal, shown) => {
    expect(formatQuantity(decimal)).toBe(shown);
  });
});
