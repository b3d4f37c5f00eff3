import { expect, it } from 'vitest';
import { ageOf, isOverdue } from './age.ts';

const now = Date.parse('2026-11-16T06:12:00Z');

it.each([
  ['2026-11-16T06:12:30Z', '0 min'],
  ['2026-11-16T05:13:00Z', '59 min'],
  ['2026-11-16T05:12:00Z', '1 h'],
  ['2026-11-14T06:13:00Z', '47 h'],
  ['2026-11-14T06:12:00Z', '2 d'],
  ['', ''],
])('what waits since %s has waited %s', (since, age) => {
  expect(ageOf(since, now)).toBe(age);
});

it('marks what has waited for two days', () => {
  expect(isOverdue('2026-11-14T06:13:00Z', now)).toBe(false);
  expect(isOverdue('2026-11-14T06:12:00Z', now)).toBe(true);
  expect(isOverdue('', now)).toBe(false);
});
