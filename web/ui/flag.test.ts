import { expect, test } from 'vitest';
import { flagOf } from './flag.ts';

test.each([
  ['IN', '\u{1f1ee}\u{1f1f3}'],
  ['EU', '\u{1f1ea}\u{1f1fa}'],
  ['', ''],
  ['in', ''],
  ['IND', ''],
])('the flag of %j', (country, flag) => expect(flagOf(country)).toBe(flag));
