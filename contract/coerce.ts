import * as z from 'zod/mini';
import { readWireDate } from '#domain/dates.ts';

/**
 * Coerces a value inside JSON, in the same way for every call. Clients send a number as a number or as text, and a day
 * as yyyy-MM-dd or dd/MM/yyyy. The value is converted to the form of the schema before the schema validates it, so that
 * every limit of the schema still applies. A value that cannot be converted stays unchanged, and the schema refuses it.
 */

type Schema = z.core.$ZodType;

const days = new WeakSet<Schema>();

/** Marks a text schema as a day: it accepts either form and becomes yyyy-MM-dd. */
export function asDay<S extends Schema>(schema: S): S {
  days.add(schema);
  return schema;
}
export const isDay = (schema: Schema): boolean => days.has(schema);

const PLAIN_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** A number as text, if the text represents it exactly. */
function toText(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : '';
  return PLAIN_NUMBER.test(text) ? text : value;
}

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : value;

const toDay = (value: unknown): unknown =>
  typeof value === 'string' ? (readWireDate(value) ?? value) : value;

/** The form of the value that is one of the words; the value itself if none is. */
const oneOfWords = (words: readonly unknown[], value: unknown): unknown =>
  [value, toText(value), toNumber(value)].find((form) => words.includes(form)) ?? value;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (
  record: Record<string, unknown>,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** The first schema that accepts the value decides its form, so that both spellings become the same value. */
function toUnion(options: readonly Schema[], value: unknown): unknown {
  for (const option of options) {
    const read = coerceTo(option, value);
    if (z.safeParse(option, read).success) return read;
  }
  return value;
}

export function coerceTo(schema: Schema, value: unknown): unknown {
  if (isDay(schema)) return toDay(value);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const { shape } = def;
      if (!isRecord(value)) return value;
      return mapValues(value, (each, name) => {
        const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
        return inner === undefined ? each : coerceTo(inner, each);
      });
    }
    case 'array':
      return Array.isArray(value) ? value.map((each) => coerceTo(def.element, each)) : value;
    case 'record':
      return isRecord(value) ? mapValues(value, (each) => coerceTo(def.valueType, each)) : value;
    case 'optional':
    case 'nullable':
      return value === undefined || value === null ? value : coerceTo(def.innerType, value);
    case 'pipe':
      return coerceTo(def.in, value);
    case 'union':
      return toUnion(def.options, value);
    case 'string':
      return toText(value);
    case 'number':
      return toNumber(value);
    case 'enum':
      return oneOfWords(Object.values(def.entries), value);
    case 'literal':
      return oneOfWords(def.values, value);
    default:
      return value;
  }
}
