import * as z from 'zod/mini';

/**
 * Values that the wire has in one form and the product in another. A schema declares both: its input is the form of the
 * wire, its output that of the product. Arguments are converted where they are read and written; replies by `fromWire`
 * and `toWire`, which convert without checking again.
 */

type Schema = z.core.$ZodType;

interface Conversion {
  readonly wire: Schema;
  readonly decode: (received: never) => unknown;
  readonly encode: (value: never) => unknown;
  /** Of a named object. */
  readonly names?: Readonly<Record<string, string>>;
}
const conversions = new WeakMap<Schema, Conversion>();

/** A value with a form of its own on the wire. */
export function wired<Wire extends z.ZodMiniType, Value>(
  wire: Wire,
  decode: (received: z.output<Wire>) => Value,
  encode: (value: Value) => z.output<Wire>,
): z.ZodMiniType<Value, z.input<Wire>> {
  const codec = z.codec(wire, z.any(), { decode, encode });
  conversions.set(codec, { wire, decode, encode });
  return codec;
}

type Fields = Readonly<Record<string, z.ZodMiniType | readonly [wire: string, form: z.ZodMiniType]>>;
type FormOf<F> = F extends readonly [string, infer Form] ? Form : F;
type NameOf<Prefix extends string, Name, F> = F extends readonly [infer Wire, unknown]
  ? Wire
  : Name extends string
    ? Prefix extends `${string}_` | ''
      ? `${Prefix}${Lowercase<Name>}`
      : `${Prefix}${Capitalize<Name>}`
    : never;
type ObjectOf<F> = z.ZodMiniObject<{ [Name in keyof F]: FormOf<F[Name]> & z.ZodMiniType }>;
type WireObjectOf<Prefix extends string, F> = z.ZodMiniObject<{
  [Name in keyof F as NameOf<Prefix, Name, F[Name]> & string]: FormOf<F[Name]> & z.ZodMiniType;
}>;

const wireName = (prefix: string, name: string): string =>
  prefix === '' || prefix.endsWith('_')
    ? prefix + name.toLowerCase()
    : prefix + name.slice(0, 1).toUpperCase() + name.slice(1);

/** The names on the wire of the fields of a named object, by their names in the product. */
export function namesOnWire(schema: Schema): Readonly<Record<string, string>> {
  const names = conversions.get(schema)?.names;
  if (names === undefined) throw new Error('this schema is not of a named object');
  return names;
}

/** Whether an object has a field of this name on the wire. */
export function hasOnWire(schema: Schema, name: string): boolean {
  const { def } = ((conversions.get(schema)?.wire ?? schema) as z.core.$ZodTypes)._zod;
  return def.type === 'object' && name in def.shape;
}

type Renamed = (record: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const renamed =
  (names: readonly (readonly [string, string])[]): Renamed =>
  (record) => {
    const result: Record<string, unknown> = {};
    for (const [from, to] of names) if (record[from] !== undefined) result[to] = record[from];
    return result;
  };

let tellDropped: (message: string) => void = () => undefined;

/**
 * What is told when a value has a field that its schema does not have, so that the wire loses it. The type check does
 * not see such a field if it comes from a spread. The browser reports it; tests fail.
 */
export const onDroppedField = (tell: (message: string) => void): void => {
  tellDropped = tell;
};

const encoded = (names: readonly (readonly [string, string])[]): Renamed => {
  const known = new Set(names.map(([name]) => name));
  const rename = renamed(names);
  return (record) => {
    for (const name in record)
      if (record[name] !== undefined && !known.has(name))
        tellDropped(`${name} does not go out: the fields are ${[...known].join(', ')}`);
    return rename(record);
  };
};

/**
 * An object whose fields have other names on the wire. A prefix that is empty or ends with `_` is followed by the name in
 * lower case (`req_travellername`), any other by the name with a capital (`umUserName`). A field whose name on the wire
 * does not follow so, such as one with capitals and no prefix, states it beside its form.
 */
export function named<const Prefix extends string, const F extends Fields>(
  prefix: Prefix,
  fields: F,
): z.ZodMiniType<z.output<ObjectOf<F>>, z.input<WireObjectOf<Prefix, F>>> {
  const parts = Object.entries(fields).map(([name, field]) =>
    'length' in field
      ? { name, wire: field[0], form: field[1] }
      : { name, wire: wireName(prefix, name), form: field },
  );
  const object = wired(
    z.object(Object.fromEntries(parts.map((part) => [part.wire, part.form]))),
    renamed(parts.map((part) => [part.wire, part.name])),
    encoded(parts.map((part) => [part.name, part.wire])),
  );
  const names = Object.fromEntries(parts.map((part) => [part.name, part.wire]));
  conversions.set(object, { ...(conversions.get(object) as Conversion), names });
  return object as never;
}

type Convert = (value: never) => unknown;
type Direction = 'decode' | 'encode';
const converters = {
  decode: new WeakMap<Schema, { readonly convert: Convert | null }>(),
  encode: new WeakMap<Schema, { readonly convert: Convert | null }>(),
};

function converterOf(schema: Schema, direction: Direction): Convert | null {
  const known = converters[direction].get(schema);
  if (known !== undefined) return known.convert;
  const convert = makeConverter(schema, direction);
  converters[direction].set(schema, { convert });
  return convert;
}

function makeConverter(schema: Schema, direction: Direction): Convert | null {
  const conversion = conversions.get(schema);
  if (conversion !== undefined) {
    const { wire, decode, encode } = conversion;
    const inner = converterOf(wire, direction) ?? ((value: never) => value);
    return direction === 'decode'
      ? (value) => decode(inner(value) as never)
      : (value) => inner(encode(value) as never);
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const inner = Object.entries(def.shape).flatMap(([name, each]) => {
        const convert = converterOf(each, direction);
        return convert === null ? [] : ([[name, convert]] as const);
      });
      if (inner.length === 0) return null;
      return (value: Readonly<Record<string, unknown>>) => {
        const result = { ...value };
        for (const [name, convert] of inner)
          if (result[name] !== undefined) result[name] = convert(result[name] as never);
        return result;
      };
    }
    case 'array': {
      const convert = converterOf(def.element, direction);
      return convert && ((value: readonly never[]) => value.map(convert));
    }
    case 'record': {
      const convert = converterOf(def.valueType, direction);
      return (
        convert &&
        ((value: Readonly<Record<string, never>>) =>
          Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each)])))
      );
    }
    case 'optional':
    case 'nullable': {
      const convert = converterOf(def.innerType, direction);
      return (
        convert &&
        ((value: unknown) => (value === null || value === undefined ? value : convert(value as never)))
      );
    }
    case 'union':
      if (def.options.some((option) => converterOf(option, direction) !== null))
        throw new Error('a union cannot have a form of its own on the wire');
      return null;
    case 'pipe':
      // A further check makes a copy of a schema.
      throw new Error('this schema has lost its form on the wire: check its fields, or what it is made of');
    default:
      return null;
  }
}

const converted = (schema: Schema, value: unknown, direction: Direction): unknown => {
  const convert = converterOf(schema, direction);
  return convert === null ? value : convert(value as never);
};

/** A reply in the form of the product. */
export const fromWire = (schema: Schema, received: unknown): unknown => converted(schema, received, 'decode');

/** A reply in the form of the wire. */
export const toWire = (schema: Schema, reply: unknown): unknown => converted(schema, reply, 'encode');
