import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { encodeFields } from './encode.ts';
import { json, page, srno } from './fields.ts';

const common = {
  endpoint: 'probe_a.php',
  summary: 'For tests.',
  right: 'signed-in',
  effect: 'read',
  source: 'here',
  reply: z.unknown(),
} as const;

const args = { srno: srno(), what: json(z.object({ name: z.string() })), page: page() };
const written = (fields: URLSearchParams): string[][] => [...fields.entries()];

test('session and action come first, and an omitted optional argument leaves no gap', () => {
  const call = defineCall({ ...common, action: 'save', session: 'first', args });
  expect(written(encodeFields(call, { srno: 7, what: { name: 'a&b=c' } }, 'the session'))).toEqual([
    ['1', 'the session'],
    ['2', 'save'],
    ['3', '7'],
    ['4', '{"name":"a&b=c"}'],
  ]);
});

test('a public call without an action begins with its arguments', () => {
  const call = defineCall({ ...common, action: '', session: 'none', right: 'public', args });
  expect(written(encodeFields(call, { srno: 0, what: { name: '' }, page: { limit: 5 } }, null))).toEqual([
    ['1', '0'],
    ['2', '{"name":""}'],
    ['3', '{"limit":5}'],
  ]);
});

test('encoding rejects a value that the field does not allow', () => {
  const call = defineCall({ ...common, action: 'save', session: 'first', args: { srno: srno() } });
  expect(() => encodeFields(call, { srno: -1 }, 's')).toThrow();
  expect(() => encodeFields(call, { srno: 1.5 }, 's')).toThrow();
});
