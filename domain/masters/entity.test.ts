import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../dates.ts';
import {
  entityProblems,
  entityRowProblems,
  licenceState,
  PAN_CLEARED,
  readPan,
  type EntityDraft,
  type EntityField,
} from './entity.ts';

const branch: EntityDraft = {
  type: 'B',
  id: 'NAG',
  name: 'Nagpur Sitabuldi',
  pan: '',
  active: true,
  contactPerson: '',
  address1: '1 Main Road',
  address2: '',
  address3: '',
  country: '1',
  state: '1',
  city: '',
  phone: '',
  mobile: '',
  email: '',
  controllingBranch: '',
  buyPercentage: '',
  sellPercentage: '',
  ibrCut: '',
  marginType: 'P',
  rateType: 'C',
  currencyChoice: 'A',
  currencies: [],
  ibrSellRate: false,
  emailRateCard: false,
  licenceFrom: '',
  licenceTo: '',
  rbiLicence: '',
  otherDetails: '',
};
const franchise: EntityDraft = { ...branch, type: 'F', controllingBranch: 'MUM', buyPercentage: '1.25' };
const councilor: EntityDraft = { ...branch, type: 'S', sellPercentage: '0.5' };

const first = (draft: EntityDraft) => entityProblems(draft)[0]?.message ?? '';

/** 000 §5 Entity: the mandatory fields of each type. The message names the missing ones. */
describe('mandatory fields', () => {
  it.each<[string, EntityDraft, string]>([
    ['a branch with the least', branch, ''],
    ['a franchise with the least', franchise, ''],
    ['a councilor with the least', councilor, ''],
    ['000 §5: an id is not asked for', { ...branch, id: '' }, ''],
    ['name', { ...branch, name: '  ' }, 'Name'],
    ['address line 1', { ...branch, address1: '' }, 'Address line 1'],
    ['country', { ...branch, country: '' }, 'Country'],
    ['state', { ...branch, state: '' }, 'State'],
    ['controlling branch of a franchise', { ...franchise, controllingBranch: '' }, 'Controlling branch'],
    ['buy percentage of a franchise', { ...franchise, buyPercentage: '' }, 'Buy percentage'],
    ['buy percentage of zero', { ...franchise, buyPercentage: '0.00' }, 'Buy percentage'],
    ['sell percentage of a councilor', { ...councilor, sellPercentage: '' }, 'Sell percentage'],
    ['sell percentage of zero', { ...councilor, sellPercentage: '0' }, 'Sell percentage'],
    [
      'several, in the order of the form',
      { ...franchise, name: '', state: '', buyPercentage: '0' },
      'Name, State, Buy percentage',
    ],
    ['a controlling branch is not asked of a councilor', { ...councilor, controllingBranch: '' }, ''],
    ['a buy percentage is not asked of a branch', { ...branch, buyPercentage: '0' }, ''],
  ])('%s', (_, draft, missing) => {
    expect(first(draft)).toBe(missing === '' ? '' : `Please fill mandatory feilds: ${missing}`);
  });

  it('marks each missing field', () => {
    const problems = entityProblems({ ...branch, name: '', country: '' });
    expect(problems.map(({ field }) => field)).toEqual(['name', 'country']);
  });
});

/** 000 §5 Entity: maximum lengths. */
describe('maximum lengths', () => {
  it.each<[EntityField, number]>([
    ['name', 100],
    ['pan', 10],
    ['address1', 100],
    ['address2', 100],
    ['address3', 100],
    ['phone', 50],
    ['mobile', 50],
    ['contactPerson', 50],
    ['otherDetails', 500],
    ['rbiLicence', 100],
  ])('%s of %i', (field, most) => {
    expect(entityProblems({ ...branch, [field]: 'x'.repeat(most) })).toEqual([]);
    expect(first({ ...branch, [field]: 'x'.repeat(most + 1) })).toMatch(
      new RegExp(`can have at most ${most} characters\\.$`),
    );
  });

  it.each<[EntityField]>([['buyPercentage'], ['sellPercentage'], ['ibrCut']])('%s of 10', (field) => {
    expect(entityProblems({ ...branch, [field]: '12345.6789' })).toEqual([]);
    expect(first({ ...branch, [field]: '12345.67891' })).toMatch(/can have at most 10 characters\.$/);
  });

  it('e-mail of 500', () => {
    const address = (chars: number) => `${'x'.repeat(chars - 12)}@bureau.test`;
    expect(entityProblems({ ...branch, email: address(500) })).toEqual([]);
    expect(first({ ...branch, email: address(501) })).toBe('E-mail can have at most 500 characters.');
  });
});

