import { describe, expect, it } from 'vitest';
import { EMPTY_REQUEST, type RequestDraft } from '#domain/requests/draft.ts';
import { filledBy, type Customer } from './returning.ts';

const FARAH: Customer = {
  req_srno: 7,
  req_travname: 'Farah',
  req_entityname: '',
  req_travidtype: '1',
  req_travidnum: 'Z1234567',
  req_travkycadd: '1 Hill Road',
  req_travdeladd: '',
  req_geostate: 'MH',
  req_mobile: '9800000000',
  req_email: '',
  req_pan: '',
  req_nationality: '',
  req_residency: '',
  req_dob: '',
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
