import { expect, it } from 'vitest';
import { largest, percentile } from './drill.ts';

it('finds the largest of more values than a call can have arguments', () => {
  const times = Array.from({ length: 400_000 }, (_, index) => index % 1_000);
  expect([largest(times), percentile(times, 0.99), largest([])]).toEqual([999, 990, 0]);
});
