import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import { NO_RUPEES, rupees } from '../money.ts';
import { totalsOf } from './charges.ts';
import {
  asksForLink,
  draftProblems,
  finalProblems,
  missingForFinal,
  paymentLineProblems,
  paymentMessage,
  productLineProblems,
  totalsMessage,
} from './complete.ts';
import {
  afterHandoverChange,
  afterTypeChange,
  asKept,
  disabledFields,
  EMPTY_REQUEST,
  PAYMENT_LINE_RULES,
  PRODUCT_LINE_RULES,
  REQUEST_RULES,
  type PaymentLine,
  type ProductLine,
  type RequestDraft,
  type RequestField,
} from './draft.ts';
import { paymentTotal, priceDraft, readMoney, readQuantity, readRate } from './pricing.ts';
import { schemeById } from './schemes.ts';

const today = isoDate('2026-11-15');
const notes: ProductLine = { product: 'CN', isd: 'USD', quantity: '1000', rate: '100' };
const cash: PaymentLine = { payType: 'CASH', bank: '', reference: '', amount: '119180', date: '' };
const bank: PaymentLine = { ...cash, payType: 'BANK', bank: '4', reference: 'UTR1' };

const sale: RequestDraft = {
  ...EMPTY_REQUEST,
  branch: 'MUM',
  salesExecutive: 'E1',
  handover: 'IN',
  type: 'SP',
  travellerName: 'Asha Rao',
  idType: '1',
  idNumber: 'P1234567',
  kycAddress: '1 Main Road',
  deliveryAddress: '1 Main Road',
  state: '21',
  products: [notes],
  payments: [cash],
};
const bulk: RequestDraft = { ...afterTypeChange(sale, 'SB'), entityName: 'Sea Forex Ltd' };
const grand = rupees('119180');
const firstFinal = (draft: RequestDraft, total = grand) =>
  finalProblems(draft, total, today)[0]?.message ?? '';

/** 001 §5: requirements for final submission. */
describe('requirements for Final', () => {
  it.each<[string, RequestDraft, RequestField[]]>([
    ['a sale with the least', sale, []],
    ['a bulk sale with the least', bulk, []],
    ['branch', { ...sale, branch: ' ' }, ['branch']],
    ['sales executive', { ...sale, salesExecutive: '' }, ['salesExecutive']],
    ['delivery executive when handover is DEL', { ...sale, handover: 'DEL' }, ['deliveryExecutive']],
    ['no delivery executive in the branch', { ...sale, handover: 'IN' }, []],
    ['traveller name of SP', { ...sale, travellerName: '' }, ['travellerName']],
    ['traveller name of PP', { ...sale, type: 'PP', travellerName: '' }, ['travellerName']],
    ['ID type', { ...sale, idType: '' }, ['idType']],
    ['ID number', { ...sale, idNumber: '' }, ['idNumber']],
    ['an Aadhaar number without a digit', { ...sale, idType: '7', idNumber: 'XXXX' }, ['idNumber']],
    ['entity name of SB', { ...bulk, entityName: '' }, ['entityName']],
    ['entity name of PB', { ...bulk, type: 'PB', entityName: '' }, ['entityName']],
    ['KYC address', { ...sale, kycAddress: '' }, ['kycAddress']],
    ['delivery address', { ...sale, deliveryAddress: '' }, ['deliveryAddress']],
    ['state', { ...sale, state: '' }, ['state']],
    ['a product', { ...sale, products: [] }, ['products']],
    ['a payment', { ...sale, payments: [] }, ['payments']],
    ['a payment link in its place', { ...sale, payments: [], paymentLink: true }, []],
    ['no link on a purchase', { ...sale, type: 'PP', payments: [], paymentLink: true }, ['payments']],
    [
      'type and hand-over, without which no rule can be told',
      { ...sale, type: '', handover: '' },
      ['handover', 'type'],
    ],
  ])('%s', (_, draft, fields) => expect(missingForFinal(draft).map(({ field }) => field)).toEqual(fields));

  it('names all missing fields in a fixed order, after the text of MSG0006 (§8)', () => {
    const empty: RequestDraft = { ...EMPTY_REQUEST, type: 'PP', handover: 'DEL' };
    expect(firstFinal(empty)).toBe(
      'Please fill mandatory feilds: Branch, Sales Executive, Delivery Executive, Traveller Name, ID Type, ID Number, ' +
        'KYC Address, Delivery Address, State, Product, Payment',
    );
    expect(finalProblems(empty, NO_RUPEES, today).map(({ field }) => field)).toEqual(
      missingForFinal(empty).map(({ field }) => field),
    );
  });
});

