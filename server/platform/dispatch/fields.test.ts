import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFields } from './fields.ts';
import { Problem } from './problems.ts';

/** The fields, or the reason for the refusal. */
function read(body: string): readonly string[] | string {
  try {
    return readFields(body);
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return String(error.body['err']);
    throw error;
  }
}

const inOrder = (values: readonly string[]) =>
  new URLSearchParams(values.map((value, at): [string, string] => [String(at + 1), value])).toString();

test('fields written by a browser are read correctly', () => {
  const values = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(values, (said) => {
      fc.pre(!said.some((value) => value.includes('\0')));
      expect(readFields(inOrder(said))).toEqual(said);
    }),
  );
});

describe('well formed', () => {
  test.each<[string, string[]]>([
    ['1=a', ['a']],
    ['1', ['']],
    ['1=', ['']],
    ['2=b&1=a', ['a', 'b']],
    ['1=a=b=c', ['a=b=c']],
    ['1=a+b%2Bc', ['a b+c']],
    ['1=%F0%9F%8F%A6', ['🏦']],
    [inOrder(Array.from({ length: 20 }, String)), Array.from({ length: 20 }, String)],
  ])('%j', (body, fields) => expect(read(body)).toEqual(fields));
});

describe('refused', () => {
  test.each<[string, string]>([
    ['', 'There are no fields.'],
    ['1=a&1=b', 'Field 1 is given twice.'],
    ['1=&1=', 'Field 1 is given twice.'],
    ['2=b', 'Field 1 is missing.'],
    ['1=a&3=c', 'Field 2 is missing.'],
    ['99=a', 'Field 1 is missing.'],
    ['0=a', 'Fields are named by their position, from 1.'],
    ['01=a', 'Fields are named by their position, from 1.'],
    ['1.0=a', 'Fields are named by their position, from 1.'],
    ['-1=a', 'Fields are named by their position, from 1.'],
    ['1[]=a', 'Fields are named by their position, from 1.'],
    ['%31=a', 'Fields are named by their position, from 1.'],
    ['100=a', 'Fields are named by their position, from 1.'],
    ['__proto__=a', 'Fields are named by their position, from 1.'],
    ['length=a', 'Fields are named by their position, from 1.'],
    ['1=a&', 'Fields are named by their position, from 1.'],
    ['1=a;2=b&2=c&x', 'Fields are named by their position, from 1.'],
    ['1=%', 'A field is not properly encoded.'],
    ['1=%zz', 'A field is not properly encoded.'],
    ['1=%ff', 'A field is not properly encoded.'],
    ['1=%ed%a0%80', 'A field is not properly encoded.'],
    ['1=a%00b', 'Field 1 holds a character that no text has.'],
    ['1=\0', 'Field 1 holds a character that no text has.'],
    [inOrder(Array.from({ length: 21 }, String)), 'There are too many fields.'],
    ['&'.repeat(1_000_000), 'There are too many fields.'],
  ])('%.40j', (body, why) => expect(read(body)).toBe(why));
});
