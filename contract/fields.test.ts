import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { base64Json, flagValue, json, oneOf, page, srno, text, typeAndId, type Field } from './fields.ts';

const back = <T>(field: Field<T>, value: T): T => z.decode(field.codec, z.encode(field.codec, value));
const reads = (field: Field, written: string): boolean => z.safeDecode(field.codec, written).success;

/** Values that survive JSON, which has no -0. */
const anyJson = fc.jsonValue({ maxDepth: 4 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const wideText = fc.string({ unit: 'binary', maxLength: 200 });
const anything = z.unknown();

const comesBack = <T>(values: fc.Arbitrary<T>, field: Field<T>) =>
  fc.assert(
    fc.property(values, (value) => {
      expect(back(field, value)).toEqual(value);
    }),
  );

describe('an encoded value decodes to the same value', () => {
  test('text', () => comesBack(wideText, text()));
  test('a serial number', () => comesBack(fc.integer({ min: 0, max: 999_999_999 }), srno()));
  test('JSON', () => comesBack(anyJson, json(anything)));
  test('JSON in base64', () => comesBack(anyJson, base64Json(anything)));
  test('a type and an id', () =>
    comesBack(
      fc.record({
        type: fc.constantFrom('B' as const, 'F' as const),
        id: fc.string({ unit: 'binary', minLength: 1, maxLength: 25 }),
      }),
      typeAndId(['B', 'F']),
    ));
  test('the options of a list', () =>
    comesBack(
      fc.record(
        {
          after: fc.string({ unit: 'binary', maxLength: 250 }),
          limit: fc.integer({ min: 1, max: 500 }),
          q: fc.string({ unit: 'binary', maxLength: 50 }),
          sort: fc.constantFrom('name', '-name'),
        },
        { requiredKeys: [] },
      ),
      page() as Field,
    ));
});

describe('base64', () => {
  test('carries every script and half a surrogate pair', () => {
    for (const value of ['₹ रुपया', '🏦', '\ud800', 'a\u0000b', '\u{10ffff}'])
      expect(back(base64Json(z.string()), value)).toBe(value);
  });

  test('carries a value far longer than a function can have arguments', () => {
    const long = 'é'.repeat(350_000);
    expect(back(base64Json(z.string()), long)).toBe(long);
  });

  test.each(['not base64!', 'AA=A', '////', btoa('{'), btoa('\xff\xfe')])('refuses %j', (written) =>
    expect(reads(base64Json(anything), written)).toBe(false),
  );
});

describe('invalid values are refused', () => {
  test.each<[string, Field, string]>([
    ['a text over its length', text(3), 'abcd'],
    ['a negative number', srno(), '-1'],
    ['a fraction', srno(), '1.5'],
    ['an exponent', srno(), '1e3'],
    ['a number with a blank', srno(), ' 1'],
    ['digits of another script', srno(), '१२'],
    ['a number PostgreSQL cannot hold', srno(), '9999999999'],
    ['a word that is not of the few', oneOf(['WEB']), 'web'],
    ['no JSON', json(anything), '{a:1}'],
    ['empty JSON', json(anything), ''],
    ['JSON of another shape', json(z.object({ a: z.string() })), '{"a":true}'],
    ['JSON over its length', json(anything), `"${'a'.repeat(1_000_000)}"`],
    ['a type without an id', typeAndId(['B']), 'B^'],
    ['an id without a type', typeAndId(['B']), 'MUM'],
    ['an unknown type', typeAndId(['B']), 'X^MUM'],
    ['a page of none', page(), '{"limit":0}'],
    ['a page of too many', page(), '{"limit":501}'],
    ['a sort that is an expression', page(), '{"sort":"name; drop"}'],
  ])('%s', (_, field, written) => expect(reads(field, written)).toBe(false));

  test('an id can contain the separator between type and id', () =>
    expect(z.decode(typeAndId(['B']).codec, 'B^A^B')).toEqual({ type: 'B', id: 'A^B' }));

  test('an empty number means a record that is not saved yet', () =>
    expect(z.decode(srno().codec, '')).toBe(0));
});

test.each([
  [1, true],
  ['1', true],
  [0, false],
  ['0', false],
  ['', null],
  [null, null],
] as const)('the flag %j means %j', (written, said) => expect(flagValue(written)).toBe(said));