/** 001 §5: the payment total and the grand total. */
describe('payment', () => {
  it.each<[string, RequestDraft, string]>([
    ['equal', sale, ''],
    [
      'in several lines',
      {
        ...sale,
        payments: [
          { ...cash, amount: '1,00,000' },
          { ...bank, amount: '19180.00' },
        ],
      },
      '',
    ],
    ['a paisa short', { ...sale, payments: [{ ...cash, amount: '119179.99' }] }, 'Payment is short.'],
    ['a paisa over', { ...sale, payments: [{ ...cash, amount: '119180.01' }] }, 'Payment does not tally.'],
    ['short with a link', { ...sale, paymentLink: true, payments: [{ ...cash, amount: '1' }] }, ''],
    [
      'over with a link',
      { ...sale, paymentLink: true, payments: [{ ...cash, amount: '119181' }] },
      'Payment does not tally.',
    ],
    [
      'short on a purchase, link or not',
      { ...sale, type: 'PP', paymentLink: true, payments: [{ ...cash, amount: '1' }] },
      'Payment is short.',
    ],
  ])('%s', (_, draft, message) => expect(firstFinal(draft)).toBe(message));

  it('cannot be Final with a total of zero or less', () => {
    expect(firstFinal({ ...sale, type: 'PP' }, rupees('-213'))).toBe('Grand total must be above zero.');
    expect(firstFinal(sale, NO_RUPEES)).toBe('Grand total must be above zero.');
    expect(paymentMessage(grand, grand, false)).toBeNull();
  });

  it('refuses totals that differ from the server’s with MSG0008 (§8)', () => {
    const { totals } = priceDraft(sale, schemeById('FULL'))!;
    expect(totals.grandTotal).toBe(grand);
    expect(totalsMessage(totals, totals)).toBeNull();
    expect(totalsMessage(totals, { ...totals, roundOff: rupees('0.01') })).toBe(
      'Payment does not tally. Please check.',
    );
  });
});

/** 001 §5 Add product line, Add payment line. */
describe('lines', () => {
  const MSG = 'Please fill mandatory feilds';
  it.each<[string, Partial<ProductLine>, string]>([
    ['complete', {}, ''],
    ['product', { product: '' }, `${MSG}: Product`],
    ['ISD', { isd: '' }, `${MSG}: ISD`],
    ['quantity', { quantity: '' }, `${MSG}: Quantity`],
    ['quantity of zero', { quantity: '0.00' }, `${MSG}: Quantity`],
    ['rate', { rate: ' ' }, `${MSG}: Rate`],
    ['all', { product: '', isd: '', quantity: '', rate: '0' }, `${MSG}: Product, ISD, Quantity, Rate`],
    ['11 characters', { quantity: '12345678901' }, 'Quantity can have at most 10 characters.'],
    ['a rate of 11 characters', { rate: '83.45678901' }, 'Rate can have at most 10 characters.'],
    ['no number', { quantity: '1e3' }, 'Quantity must be a number, such as 500.'],
    ['below zero', { rate: '-1' }, 'Rate must be a number, such as 83.4567.'],
  ])('product line: %s', (_, over, message) => {
    expect(productLineProblems({ ...notes, ...over })[0]?.message ?? '').toBe(message);
    const withLine = { ...sale, products: [{ ...notes, ...over }] };
    expect(draftProblems(withLine, today)[0]?.message ?? '').toBe(message);
  });

  it.each<[string, PaymentLine, string]>([
    ['cash', cash, ''],
    ['bank', bank, ''],
    ['special approval', { ...cash, payType: 'SPR' }, ''],
    ['no type', { ...cash, payType: '' }, `${MSG}: Payment Type`],
    ['no amount', { ...cash, amount: '' }, `${MSG}: Amount`],
    ['an amount of zero', { ...cash, amount: '0' }, `${MSG}: Amount`],
    ['a bank without bank and reference', { ...bank, bank: '', reference: '' }, `${MSG}: Bank, Reference`],
    ['a part of a paisa', { ...cash, amount: '1.005' }, 'Amount must be rupees, such as 1500.50.'],
    ['below zero', { ...cash, amount: '-5' }, 'Amount must be rupees, such as 1500.50.'],
    ['a long reference', { ...bank, reference: 'x'.repeat(51) }, 'Reference can have at most 50 characters.'],
    ['no date', { ...cash, date: '2026-02-31' }, 'Date is not a date.'],
  ])('payment line: %s', (_, line, message) => {
    expect(paymentLineProblems(line)[0]?.message ?? '').toBe(message);
    expect(draftProblems({ ...sale, payments: [line] }, today)[0]?.message ?? '').toBe(message);
  });
});

