import * as z from 'zod/mini';
import { asDay, coerceTo } from './coerce.ts';
import { isWithinSize } from './json-size.ts';
import { wired } from './wire.ts';

/**
 * One positional field of a request: the conversion between its text and its value. `form` is the name of the encoding
 * on the API page.
 */
export interface Field<T = unknown> {
  readonly form: 'text' | 'number' | 'json' | 'base64 json' | 'type^id';
  readonly codec: z.ZodMiniType<T, string>;
  /** The schema of the wrapped value, if the text wraps one. */
  readonly inner?: z.ZodMiniType;
  readonly optional?: true;
}

export type ValueOf<F> = F extends Field<infer T> ? T : never;

const MAX_TEXT_CHARS = 4_000;
const MAX_JSON_CHARS = 1_000_000;
/** The maximum number of values in one JSON field. A request with all its lines has about three thousand. */
const MAX_JSON_VALUES = 5_000;
/** The limit for a field with hundreds of lines or thousands of branches. */
export const MANY_JSON_VALUES = 12_000;

/** Text inside a JSON value. */
export const limited = (maxChars: number) => z.string().check(z.maxLength(maxChars));

/** Plain text without conversion. */
export const text = (maxChars = MAX_TEXT_CHARS): Field<string> => ({
  form: 'text',
  codec: limited(maxChars),
});

const MAX_SERIAL = 999_999_999;
/** A serial number inside a JSON value. */
export const serial = z.int().check(z.minimum(0), z.maximum(MAX_SERIAL));

/** A serial number. 0 or empty text means a record that is not saved yet. */
export const srno = (): Field<number> => ({
  form: 'number',
  codec: z.codec(z.string().check(z.regex(/^\d{0,9}$/)), serial, {
    decode: (written) => Number(written),
    encode: (value) => String(value),
  }),
});

/** The id of a record. Empty text or 0 means a record that is not saved yet. */
export const recordId = (maxChars: number): Field<string> => ({
  form: 'text',
  codec: z.codec(limited(maxChars), z.string(), {
    decode: (written) => (written === '0' ? '' : written),
    encode: (value) => value,
  }),
});

/** One of a few fixed words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  words: Words,
): Field<Words[number]> => ({
  form: 'text',
  codec: z.enum(words),
});

function jsonCodec<T>(
  inner: z.ZodMiniType<T>,
  unwrap: (written: string) => string,
  wrap: (json: string) => string,
  maxValues: number,
  maxChars = MAX_JSON_CHARS,
) {
  return z.codec(limited(maxChars), inner, {
    decode: (written, context) => {
      try {
        const json = unwrap(written);
        if (isWithinSize(json, maxValues)) return coerceTo(inner, JSON.parse(json));
      } catch {
        // The failure is reported below.
      }
      context.issues.push({ code: 'custom', message: 'no JSON that can be read', input: written });
      return z.NEVER;
    },
    encode: (value) => wrap(JSON.stringify(value)),
  });
}

/** A JSON value. */
export const json = <T>(
  inner: z.ZodMiniType<T>,
  maxValues = MAX_JSON_VALUES,
  maxChars = MAX_JSON_CHARS,
): Field<T> => ({
  form: 'json',
  inner,
  codec: jsonCodec(
    inner,
    (written) => written,
    (written) => written,
    maxValues,
    maxChars,
  ),
});

