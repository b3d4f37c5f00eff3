import { describe, expect, it } from 'vitest';
import { denominationsOf, isRight, missingOf, notesOf, sumOf } from './counts.ts';

describe('a count by denominations', () => {
  it('adds up face values times notes and omits empty and zero counts', () => {
    const typed = { 100: '4', 50: '2', 20: '', 10: '0' };
    expect(sumOf(typed)).toBe('500');
    expect(isRight(typed, '500.00')).toBe(true);
    expect(denominationsOf(typed)).toEqual({ 100: 4, 50: 2 });
    expect(notesOf(typed)).toBe(6);
  });

  it('returns the missing amount, which is negative if there is too much', () => {
    expect(missingOf({ 100: '4' }, '500.50')).toBe('100.5');
    expect(missingOf({ 100: '6' }, '500.00')).toBe('-100');
    expect(missingOf({}, '500.00')).toBe('500');
  });
});
