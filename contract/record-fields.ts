import * as z from 'zod/mini';
import type { FieldRule } from '#domain/rules.ts';
import { answered, limited, reference as referenceInput, referenceValue, yesOrNo } from './fields.ts';
import { wired } from './wire.ts';

/**
 * The kinds of fields that a record can have. Each kind states how its value travels: in a row of a reply, and in the
 * record that a save sends. The kinds are few and closed; a field that fits none is written by hand in its module.
 */

export type FieldKind =
  | 'text'
  | 'code'
  | 'whole'
  | 'yes-no'
  | 'active'
  | 'choice'
  | 'reference'
  | 'references';

/** What every field states. Its rule is part of it: browser and server check the field by it. */
interface FieldOptions extends FieldRule {
  /** Its name on the wire after the prefix of the record; its own name in lower case by default. */
  readonly wire?: string;
  /** The message if another record has the value. A unique index of the table enforces it. */
  readonly unique?: string;
  /** The width of its column in the list in pixels. Without it the list does not show the field. */
  readonly list?: number;
  /** Whether the list can be sorted by it; without it, what its kind says. */
  readonly sorts?: boolean;
  /** The width of its column in the export in characters. */
  readonly sheet: number;
  /** The heading of its column in export and import, if it differs from the label. */
  readonly header?: string;
  /** Its cell in the example row of the import. */
  readonly example: string;
  /** Whether the sheet of an import can come without its column. */
  readonly mayLackColumn?: true;
}

/** The column of a sheet with the id of a record that another record refers to. */
interface IdColumn {
  readonly header: string;
  readonly sheet: number;
}

export interface RecordField<Value = unknown> extends FieldOptions {
  readonly kind: FieldKind;
  /** Its value in a new record. */
  readonly blank: Value;
  /** Its form in a row of a reply, and in the record that a save sends. */
  readonly row: z.ZodMiniType<Value>;
  readonly input: z.ZodMiniType<Value>;
  /** The field of the row with the name of the referenced record, and its form. */
  readonly shownAs?: string;
  readonly shown?: z.ZodMiniType;
  /** Its value is the id of the referenced record, not its serial number. Sheets have a column for the id. */
  readonly ids?: IdColumn;
  /** The words of a choice, by code. */
  readonly words?: Readonly<Record<string, string>>;
  /** The few numbers that can be chosen. */
  readonly numbers?: readonly string[];
}

/** A number that is 0 in a row if there is none. */
const numberOrNone = wired(z.int(), referenceValue, (value: string | null) => Number(value ?? 0));

/** What a save must send is not optional on the wire either. */
const sent = <Form extends z.ZodMiniType>({ required }: FieldOptions, form: Form) =>
  required === true ? form : z.optional(form);

const trimmed = (typed: string | undefined): string => (typed ?? '').trim();
const capitals = (typed: string | undefined): string => trimmed(typed).toUpperCase();

/** A line of text. */
export const text = (options: FieldOptions): RecordField<string> => ({
  ...options,
  kind: 'text',
  blank: '',
  row: z.string(),
  input: wired(sent(options, z.string()), trimmed, trimmed),
});

/** A code, stored in capitals. */
export const code = (options: FieldOptions): RecordField<string> => ({
  ...text(options),
  kind: 'code',
  input: wired(sent(options, z.string()), capitals, trimmed),
});

/** A whole number as typed, or one of a few; null if there is none, which is 0 in a row. */
export const whole = (
  options: FieldOptions & { readonly numbers?: readonly string[]; readonly blank?: string },
): RecordField<string | null> => ({
  blank: null,
  ...options,
  kind: 'whole',
  row: numberOrNone,
  input: wired(sent(options, referenceInput), referenceValue, (typed: string | null) => trimmed(typed ?? '')),
});

type FlagOptions = Omit<FieldOptions, 'example'> & { readonly example?: string };

