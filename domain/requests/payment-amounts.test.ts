import { expect, it } from 'vitest';
import { rupees } from '../money.ts';
import { amountsOf, receivedSoFar } from './payment-amounts.ts';

it.each([
  ['100', '0', '0', '100.00'],
  ['100', '100', '0', '0.00'],
  ['100.50', '30.25', '20', '50.25'],
  ['100', '0', '-7', '107.00'],
] as const)('of %s, with %s agreed and %s open, %s is paid', (total, agreed, open, paid) =>
  expect(amountsOf(rupees(total), rupees(agreed), rupees(open)).paid).toBe(paid),
);

it.each([
  ['a request', true, '60', '60', '20', '20', '60.00'],
  ['a draft that was never final', false, '0', '100', '0', '0', '0.00'],
  ['a draft with a special approval', false, '0', '80', '20', '0', '0.00'],
  ['a request that was sent back', false, '100', '80', '20', '0', '80.00'],
] as const)('%s has received', (_, isSubmitted, stored, paid, agreed, open, received) =>
  expect(
    receivedSoFar(isSubmitted, rupees(stored), {
      paid: rupees(paid),
      agreed: rupees(agreed),
      open: rupees(open),
    }),
  ).toBe(received),
);
