import { describe, expect, it } from 'vitest';
import { EMPTY_REQUEST, type RequestDraft } from '#domain/requests/draft.ts';
import { filledBy, type Customer } from './returning.ts';

const FARAH: Customer = {
  srno: 7,
  travellerName: 'Farah',
  entityName: '',
  idType: '1',
  idNumber: 'Z1234567',
  kycAddress: '1 Hill Road',
  deliveryAddress: '',
  state: 'MH',
  mobile: '9800000000',
  email: '',
  pan: '',
  nationality: '',
  residency: '',
  dateOfBirth: '',
};
const filled = (typed: Partial<RequestDraft>) => filledBy({ ...EMPTY_REQUEST, type: 'SP', ...typed }, FARAH);

describe('the details of a returning customer', () => {
  it('fill only empty fields', () => {
    expect(filled({ mobile: '9800000000' })).toEqual({
      travellerName: 'Farah',
      idType: '1',
      idNumber: 'Z1234567',
      kycAddress: '1 Hill Road',
      state: 'MH',
    });
    expect(filled({ idNumber: 'z1234567', travellerName: 'F.' })).toMatchObject({ idType: '1' });
    expect(filled({ idType: '1' })).toMatchObject({ idNumber: 'Z1234567' });
  });

  it('put no number under another type of document, and no type over another number', () => {
    expect(filled({ idType: '3' })).not.toHaveProperty('idNumber');
    expect(filled({ idNumber: 'K7654321' })).not.toHaveProperty('idType');
  });
});
