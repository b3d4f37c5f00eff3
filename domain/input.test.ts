import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountProblems, MONTHS, type Amounts } from './budget/budget.ts';
import { isoDate } from './dates.ts';
import { filterInput, type InputFilter } from './input.ts';
import { readPercentage } from './masters/entity.ts';
import { parseAmount } from './numbers.ts';
import { RATE_FILTER, readRate } from './rates/ibr.ts';
import { draftProblems, paymentLineProblems, productLineProblems } from './requests/complete.ts';
import { EMPTY_REQUEST } from './requests/draft.ts';

const TEN: InputFilter = { kind: 'decimal', maxChars: 10 };
const RATE: InputFilter = { kind: 'decimal' };
const SIGNED: InputFilter = { kind: 'signed' };
const COUNT: InputFilter = { kind: 'numeric', maxChars: 6 };
const CODE: InputFilter = { kind: 'alphanumeric', maxChars: 11 };

describe('the content of a field after typing or pasting', () => {
  test.each<[string, string, InputFilter, string, string, string]>([
    ['000 §5', 'a digit', RATE, '83.', '83.4', '83.4'],
    ['000 §5', 'a letter', RATE, '1', '1o', '1'],
    ['000 §5', 'a second point', RATE, '83.4', '83.4.', '83.4'],
    ['000 §5', 'a sign where none is taken', RATE, '', '-', ''],
    ['000 §5', 'a sign', SIGNED, '', '-', '-'],
    ['000 §5', 'the longer sign', SIGNED, '', '\u22125.5', '-5.5'],
    ['000 §5', 'a comma', RATE, '1', '1,', '1'],
    ['000 §5', 'a pasted amount', RATE, '', ' ₹ 1,23,456.70 ', '123456.70'],
    ['000 §5', 'pasted groups of thousands', RATE, '', '1,234,567', '1234567'],
    ['000 §5', 'a pasted decimal comma, which is no tenfold', RATE, '', '1,5', ''],
    ['000 §5', 'a pasted date', RATE, '7', '12.34.56', '7'],
    ['000 §5', 'a pasted word', RATE, '7', 'n/a', '7'],
    ['000 §5', 'a pasted percentage', RATE, '', '5%', ''],
    ['000 §5', 'emptied', RATE, '83.4', '', ''],
    ['000 §5', 'a point in a count', COUNT, '1', '1.', '1'],
    ['000 §5', 'a pasted count', COUNT, '', ' 1,200 ', '1200'],
    ['000 §5', 'a code with blanks', CODE, '', 'HDFC 0001234', 'HDFC0001234'],
    ['000 §5', 'a hyphen in a code', CODE, 'HDFC', 'HDFC-', 'HDFC'],
    ['001 §5', 'the tenth character', TEN, '123456789', '1234567890', '1234567890'],
    ['001 §5', 'the eleventh character', TEN, '1234567890', '12345678901', '1234567890'],
    ['001 §5', 'ten characters pasted with commas', TEN, '', '1,23,45,67,890', '1234567890'],
    ['001 §5', 'eleven characters pasted, of which none is taken', TEN, '5', '12345678901', '5'],
    ['001 §5', 'a deletion in a text that is too long', TEN, '1234567890.00', '1234567890.0', '1234567890.0'],
    ['000 §5', 'a deletion in a text that does not fit', RATE, '5 %', '5 ', '5'],
  ])('%s: %s', (_, __, filter, before, typed, holds) => {
    expect(filterInput(filter, before, typed)).toBe(holds);
  });

  test('000 §5: for any pasted text, the server reads the number in the field', () => {
    const figures = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-₹ oRs')), maxLength: 12 });
    fc.assert(
      fc.property(figures, (pasted) => {
        const held = filterInput(RATE, '', pasted);
        expect(parseAmount(held, { places: 12 })).toBe(parseAmount(pasted, { places: 12 }));
      }),
    );
  });
});

/** The server refuses with the same functions, so that a call without our screen cannot send other text. */
describe('the server refuses a text that the filter of a field does not accept', () => {
  const line = { product: 'CN', isd: 'USD', quantity: '100', rate: '83.5' } as const;
  const payment = { payType: 'CASH', bank: '', reference: '', amount: '500', date: '' } as const;
  const amounts = Object.fromEntries(MONTHS.map((month) => [month, ''])) as unknown as Amounts;
  const request = (given: Partial<typeof EMPTY_REQUEST>) =>
    draftProblems({ ...EMPTY_REQUEST, ...given }, isoDate('2026-11-15'));
  test.each<[string, string, InputFilter, (typed: string) => boolean, string]>([
    ['000 §5', 'IBR rate', RATE_FILTER, (typed) => readRate(typed) === null, '83.5'],
    ['000 §5', 'quantity', TEN, (quantity) => productLineProblems({ ...line, quantity }).length > 0, '10.5'],
    ['000 §5', 'rate', TEN, (rate) => productLineProblems({ ...line, rate }).length > 0, '83.4567'],
    ['000 §5', 'payment', RATE, (amount) => paymentLineProblems({ ...payment, amount }).length > 0, '50.5'],
    ['000 §5', 'TCS', TEN, (tcs) => request({ tcs }).length > 0, '250'],
    ['000 §5', 'percentage', TEN, (typed) => readPercentage(typed) === null, '1.25'],
    ['001 §5', 'month', TEN, (apr) => amountProblems({ ...amounts, apr }).length > 0, '1234567.89'],
    ['000 §5', 'IFSC', CODE, (ifsc) => request({ ifsc }).length > 0, 'HDFC0001234'],
  ])('%s: %s', (_, __, filter, isRefused, good) => {
    expect([filterInput(filter, '', good), isRefused(good)]).toEqual([good, false]);
    for (const bad of ['1o.0', '12.34.56', '5%', '1,5', '--1', '12-34'])
      expect([bad, filterInput(filter, '', bad), isRefused(bad)]).toEqual([bad, '', true]);
  });
});
