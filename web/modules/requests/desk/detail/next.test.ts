import { expect, it } from 'vitest';
import { requestDetail, type RequestDetail } from '#contract/requests/desk.ts';
import { blankReply } from '#web/testing/blank.ts';
import { nextStepOf } from './next.ts';

type Given = Partial<RequestDetail['detail']>;

const request = (given: Given): RequestDetail => {
  const blank = blankReply(requestDetail);
  return {
    ...blank,
    detail: {
      ...blank.detail,
      req_trantype: 'SP',
      req_status: 'P',
      req_submitted: 1,
      req_grandtotal: '100.00',
      req_paymentrecv: '100.00',
      req_createdby: 'Sneha Patil',
      req_travname: 'Kavya Iyer',
      req_handover: 'DEL',
      req_deliveryexecutivename: 'Dinesh Kadam',
      ...given,
    },
    product: [
      {
        srno: 1,
        product: 'CN',
        productnm: 'Currency',
        isd: 'USD',
        isdnm: 'US Dollar',
        isd_flag: 'us',
        qty: '1',
        isd_rateplaces: 2,
        rate: '100',
        amnt: '100.00',
      },
    ],
  };
};
const TWO = { req_bmapproved: 1, req_zmapproved: 1 } as const;
const ALL = { ...TWO, req_cmapproved: 1, req_fundapproved: 1 } as const;
const can = blankReply(requestDetail).detail.can;
const mine = { can: { ...can, ZM: { ok: true, why: '' } } };

it.each<[string, Given, string]>([
  ['a draft', { req_submitted: 0 }, 'Next: Sneha Patil submits the request'],
  [
    'a request that was sent back',
    { req_submitted: 0, req_sentback: 'Another rate', req_sentbackby: 'Zubin Daruwala' },
    'Next: Sneha Patil changes the request and submits it again',
  ],
  [
    'an unpaid request with a link to send',
    { req_paymentrecv: '40.00', req_paymentlinkreq: 1 },
    'Next: the payment link for ₹60.00 is sent',
  ],
  [
    'an unpaid request whose link is sent',
    { req_paymentrecv: '0.00', req_paymentlinkreq: 1, req_paymentlinksent: 1 },
    'Next: Kavya Iyer pays ₹100.00 by the link',
  ],
  ['a submitted request', {}, 'Next: approval by the branch manager'],
  [
    'a request that waits for the reader',
    { ...mine, req_bmapproved: 1 },
    'Next: your approval as zonal manager',
  ],
  ['a request with two approvals', TWO, 'Next: approval by the corporate manager and the fund manager'],
  ['an approved sale', ALL, 'Next: the notes go out to Dinesh Kadam by CN Out'],
  ['a sale on its way', { ...ALL, req_status: 'S' }, 'Next: Dinesh Kadam delivers to Kavya Iyer'],
  [
    'a purchase on its way',
    { ...ALL, req_status: 'S', req_trantype: 'PP' },
    'Next: Dinesh Kadam collects from Kavya Iyer',
  ],
  ['a sale in the branch', { ...ALL, req_handover: 'IN' }, 'Next: the branch hands over to Kavya Iyer'],
  ['a delivered request', { ...ALL, req_status: 'D' }, 'Finished. Nothing is left to do.'],
  ['a withdrawn request', { req_status: 'W' }, 'The request is withdrawn. Nothing comes next.'],
])('%s says what comes next and who does it', (_, given, title) =>
  expect(nextStepOf(request(given)).title).toBe(title),
);

it('a request that was sent back tells why and by whom', () => {
  const given = { req_submitted: 0, req_sentback: 'Another rate', req_sentbackby: 'Zubin Daruwala' } as const;
  expect(nextStepOf(request(given)).detail).toBe('Sent back by Zubin Daruwala: Another rate');
});
