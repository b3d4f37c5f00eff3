import { expect, test } from 'vitest';
import { CONTRACT } from '#contract/all.ts';
import { callName } from '#contract/define.ts';
import { SAMPLES } from './all.ts';
import { sampleOf } from './sample.ts';

const declared = CONTRACT.map((entry) => entry.declared);

test.each(declared.map((call) => [callName(call), call] as const))('%s has one sample', (_, call) =>
  expect(sampleOf(SAMPLES, call).call).toBe(call),
);

test('every sample belongs to a call of the contract', () => {
  const known = new Set<unknown>(declared);
  const strays = SAMPLES.flatMap(({ samples }) => samples).filter(({ call }) => !known.has(call));
  expect(strays.map(({ call }) => callName(call))).toEqual([]);
});

test('a call without a sample is reported, and so is one with two', () => {
  const [first] = declared;
  const name = callName(first!);
  expect(() => sampleOf([], first!)).toThrow(`${name} has no sample: add one for it`);
  expect(() => sampleOf([...SAMPLES, ...SAMPLES], first!)).toThrow(`${name} has 2 samples: keep one`);
});
