import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import { exact, rupees } from '../money.ts';
import { EMPTY_REQUEST, type PaymentLine, type ProductLine, type RequestDraft } from './draft.ts';
import { WARNING_LIMITS } from './limits.ts';
import { warningsOn, warningsRemark, type WarningCode, type WarningFacts } from './warnings.ts';

const notes = (quantity: string, isd = 'USD', rate = '84'): ProductLine => ({
  product: 'CN',
  isd,
  quantity,
  rate,
});
const card = (quantity: string): ProductLine => ({ ...notes(quantity), product: 'CARD' });
const cash = (amount: string): PaymentLine => ({
  payType: 'CASH',
  bank: '',
  reference: '',
  amount,
  date: '',
});
const bank = (amount: string): PaymentLine => ({
  ...cash(amount),
  payType: 'BANK',
  bank: '1',
  reference: '234123412346',
});

const sale: RequestDraft = {
  ...EMPTY_REQUEST,
  type: 'SP',
  idType: '1',
  idNumber: 'P1234567',
  pan: 'ABCPE1234F',
  residency: 'R',
  products: [notes('500')],
  payments: [bank('42000')],
};
const purchase: RequestDraft = { ...sale, type: 'PP', pan: '' };
const facts: WarningFacts = {
  day: isoDate('2026-11-15'),
  grandTotal: rupees('42000'),
  usdRate: exact('80'),
  lrsUsdBefore: exact('0'),
  nationality: { name: 'India', fatf: false },
  destination: { name: 'France', fatf: false },
  cardRate: () => exact('84'),
};
const codes = (draft: RequestDraft, over: Partial<WarningFacts> = {}) =>
  warningsOn(draft, { ...facts, ...over }).map(({ code }) => code);

