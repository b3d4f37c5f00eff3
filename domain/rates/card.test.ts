import { describe, expect, it } from 'vitest';
import { shownCardRate, shownRate, typedRate } from './card.ts';

describe('a rate of a card (000 §9, 002 §9)', () => {
  it.each([
    ['USD', '83.256789', 6, '83.26'],
    ['KWD', '1271.5', 2, '1,271.50'],
    ['IDR', '0.005194', 6, '0.0052'],
    ['VND', '0.003351', 6, '0.0034'],
    ['JPY', '0.5556', 4, '0.5556'],
    ['OMR', '229.651', 3, '229.651'],
    ['IDR', '0.01', 2, '0.0100'],
    ['USD', '90.786419', 6, '90.79'],
  ])('%s %s with %i decimals on its card is shown as %s', (isd, rate, places, shown) => {
    expect(shownCardRate(isd, rate, places)).toBe(shown);
  });
});

describe('a typed rate (002 §9)', () => {
  it.each([
    ['USD', '95', 2, '95.00'],
    ['USD', '95.5000', 2, '95.50'],
    ['USD', '90.7864', 2, '90.7864'],
    ['KWD', '1271.5', 3, '1,271.500'],
    ['JPY', '0.57', 4, '0.5700'],
    ['VND', '0.0031', 0, '0.0031'],
    ['IDR', '0.005', 0, '0.0050'],
  ])('%s %s with %i decimals in the master is shown as %s', (isd, rate, places, shown) => {
    expect(shownRate(isd, rate, places)).toBe(shown);
    expect(typedRate(isd, rate, places)).toBe(shown.replaceAll(',', ''));
  });

  it.each(['', 'a', '1.2.3'])('%j stays as it was typed', (typed) => {
    expect(typedRate('USD', typed)).toBe(typed);
  });

  it('is read with separators, and written without', () => {
    expect(typedRate('KWD', '1,271.5')).toBe('1271.50');
  });
});
