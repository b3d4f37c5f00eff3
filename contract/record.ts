import * as z from 'zod/mini';
import type { StepUpKind } from '#domain/access/factors.ts';
import type { RightKey } from '#domain/rights.ts';
import type { Call, ReplyOf } from './define.ts';
import { defineMaster, defineMasterImport, lastChangeFields } from './master.ts';
import type { FieldKind, RecordField } from './record-fields.ts';
import { fromWire, named, toWire } from './wire.ts';

/**
 * A record is declared once, by its fields. From the declaration follow the names and forms on the wire, the rules that
 * both sides check, the calls, the columns of the table, of the list and of its sheets, and the fields of the form.
 * Names of the wire do not leave this folder: replies are read to rows, and saves take drafts.
 */

type Fields = Readonly<Record<string, RecordField>>;
type ValueOf<F> = F extends RecordField<infer Value> ? Value : never;

type Draft<F> = { readonly [Name in keyof F]: ValueOf<F[Name]> };
type ShownOf<F> = F extends { readonly shownAs: infer Name extends string; readonly shown: infer S }
  ? { readonly [N in Name]: S extends z.ZodMiniType<infer Shown> ? Shown : never }
  : object;
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** A row of the list: its number, the values of its fields, and the names of the records that it refers to. */
type Row<F> = { readonly srno: number } & Draft<F> & Joined<ShownOf<F[keyof F]>>;

/** The version of a record, who changed it last, and when (ISO 8601, UTC). */
interface LastChange {
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: string;
}

interface Declaration<F extends Fields, Narrowing extends string> {
  /** Its name in the trail, in statements and in the addresses of the browser. */
  readonly name: string;
  /** Its plural in lower case, as summaries and file names need it. */
  readonly plural: string;
  readonly endpoint: `${string}_a.php`;
  readonly right: RightKey;
  /** Where the specification or docs/readings.md requires it. */
  readonly source: string;
  /** The prefix of its names on the wire. */
  readonly wire: string;
  /** The field that names a record in messages; the list is sorted by it first. */
  readonly title: keyof F & string;
  readonly fields: F;
  /** Saves and imports can need a fresh second factor of this kind. */
  readonly stepUp?: StepUpKind;
  /** The filters of its drop-downs. */
  readonly narrowedBy?: readonly Narrowing[];
}

/** What a function needs of a record whose fields it does not know. */
export interface AnyRecord {
  readonly name: string;
  readonly plural: string;
  readonly right: RightKey;
  readonly title: string;
  readonly fields: Fields;
  /** The name of a field in the orders of the list. */
  readonly nameInOrders: (field: string) => string;
  /** The name of a field of the row on the wire. */
  readonly nameOnWire: (field: string) => string;
}

/** What a function needs of a record of which it knows only the types of its drafts and rows. */
export interface RecordOf<Draft, Row>
  extends
    AnyRecord,
    ReturnType<
      typeof defineMaster<z.ZodMiniType<Row>, z.ZodMiniType<Row & LastChange>, z.ZodMiniType<Draft>, never>
    >,
    ReturnType<typeof defineMasterImport> {
  readonly fields: Readonly<Record<keyof Draft & string, RecordField>>;
  readonly blank: Draft;
  /** A draft as a save stores it: without spaces around its texts, its codes in capitals. */
  readonly cleaned: (draft: Draft) => Draft;
}

export type DraftOf<R extends { readonly blank: unknown }> = R['blank'];
export type RowOf<R extends { readonly list: Call }> =
  ReplyOf<R['list']> extends readonly (infer Row)[] ? Row : never;

const SORTABLE = new Set<FieldKind>(['text', 'code', 'whole', 'reference']);

/** The fields by which the list can be sorted. */
export const sortableFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { kind, list, sorts = SORTABLE.has(kind) }]) =>
    list !== undefined && sorts ? [name] : [],
  );

/** The value of a text, a reference or several. */
export const asText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';

interface FlagWords {
  readonly yes: string;
  readonly no: string;
  readonly active: string;
  readonly inactive: string;
}

/** A field of a row in words, as lists and sheets show it. A reference is shown by its name. */
export function inWords(fields: Fields, name: string, row: object, flags: FlagWords): string {
  const { kind, words = {}, shownAs = name } = fields[name] ?? {};
  const value: unknown = row[shownAs as keyof typeof row];
  if (kind === 'yes-no') return value === true ? flags.yes : flags.no;
  if (kind === 'active') return value === true ? flags.active : flags.inactive;
  return kind === 'choice' ? (words[asText(value)] ?? '') : asText(value);
}

export function defineRecord<const F extends Fields, const Narrowing extends string = never>(
  declaration: Declaration<F, Narrowing>,
) {
  const { name, plural, endpoint, right, source, wire, title, fields, stepUp, narrowedBy } = declaration;
  const entries = Object.entries<RecordField>(fields);
  const nameInOrders = (field: string) => fields[field]?.wire ?? field.toLowerCase();
  const nameOnWire = (field: string) => `${wire}${nameInOrders(field)}`;
  const onWire = (field: string, form: z.ZodMiniType) => [field, [nameOnWire(field), form]] as const;

  const rowFields = Object.fromEntries([
    onWire('srno', z.int()),
    ...entries.flatMap(([field, { row: form, shownAs, shown }]) =>
      shownAs === undefined || shown === undefined
        ? [onWire(field, form)]
        : [onWire(field, form), onWire(shownAs, shown)],
    ),
  ]);
  const row = named('', rowFields) as z.ZodMiniType<Row<F>>;
  const detail = named('', { ...rowFields, ...lastChangeFields }) as z.ZodMiniType<Row<F> & LastChange>;
  const input = named(
    '',
    Object.fromEntries(entries.map(([field, { input: form }]) => onWire(field, form))),
  ) as unknown as z.ZodMiniType<Draft<F>>;
  const step = stepUp === undefined ? {} : { stepUp };
  return {
    name,
    plural,
    right,
    title,
    fields,
    nameInOrders,
    nameOnWire,
    blank: Object.fromEntries(entries.map(([field, { blank }]) => [field, blank])) as unknown as Draft<F>,
    cleaned: (draft: Draft<F>) => fromWire(input, toWire(input, draft)) as Draft<F>,
    ...defineMaster({
      endpoint,
      key: right,
      source,
      plural,
      row,
      detail,
      written: input,
      ...step,
      ...(narrowedBy === undefined ? {} : { narrowedBy }),
    }),
    ...defineMasterImport({ endpoint, key: right, plural, ...step }),
  };
}
