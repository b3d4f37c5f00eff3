import { describe, expect, it } from 'vitest';
import { requestDetail, type RequestDetail } from '#contract/requests/desk.ts';
import { blankReply } from '#web/testing/blank.ts';
import { receivedBy } from './received.ts';

type Line = RequestDetail['payment'][number];

const request = (given: Partial<RequestDetail['detail']>): RequestDetail => {
  const blank = blankReply(requestDetail);
  return { ...blank, detail: { ...blank.detail, req_submitted: 1, ...given } };
};
const line = (paytype: Line['paytype'], settledat = ''): Line => ({
  srno: 1,
  paytype,
  paytypename: '',
  paybankcode: '',
  paybankname: '',
  refnum: '',
  paydate: '',
  payamnt: '99886.00',
  payamntrecv: '99886.00',
  settledat,
  gatewayorder: '',
});

describe('what has come or gone out by a payment line', () => {
  it.each([
    [
      'cash of a collection that is on its way',
      { req_trantype: 'PP', req_handover: 'DEL', req_status: 'P' },
      '0.00',
    ],
    [
      'cash of a collection that is sent',
      { req_trantype: 'PB', req_handover: 'DEL', req_status: 'S' },
      '0.00',
    ],
    [
      'cash of a collection that is done',
      { req_trantype: 'PP', req_handover: 'DEL', req_status: 'D' },
      '99886.00',
    ],
    ['cash paid at the counter', { req_trantype: 'PP', req_handover: 'BRN', req_status: 'P' }, '99886.00'],
    ['cash of a delivery', { req_trantype: 'SP', req_handover: 'DEL', req_status: 'P' }, '99886.00'],
  ] as const)('%s', (_, given, amount) => expect(receivedBy(request(given))(line('CASH'))).toBe(amount));

  it('a special approval counts once it is settled', () => {
    const of = request({ req_trantype: 'SP' });
    expect(receivedBy(of)(line('SPR'))).toBe('0.00');
    expect(receivedBy(of)(line('SPR', '2026-11-18T10:00:00Z'))).toBe('99886.00');
  });
});
