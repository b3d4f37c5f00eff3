import { expect, it } from 'vitest';
import { Running, sumAmounts } from './running.ts';

const usd = (quantity: string) => ({ product: 'CN', isd: 'USD', quantity });
const eur = (quantity: string) => ({ product: 'CN', isd: 'EUR', quantity });

it('carries each currency from its opening balance and sums the movements in and out', () => {
  const running = new Running([usd('1000.00')]);
  expect(running.add(usd('250.50'))).toEqual({ in: '250.5', out: null, balance: '1250.5' });
  expect(running.add(eur('10.00'))).toEqual({ in: '10', out: null, balance: '10' });
  expect(running.add(usd('-1250.50'))).toEqual({ in: null, out: '1250.5', balance: '0' });
  expect(running.accounts()).toEqual([
    { product: 'CN', isd: 'EUR', opening: '0', in: '10', out: '0', balance: '10' },
    { product: 'CN', isd: 'USD', opening: '1000', in: '250.5', out: '1250.5', balance: '0' },
  ]);
});

it('is exact where binary fractions are not', () => {
  const running = new Running([]);
  for (let time = 0; time < 10; time += 1) running.add(usd('0.10'));
  expect(running.accounts()[0]?.balance).toBe('1');
});

it('sums by product and currency, sorted by both, without zero sums', () => {
  expect(
    sumAmounts([usd('5'), eur('1.20'), usd('-5'), { product: 'CARD', isd: 'USD', quantity: '7' }, eur('3')]),
  ).toEqual([
    { product: 'CARD', isd: 'USD', quantity: '7' },
    { product: 'CN', isd: 'EUR', quantity: '4.2' },
  ]);
});
