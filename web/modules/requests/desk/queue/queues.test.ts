import { describe, expect, it } from 'vitest';
import type { RequestRow } from '#contract/requests/desk.ts';
import { nextWaiting, queueLevel, totalsByKind } from './queues.ts';

const row = (srno: number, given: Partial<RequestRow> = {}) =>
  ({
    srno,
    type: 'SP',
    submitted: true,
    status: 'P',
    grandTotal: '100.00',
    received: '100.00',
    bmApproved: false,
    zmApproved: false,
    cmApproved: false,
    fundApproved: false,
    ...given,
  }) as RequestRow;

const grand = ({ grandTotal }: RequestRow) => grandTotal;

it('sales and purchases are never added together, and a draft without a type is neither', () => {
  const rows = [
    row(1, { grandTotal: '100.50' }),
    row(2, { type: 'PP', grandTotal: '30.25' }),
    row(3, { type: 'SB', grandTotal: '9.50' }),
    row(4, { type: '', grandTotal: '1000.00' }),
  ];
  expect(totalsByKind(rows, grand)).toEqual({ sales: '110.00', purchases: '30.25' });
  expect(totalsByKind(rows.slice(0, 1), grand)).toEqual({ sales: '100.50', purchases: null });
});

describe('the request after an approval', () => {
  it('is the next one that waits for the step', () => {
    const rows = [row(9), row(8, { bmApproved: true }), row(7)];
    expect(nextWaiting(rows, 9, 'BM')?.srno).toBe(7);
  });

  it('is the next row if none waits, and nothing after the last', () => {
    const rows = [row(9), row(8, { bmApproved: true })];
    expect(nextWaiting(rows, 9, 'BM')?.srno).toBe(8);
    expect(nextWaiting(rows, 8, 'BM')).toBeUndefined();
  });
});

it('a list is a queue only for those who may approve its step', () => {
  expect(queueLevel('APRFUND', ['CM', 'FM'])).toBe('FM');
  expect(queueLevel('APRFUND', ['BM'])).toBeNull();
  expect(queueLevel('ALL', ['BM'])).toBeNull();
});
