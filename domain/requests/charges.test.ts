import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../dates.ts';
import { compareExact, exact, NO_RUPEES, rupees, subtractRupees, type Rupees } from '../money.ts';
import { addedTo, feeOn, lineAmount, totalsOf, totalsThatDiffer, type Deal } from './charges.ts';
import { TRANSACTION_TYPES, type TransactionType } from './codes.ts';
import { howCalculated } from './how-calculated.ts';
import { schemeById, schemeOn, TAX_SCHEMES, type TaxSchemeId } from './schemes.ts';

const FULL = schemeById('FULL');
const RULE32 = schemeById('RULE32');

const textOf = (paise: bigint) => {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0');
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const paiseOf = (amount: Rupees) => BigInt(amount.replace('.', ''));

const fee = (amount: string) => feeOn(rupees(amount), FULL.fee);

/** 001 §9: the fee by slabs. */
describe('fee', () => {
  it.each([
    ['0', '0.00', 'zero gives zero'],
    ['0.01', '250.00', 'the minimum'],
    ['1', '250.00', 'the minimum'],
    ['25000', '250.00', '1 % reaches the minimum'],
    ['25001', '250.01', '1 %'],
    ['99999', '999.99', '1 %'],
    ['100000', '1000.00', 'the end of the first slab'],
    ['100001', '1000.01', '1000 + 0.5 % of 1, a half paisa up'],
    ['550000', '3250.00', '1000 + 0.5 % of 450000'],
    ['1000000', '5500.00', 'the end of the second slab'],
    ['1000010', '5500.01', '5500 + 0.1 % of 10'],
    ['55500000', '60000.00', '0.1 % reaches the maximum'],
    ['999999999', '60000.00', 'the maximum'],
  ])('on %s is %s: %s', (amount, expected) => expect(fee(amount)).toBe(expected));

  const anyAmount = fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 11n }),
    fc.bigInt({ min: 10_000_000n - 300n, max: 10_000_000n + 300n }),
    fc.bigInt({ min: 100_000_000n - 3000n, max: 100_000_000n + 3000n }),
    fc.bigInt({ min: 5_550_000_000n - 3000n, max: 5_550_000_000n + 3000n }),
  );

  it('never decreases, never jumps, and stays within its bounds', () => {
    fc.assert(
      fc.property(anyAmount, fc.bigInt({ min: 0n, max: 10n ** 9n }), (paise, more) => {
        const [one, next, greater] = [paise, paise + 1n, paise + more].map((each) => fee(textOf(each)));
        expect(compareExact(one!, greater!)).toBeLessThanOrEqual(0);
        // One more paisa of forex adds at most one paisa of fee, also at 1 and 10 lakh.
        expect(compareExact(subtractRupees(next!, one!), rupees('0.01'))).toBeLessThanOrEqual(0);
        expect(compareExact(one!, rupees('250'))).toBeGreaterThanOrEqual(0);
        expect(compareExact(one!, rupees('60000'))).toBeLessThanOrEqual(0);
      }),
      { numRuns: 1000 },
    );
  });
});

const deal = (over: Partial<Deal>): Deal => ({
  type: 'SP',
  scheme: FULL,
  lines: [{ quantity: exact('1000'), rate: exact('100') }],
  addedCharges: NO_RUPEES,
  tcs: NO_RUPEES,
  ...over,
});

