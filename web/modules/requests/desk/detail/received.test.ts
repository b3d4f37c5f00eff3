import { describe, expect, it } from 'vitest';
import { requestDetail, type RequestDetail } from '#contract/requests/desk.ts';
import { blankReply } from '#web/testing/blank.ts';
import { receivedBy } from './received.ts';

type Line = RequestDetail['payments'][number];

const request = (given: Partial<RequestDetail['detail']>): RequestDetail => {
  const blank = blankReply(requestDetail);
  return { ...blank, detail: { ...blank.detail, submitted: true, ...given } };
};
const line = (payType: Line['payType'], settledAt = ''): Line => ({
  srno: 1,
  payType,
  payTypeName: '',
  bank: '',
  bankName: '',
  reference: '',
  date: '',
  amount: '99886.00',
  received: '99886.00',
  settledAt,
  gatewayOrder: '',
});

describe('what has come or gone out by a payment line', () => {
  it.each([
    ['cash of a collection that is on its way', { type: 'PP', handover: 'DEL', status: 'P' }, '0.00'],
    ['cash of a collection that is sent', { type: 'PB', handover: 'DEL', status: 'S' }, '0.00'],
    ['cash of a collection that is done', { type: 'PP', handover: 'DEL', status: 'D' }, '99886.00'],
    ['cash paid at the counter', { type: 'PP', handover: 'BRN', status: 'P' }, '99886.00'],
    ['cash of a delivery', { type: 'SP', handover: 'DEL', status: 'P' }, '99886.00'],
  ] as const)('%s', (_, given, amount) => expect(receivedBy(request(given))(line('CASH'))).toBe(amount));

  it('a special approval counts once it is settled', () => {
    const of = request({ type: 'SP' });
    expect(receivedBy(of)(line('SPR'))).toBe('0.00');
    expect(receivedBy(of)(line('SPR', '2026-11-18T10:00:00Z'))).toBe('99886.00');
  });
});
