import { expect, test } from 'vitest';
import { isLeaving } from './leaving.ts';

const at = (address: string) => {
  const [pathname = '', search = ''] = address.split('?');
  return { pathname, search };
};
const move = (from: string, to: string, historyAction = 'PUSH') => ({
  currentLocation: at(from),
  nextLocation: at(to),
  historyAction,
});

test('detects leaving to another page, with or without another record in the address', () => {
  expect(isLeaving(move('/a?srno=1', '/b?srno=1'), 'srno')).toBe(true);
  expect(isLeaving(move('/a?srno=1', '/b?srno=1', 'REPLACE'))).toBe(true);
  expect(isLeaving(move('/a?srno=1', '/a'))).toBe(false);
});

test('treats another record as another page, unless a saved record gets its number', () => {
  expect(isLeaving(move('/a?srno=1', '/a'), 'srno')).toBe(true);
  expect(isLeaving(move('/a?srno=1', '/a?srno=2', 'POP'), 'srno')).toBe(true);
  expect(isLeaving(move('/a?srno=1', '/a?srno=1&x=2'), 'srno')).toBe(false);
  expect(isLeaving(move('/a', '/a?srno=1', 'REPLACE'), 'srno')).toBe(false);
  expect(isLeaving(move('/a?srno=1', '/a', 'REPLACE'), 'srno')).toBe(true);
});