/** 001 §5 and §9. */
describe('totals', () => {
  it.each([
    ['100', '83.4567', '8346.00'],
    ['1', '0.5', '1.00'],
    ['1', '0.49999999', '0.00'],
    ['3', '0.166666', '0.00'],
    ['1000000', '0.0033', '3300.00'],
  ])('a line of %s at %s is %s (§5)', (quantity, rate, amount) =>
    expect(lineAmount(exact(quantity), exact(rate))).toBe(amount),
  );

  it.each<[string, Partial<Deal>, Partial<Record<keyof ReturnType<typeof totalsOf>, string>>]>([
    ['§9 a sale', {}, { fee: '1000.00', gst: '18180.00', grandTotal: '119180.00', roundOff: '0.00' }],
    [
      '§9 a sale under rule 32',
      { scheme: RULE32 },
      { fee: '1000.00', gst: '180.00', grandTotal: '101180.00' },
    ],
    ['§9 a purchase takes the charges off', { type: 'PP' }, { gst: '18180.00', grandTotal: '80820.00' }],
    ['§9 a purchase in bulk', { type: 'PB', scheme: RULE32 }, { grandTotal: '98820.00' }],
    ['§9 TCS is added to a sale', { tcs: rupees('500') }, { tcs: '500.00', grandTotal: '119680.00' }],
    ['§2 no TCS in bulk', { type: 'SB', tcs: rupees('500') }, { tcs: '0.00', grandTotal: '119180.00' }],
    ['§2 no TCS on a purchase', { type: 'PP', tcs: rupees('500') }, { tcs: '0.00', grandTotal: '80820.00' }],
    [
      '§9 what is added is taxed',
      { addedCharges: rupees('100') },
      { otherCharges: '1100.00', gst: '18198.00', grandTotal: '119298.00' },
    ],
    [
      'rule 32 taxes the deemed value alone',
      { addedCharges: rupees('100'), scheme: RULE32 },
      { otherCharges: '1100.00', gst: '180.00', grandTotal: '101280.00' },
    ],
    [
      'other charges are never below the fee',
      { addedCharges: rupees('-900') },
      { otherCharges: '1000.00', addedCharges: '0.00' },
    ],
    [
      '§9 round-off up',
      { tcs: rupees('0.50') },
      { unrounded: '119180.50', roundOff: '0.50', grandTotal: '119181.00' },
    ],
    [
      '§9 round-off down',
      { tcs: rupees('0.49') },
      { unrounded: '119180.49', roundOff: '-0.49', grandTotal: '119180.00' },
    ],
    [
      '§9 nothing at all',
      { lines: [] },
      { forexTotal: '0.00', fee: '0.00', gst: '0.00', grandTotal: '0.00' },
    ],
    [
      'a small purchase can come to less than nothing',
      { type: 'PP', lines: [{ quantity: exact('1'), rate: exact('100') }] },
      { fee: '250.00', gst: '63.00', unrounded: '-213.00', grandTotal: '-213.00' },
    ],
  ])('%s', (_, over, expected) => expect(totalsOf(deal(over))).toMatchObject(expected));

  it('derives the added charges from the other charges sent', () => {
    expect(addedTo(rupees('1000'), rupees('1100'))).toBe('100.00');
    expect(addedTo(rupees('1000'), rupees('900'))).toBe('0.00');
  });

  it('finds the stated totals that differ (MSG0008)', () => {
    const totals = totalsOf(deal({}));
    expect(totalsThatDiffer(totals, totals)).toEqual([]);
    expect(totalsThatDiffer(totals, { ...totals, gst: rupees('0'), grandTotal: rupees('101000') })).toEqual([
      'gst',
      'grandTotal',
    ]);
  });
});

/** The same totals in whole paise, implemented independently of the product's arithmetic. */
function independentTotals(deal: Deal) {
  const halfUp = (value: bigint, by: bigint) =>
    value < 0n ? -((-2n * value + by) / (2n * by)) : (2n * value + by) / (2n * by);
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(8, '0'));
  };
  const lineRupees = deal.lines.map(({ quantity, rate }) =>
    halfUp(scaled(quantity) * scaled(rate), 10n ** 16n),
  );
  const forex = 100n * lineRupees.reduce((sum, line) => sum + line, 0n);
  let fee = 0n;
  if (forex > 100_000_000n) fee = 550_000n + halfUp(forex - 100_000_000n, 1000n);
  else if (forex > 10_000_000n) fee = 100_000n + halfUp(forex - 10_000_000n, 200n);
  else if (forex > 0n) fee = halfUp(forex, 100n);
  if (forex > 0n && fee < 25_000n) fee = 25_000n;
  if (fee > 6_000_000n) fee = 6_000_000n;
  const other = fee + paiseOf(deal.addedCharges);
  const gst = halfUp(18n * (deal.scheme.id === 'RULE32' ? fee : forex + other), 100n);
  const tcs = deal.type === 'SP' ? paiseOf(deal.tcs) : 0n;
  const unrounded = deal.type.startsWith('S') ? forex + other + gst + tcs : forex - other - gst - tcs;
  const grand = 100n * halfUp(unrounded, 100n);
  return {
    forexTotal: textOf(forex),
    fee: textOf(fee),
    otherCharges: textOf(other),
    gst: textOf(gst),
    tcs: textOf(tcs),
    unrounded: textOf(unrounded),
    roundOff: textOf(grand - unrounded),
    grandTotal: textOf(grand),
  };
}

