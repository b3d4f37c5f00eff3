import { describe, expect, it, test } from 'vitest';
import { isoDate } from '#domain/dates.ts';
import { readTypedAmount, readTypedDate, showWrittenAmount, showWrittenDate } from './readable.ts';

const TODAY = isoDate('2026-11-15');
const LIMITS = { min: isoDate('2026-11-16'), max: isoDate('2026-12-31') };

describe('a typed date', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    ['3/12/26', '2026-12-03'],
    [' 03122026 ', '2026-12-03'],
  ])('passes %j on as %j', (typed, written) => {
    expect(readTypedDate(typed, LIMITS, TODAY)).toEqual({ written });
  });

  test.each([
    ['31/02/2026', '31/02/2026', 'Enter a date as dd/mm/yyyy'],
    ['soon', 'soon', 'Enter a date as dd/mm/yyyy'],
    ['2026-11-15', '15/11/2026', 'Enter 16/11/2026 or a later date'],
    ['01/01/2027', '01/01/2027', 'Enter 31/12/2026 or an earlier date'],
  ])('passes %j on as %j, which is not an ISO date, and gives the reason', (typed, written, wrong) => {
    expect(readTypedDate(typed, LIMITS, TODAY)).toEqual({ written, wrong });
  });

  it('shows text that could not be parsed as it was typed', () => {
    expect(showWrittenDate('2026-12-03')).toBe('03/12/2026');
    expect(showWrittenDate('31/02/2026')).toBe('31/02/2026');
    expect(showWrittenDate('')).toBe('');
  });
});

describe('a typed amount', () => {
  test.each([
    ['', ''],
    ['1,23,456.7', '123456.7'],
    ['-5', '-5'],
  ])('passes %j on as %j', (typed, written) => {
    expect(readTypedAmount(typed, { negative: true })).toEqual({ written });
  });

  test.each([
    ['5%', {}],
    ['1o00', {}],
    ['-', { negative: true }],
    ['-5', {}],
    ['12.345', {}],
  ])('passes %j on as it was typed, and gives the reason', (typed, rules) => {
    const { written, wrong } = readTypedAmount(typed, rules);
    expect(written).toBe(typed);
    expect(wrong).toMatch(/./);
  });

  it('shows text that could not be parsed as it was typed', () => {
    expect(showWrittenAmount('1234567.5', {})).toBe('12,34,567.50');
    expect(showWrittenAmount('5%', {})).toBe('5%');
  });
});