describe('values', () => {
  it.each<[string, Partial<EntityDraft>, string]>([
    ['an id in small letters', { id: 'nag' }, 'Entity id must have 2 to 20 capital letters or digits.'],
    ['an id of one letter', { id: 'N' }, 'Entity id must have 2 to 20 capital letters or digits.'],
    ['an id with a dash', { id: 'NAG-1' }, 'Entity id must have 2 to 20 capital letters or digits.'],
    ['letters as a percentage', { buyPercentage: 'one' }, 'Buy percentage must be a number, such as 1.25.'],
    ['a negative percentage', { sellPercentage: '-1' }, 'Sell percentage must be a number, such as 1.25.'],
    ['an exponent', { ibrCut: '1e5' }, 'IBR cut must be a number, such as 1.25.'],
    ['a small decimal', { ibrCut: '0.12345678' }, ''],
    ['no address', { email: 'someone' }, 'E-mail must hold addresses, separated by commas.'],
    ['two addresses', { email: 'a@b.in; c@d.in' }, ''],
    [
      'a currency that is no code',
      { currencies: ['us'] },
      'Selected currencies must be codes of 3 characters.',
    ],
    ['a day that does not exist', { licenceFrom: '2026-02-30' }, 'Licence from is not a date.'],
    [
      'a licence that ends before it begins',
      { licenceFrom: '2026-04-02', licenceTo: '2026-04-01' },
      'Licence to cannot be before licence from.',
    ],
    ['a licence of one day', { licenceFrom: '2026-04-01', licenceTo: '2026-04-01' }, ''],
  ])('%s', (_, change, message) => {
    expect(first({ ...branch, ...change })).toBe(message);
  });
});

/** 000 §5 Entity: PAN. */
describe('PAN', () => {
  it.each(Array.from('ABCFGHJLPT', (letter) => [`AAA${letter}K1234Q`]))('%s is kept', (pan) => {
    expect(readPan(pan)).toEqual({ pan, wasCleared: false });
  });

  it.each(Array.from('DEIKMNOQRSUVWXYZ', (letter) => [`AAA${letter}K1234Q`]))('%s is cleared', (pan) => {
    expect(readPan(pan)).toEqual({ pan: '', wasCleared: true });
  });

  it.each(['AAAPK123Q', 'AAAPK12345', 'AAAP11234Q', 'AAAPK1234QQ', '1AAPK1234Q', 'ÄAAPK1234Q'])(
    '%s is cleared',
    (pan) => expect(readPan(pan)).toEqual({ pan: '', wasCleared: true }),
  );

  it('lower case is converted to capitals, and an empty PAN does not count as cleared', () => {
    expect(readPan(' aaapk1234q ')).toEqual({ pan: 'AAAPK1234Q', wasCleared: false });
    expect(readPan('  ')).toEqual({ pan: '', wasCleared: false });
    expect(PAN_CLEARED).toContain('A B C F G H J L P T');
  });
});

describe('licence', () => {
  it.each([
    [null, 'none', 0],
    ['2026-04-01', 'urgent', 0],
    ['2026-03-31', 'lapsed', -1],
    ['2026-04-15', 'urgent', 14],
    ['2026-04-16', 'soon', 15],
    ['2026-05-30', 'soon', 59],
    ['2026-05-31', 'valid', 60],
  ])('to %s on 01/04/2026 is %s, %i days', (to, state, days) => {
    expect(licenceState(to as IsoDate | null, '2026-04-01' as IsoDate)).toEqual({ state, days });
  });
});

describe('a row of a sheet', () => {
  const told = (change: Partial<Parameters<typeof entityRowProblems>[0]>) =>
    entityRowProblems({ ...branch, ...change });

  it('follows the rules of the form', () => {
    expect(told({})).toEqual([]);
    expect(told({ name: '' })).toEqual(entityProblems({ ...branch, name: '' }));
  });

  it.each([
    [{ type: '' }, 'type', 'Please fill mandatory feilds: Type'],
    [{ controllingBranch: 'MUM' }, 'controllingBranch', 'A branch has no controlling branch.'],
    [
      { pan: 'AAAXS1234K' },
      'pan',
      'PAN must have 5 letters, 4 digits and 1 letter, the fourth letter one of A B C F G H J L P T.',
    ],
    [{ pan: 'x'.repeat(11) }, 'pan', 'PAN can have at most 10 characters.'],
  ] as const)('%o is reported at %s', (change, field, message) =>
    expect(told(change)).toEqual([{ field, message }]),
  );
});