const decimalText = (maxWhole: number, places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: maxWhole }), fc.stringMatching(new RegExp(`^\\d{1,${places}}$`)))
    .map(([whole, fraction]) => exact(`${whole}.${fraction}`));
const anyMoney = fc.bigInt({ min: 0n, max: 10n ** 8n }).map((paise) => rupees(textOf(paise)));
const anyDeal: fc.Arbitrary<Deal> = fc.record({
  type: fc.constantFrom(...(Object.keys(TRANSACTION_TYPES) as TransactionType[])),
  scheme: fc.constantFrom(...TAX_SCHEMES),
  lines: fc.array(fc.record({ quantity: decimalText(99_999, 2), rate: decimalText(999, 8) }), {
    maxLength: 6,
  }),
  addedCharges: anyMoney,
  tcs: anyMoney,
});

describe('any deal', () => {
  it('has totals exact to the paisa, and a round-off within half a rupee', () => {
    fc.assert(
      fc.property(anyDeal, (each) => {
        const totals = totalsOf(each);
        expect(totals).toMatchObject(independentTotals(each));
        const roundOff = paiseOf(totals.roundOff);
        expect(roundOff >= -50n && roundOff <= 50n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('has an explanation that ends with the same total', () => {
    fc.assert(
      fc.property(anyDeal, (each) => {
        const totals = totalsOf(each);
        const steps = howCalculated(each, totals);
        expect(steps.at(-1)).toMatchObject({ label: 'Grand total', amount: totals.grandTotal });
        expect(steps.slice(0, each.lines.length).map(({ amount }) => amount)).toEqual(totals.lineAmounts);
        expect(steps.some(({ label }) => label === 'TCS')).toBe(each.type === 'SP');
      }),
    );
  });
});

describe('howCalculated', () => {
  const workings = (over: Partial<Deal>) =>
    Object.fromEntries(
      howCalculated(deal(over), totalsOf(deal(over))).map((step) => [step.label, step.workings]),
    );

  it('describes the steps in words and figures', () => {
    const amounts = {
      lines: [{ quantity: exact('2500'), rate: exact('83.456') }],
      addedCharges: rupees('50'),
    };
    expect(workings(amounts)).toEqual({
      'Line 1': '2,500 × 83.456, rounded to a whole rupee',
      'Forex total': 'The sum of the lines',
      Fee: '₹1,000.00 + 0.5 % of what lies above ₹1,00,000.00',
      'Other charges': 'Fee ₹1,543.20 + ₹50.00 added',
      GST: '18 % of (₹2,08,640.00 + ₹1,593.20)',
      TCS: 'As typed',
      'Total before rounding': '₹2,08,640.00 + ₹1,593.20 + ₹37,841.98 + ₹0.00',
      'Round-off': 'To the nearest whole rupee',
      'Grand total': 'What the customer pays',
    });
    expect(workings({ ...amounts, type: 'PB', scheme: RULE32 })).toMatchObject({
      GST: '18 % of the deemed value ₹1,543.20 (CGST rule 32(2)(b))',
      'Total before rounding': '₹2,08,640.00 − ₹1,593.20 − ₹277.78',
      'Grand total': 'What the customer is paid',
    });
  });

  it.each([
    ['1', 'The least fee is ₹250.00'],
    ['500', '1 % of ₹50,000.00'],
    ['1000', '1 % of ₹1,00,000.00'],
    ['9999999', 'The greatest fee is ₹60,000.00'],
    ['0', 'No forex amount, no fee'],
  ])('explains the fee on %s × 100', (quantity, words) =>
    expect(workings({ lines: [{ quantity: exact(quantity), rate: exact('100') }] }).Fee).toBe(words),
  );
});

describe('schemes', () => {
  const starts = [
    { from: isoDate('1900-01-01'), scheme: 'FULL' as TaxSchemeId },
    { from: isoDate('2026-07-01'), scheme: 'RULE32' as TaxSchemeId },
  ];

  it.each([
    ['2026-06-30', 'FULL'],
    ['2026-07-01', 'RULE32'],
    ['2030-01-01', 'RULE32'],
  ])('on %s requests are priced by %s', (day, id) => expect(schemeOn(starts, isoDate(day)).id).toBe(id));

  it('uses the specified scheme if the table has no row, and knows no other ids', () => {
    expect(schemeOn([], isoDate('2026-01-01')).id).toBe('FULL');
    expect(() => schemeById('NONE')).toThrow(RangeError);
  });
});
