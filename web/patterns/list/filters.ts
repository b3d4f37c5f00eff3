import { readIsoDate, type IsoDate } from '#domain/dates.ts';

/**
 * The value of a filter: a text, one of some choices, a day, or yes and no. A choice without values accepts any text,
 * for choices that come from the server. A text in the address that the filter does not accept counts as absent.
 */
export type FilterKind =
  | { readonly kind: 'text'; readonly accepts?: (text: string) => boolean }
  | {
      readonly kind: 'choice';
      readonly values?: readonly string[];
      readonly accepts?: (text: string) => boolean;
      readonly initial?: string;
    }
  | { readonly kind: 'date'; readonly initial?: () => IsoDate }
  | { readonly kind: 'flag' };

/** The filters of a list by their names in the address. Declare them with `as const satisfies`. */
export type FilterKinds = Readonly<Record<string, FilterKind>>;

type ChoiceOf<Kind> = Kind extends { values: readonly (infer Value extends string)[] } ? Value : string;

/** The value of one filter; an empty text if nothing is chosen and the filter has no initial value. */
type ValueOf<Kind extends FilterKind> = Kind extends { kind: 'flag' }
  ? boolean
  : Kind extends { kind: 'choice'; initial: string }
    ? ChoiceOf<Kind>
    : Kind extends { kind: 'choice' }
      ? ChoiceOf<Kind> | ''
      : Kind extends { kind: 'date'; initial: () => IsoDate }
        ? IsoDate
        : Kind extends { kind: 'date' }
          ? IsoDate | ''
          : string;

/** The values while they are typed: a day may be a text that is not a date yet. */
export type TypedFilters<Kinds extends FilterKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends { kind: 'flag' }
    ? boolean
    : Kinds[Name] extends { kind: 'choice' }
      ? ValueOf<Kinds[Name]>
      : string;
};

/** The values that the list is filtered by. */
export type FilterValues<Kinds extends FilterKinds> = TypedFilters<Kinds> & {
  readonly [Name in keyof Kinds]: ValueOf<Kinds[Name]>;
};

const FLAG = '1';

function initialOf(kind: FilterKind): string | boolean {
  if (kind.kind === 'flag') return false;
  if (kind.kind === 'text') return '';
  return (kind.kind === 'date' ? kind.initial?.() : kind.initial) ?? '';
}

function readOne(kind: FilterKind, written: string): string | boolean {
  const text = written.trim();
  if (kind.kind === 'flag') return text === FLAG;
  if (text === '') return initialOf(kind);
  if (kind.kind === 'date') return readIsoDate(text) ?? initialOf(kind);
  const isOneOfThem = kind.kind === 'text' || (kind.values?.includes(text) ?? true);
  return isOneOfThem && (kind.accepts?.(text) ?? true) ? text : initialOf(kind);
}

/**
 * Returns null if the address omits the value. A day is always written, because an initial day moves with the calendar.
 */
function writeOne(kind: FilterKind, value: string | boolean | undefined): string | null {
  if (typeof value === 'boolean') return value ? FLAG : null;
  const text = value?.trim() ?? '';
  return text === '' || (kind.kind === 'choice' && text === kind.initial) ? null : text;
}

const mapKinds = <Kinds extends FilterKinds, Value>(
  kinds: Kinds,
  value: (kind: FilterKind, name: keyof Kinds & string) => Value,
) => Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, value(kind, name)]));

/** Reads the values from an address or from any other names and texts. */
export const readFilters = <Kinds extends FilterKinds>(
  kinds: Kinds,
  read: (name: keyof Kinds & string) => string | null | undefined,
) => mapKinds(kinds, (kind, name) => readOne(kind, read(name) ?? '')) as FilterValues<Kinds>;

/** The values as texts for the address; null removes a name from it. */
export const writeFilters = <Kinds extends FilterKinds>(kinds: Kinds, values: TypedFilters<Kinds>) =>
  mapKinds(kinds, (kind, name) => writeOne(kind, values[name])) as Record<
    keyof Kinds & string,
    string | null
  >;

export const initialFilters = <Kinds extends FilterKinds>(kinds: Kinds) =>
  mapKinds(kinds, initialOf) as FilterValues<Kinds>;

export const areSameFilters = <Kinds extends FilterKinds>(
  kinds: Kinds,
  one: TypedFilters<Kinds>,
  other: TypedFilters<Kinds>,
): boolean => Object.keys(kinds).every((name) => one[name] === other[name]);

/** The non-empty filters, for a call that omits the others. */
export const withoutEmpty = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== false)) as {
    [Name in keyof Values]?: Exclude<Values[Name], ''>;
  };
