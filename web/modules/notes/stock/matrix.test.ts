import { describe, expect, it } from 'vitest';
import type { StockRow } from '#contract/notes/stock.ts';
import { inVault, matrixOf } from './matrix.ts';

const row = (isd: string, kind: StockRow['kind'], holder: string, quantity: string): StockRow => ({
  product: 'CN',
  isd,
  currencyName: `Name of ${isd}`,
  currencyFlag: isd.slice(0, 2),
  kind,
  holder,
  holderName: `Name of ${holder}`,
  quantity,
});

const ROWS = [
  row('USD', 'V', 'V1', '1000.00'),
  row('USD', 'P', 'E1', '250.50'),
  row('USD', 'P', 'E2', '49.50'),
  row('USD', 'T', '', '100.00'),
  row('EUR', 'P', 'E1', '20.00'),
];

describe('matrixOf', () => {
  it('has a row for each currency with the stock of each kind of holder', () => {
    const [dollar, euro] = matrixOf(ROWS);
    expect(dollar).toMatchObject({
      isd: 'USD',
      inVault: '1000.00',
      withPeople: '300.00',
      transit: '100.00',
      total: '1400.00',
    });
    expect(dollar?.people.map(({ holder }) => holder)).toEqual(['E1', 'E2']);
    expect(euro).toMatchObject({
      isd: 'EUR',
      inVault: '0',
      withPeople: '20.00',
      transit: '0',
      total: '20.00',
    });
  });
});

describe('inVault', () => {
  it('is zero if the vault has none', () => {
    expect(inVault(ROWS, 'USD')).toBe('1000.00');
    expect(inVault(ROWS, 'EUR')).toBe('0');
  });
});
