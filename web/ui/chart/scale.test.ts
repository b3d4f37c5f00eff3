import { describe, expect, it } from 'vitest';
import { evenTicks, linear, nearest, roundTicks } from './scale.ts';

describe('roundTicks', () => {
  it.each([
    [81.2, 84.9, 4, [81, 82, 83, 84, 85]],
    [0.0051, 0.0054, 3, [0.0051, 0.0052, 0.0053, 0.0054]],
    [0, 100, 4, [0, 25, 50, 75, 100]],
  ])('covers %f to %f', (least, most, about, ticks) => {
    expect(roundTicks(least, most, about)).toEqual(ticks);
  });

  it('adds space around a single value', () => {
    const ticks = roundTicks(83.25, 83.25, 4);
    expect(ticks[0]).toBeLessThan(83.25);
    expect(ticks.at(-1)).toBeGreaterThan(83.25);
  });
});

it('evenTicks begin and end with the range', () => {
  expect(evenTicks(0, 9, 4)).toEqual([0, 3, 6, 9]);
  expect(evenTicks(5, 5, 4)).toEqual([5]);
});

it('linear maps in both directions, and maps a single value to the middle', () => {
  expect(linear([0, 10], [100, 0])(2.5)).toBe(75);
  expect(linear([5, 5], [0, 100])(5)).toBe(50);
});

it('nearest finds the closest', () => {
  expect(nearest([0, 10, 20], 14)).toBe(1);
  expect(nearest([0, 10, 20], 99)).toBe(2);
});
