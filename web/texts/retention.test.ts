import { expect, it } from 'vitest';
import { retentionText } from './retention.ts';

it.each([
  [1, '1 day'],
  [180, '180 days'],
  [365, '365 days'],
  [730, '2 years (730 days)'],
  [1_000, '1,000 days'],
  [1_826, '5 years (1,826 days)'],
  [2_922, '8 years (2,922 days)'],
])('%i days are shown as %s', (days, shown) => {
  expect(retentionText.days(days)).toBe(shown);
});