/** Uses a loop because `Uint8Array.from` with a function is forty times slower. */
function fromBase64(written: string): string {
  const binary = atob(written);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Converts byte by byte: spreading the bytes of a long value into one call would exceed the maximum number of
 * arguments.
 */
function toBase64(written: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(written)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** An optional JSON value. */
export const optionalJson = <T>(inner: z.ZodMiniType<T>): Field<T | undefined> & { optional: true } => ({
  ...(json(inner) as Field<T | undefined>),
  optional: true,
});

/** A JSON value encoded in base64. */
export const base64Json = <T>(inner: z.ZodMiniType<T>, maxValues = MAX_JSON_VALUES): Field<T> => ({
  form: 'base64 json',
  inner,
  codec: jsonCodec(inner, fromBase64, toBase64, maxValues),
});

export interface TypeAndId<Type extends string = string> {
  readonly type: Type;
  readonly id: string;
}

/** Two values in one field, as in `B^MUM`. */
export const typeAndId = <const Types extends readonly [string, ...string[]]>(
  types: Types,
): Field<TypeAndId<Types[number]>> => {
  const inner = z.object({ type: z.enum(types), id: z.string().check(z.minLength(1), z.maxLength(50)) });
  return {
    form: 'type^id',
    inner,
    codec: z.codec(limited(60), inner, {
      decode: (written) => {
        const cut = written.indexOf('^');
        return { type: written.slice(0, Math.max(cut, 0)), id: written.slice(cut + 1) };
      },
      encode: ({ type, id }) => `${type}^${id}`,
    }),
  };
};

/** The options of every list: the cursor, the page size, a search text and the sort order. */
export const pageSchema = z.object({
  after: z.optional(z.string().check(z.maxLength(500))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
  q: z.optional(z.string().check(z.maxLength(100))),
  sort: z.optional(z.string().check(z.regex(/^-?[a-z]{1,30}$/))),
});

export type Page = z.infer<typeof pageSchema>;

/** The optional last field of a list. */
export const page = (): Field<Page | undefined> & { optional: true } => optionalJson(pageSchema);

const narrowedBy = z.optional(z.string().check(z.maxLength(50)));

/** The extra options of a drop-down: the entry of one value, active or not, or only the entries under a parent. */
export type OptionsPage<Name extends string = never> = Page & { readonly value?: string | undefined } & {
  readonly [N in Name]?: string | undefined;
};

/** The optional last field of a drop-down, with the given filters. */
export const optionsPage = <const Name extends string = never>(
  names: readonly Name[] = [],
): Field<OptionsPage<Name> | undefined> & { optional: true } => ({
  ...(json(
    z.extend(pageSchema, {
      value: narrowedBy,
      ...Object.fromEntries(names.map((name) => [name, narrowedBy])),
    }),
  ) as Field as Field<OptionsPage<Name> | undefined>),
  optional: true,
});

const recordNumber = z.int().check(z.minimum(1));
/** A record as the argument of a call names it: an object with its number, or the number alone. */
export const namedRecord = z.union([z.object({ srno: recordNumber }), recordNumber]);
export const numberOf = (named: z.infer<typeof namedRecord>): number =>
  typeof named === 'number' ? named : named.srno;

/** 1 or 0 as a client sends it, as a number or as text. Empty or null means that it was not answered. */
export const flag = z.union([z.literal([0, 1]), z.enum(['0', '1', '']), z.null()]);

/** The boolean of a received flag; null if it was not answered. */
export const flagValue = (written: z.infer<typeof flag>): boolean | null =>
  written === '' || written === null ? null : Number(written) === 1;

/** 1 or 0 in a reply. */
export const bit = z.literal([0, 1]);

const bitOf = (answer: boolean): 0 | 1 => (answer ? 1 : 0);

/** Yes or no in a reply. */
export const yesOrNo = wired(bit, (received) => received === 1, bitOf);

/** Yes or no as a client sends it; null if it was not answered. */
export const answered = wired(flag, flagValue, (answer: boolean | null) =>
  answer === null ? null : bitOf(answer),
);

/** The serial number of a referenced record, as a number or as text. Empty or null means none. */
export const reference = z.union([serial, z.string().check(z.regex(/^\d{0,9}$/)), z.null()]);

/** The received reference as text; null if there is none. */
export const referenceValue = (written: z.infer<typeof reference> | undefined): string | null =>
  Number(written ?? 0) === 0 ? null : String(Number(written));

/** A day inside a JSON value, as yyyy-MM-dd or dd/MM/yyyy. It is read as yyyy-MM-dd, if there is such a day. */
export const day = asDay(z.string().check(z.regex(/^(?:\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})$/)));

/** The same for a form: any other text is a mistake of the user, and a later check reports it. */
export const typedDay = asDay(z.string());

export const dayOrNone = z.union([day, z.literal('')]);

const trimmed = (typed: string): string => typed.trim();

/** A typed text; spaces around it are left out. */
export const typedText = wired(z.string(), trimmed, trimmed);
/** A typed code, stored in capitals. */
export const typedCode = wired(z.string(), (typed) => typed.trim().toUpperCase(), trimmed);
