import { expect, it } from 'vitest';
import { requestDetail } from '#contract/requests/desk.ts';
import { blankReply } from '#web/testing/blank.ts';
import { receivedOf, statusOf } from './state.ts';

it.each([
  ['001 §4', 1, 'P', 'PENDING', 'waiting', false],
  ['001 §4', 0, 'P', 'PENDING', 'info', true],
  ['001 §4', 0, 'W', 'Not Available', 'info', false],
  ['001 §4', 1, 'D', 'DELIVERED', 'done', false],
] as const)(
  '%s: with submitted %j and status %s the screen shows %s',
  (_, req_submitted, req_status, word, meaning, isDraft) =>
    expect(statusOf({ req_submitted, req_status })).toEqual({ word, meaning, isDraft }),
);

it.each([
  ['a draft with half of it entered', 0, '0.00', '50000.00', '0.00'],
  ['a request with half of it paid', 1, '50000.00', '50000.00', '50000.00'],
  ['a request whose money is only agreed', 1, '100000.00', '0.00', '0.00'],
] as const)('received of %s', (what, req_submitted, req_paymentrecv, req_open, received) => {
  const req_agreed = what.includes('agreed') ? '100000.00' : '0.00';
  const given = { req_submitted, req_paymentrecv, req_open, req_agreed, req_grandtotal: '100000.00' };
  expect(receivedOf({ ...blankReply(requestDetail).detail, ...given })).toBe(received);
});
