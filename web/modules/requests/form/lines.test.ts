import { describe, expect, it } from 'vitest';
import { rupees } from '#domain/money.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import {
  isTypedPayment,
  isTypedProduct,
  leftToPay,
  paymentOf,
  productOf,
  withGatewayLinesOf,
  withoutProduct,
  withPaymentUndone,
  withPaymentTaken,
  withProductAdded,
  withProductUndone,
  withProductTaken,
} from './lines.ts';
import { blankRequest, isSameRequest, NEW_PAYMENT, NEW_PRODUCT, newReference } from './request.ts';

const FULL = schemeById('FULL');
const paidBySpecialApproval = (amount: string) => ({
  payType: 'SPR' as const,
  bank: '',
  reference: '',
  amount,
  date: '',
});
const dollars = (quantity: string) => ({ product: 'CN' as const, isd: 'USD', quantity, rate: '100' });

describe('the lines of a request while they are typed', () => {
  it('follow the card and the amount left to pay until something is typed', () => {
    expect(productOf({ ...NEW_PRODUCT, isd: 'USD' }, '88.5').rate).toBe('88.50');
    expect(productOf({ ...NEW_PRODUCT, isd: 'USD', rate: '' }, '88.5').rate).toBe('');
    expect(paymentOf(NEW_PAYMENT, rupees('1200')).amount).toBe('1200');
    expect(paymentOf(NEW_PAYMENT, rupees('-5')).amount).toBe('');
    expect(paymentOf({ ...NEW_PAYMENT, amount: '7' }, rupees('1200')).amount).toBe('7');
  });

  it('count as typed with only a date, even one that cannot be parsed', () => {
    expect(isTypedPayment(NEW_PAYMENT)).toBe(false);
    expect(isTypedPayment({ ...NEW_PAYMENT, date: '31/02/2026' })).toBe(true);
  });

  it('keep what was added to the fee when the fee changes', () => {
    const charged = { ...blankRequest({ type: 'SP' }), products: [dollars('1000')], otherCharges: '1500' };
    expect(withProductAdded(charged, dollars('1000'), FULL).otherCharges).toBe('2000.00');
    expect(withoutProduct(charged, 0, FULL).otherCharges).toBe('500.00');
    const fee = { ...charged, otherCharges: '' };
    expect(withProductAdded(fee, dollars('1000'), FULL).otherCharges).toBe('');
  });

  it('return to their position after a change', () => {
    const two = { ...blankRequest({ type: 'SP' }), products: [dollars('1'), dollars('2')] };
    const taken = withProductTaken(two, 0, FULL);
    expect(taken.products).toEqual([dollars('2')]);
    expect(withProductAdded(taken, dollars('9'), FULL).products).toEqual([dollars('9'), dollars('2')]);
  });

  it('are restored unchanged when their change is cancelled, whatever has been typed', () => {
    const two = {
      ...blankRequest({ type: 'SP', otherCharges: '1500.00' }),
      products: [dollars('1'), dollars('1000')],
    };
    const taken = withProductTaken(two, 1, FULL);
    const emptied = { ...taken, productEntry: { ...NEW_PRODUCT, taken: taken.productEntry.taken } };
    expect(isTypedProduct(emptied.productEntry)).toBe(true);
    expect(withProductUndone(emptied, FULL)).toEqual(two);
    expect(withProductUndone(two, FULL)).toEqual(two);

    const settled = { ...paidBySpecialApproval('60'), srno: 7, gatewayOrder: '' };
    const paid = { ...two, payments: [settled, { ...settled, srno: 8 }] };
    const changed = withPaymentTaken(paid, 0);
    const typed = { ...changed, paymentEntry: { ...changed.paymentEntry, amount: '70' } };
    // Keeps its number, by which the server knows that it is settled.
    expect(withPaymentUndone(typed)).toEqual(paid);
    expect(withPaymentUndone(paid)).toEqual(paid);
  });

  it('include the payments that the gateway has received meanwhile, and drop those that are no longer valid', () => {
    const line = { payType: 'BANK' as const, bank: '', reference: '', date: '', amount: '60' };
    const [typed, theirs] = [
      { ...line, srno: 1, amount: '40', gatewayOrder: '' },
      { ...line, srno: 1, amount: '45', gatewayOrder: '' },
    ];
    const paid = { ...line, srno: 2, bank: 'gateway', gatewayOrder: 'order_2' };
    const mine = { ...blankRequest({ mobile: '1' }), payments: [typed] };
    const stored = { ...blankRequest({ mobile: '2' }), payments: [theirs, paid] };
    const merged = withGatewayLinesOf(mine, stored);
    expect(merged).toEqual({ ...mine, payments: [typed, paid] });
    expect(leftToPay(rupees('100'), merged.payments)).toBe('0.00');
    expect(withGatewayLinesOf(merged, stored)).toEqual(merged);
    expect(withGatewayLinesOf(merged, mine).payments).toEqual([typed]);
  });

  it('show a negative amount left if too much is paid', () => {
    expect(leftToPay(rupees('50'), [paidBySpecialApproval('60')])).toBe('-10.00');
  });
});

it('builds the reference from the user and the time in India', () => {
  expect(newReference('sales.mum', Date.parse('2026-11-15T18:45:01.234Z'))).toBe(
    'sales.mum20261116001501234',
  );
});

it('a request that only gained its location is the same; one whose location was withdrawn is not', () => {
  const blank = blankRequest({});
  const placed = { ...blank, latitude: '18.9', longitude: '72.8' };
  expect(isSameRequest(placed, blank)).toBe(true);
  expect(isSameRequest(blank, placed)).toBe(false);
  expect(isSameRequest(placed, placed)).toBe(true);
  expect(isSameRequest({ ...blank, mobile: '1' }, blank)).toBe(false);
});
