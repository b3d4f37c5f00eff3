import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ID_TYPES, isDraft, requestStatusWord } from './codes.ts';
import { holdsAadhaarNumber, keptIdNumber, passesVerhoeff } from './identity.ts';

const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit));

/** Appends the valid check digit. */
const withCheck = (digits: string) => digits + DIGITS.find((check) => passesVerhoeff(digits + check))!;
const elevenDigits = fc.stringMatching(/^[0-9]{11}$/);

describe('Verhoeff', () => {
  it.each([
    ['2363', true],
    ['2364', false],
    ['123451', true],
    ['1428570', true],
    ['84736430954837284567892', true],
    ['', false],
    ['23x3', false],
  ])('%s: %s', (digits, passes) => expect(passesVerhoeff(digits)).toBe(passes));

  it('has one check digit for each number, and detects a wrong digit and swapped neighbours', () => {
    fc.assert(
      fc.property(
        elevenDigits,
        fc.nat(11),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(10),
        (digits, place, by, swap) => {
          const whole = withCheck(digits);
          expect(DIGITS.filter((check) => passesVerhoeff(digits + check))).toHaveLength(1);
          const chars = [...whole];
          chars[place] = String((Number(chars[place]) + by) % 10);
          expect(passesVerhoeff(chars.join(''))).toBe(false);
          const swapped = whole.slice(0, swap) + whole[swap + 1]! + whole[swap]! + whole.slice(swap + 2);
          expect(passesVerhoeff(swapped)).toBe(swapped === whole);
        },
      ),
    );
  });
});

describe('Aadhaar numbers', () => {
  it.each([
    ['7', '2341 2341 2346', 'XXXXXXXX2346'],
    ['8', '1234/56789/01234', 'XXXXXXXX1234'],
    ['7', '2346', 'XXXXXXXX2346'],
    ['7', 'XXXXXXXX2346', 'XXXXXXXX2346'],
    ['7', '12', 'XXXXXXXX12'],
    ['7', 'none', ''],
    ['1', ' P1234567 ', 'P1234567'],
    ['5', 'ABCPE1234F', 'ABCPE1234F'],
  ])('ID type %s: %s is kept as %s', (idType, typed, kept) => expect(keptIdNumber(idType, typed)).toBe(kept));

  it('keep at most four digits for any input, and masking again changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom('7', '8'), fc.string(), elevenDigits, (idType, text, digits) => {
        const kept = keptIdNumber(idType, text + digits);
        expect(kept).toBe(`XXXXXXXX${digits.slice(-4)}`);
        expect(keptIdNumber(idType, kept)).toBe(kept);
        expect(keptIdNumber(idType, text)).toMatch(/^(?:X{8}[0-9]{1,4})?$/);
      }),
    );
  });

  it('are found in free text, grouped or not', () => {
    fc.assert(
      fc.property(elevenDigits, fc.constantFrom('', ' ', '-', '. '), (digits, gap) => {
        const whole = withCheck(digits);
        const grouped = [whole.slice(0, 4), whole.slice(4, 8), whole.slice(8)].join(gap);
        expect(holdsAadhaarNumber(`see ${grouped}, thanks`)).toBe(true);
        expect(holdsAadhaarNumber(`Flat 12 ${grouped}`)).toBe(true);
        const wrong = digits + String((Number(whole.at(-1)) + 1) % 10);
        expect(holdsAadhaarNumber(`see ${wrong}`)).toBe(false);
      }),
    );
    for (const text of ['', 'call 9820012345', 'pin 400001', 'ref 23412341234', '2341234123461'])
      expect(holdsAadhaarNumber(text)).toBe(false);
  });
});

/** 001 §3 and §4. */
describe('codes', () => {
  it.each([
    ['P', 'PENDING'],
    ['S', 'SCHEDULED'],
    ['D', 'DELIVERED'],
    ['H', 'HANDOVER'],
    ['', 'Not Available'],
    ['X', 'Not Available'],
    ['constructor', 'Not Available'],
  ])('status %j is shown as %s', (code, word) => expect(requestStatusWord(code)).toBe(word));

  it.each([
    ['001 §4', 'P', false, true],
    ['001 §4', 'P', true, false],
    ['001 §4', 'S', true, false],
    ['001 §4', 'W', false, false],
  ])('%s: a request of status %s whose submitted is %j is a draft: %j', (_, code, submitted, draft) =>
    expect(isDraft(code, submitted)).toBe(draft),
  );

  it('has eight ID types', () => expect(Object.values(ID_TYPES)).toHaveLength(8));
});
