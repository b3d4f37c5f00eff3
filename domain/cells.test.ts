import { describe, expect, it } from 'vitest';
import { isoDate } from './dates.ts';
import { dayProblem, monthProblem, numberProblem, readDay, readMonth } from './cells.ts';

const TODAY = isoDate('2026-11-16');

describe('a day', () => {
  it.each([
    ['2026-11-16', null],
    ['2000-01-01', null],
    ['1999-12-31', 'Please write a day from 2000 on.'],
    ['2026-11-17', 'This day has not come yet.'],
    ['31/09/2026', 'September has 30 days.'],
    ['29-02-2026', 'February has 28 days.'],
    ['30.2.2024', 'February has 29 days.'],
    ['32/01/2026', 'Please write a date as dd/MM/yyyy.'],
    ['01/13/2026', 'Please write a date as dd/MM/yyyy.'],
    ['soon', 'Please write a date as dd/MM/yyyy.'],
    ['31-Sep-2026', 'September has 30 days.'],
    ['31 Okt 2026', 'Please write a date as dd/MM/yyyy.'],
  ])('%s: %s', (text, problem) => expect(dayProblem(text, TODAY)).toBe(problem));
});

it.each([
  '05/03/2025',
  '5-3-25',
  '05.03.2025',
  '05-Mar-2025',
  '5 March 2025',
  '05MAR25',
  'Mar 5, 2025',
  '2025-03-05',
  '2025/3/5',
  '05-03-2025 14:30:00',
  '05/03/2025 2:30 PM',
])('the day %s is read', (text) => expect(readDay(text, TODAY)).toBe('2025-03-05'));

it.each(['Mar 2025', '5 Xxx 2025', '31-Feb-2025', '45721', ''])('%j is no day', (text) =>
  expect(readDay(text, TODAY)).toBeNull(),
);

describe('a month', () => {
  it.each([
    ['Oct 2026', '2026-10-01'],
    ['october 2026', '2026-10-01'],
    ['Oct-2026', '2026-10-01'],
    ['10/2026', '2026-10-01'],
    ['3.2026', '2026-03-01'],
    ['2026-10', '2026-10-01'],
    ['13/2026', null],
    ['Okt 2026', null],
    ['Oct', null],
    ['', null],
  ])('%s is %s', (text, month) => expect(readMonth(text)).toBe(month));

  it('has begun, and is written so that it can be read', () => {
    expect(monthProblem('2026-11-01', TODAY)).toBeNull();
    expect(monthProblem('2026-12-01', TODAY)).toBe('This month has not come yet.');
    expect(monthProblem('Okt 2026', TODAY)).toBe('Please write a month as Oct 2026.');
  });
});

describe('a number', () => {
  it.each([
    ['1204.50', null],
    ['0', null],
    ['999999999999.99', null],
    ['1000000000000', 'This number is too large.'],
    ['1204.505', 'Please write at most 2 decimals.'],
    ['-1', 'Please write a number that is not below zero.'],
    ['1,2O4.50', 'Not a number: it contains the letter O.'],
    ['many', 'Please write a number.'],
    ['', 'Please write a number.'],
  ])('%s: %s', (text, problem) => expect(numberProblem(text, { places: 2 })).toBe(problem));

  it('may be below zero, must be above it, or is whole', () => {
    expect(numberProblem('-1.50', { places: 2, mayBeNegative: true })).toBeNull();
    expect(numberProblem('0.00', { places: 2, mustBeAbove: true })).toBe('Please write a number above zero.');
    expect(numberProblem('1.5', { places: 0 })).toBe('Please write a whole number.');
  });
});
