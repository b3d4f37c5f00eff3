import { describe, expect, it } from 'vitest';
import { rupees } from '../money.ts';
import { linkAmount, linkMessage, LINK_CONFIRMATION, missingForLink } from './payment-link.ts';

/** 001 §5 Send payment link. */
describe('payment link', () => {
  const remitter = { email: 'a@b.in', remitterBank: '3', accountNumber: '001', ifsc: 'HDFC0001234' };
  it.each([
    ['nothing', {}, []],
    ['email', { email: ' ' }, ['remitter email']],
    ['an email that is none', { email: 'a@b' }, ['remitter email']],
    ['bank', { remitterBank: '' }, ['bank name']],
    ['account number', { accountNumber: '' }, ['account number']],
    ['IFSC', { ifsc: '' }, ['IFSC']],
    ['IFSC of 10 characters', { ifsc: 'HDFC000123' }, ['invalid IFSC']],
    ['IFSC of 12 characters', { ifsc: 'HDFC00012345' }, ['invalid IFSC']],
    [
      'all',
      { email: '', remitterBank: '', accountNumber: '', ifsc: '' },
      ['remitter email', 'bank name', 'account number', 'IFSC'],
    ],
  ])('%s', (_, over, labels) =>
    expect(missingForLink({ ...remitter, ...over }).map(({ label }) => label)).toEqual(labels),
  );

  it('has a message for missing fields, an amount, and a confirmation before sending', () => {
    expect(linkMessage(remitter)).toBeNull();
    expect(linkMessage({ ...remitter, email: '', ifsc: '1' })).toBe(
      'Please fill mandatory feilds: remitter email, invalid IFSC',
    );
    expect(LINK_CONFIRMATION).toBe('Are you sure to send payment link ?.');
    expect(linkAmount(rupees('100'), rupees('40.50'))).toBe('59.50');
    expect(linkAmount(rupees('100'), rupees('140'))).toBe('0.00');
  });
});
