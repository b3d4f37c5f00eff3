import { expect, it } from 'vitest';
import { rupees } from '../money.ts';
import { amountsOf } from './payment-amounts.ts';

it.each([
  ['100', '0', '0', '100.00'],
  ['100', '100', '0', '0.00'],
  ['100.50', '30.25', '20', '50.25'],
  ['100', '0', '-7', '107.00'],
] as const)('of %s, with %s agreed and %s open, %s is paid', (total, agreed, open, paid) =>
  expect(amountsOf(rupees(total), rupees(agreed), rupees(open)).paid).toBe(paid),
);
