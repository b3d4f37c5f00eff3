import { describe, expect, test } from 'vitest';
import { rupees } from '../money.ts';
import { mayChange, outcomeOf, whyToReturn, type Ordered, type Owing } from './settlement.ts';

const payment = { amount: rupees('10000'), currency: 'INR' };
const ordered: Ordered = { amount: rupees('10000'), round: 1, isReplaced: false, isCredited: false };
const owing: Owing = { round: 1, grandTotal: rupees('12000'), paid: rupees('2000'), withdrawn: false };

describe('a payment that succeeded', () => {
  test('is received if it is the ordered amount and still owed', () => {
    expect(whyToReturn(payment, ordered, owing)).toBeNull();
  });

  test.each<[string, Partial<typeof payment>, Partial<Ordered>, Partial<Owing>]>([
    ['it is in USD', { currency: 'USD' }, {}, {}],
    ['it is in no currency', { currency: '' }, {}, {}],
    ['it is not the amount that was asked for', { amount: rupees('9999.99') }, {}, {}],
    ['the link was paid before', {}, { isCredited: true }, {}],
    ['the request is withdrawn', {}, {}, { withdrawn: true }],
    ['the request has changed since the link was made', {}, {}, { round: 2 }],
    ['another link stands in its place', {}, { isReplaced: true }, {}],
    ['less than that is left to pay', {}, {}, { paid: rupees('2000.01') }],
  ])('must be returned because %s', (why, paid, order, request) => {
    expect(whyToReturn({ ...payment, ...paid }, { ...ordered, ...order }, { ...owing, ...request })).toBe(
      why,
    );
  });
});

test.each([
  ['SUCCESS', 'paid', false],
  ['PENDING', 'pending', true],
  ['NOT_ATTEMPTED', 'pending', true],
  ['', 'pending', true],
  ['FAILED', 'failed', true],
  ['USER_DROPPED', 'failed', true],
  ['CANCELLED', 'over', false],
  ['VOID', 'over', false],
  ['EXPIRED', 'over', false],
])('%s is %s; polled again: %s', (status, outcome, again) => {
  expect([outcomeOf(status), mayChange(status)]).toEqual([outcome, again]);
});
