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
      type: 'SP',
      status: 'P',
      submitted: true,
      grandTotal: '100.00',
      received: '100.00',
      createdBy: 'Sneha Patil',
      travellerName: 'Kavya Iyer',
      handover: 'DEL',
      deliveryExecutiveName: 'Dinesh Kadam',
      ...given,
    },
    products: [
      {
        srno: 1,
        product: 'CN',
        productName: 'Currency',
        isd: 'USD',
        isdName: 'US Dollar',
        flag: 'us',
        quantity: '1',
        ratePlaces: 2,
        rate: '100',
        amount: '100.00',
      },
    ],
  };
};
const TWO = { bmApproved: true, zmApproved: true } as const;
const ALL = { ...TWO, cmApproved: true, fundApproved: true } as const;
const can = blankReply(requestDetail).detail.can;
const mine = { can: { ...can, ZM: { ok: true, why: '' } } };

it.each<[string, Given, string]>([
  ['a draft', { submitted: false }, 'Next: Sneha Patil submits the request'],
  [
    'a request that was sent back',
    { submitted: false, sentBack: 'Another rate', sentBackBy: 'Zubin Daruwala' },
    'Next: Sneha Patil changes the request and submits it again',
  ],
  [
    'an unpaid request with a link to send',
    { received: '40.00', paymentLink: true },
    'Next: the payment link for ₹60.00 is sent',
  ],
  [
    'an unpaid request whose link is sent',
    { received: '0.00', paymentLink: true, linkSent: true },
    'Next: Kavya Iyer pays ₹100.00 by the link',
  ],
  ['a submitted request', {}, 'Next: approval by the branch manager'],
  [
    'a request that waits for the reader',
    { ...mine, bmApproved: true },
    'Next: your approval as zonal manager',
  ],
  ['a request with two approvals', TWO, 'Next: approval by the corporate manager and the fund manager'],
  ['an approved sale', ALL, 'Next: the notes go out to Dinesh Kadam by CN Out'],
  ['a sale on its way', { ...ALL, status: 'S' }, 'Next: Dinesh Kadam delivers to Kavya Iyer'],
  [
    'a purchase on its way',
    { ...ALL, status: 'S', type: 'PP' },
    'Next: Dinesh Kadam collects from Kavya Iyer',
  ],
  ['a sale in the branch', { ...ALL, handover: 'IN' }, 'Next: the branch hands over to Kavya Iyer'],
  ['a delivered request', { ...ALL, status: 'D' }, 'Finished. Nothing is left to do.'],
  ['a withdrawn request', { status: 'W' }, 'The request is withdrawn. Nothing comes next.'],
])('%s says what comes next and who does it', (_, given, title) =>
  expect(nextStepOf(request(given)).title).toBe(title),
);

it('a request that was sent back tells why and by whom', () => {
  const given = { submitted: false, sentBack: 'Another rate', sentBackBy: 'Zubin Daruwala' } as const;
  expect(nextStepOf(request(given)).detail).toBe('Sent back by Zubin Daruwala: Another rate');
});
