/** Maps values to positions in a chart, and chooses the ticks of its axes. */

const STEPS = [1, 2, 2.5, 5, 10];

/** Round values that cover a range, about as many as requested. */
export function roundTicks(least: number, most: number, about: number): number[] {
  const span = most - least || Math.abs(most) * 0.01 || 1;
  const raw = span / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.find((each) => each * power >= raw) ?? 10);
  const first = Math.floor((least === most ? least - span / 2 : least) / step);
  const last = Math.ceil((least === most ? most + span / 2 : most) / step);
  // Computed from whole multiples of the step and rounded, because 0.1 added three times is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** Evenly spaced values from the first to the last, both included. */
export const evenTicks = (first: number, last: number, count: number): number[] =>
  first === last || count < 2
    ? [first]
    : Array.from({ length: count }, (_, index) => first + ((last - first) * index) / (count - 1));

/** Maps a range of values to a range of pixels; maps a range of one value to the middle. */
export function linear(from: readonly [number, number], to: readonly [number, number]) {
  const [low, high] = from;
  const [start, end] = to;
  return (value: number): number =>
    low === high ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start);
}

/** The index of the nearest value; the values are sorted ascending. */
export function nearest(values: readonly number[], wanted: number): number {
  let best = 0;
  values.forEach((value, index) => {
    if (Math.abs(value - wanted) < Math.abs((values[best] ?? Infinity) - wanted)) best = index;
  });
  return best;
}
