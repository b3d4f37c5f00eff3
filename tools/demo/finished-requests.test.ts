import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#domain/dates.ts';
import { FINISHED_REQUESTS, finishedRequests, finishedSpan } from './finished-requests.ts';

const { from, to } = finishedSpan();
const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => ({
  day: addDays(from, index),
  rates: {},
}));

test('finished requests are the same each time and are made in opening hours of working days', () => {
  const deals = finishedRequests(days);
  expect(deals).toHaveLength(FINISHED_REQUESTS);
  expect(finishedRequests(days)).toEqual(deals);
  for (const { day, began } of deals) {
    expect(new Date(day).getUTCDay(), day).not.toBe(0);
    expect(new Date(began).toISOString().slice(11, 16) >= '04:30').toBe(true);
    expect(new Date(began).toISOString().slice(11, 16) < '09:00').toBe(true);
  }
});

test('a returning customer shows the same papers', () => {
  const byName = Map.groupBy(
    finishedRequests(days),
    ({ customer }) => `${customer['traveller_name']} ${customer['id_type']}`,
  );
  const returning = [...byName].filter(([name, deals]) => !name.startsWith(' ') && deals.length > 1);
  expect(returning.length).toBeGreaterThan(3);
  for (const [name, deals] of returning)
    expect(new Set(deals.map(({ customer }) => customer['id_number'])).size, name).toBe(1);
});
