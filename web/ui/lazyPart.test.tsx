import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazyPart.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Calendar = ({ day }: { day: string }) => <p>Calendar of {day}</p>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show(load: () => Promise<{ Calendar: typeof Calendar }>) {
  const Part = lazyPart(load, 'Calendar');
  render(
    <>
      <input aria-label="Name" />
      <Suspense fallback={<p>Loading</p>}>
        <Part day="Monday" />
      </Suspense>
    </>,
  );
}

test('a part that cannot be loaded leaves the screen as it is, and comes with the connection', async () => {
  const load = vi.fn(() => Promise.resolve({ Calendar }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(load);
  await pass(0);
  expect(screen.getByLabelText('Name')).toBeTruthy();
  expect(screen.getByText('Loading')).toBeTruthy();
  await pass(3_000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(screen.getByText('Calendar of Monday')).toBeTruthy();
});

test.each([undefined, {}])(
  'a module that came without its part, as %o, is asked for again',
  async (incomplete) => {
    const load = vi.fn(() => Promise.resolve({ Calendar }));
    load.mockResolvedValueOnce(incomplete as unknown as { Calendar: typeof Calendar });
    show(load);
    await pass(0);
    expect(screen.getByLabelText('Name')).toBeTruthy();
    await pass(1_000);
    expect(screen.getByText('Calendar of Monday')).toBeTruthy();
  },
);

test('a part that is missing for long is asked for only twice a minute', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  show(load);
  await pass(600_000);
  const before = load.mock.calls.length;
  await pass(600_000);
  expect(load.mock.calls.length - before).toBe(20);
});
