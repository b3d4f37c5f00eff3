import { expect, test, vi } from 'vitest';
import { flagUrl } from './flag.ts';

vi.stubGlobal('__FLAGS_PATH__', '/assets/flags');
vi.stubGlobal('__COMMON_FLAGS__', ['eu']);

test.each([
  ['IN', '/assets/flags/in.svg'],
  ['EU', '/assets/flags/common.svg#eu'],
  ['', null],
  ['in', null],
  ['IND', null],
  ['../', null],
])('the flag of %j is %j', (country, url) => expect(flagUrl(country)).toBe(url));
