import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from './all.ts';
import { callName } from './define.ts';
import { coerceTo, isDay } from './coerce.ts';

/**
 * 000 §7 and 001 §7: values inside JSON are read in the same way on every call. A number can be written as text, a text
 * of digits as a number, and a day in either form. The table is generated from the declarations, so that it includes
 * every new call.
 */

type Schema = z.core.$ZodType;
type Path = readonly (string | number)[];
interface Leaf {
  readonly path: Path;
  /** The same value in two spellings. */
  readonly writings: readonly [unknown, unknown];
}

const DAY = ['2026-04-01', '01/04/2026'] as const;
const TEXTS = ['7', '1', 'USD', 'name', 'x@y.in'];
const NUMBERS = [7, 1, 0];

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;
const fits = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;
const firstFitting = (schema: Schema, values: readonly unknown[]): unknown => {
  const found = values.find((value) => fits(schema, value));
  if (found === undefined) throw new Error('no sample fits: add one');
  return found;
};

/** A valid value with every optional field. */
function sampleOf(schema: Schema): unknown {
  if (isDay(schema)) return DAY[0];
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, sampleOf(inner)]));
    case 'array':
      return [sampleOf(def.element)];
    case 'record':
      return { [String(firstFitting(def.keyType, ['1', 'COUNTRY']))]: sampleOf(def.valueType) };
    case 'optional':
    case 'nullable':
      return sampleOf(def.innerType);
    case 'pipe':
      return sampleOf(def.in);
    case 'union':
      return sampleOf(def.options[0] as Schema);
    case 'string':
      return firstFitting(schema, TEXTS);
    case 'number':
      return firstFitting(schema, NUMBERS);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'unknown':
      return 0;
    default:
      throw new Error(`a JSON argument has a ${def.type}, for which there is no sample`);
  }
}

/** Every position where a value can be written in two ways. */
function* leavesOf(schema: Schema, path: Path = []): Generator<Leaf> {
  if (isDay(schema)) {
    yield { path, writings: DAY };
    return;
  }
  const def = defOf(schema);
  const pair = (text: string) => ({ path, writings: [text, Number(text)] as const });
  switch (def.type) {
    case 'object':
      for (const [name, inner] of Object.entries(def.shape)) yield* leavesOf(inner, [...path, name]);
      break;
    case 'array':
      yield* leavesOf(def.element, [...path, 0]);
      break;
    case 'record':
      yield* leavesOf(def.valueType, [...path, String(firstFitting(def.keyType, ['1', 'COUNTRY']))]);
      break;
    case 'optional':
    case 'nullable':
      yield* leavesOf(def.innerType, path);
      break;
    case 'pipe':
      yield* leavesOf(def.in, path);
      break;
    case 'union': {
      const [first] = def.options.flatMap((option) => [...leavesOf(option, path)]);
      if (first !== undefined) yield first;
      break;
    }
    case 'string':
      if (fits(schema, '7')) yield pair('7');
      break;
    case 'number':
      yield pair(String(firstFitting(schema, NUMBERS)));
      break;
    case 'enum':
      if (Object.values(def.entries).includes('1')) yield pair('1');
      break;
    case 'literal':
      if (def.values.includes(1)) yield pair('1');
      break;
    default:
  }
}

function withValue(whole: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((each, at) => (at === step ? withValue(each, rest, value) : each));
  const record = whole as Record<string, unknown>;
  return { ...record, [step]: withValue(record[step], rest, value) };
}

interface JsonArgument {
  readonly name: string;
  readonly schema: Schema;
  readonly read: (value: unknown) => unknown;
}

/** Every JSON argument of the contract: fields, and the JSON parts of uploads. */
const ARGUMENTS: readonly JsonArgument[] = CONTRACT.flatMap(({ declared }): JsonArgument[] => {
  const name = callName(declared);
  if (declared.kind === 'upload') {
    const { meta } = declared;
    return [{ name: `${name} meta`, schema: meta, read: (value) => z.parse(meta, coerceTo(meta, value)) }];
  }
  return Object.entries(declared.args).flatMap(([argument, field]) => {
    const { inner, form, codec } = field;
    if (inner === undefined || !form.endsWith('json')) return [];
    const wrap = form === 'json' ? JSON.stringify : (value: unknown) => btoa(JSON.stringify(value));
    return [{ name: `${name} ${argument}`, schema: inner, read: (value) => z.decode(codec, wrap(value)) }];
  });
});

const cases = ARGUMENTS.flatMap(({ name, schema, read }) =>
  [...leavesOf(schema)].map(({ path, writings }) => ({ name, schema, read, path, writings })),
);

describe('000 §7, 001 §7: a value is read the same in both spellings', () => {
  test.each(ARGUMENTS.map((argument) => [argument.name, argument] as const))('%s', (_, { schema, read }) => {
    const whole = sampleOf(schema);
    expect(() => read(whole)).not.toThrow();
    for (const { path, writings } of leavesOf(schema)) {
      const [one, other] = writings.map((value) => read(withValue(whole, path, value)));
      expect([path.join('.'), other]).toEqual([path.join('.'), one]);
    }
  });

  test('the table has every JSON argument, and many values', () => {
    expect(ARGUMENTS.length).toBeGreaterThan(100);
    expect(cases.length).toBeGreaterThan(400);
  });

  test('000 §9: every field named as a date is read as one', () => {
    const isNamedAsDay = (name: string) => /date$|dob$|^(from|to)$|(log|lic)(from|to)$/i.test(name);
    const unread = cases
      .filter(({ path, writings }) => isNamedAsDay(String(path.at(-1))) && writings !== DAY)
      .map(({ name, path }) => `${name}: ${path.join('.')}`);
    expect(unread).toEqual([]);
  });
});

describe('limits still apply', () => {
  const schema = z.object({
    text: z.optional(z.string().check(z.maxLength(3))),
    count: z.optional(z.int().check(z.minimum(1), z.maximum(9))),
    flag: z.optional(z.union([z.literal([0, 1]), z.enum(['0', '1', '']), z.null()])),
  });
  test.each<[object, boolean]>([
    [{ text: 123 }, true],
    [{ text: 1234 }, false],
    [{ text: true }, false],
    [{ text: null }, false],
    [{ text: 1e21 }, false],
    [{ count: '9' }, true],
    [{ count: '10' }, false],
    [{ count: '' }, false],
    [{ count: ' ' }, false],
    [{ count: '0x5' }, false],
    [{ count: '1e0' }, false],
    [{ count: '1.5' }, false],
    [{ count: true }, false],
    [{ flag: '' }, true],
    [{ flag: '2' }, false],
    [{ flag: 2 }, false],
  ])('%j is read: %j', (value, isRead) => {
    expect(fits(schema, coerceTo(schema, value))).toBe(isRead);
  });

  test('a day that does not exist stays unchanged, for a later check', () => {
    const [leaf] = cases.filter(({ writings }) => writings === DAY);
    expect(
      coerceTo(
        leaf?.schema as Schema,
        withValue(sampleOf(leaf?.schema as Schema), leaf?.path ?? [], '31/02/2026'),
      ),
    ).toEqual(withValue(sampleOf(leaf?.schema as Schema), leaf?.path ?? [], '31/02/2026'));
  });
});
