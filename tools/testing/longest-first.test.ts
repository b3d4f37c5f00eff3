import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LONG_FILES } from './longest-first.ts';

test.each(LONG_FILES)('%s is there to be started first', (file) => {
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
});
