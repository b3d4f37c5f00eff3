import * as z from 'zod/mini';

/**
 * One positional field of the wire: how its text becomes a value and back.
 * `form` names the writing for people who read the API page.
 */
export interface Field<T = unknown> {
  readonly form: 'text' | 'number' | 'json' | 'base64 json' | 'type^id';
  readonly codec: z.ZodMiniType<T, string>;
  /** The schema of the value inside, where the text wraps one. */
  readonly inner?: z.ZodMiniType;
  readonly optional?: true;
}

export type ValueOf<F> = F extends Field<infer T> ? T : never;

const MAX_TEXT_CHARS = 4_000;
const MAX_JSON_CHARS = 1_000_000;

/** Text inside a JSON value. */
export const limited = (maxChars: number) => z.string().check(z.maxLength(maxChars));

/** Plain text, taken as it is. */
export const text = (maxChars = MAX_TEXT_CHARS): Field<string> => ({
  form: 'text',
  codec: limited(maxChars),
});

const MAX_SERIAL = 999_999_999;
/** A serial number inside a JSON value. */
export const serial = z.int().check(z.minimum(0), z.maximum(MAX_SERIAL));

/** A serial number: 0 (or nothing) stands for a record that is not saved yet. */
export const srno = (): Field<number> => ({
  form: 'number',
  codec: z.codec(z.string().check(z.regex(/^\d{0,9}$/)), serial, {
    decode: (written) => Number(written),
    encode: (value) => String(value),
  }),
});

/** The id of a record; nothing (or 0) stands for one that is not saved yet. */
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
) {
  return z.codec(limited(MAX_JSON_CHARS), inner, {
    decode: (written, context) => {
      try {
        return JSON.parse(unwrap(written)) as unknown;
      } catch {
        context.issues.push({ code: 'custom', message: 'not JSON', input: written });
        return z.NEVER;
      }
    },
    encode: (value) => wrap(JSON.stringify(value)),
  });
}

/** A JSON value. */
export const json = <T>(inner: z.ZodMiniType<T>): Field<T> => ({
  form: 'json',
  inner,
  codec: jsonCodec(
    inner,
    (written) => written,
    (written) => written,
  ),
});

const fromBase64 = (written: string) =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(atob(written), (char) => char.charCodeAt(0)),
  );

/** Byte by byte: spread into one call, the bytes of a long value would be more arguments than a call can have. */
function toBase64(written: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(written)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** A JSON value that may be left out. */
export const optionalJson = <T>(inner: z.ZodMiniType<T>): Field<T | undefined> & { optional: true } => ({
  ...(json(inner) as Field<T | undefined>),
  optional: true,
});

/** A JSON value written in base64. */
export const base64Json = <T>(inner: z.ZodMiniType<T>): Field<T> => ({
  form: 'base64 json',
  inner,
  codec: jsonCodec(inner, fromBase64, toBase64),
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

/** What a list may be asked besides its own arguments: where to go on, how many, a search text, an order. */
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

/** What a drop-down may be asked besides: the entry of one value, active or not, or only those under a parent. */
export type OptionsPage<Name extends string = never> = Page & { readonly value?: string | undefined } & {
  readonly [N in Name]?: string | undefined;
};

/** The optional last field of a drop-down, which can be narrowed by what is named. */
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

/** 1 or 0 as a client writes it, number or text; nothing at all means that it was not answered. */
export const flag = z.union([z.literal([0, 1]), z.enum(['0', '1', '']), z.null()]);

/** What a written flag says; null when it was not answered. */
export const flagValue = (written: z.infer<typeof flag>): boolean | null =>
  written === '' || written === null ? null : Number(written) === 1;

/** 1 or 0 in a reply. */
export const bit = z.literal([0, 1]);

/** The serial number of a record that another one refers to, number or text; nothing at all means none. */
export const reference = z.union([serial, z.string().check(z.regex(/^\d{0,9}$/)), z.null()]);

/** The written reference as text; null when there is none. */
export const referenceValue = (written: z.infer<typeof reference> | undefined): string | null =>
  Number(written ?? 0) === 0 ? null : String(Number(written));

/** A day inside a JSON value, as yyyy-MM-dd or dd/MM/yyyy; `readWireDate` of domain/dates.ts reads both. */
export const day = z.string().check(z.regex(/^(?:\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})$/));

export const dayOrNone = z.union([day, z.literal('')]);
