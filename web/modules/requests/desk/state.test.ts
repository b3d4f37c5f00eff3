import { expect, it } from 'vitest';
import { requestDetail } from '#contract/requests/desk.ts';
import { blankReply } from '#web/testing/blank.ts';
import { receivedOf, statusOf } from './state.ts';

it.each([
  ['001 §4', true, 'P', 'PENDING', 'waiting', false],
  ['001 §4', false, 'P', 'PENDING', 'info', true],
  ['001 §4', false, 'W', 'Not Available', 'info', false],
  ['001 §4', true, 'D', 'DELIVERED', 'done', false],
] as const)(
  '%s: with submitted %j and status %s the screen shows %s',
  (_, submitted, status, word, meaning, isDraft) =>
    expect(statusOf({ submitted, status })).toEqual({ word, meaning, isDraft }),
);

it.each([
  ['a draft with half of it entered', false, '0.00', '50000.00', '0.00'],
  ['a request with half of it paid', true, '50000.00', '50000.00', '50000.00'],
  ['a request whose money is only agreed', true, '100000.00', '0.00', '0.00'],
] as const)('received of %s', (what, submitted, received, open, shown) => {
  const agreed = what.includes('agreed') ? '100000.00' : '0.00';
  const given = { submitted, received, open, agreed, grandTotal: '100000.00' };
  expect(receivedOf({ ...blankReply(requestDetail).detail, ...given })).toBe(shown);
});
