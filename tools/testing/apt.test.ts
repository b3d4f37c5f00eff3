import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PACKAGE_OF_PROGRAM, programPath } from './apt.ts';
import type { Program } from './apt.ts';

test('the build installs every package that the tests need', () => {
  const installed = readFileSync('.ci/debian-packages', 'utf8').trim().split('\n');
  expect(installed).toEqual(expect.arrayContaining(Object.values(PACKAGE_OF_PROGRAM)));
});

test('the error for a missing program names its package', () => {
  const absent = 'no-such-daemon' as Program;
  expect(() => programPath(absent, '/nonexistent')).toThrow(/This run needs the program "no-such-daemon"/);
});
