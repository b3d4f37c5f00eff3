import { describe, expect, it } from 'vitest';
import { isMaskedNumber, maskedDay, maskedNumber } from './masks.ts';

describe('a masked number', () => {
  it.each([
    ['', ''],
    ['A', 'XXXX'],
    ['AB', 'XXXXB'],
    ['123456', 'XXXX456'],
    ['W7391824', 'XXXX1824'],
    ['9881167639', 'XXXXXX7639'],
    ['XXXXXXXX5246', 'XXXXXXXX5246'],
  ])('%s is %s', (number, masked) => {
    expect(maskedNumber(number)).toBe(masked);
    expect(isMaskedNumber(masked)).toBe(number !== '');
  });

  it('shows nothing of a day', () => {
    expect([maskedDay('1987-03-29'), maskedDay('')]).toEqual(['XXXX-XX-XX', '']);
  });
});
