import { describe, expect, it } from 'vitest';
import { publicRate, staffRate } from './card.ts';

describe('a displayed rate (000 §9, 002 §9)', () => {
  it.each([
    ['USD', '83.256789', '83.26', '83.2568'],
    ['JPY', '0.555555', '0.56', '0.5556'],
    ['IDR', '0.005194', '0.0052', '0.0052'],
    ['VND', '0.003351', '0.0034', '0.0034'],
    ['KWD', '1271.500000', '1,271.50', '1,271.5000'],
  ])('%s %s is %s to staff and %s to the public', (isd, rate, staff, open) => {
    expect(staffRate(isd, rate)).toBe(staff);
    expect(publicRate(rate)).toBe(open);
  });

  it.each([
    ['JPY', '0.5556', 4, '0.5556'],
    ['OMR', '229.651', 3, '229.651'],
    ['IDR', '0.01', 2, '0.0100'],
    ['USD', '90.786419', 6, '90.79'],
  ])('%s %s with %i decimals on its card is %s to staff', (isd, rate, places, staff) => {
    expect(staffRate(isd, rate, places)).toBe(staff);
  });
});
