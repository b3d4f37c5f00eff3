import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import type { ArgsOf } from './define.ts';
import { json } from './fields.ts';
import { fromWire, hasOnWire, named, onDroppedField, toWire, wired } from './wire.ts';

const yesOrNo = wired(
  z.literal([0, 1]),
  (received) => received === 1,
  (answer: boolean) => (answer ? 1 : 0),
);
const line = named('lin_', { number: z.int(), isPaid: ['lin_paid', yesOrNo] });
const paper = named('pap', {
  userName: z.string(),
  Total: z.optional(z.string()),
  approvedBy: ['papApproved', z.nullable(z.string())],
  lines: z.array(line),
  cover: z.optional(line),
});
const reply = z.object({ papers: z.array(paper), byName: z.record(z.string(), yesOrNo), total: z.int() });

const WIRE = {
  papers: [
    { papUserName: 'asha', papApproved: null, papLines: [{ lin_number: 1, lin_paid: 1 }] },
    {
      papUserName: 'ravi',
      papTotal: '5',
      papApproved: 'asha',
      papLines: [],
      papCover: { lin_number: 2, lin_paid: 0 },
    },
  ],
  byName: { asha: 1 },
  total: 2,
};
const PRODUCT = {
  papers: [
    { userName: 'asha', approvedBy: null, lines: [{ number: 1, isPaid: true }] },
    { userName: 'ravi', Total: '5', approvedBy: 'asha', lines: [], cover: { number: 2, isPaid: false } },
  ],
  byName: { asha: true },
  total: 2,
};

test('a reply has its own names on the wire, at every depth', () => {
  expect(fromWire(reply, WIRE)).toEqual(PRODUCT);
  expect(toWire(reply, PRODUCT)).toEqual(WIRE);
  expect(z.decode(reply, WIRE as never)).toEqual(PRODUCT);
  expect(z.encode(reply, PRODUCT as never)).toEqual(WIRE);
});

test('a schema without names of its own leaves a value as it is', () => {
  const value = [{ name: 'asha' }];
  expect(fromWire(z.array(z.object({ name: z.string() })), value)).toBe(value);
  expect(toWire(z.string(), undefined)).toBeUndefined();
});

test('an argument is read from the wire, in every spelling, and checked there', () => {
  const field = json(line);
  expectTypeOf<ArgsOf<{ args: { line: typeof field } }>['line']>().toEqualTypeOf<{
    number: number;
    isPaid: boolean;
  }>();
  expect(z.decode(field.codec, '{"lin_number":"4","lin_paid":"1"}')).toEqual({ number: 4, isPaid: true });
  expect(JSON.parse(z.encode(field.codec, { number: 4, isPaid: true }))).toEqual({
    lin_number: 4,
    lin_paid: 1,
  });
  expect(z.safeDecode(field.codec, '{"number":4,"isPaid":true}').success).toBe(false);
});

test('a union cannot have a form of its own, because nothing says which one a value has', () => {
  expect(() => fromWire(z.union([line, z.string()]), 'x')).toThrow('a union');
});

test('a schema that is checked further after it was given its names is refused, because it has lost them', () => {
  const checked = line.check(z.refine(({ number }) => number > 0));
  expect(() => toWire(z.array(checked), [])).toThrow('has lost its form');
});

test('a reply has a field under its name on the wire, whether its object is named or not', () => {
  const own = named('', { error: z.string(), isOpen: ['open', z.string()] });
  expect([hasOnWire(own, 'error'), hasOnWire(own, 'open'), hasOnWire(own, 'isOpen')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(hasOnWire(z.object({ error: z.string() }), 'error')).toBe(true);
  expect(hasOnWire(z.array(own), 'error')).toBe(false);
});

test('a field that the schema does not have is told when it is encoded, and only then', () => {
  const told: string[] = [];
  onDroppedField((message) => told.push(message));
  const copied = { number: 4, isPaid: true, lin_paid: 0, note: undefined };
  expect(toWire(z.array(line), [copied])).toEqual([{ lin_number: 4, lin_paid: 1 }]);
  expect(told).toEqual(['lin_paid does not go out: the fields are number, isPaid']);
  z.encode(json(line).codec, copied);
  expect(told).toHaveLength(2);
  fromWire(line, { lin_number: 4, lin_paid: 1, lin_newer: 'of a newer server' });
  expect(told).toHaveLength(2);
  onDroppedField(() => undefined);
});
