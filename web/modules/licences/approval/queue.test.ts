import { expect, test } from 'vitest';
import { nextPending } from './queue.ts';

const rows = (statuses: string) => [...statuses].map((status, at) => ({ lineNo: at + 1, status }));

test.each([
  ['PPP', 1, 2],
  ['PPP', 3, 1],
  ['PRA', 1, null],
  ['RPAP', 2, 4],
  ['PARA', 3, 1],
  ['', null, null],
  ['RAP', null, 3],
  ['PPA', null, 1],
  // A document that a filter has removed from the list.
  ['AP', 99, 2],
])('in %j the next one after %s is %s', (statuses, from, next) =>
  expect(nextPending(rows(statuses), from)).toBe(next),
);
