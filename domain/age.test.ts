import { expect, it } from 'vitest';
import { ageOf } from './age.ts';

const NOW = Date.parse('2026-05-04T12:00:00Z');

it.each([
  ['2026-05-04T11:59:30Z', '0 min'],
  ['2026-05-04T11:00:01Z', '59 min'],
  ['2026-05-04T11:00:00Z', '1 h'],
  ['2026-05-03T12:00:01Z', '23 h'],
  ['2026-05-02T11:00:00Z', '2 d'],
  ['2026-05-04T12:00:05Z', '0 min'],
])('a moment at %s is %s old', (since, age) => expect(ageOf(Date.parse(since), NOW)).toBe(age));