/** A flag; `unanswered` is its value if a save leaves it out. */
const flagField = <Value extends boolean | null>(
  kind: FieldKind,
  options: FieldOptions,
  { blank, unanswered }: { readonly blank: boolean | Value; readonly unanswered: Value },
): RecordField<boolean | Value> => ({
  ...options,
  kind,
  blank,
  row: yesOrNo,
  input: wired(
    sent(options, answered),
    (received): boolean | Value => received ?? unanswered,
    (answer) => answer,
  ),
});

/** Yes or no; no if it is not answered. */
export const yesNo = (options: FlagOptions): RecordField<boolean> =>
  flagField('yes-no', { example: 'No', ...options }, { blank: false, unanswered: false });

/** Yes or no, which must be answered; null if it is not. */
export const requiredYesNo = (options: FlagOptions): RecordField<boolean | null> =>
  flagField('yes-no', { example: 'No', ...options, required: true }, { blank: null, unanswered: null });

const ACTIVE = { label: 'Status', list: 104, sheet: 10, example: 'Active' } as const;

/** Whether the record can be chosen; active if it is not answered. */
export const active = (): RecordField<boolean> =>
  flagField('active', ACTIVE, { blank: true, unanswered: true });

/** The same, but a save must answer it. */
export const requiredActive = (): RecordField<boolean | null> =>
  flagField('active', { ...ACTIVE, required: true }, { blank: true, unanswered: null });

/** One of the codes of a closed list; the blank one if it is not answered. */
export const choice = <const Words extends Readonly<Record<string, string>>>(
  words: Words,
  { blank, ...options }: FieldOptions & { readonly blank: keyof Words & string },
): RecordField<keyof Words & string> => {
  type Code = keyof Words & string;
  const codes = z.enum(Object.keys(words) as [Code, ...Code[]]);
  return {
    ...options,
    kind: 'choice',
    words,
    blank,
    row: codes,
    input: wired(
      sent(options, codes),
      (received): Code => received ?? blank,
      (value) => value,
    ),
  };
};

const ID_CHARS = 20;
const MAX_REFERENCES = 2_000;

interface ReferenceOptions<Shown extends string> extends FieldOptions {
  /** The field of the row with the name of the referenced record. */
  readonly shownAs: Shown;
}
interface ByIdOptions<Shown extends string> extends ReferenceOptions<Shown> {
  readonly ids: IdColumn;
}

interface ReferenceField<Value, Shown extends string, Names> extends RecordField<Value> {
  readonly shownAs: Shown;
  readonly shown: z.ZodMiniType<Names>;
}

/** Another record by its serial number; null if there is none. */
export const reference = <const Shown extends string>(
  options: ReferenceOptions<Shown>,
): ReferenceField<string | null, Shown, string> => ({
  ...options,
  kind: 'reference',
  blank: null,
  row: numberOrNone,
  shown: z.string(),
  input: wired(sent(options, referenceInput), referenceValue, (value: string | null) => value),
});

/** Another record by its id; null if there is none. */
export const referenceById = <const Shown extends string>(
  options: ByIdOptions<Shown>,
): ReferenceField<string | null, Shown, string> => ({
  ...options,
  kind: 'reference',
  blank: null,
  row: z.string(),
  shown: z.string(),
  input: wired(
    sent(options, limited(ID_CHARS)),
    (id): string | null => capitals(id),
    (id) => id ?? '',
  ),
});

/** Several other records by their ids, each once. */
export const referencesById = <const Shown extends string>(
  options: ByIdOptions<Shown>,
): ReferenceField<readonly string[], Shown, readonly string[]> => ({
  ...options,
  kind: 'references',
  blank: [],
  row: z.array(z.string()),
  shown: z.array(z.string()),
  input: wired(
    z.array(limited(ID_CHARS)).check(z.maxLength(MAX_REFERENCES)),
    (ids): readonly string[] => [...new Set(ids.map(capitals))],
    (ids) => [...ids],
  ),
});