describe('a draft', () => {
  it('needs nothing, but its values must be valid', () => {
    expect(draftProblems({ ...sale, branch: '', products: [], payments: [], type: '' }, today)).toEqual([]);
  });

  /** 001 §5 Field maxima. */
  it.each<[RequestField | keyof ProductLine | keyof PaymentLine, number]>([
    ['entityName', 100],
    ['travellerName', 100],
    ['idNumber', 50],
    ['kycAddress', 500],
    ['deliveryAddress', 500],
    ['otherDetails', 500],
    ['mobile', 15],
    ['email', 100],
    ['accountNumber', 50],
    ['ifsc', 11],
    ['tcs', 10],
    ['otherCharges', 10],
    ['quantity', 10],
    ['rate', 10],
    ['amount', 50],
    ['reference', 50],
  ])('%s takes %s characters', (field, maxChars) => {
    const rules: Record<string, { maxChars?: number }> = {
      ...REQUEST_RULES,
      ...PRODUCT_LINE_RULES,
      ...PAYMENT_LINE_RULES,
    };
    expect(rules[field]!.maxChars).toBe(maxChars);
    if (field in sale)
      expect(draftProblems({ ...sale, [field]: '1'.repeat(maxChars + 1) }, today)).toMatchObject([{ field }]);
  });

  it.each<[string, Partial<RequestDraft>, string]>([
    ['an unknown ID type', { idType: '07' }, 'ID Type is not one of the list.'],
    ['a wrong PAN', { pan: 'ABCDE1234' }, 'PAN must have 5 letters, 4 digits and 1 letter.'],
    ['a right PAN', { pan: 'abcpe1234f' }, ''],
    ['TCS', { tcs: 'x' }, 'TCS must be rupees, such as 1500.50.'],
    ['other charges', { otherCharges: '-1' }, 'Other Charges must be rupees, such as 1500.50.'],
    ['a travel date', { travelDate: 'soon' }, 'Travel Date is not a date.'],
    ['born yesterday', { dateOfBirth: '2026-11-14' }, ''],
    ['born today (MSG0007)', { dateOfBirth: '2026-11-15' }, 'Date of birth sould be less than today'],
  ])('%s', (_, over, message) =>
    expect(draftProblems({ ...sale, ...over }, today)[0]?.message ?? '').toBe(message),
  );
});

/** 001 §2 Transaction Request. */
describe('changes that clear', () => {
  const filled: RequestDraft = {
    ...sale,
    tcs: '500',
    otherCharges: '1500',
    handover: 'DEL',
    deliveryExecutive: 'D1',
    paymentLink: true,
  };
  it.each<[RequestDraft['type'], Partial<RequestDraft>, RequestField[]]>([
    ['SP', {}, []],
    [
      'SB',
      { travellerName: '', idType: '', idNumber: '', tcs: '' },
      ['travellerName', 'idType', 'idNumber', 'tcs'],
    ],
    [
      'PB',
      { travellerName: '', idType: '', idNumber: '', tcs: '', paymentLink: false },
      ['travellerName', 'idType', 'idNumber', 'tcs', 'paymentLink'],
    ],
    ['PP', { tcs: '', paymentLink: false }, ['tcs', 'paymentLink']],
    ['', { tcs: '', otherCharges: '' }, ['tcs', 'otherCharges']],
  ])('type %s', (type, cleared, disabled) => {
    const changed = afterTypeChange(filled, type);
    expect(changed).toEqual({ ...filled, type, ...cleared });
    expect(disabledFields(changed)).toEqual(disabled);
    expect(asksForLink(changed)).toBe(type.startsWith('S'));
  });

  it('hand over IN clears the delivery executive, DEL does not', () => {
    const inBranch = afterHandoverChange(filled, 'IN');
    expect(inBranch).toEqual({ ...filled, handover: 'IN', deliveryExecutive: '' });
    expect(disabledFields(inBranch)).toEqual(['deliveryExecutive']);
    expect(afterHandoverChange(filled, 'DEL')).toEqual(filled);
  });

  it('keeps no field that the type disables, and no complete Aadhaar number', () => {
    const sent = {
      ...filled,
      type: 'SB',
      idType: '7',
      idNumber: '234123412346',
      ifsc: ' hdfc0001234 ',
    } as const;
    expect(asKept(sent)).toMatchObject({ travellerName: '', idNumber: '', tcs: '', ifsc: 'HDFC0001234' });
    expect(asKept({ ...sent, type: 'SP', pan: 'abcpe1234f' })).toMatchObject({
      idNumber: 'XXXXXXXX2346',
      pan: 'ABCPE1234F',
    });
  });
});

describe('pricing a draft', () => {
  const full = schemeById('FULL');

  it('reads typed figures', () => {
    expect([readQuantity('1,000'), readQuantity('0.125'), readRate('83.456789'), readMoney('')]).toEqual([
      '1000',
      null,
      '83.456789',
      '0.00',
    ]);
  });

  it('counts readable values, and other charges never below the fee', () => {
    expect(priceDraft({ ...sale, type: '' }, full)).toBeNull();
    expect(priceDraft({ ...sale, products: [notes, { ...notes, rate: 'x' }] }, full)?.totals.forexTotal).toBe(
      '100000.00',
    );
    expect(priceDraft({ ...sale, otherCharges: '1500' }, full)?.totals).toMatchObject({
      otherCharges: '1500.00',
      addedCharges: '500.00',
    });
    const low = priceDraft({ ...sale, otherCharges: '10', tcs: '2.25' }, full)!;
    expect(low.totals).toMatchObject({ otherCharges: '1000.00', tcs: '2.25' });
    expect(totalsOf(low.deal)).toEqual(low.totals);
  });

  it('sums all payments, or those of one type', () => {
    expect(paymentTotal([cash, bank])).toBe('238360.00');
    expect(paymentTotal([cash, bank], 'BANK')).toBe('119180.00');
  });
});
