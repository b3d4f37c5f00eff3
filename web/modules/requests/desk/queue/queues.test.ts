import { describe, expect, it } from 'vitest';
import type { RequestRow } from '#contract/requests/desk.ts';
import { nextWaiting, queueLevel, totalsByKind } from './queues.ts';

const row = (req_srno: number, given: Partial<RequestRow> = {}) =>
  ({
    req_srno,
    req_trantype: 'SP',
    req_submitted: 1,
    req_status: 'P',
    req_grandtotal: '100.00',
    req_paymentrecv: '100.00',
    req_bmapproved: 0,
    req_zmapproved: 0,
    req_cmapproved: 0,
    req_fundapproved: 0,
    ...given,
  }) as RequestRow;

const grand = ({ req_grandtotal }: RequestRow) => req_grandtotal;

it('sales and purchases are never added together, and a draft without a type is neither', () => {
  const rows = [
    row(1, { req_grandtotal: '100.50' }),
    row(2, { req_trantype: 'PP', req_grandtotal: '30.25' }),
    row(3, { req_trantype: 'SB', req_grandtotal: '9.50' }),
    row(4, { req_trantype: '', req_grandtotal: '1000.00' }),
  ];
  expect(totalsByKind(rows, grand)).toEqual({ sales: '110.00', purchases: '30.25' });
  expect(totalsByKind(rows.slice(0, 1), grand)).toEqual({ sales: '100.50', purchases: null });
});

describe('the request after an approval', () => {
  it('is the next one that waits for the step', () => {
    const rows = [row(9), row(8, { req_bmapproved: 1 }), row(7)];
    expect(nextWaiting(rows, 9, 'BM')?.req_srno).toBe(7);
  });

  it('is the next row if none waits, and nothing after the last', () => {
    const rows = [row(9), row(8, { req_bmapproved: 1 })];
    expect(nextWaiting(rows, 9, 'BM')?.req_srno).toBe(8);
    expect(nextWaiting(rows, 8, 'BM')).toBeUndefined();
  });
});

it('a list is a queue only for those who may approve its step', () => {
  expect(queueLevel('APRFUND', ['CM', 'FM'])).toBe('FM');
  expect(queueLevel('APRFUND', ['BM'])).toBeNull();
  expect(queueLevel('ALL', ['BM'])).toBeNull();
});
