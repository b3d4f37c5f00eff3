import { describe, expect, it } from 'vitest';
import type { Line } from '../lines/line.ts';
import { countedOf, firstFault } from './counts.ts';

const line = (lineNo: number, quantity: string): Line => ({
  srno: 7,
  lineNo,
  product: 'CN',
  isd: 'USD',
  flag: 'US',
  quantity,
});

describe('a count by denominations', () => {
  it('omits empty and zero counts', () => {
    expect(countedOf({ 100: '4', 50: '2', 20: '', 10: '0' })).toEqual({ denominations: { 100: 4, 50: 2 } });
  });

  it('is null if nothing was counted', () => {
    expect(countedOf({ 100: '' })).toEqual({});
    expect(countedOf(undefined)).toEqual({});
  });

  it('reports the first line with a wrong count and ignores lines that are not counted', () => {
    const lines = [line(1, '100.00'), line(2, '50.00'), line(3, '20.00')];
    expect(firstFault(lines, { '7-1': { 100: '1' } })).toBeNull();
    expect(firstFault(lines, { '7-1': { 100: '1' }, '7-2': { 20: '2' } })).toEqual({
      message: 'The denominations do not come to the quantity.',
      field: 'count-7-2',
    });
  });
});
