import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { base64Json, json } from './fields.ts';
import { isWithinSize } from './json-size.ts';

it.each([
  ['1', 1, true],
  ['[1,2,3]', 4, true],
  ['[1,2,3]', 3, false],
  ['{"a":[1,2],"b":{}}', 6, true],
  ['{"a":[1,2],"b":{}}', 5, false],
  [JSON.stringify(['[[[[{{{{,,,,"\\']), 2, true],
  ['['.repeat(16) + ']'.repeat(16), 100, true],
  ['['.repeat(17) + ']'.repeat(17), 100, false],
  ['"'.repeat(3), 1, true],
])('%s within %i values: %s', (text, maxValues, isWithin) => {
  expect(isWithinSize(text, maxValues)).toBe(isWithin);
});

const readable = z.array(z.unknown());
const deep = '['.repeat(400_000) + ']'.repeat(400_000);
const wide = `[${'0,'.repeat(400_000)}0]`;

it.each([
  ['deep', json(readable), deep],
  ['wide', json(readable), wide],
  ['deep in base64', base64Json(readable), btoa('['.repeat(300_000) + ']'.repeat(300_000))],
])('a field refuses a %s value without parsing it', (_, field, written) => {
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (text, reviver) => {
    parsed += 1;
    return parse(text, reviver) as unknown;
  };
  try {
    expect(z.safeDecode(field.codec, written).success).toBe(false);
  } finally {
    JSON.parse = parse;
  }
  expect(parsed).toBe(0);
});

it('a field with the larger limit accepts many values', () => {
  expect(z.safeDecode(json(readable, 500_000).codec, wide).success).toBe(true);
});
