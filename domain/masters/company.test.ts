import { expect, test } from 'vitest';
import { letterheadLines } from './company.ts';

const full = {
  address1: '12 Horniman Circle',
  address2: 'Mumbai 400001',
  address3: '',
  licence: 'FE/1',
  gstin: '27AAAAA0000A1Z5',
  contact1: '022 1',
  contact2: '022 2',
};

test('a letterhead has a line for the address, the numbers and each contact', () =>
  expect(letterheadLines(full)).toEqual([
    '12 Horniman Circle, Mumbai 400001',
    'Licence FE/1 · GSTIN 27AAAAA0000A1Z5',
    '022 1',
    '022 2',
  ]));

test('an empty field has no line', () =>
  expect(
    letterheadLines({ ...full, address1: '', address2: '', licence: '', gstin: '', contact2: '' }),
  ).toEqual(['022 1']));