describe('warnings', () => {
  const iran = { name: 'Iran', fatf: true };
  it.each<[string, RequestDraft, Partial<WarningFacts>, WarningCode[]]>([
    ['an ordinary sale', sale, {}, []],
    ['an ordinary purchase', purchase, {}, []],
    ['no type yet', { ...sale, type: '', pan: '' }, {}, []],
    ['before the first limits', { ...sale, pan: '' }, { day: isoDate('2015-01-01') }, []],

    [
      'cash below the limit',
      { ...sale, payments: [cash('49999.99')] },
      { grandTotal: rupees('49999.99') },
      [],
    ],
    [
      'cash at the limit',
      { ...sale, payments: [cash('50000')] },
      { grandTotal: rupees('50000') },
      ['cashSale'],
    ],
    [
      'a little cash on a great sale',
      { ...sale, payments: [cash('1'), bank('49999')] },
      { grandTotal: rupees('50000') },
      ['cashSale'],
    ],
    ['cash in two lines', { ...sale, payments: [cash('25000'), cash('25000')] }, {}, ['cashSale']],
    ['cash on a bulk sale', { ...sale, type: 'SB', payments: [cash('60000')] }, {}, ['cashSale']],

    ['a payout of USD 1,000 to a resident', { ...purchase, payments: [cash('80000')] }, {}, []],
    ['a payout above it', { ...purchase, payments: [cash('80000.01')] }, {}, ['cashPayout']],
    [
      'a payout to one whose residency is not given',
      { ...purchase, residency: '', payments: [cash('80001')] },
      {},
      ['cashPayout'],
    ],
    ['USD 3,000 to a non-resident', { ...purchase, residency: 'N', payments: [cash('240000')] }, {}, []],
    [
      'more to a non-resident',
      { ...purchase, residency: 'N', payments: [cash('240001')] },
      {},
      ['cashPayout'],
    ],
    ['a payout by bank', { ...purchase, payments: [bank('900000')] }, {}, []],
    ['notes bought over USD 5,000', { ...purchase, products: [notes('5001')] }, {}, ['customsDeclaration']],
    ['USD 10,000 bought, notes and card', { ...purchase, products: [notes('5000'), card('5000')] }, {}, []],
    [
      'more than USD 10,000 bought',
      { ...purchase, products: [notes('5000'), card('5001')] },
      {},
      ['customsDeclaration'],
    ],

    ['LRS at the limit', { ...sale, products: [card('1000')] }, { lrsUsdBefore: exact('249000') }, []],
    [
      'LRS above it',
      { ...sale, products: [card('1000.01')] },
      { lrsUsdBefore: exact('249000') },
      ['lrsTotal'],
    ],
    [
      'LRS without a year total',
      { ...sale, products: [card('250001')] },
      { lrsUsdBefore: null },
      ['lrsTotal'],
    ],
    ['LRS is for residents', { ...sale, residency: 'N', products: [card('250001')] }, {}, []],

    ['USD 3,000 in notes', { ...sale, products: [notes('3000')] }, {}, []],
    ['more in notes', { ...sale, products: [notes('3001')] }, {}, ['notesPerTrip']],
    [
      'in another currency, by its amount',
      { ...sale, products: [notes('2401', 'EUR', '100')] },
      { cardRate: () => null },
      ['notesPerTrip'],
    ],
    ['on a card', { ...sale, products: [card('3001')] }, {}, []],
    [
      'where more is allowed',
      { ...sale, products: [notes('5000')] },
      { destination: { name: 'Iraq', fatf: false } },
      [],
    ],
    [
      'above what is allowed there',
      { ...sale, products: [notes('5001')] },
      { destination: { name: 'Iraq', fatf: false } },
      ['notesPerTrip'],
    ],
    ['no rate of the dollar', { ...sale, products: [notes('9000')] }, { usdRate: null }, ['usdRateUnknown']],
    ['no rate, in bulk', { ...sale, type: 'SB' }, { usdRate: null }, []],

    ['Nepal', sale, { destination: { name: 'Nepal', fatf: false } }, ['noForexCountry']],
    ['Bhutan, however written', sale, { destination: { name: ' BHUTAN', fatf: false } }, ['noForexCountry']],
    [
      'a purchase from someone bound for Nepal',
      purchase,
      { destination: { name: 'Nepal', fatf: false } },
      [],
    ],
    ['FATF destination', sale, { destination: iran }, ['fatfCountry']],
    [
      'FATF nationality and destination',
      purchase,
      { nationality: iran, destination: iran },
      ['fatfCountry', 'fatfCountry'],
    ],
    ['countries not given', sale, { nationality: null, destination: null }, []],

    ['no PAN on a sale', { ...sale, pan: ' ' }, {}, ['panMissing']],
    ['no PAN of a non-resident', { ...sale, pan: '', residency: 'N' }, {}, []],
    ['no PAN in bulk', { ...sale, type: 'SB', pan: '' }, {}, []],
    ['ration card', { ...sale, idType: '4' }, {}, ['weakIdType']],
    ['Aadhaar EID', { ...purchase, idType: '8', idNumber: '234123412346' }, {}, ['weakIdType']],
    ['Aadhaar card', { ...sale, idType: '7', idNumber: '234123412346' }, {}, []],
    [
      'an Aadhaar number as another ID',
      { ...sale, idType: '6', idNumber: '234123412346' },
      {},
      ['aadhaarInText'],
    ],
    ['one in free text', { ...sale, otherDetails: 'Aadhaar 2341 2341 2346' }, {}, ['aadhaarInText']],
    ['one in an address', { ...sale, kycAddress: 'UID 2341-2341-2346' }, {}, ['aadhaarInText']],

    ['a rate 2 % off', { ...sale, products: [notes('1', 'USD', '85.68')] }, {}, []],
    ['a rate further off', { ...sale, products: [notes('1', 'USD', '85.69')] }, {}, ['rateOffCard']],
    ['a rate too low', { ...sale, products: [notes('1', 'USD', '82')] }, {}, ['rateOffCard']],
    ['no rate on the card', { ...sale, products: [notes('1', 'USD', '1')] }, { cardRate: () => null }, []],
  ])('%s', (_, draft, over, expected) => expect(codes(draft, over)).toEqual(expected));

  it('name the problem and the field', () => {
    const draft = { ...sale, pan: '', products: [notes('3001', 'USD', '90')], payments: [cash('60000')] };
    expect(warningsOn(draft, { ...facts, grandTotal: rupees('270090') })).toEqual([
      {
        code: 'cashSale',
        field: 'payments',
        message: 'Cash is allowed only on sales below ₹50,000.00; here ₹60,000.00 of ₹2,70,090.00 is cash.',
      },
      {
        code: 'notesPerTrip',
        field: 'products',
        message: 'Notes for one trip are over USD 3,000; the rest is for a card.',
      },
      { code: 'panMissing', field: 'pan', message: 'A PAN is needed for every sale under the scheme (LRS).' },
      {
        code: 'rateOffCard',
        field: 'products',
        message: "The rate 90 of USD is more than 2 % from the card's 84.",
      },
    ]);
  });

  it('follow the limits of their day', () => {
    const lower = { ...WARNING_LIMITS[0]!, from: isoDate('2026-12-01'), saleCash: rupees('20000') };
    const draft = { ...sale, payments: [cash('42000')] };
    const on = (day: string) =>
      warningsOn(draft, { ...facts, day: isoDate(day) }, [...WARNING_LIMITS, lower]).map(({ code }) => code);
    expect(on('2026-11-30')).toEqual([]);
    expect(on('2026-12-01')).toEqual(['cashSale']);
  });
});

describe('in the activity log', () => {
  it('all warnings of a save are one line, and no warnings are no line', () => {
    expect(warningsRemark([])).toBeNull();
    expect(warningsRemark(['One.', 'Two.'])).toBe('Warning: One.\nWarning: Two.');
  });

  it('warnings that do not fit are counted', () => {
    const many = Array.from({ length: 112 }, (_, line) => `The rate of line ${line} is far off the card.`);
    const remark = warningsRemark(many) ?? '';
    expect(remark.length).toBeLessThanOrEqual(2_000);
    const lines = remark.split('\n');
    expect(lines.at(-1)).toBe(`And ${many.length - lines.length + 1} more.`);
    expect(lines.length).toBeGreaterThan(20);
    expect(warningsRemark(['x'.repeat(3_000)])).toBe('And 1 more.');
  });
});
