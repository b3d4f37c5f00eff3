import { describe, expect, it } from 'vitest';
import { EMPTY_REQUEST, type RequestDraft } from '#domain/requests/draft.ts';
import { chosenFields, isCardComplete, newCustomerFields, type CustomerDetails } from './customer.ts';

const KAVYA: CustomerDetails = {
  srno: 41,
  date: '2026-09-02',
  travellerName: 'Kavya Iyer',
  entityName: '',
  idType: '1',
  idNumber: 'P5170824',
  kycAddress: '65 Gandhi Road',
  deliveryAddress: '65 Gandhi Road',
  state: '14',
  mobile: '9881167639',
  email: '',
  pan: 'DEMPY5298N',
  nationality: '',
  residency: 'R',
  dateOfBirth: '',
  remitterBank: '3021',
  accountNumber: '50100234',
  ifsc: 'HDFC0000123',
};
const draft = (given: Partial<RequestDraft> = {}): RequestDraft => ({
  ...EMPTY_REQUEST,
  type: 'SP',
  ...given,
});

describe('a chosen customer', () => {
  it('replaces everything of the customer before, also with nothing', () => {
    const fields = chosenFields(draft({ email: 'other@customer.example', travellerName: 'Other' }), KAVYA);
    expect(fields).toMatchObject({ travellerName: 'Kavya Iyer', email: '', accountNumber: '50100234' });
    expect(isCardComplete({ ...draft(), ...fields })).toBe(true);
  });

  it('fills no field that the type disables, and then needs its fields', () => {
    const fields = chosenFields(draft({ type: 'SB' }), KAVYA);
    expect(fields).not.toHaveProperty('travellerName');
    expect(isCardComplete({ ...draft({ type: 'SB' }), ...fields })).toBe(false);
  });
});

describe('a new customer', () => {
  it.each([
    ['98811 67639', { mobile: '9881167639' }],
    ['dempy5298n', { pan: 'DEMPY5298N' }],
    ['p5170824', { idNumber: 'P5170824', idType: '1' }],
    ['Kavya Iyer', { travellerName: 'Kavya Iyer' }],
    ['12', {}],
    ['080-23456789', { mobile: '08023456789' }],
    ['+91 98811 67639', { mobile: '9881167639' }],
  ])('takes over %s', (typed, fields) => expect(newCustomerFields(draft(), typed)).toEqual(fields));

  it('takes over nothing into a field that is filled, and a name as entity name for bulk', () => {
    expect(newCustomerFields(draft({ mobile: '1' }), '9881167639')).toEqual({});
    expect(newCustomerFields(draft({ type: 'PB' }), 'Sahyadri')).toEqual({ entityName: 'Sahyadri' });
  });
});
