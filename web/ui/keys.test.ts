import { expect, test } from 'vitest';
import { matchesKeys } from './keys.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
) =>
  ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  }) as KeyboardEvent;

test('Ctrl+Enter and Ctrl+Shift+Enter are different keys', () => {
  const [saves, submits] = [
    press('Enter', { ctrlKey: true }),
    press('Enter', { ctrlKey: true, shiftKey: true }),
  ];
  expect([saves, submits].map((event) => matchesKeys('ctrl+enter', event))).toEqual([true, false]);
  expect([saves, submits].map((event) => matchesKeys('ctrl+shift+enter', event))).toEqual([false, true]);
  expect(matchesKeys('ctrl+enter', press('Enter', { metaKey: true }))).toBe(true);
});

test('a sign is the same key with and without Shift', () => {
  expect(matchesKeys('?', press('?', { shiftKey: true }))).toBe(true);
  expect(matchesKeys('/', press('/'))).toBe(true);
  expect(matchesKeys('/', press('/', { altKey: true }))).toBe(false);
});

test('a letter with Shift can be a key of its own', () => {
  expect(matchesKeys('shift+a', press('A', { shiftKey: true }))).toBe(true);
  expect(matchesKeys('shift+a', press('a'))).toBe(false);
});
