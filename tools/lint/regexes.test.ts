import { resolve } from 'node:path';
import { check } from 'recheck';
import { expect, it } from 'vitest';
import { productRegexes } from './regexes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CHECK_TIMEOUT_MS = 60_000;
/** Steps are counted and decide. A limit of time for a part of the check takes a slow machine for a slow expression. */
const BOUNDS = {
  timeout: CHECK_TIMEOUT_MS,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** The weakness of an expression, or null: an attack that takes more than linear time, or a check without a result. */
async function weaknessOf(source: string, flags: string): Promise<string | null> {
  const verdict = await check(source, flags, BOUNDS);
  if (verdict.status === 'safe') return null;
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : `unknown: ${verdict.error.kind}`;
}

/**
 * The linter looks at the shape of an expression and misses nested repetitions with a separator, such as the first two
 * below. This checker builds the automaton, which is too slow for an editor.
 */
it.each([
  [String.raw`^\s*(<!--[\s\S]*?-->\s*)*<html\b`, 'exponential'],
  ['^(a|a)*$', 'exponential'],
  [String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`, '2nd degree polynomial'],
  ['^a+b$', null],
])(
  'the checker reports %s as %s',
  async (source, weakness) => {
    expect(await weaknessOf(source, '')).toBe(weakness);
  },
  CHECK_TIMEOUT_MS,
);

it('no regular expression of the product takes more than linear time', async () => {
  const regexes = productRegexes(ROOT);
  expect(regexes.length).toBeGreaterThan(50);
  const weak: string[] = [];
  for (const { source, flags, places } of regexes) {
    const weakness = await weaknessOf(source, flags);
    if (weakness !== null) weak.push(`${places.join(', ')}: /${source}/${flags} ${weakness}`);
  }
  expect(weak).toEqual([]);
}, 240_000);
