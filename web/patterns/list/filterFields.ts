import { useState } from 'react';
import { readIsoDate, type IsoDate } from '#domain/dates.ts';
import { useDebouncedTexts } from '#web/ui/useDebouncedTexts.ts';
import {
  areSameFilters,
  readFilters,
  writeFilters,
  type FilterKind,
  type FilterKinds,
  type TypedFilters,
} from './filters.ts';
import type { Filters } from './useFilters.ts';

interface TextProps {
  readonly autoComplete: 'off';
  readonly value: string;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/** For a SelectField or any picker. A choice with an initial value cannot be cleared. */
interface ChoiceProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly clearable?: boolean;
  readonly allowDeselect?: boolean;
}

interface DateProps {
  readonly value: string;
  readonly onChange: (day: IsoDate | null, written: string) => void;
}

interface FlagProps {
  readonly checked: boolean;
  readonly onChange: (event: { readonly currentTarget: { readonly checked: boolean } }) => void;
}

interface PropsOfKind {
  readonly text: TextProps;
  readonly choice: ChoiceProps;
  readonly date: DateProps;
  readonly flag: FlagProps;
}

/** The props that bind a field to its filter: `<DateInput label="From" {...field('from')} />`. */
export type FieldOf<Kinds extends FilterKinds> = <Name extends keyof Kinds & string>(
  name: Name,
) => PropsOfKind[Kinds[Name]['kind']];

function propsOf(
  { kind, ...rest }: FilterKind,
  value: string | boolean,
  set: (value: string | boolean) => void,
): PropsOfKind[keyof PropsOfKind] {
  switch (kind) {
    case 'flag':
      return {
        checked: value === true,
        onChange: (event) => set(event.currentTarget.checked),
      } satisfies FlagProps;
    case 'date':
      return { value: String(value), onChange: (_, written) => set(written) } satisfies DateProps;
    case 'text':
      return {
        autoComplete: 'off',
        value: String(value),
        onChange: (event) => set(event.currentTarget.value),
      } satisfies TextProps;
    case 'choice':
      return {
        value: value === '' ? null : String(value),
        onChange: (chosen) => set(chosen ?? ''),
        ...('initial' in rest ? { clearable: false, allowDeselect: false } : {}),
      } satisfies ChoiceProps;
  }
}

type Value = string | boolean;
type Values = Readonly<Record<string, Value>>;

const oneFilter = <Kinds extends FilterKinds>(name: string, value: Value) =>
  ({ [name]: value }) as unknown as Partial<TypedFilters<Kinds>>;

/** Fields that filter at once; a text takes effect when the typing pauses. */
export function useLiveFields<Kinds extends FilterKinds>(filters: Filters<Kinds>): FieldOf<Kinds> {
  const { kinds, set } = filters;
  const values = filters.values as Values;
  const textNames = Object.keys(kinds).filter((name) => kinds[name]?.kind === 'text');
  const typing = useDebouncedTexts(
    Object.fromEntries(textNames.map((name) => [name, String(values[name])])),
    (texts) => set(texts as unknown as Partial<TypedFilters<Kinds>>, { replace: true }),
  );

  function change(name: string, kind: FilterKind, value: Value): void {
    if (kind.kind === 'text') {
      typing.type(name, String(value));
      return;
    }
    // The list does not change while a date cannot be parsed, or is missing and required.
    const isDay =
      kind.kind !== 'date' || (value === '' ? kind.initial === undefined : readIsoDate(String(value)));
    if (isDay) set(oneFilter(name, value), { replace: true });
  }

  return (name) => {
    const kind: FilterKind = kinds[name] as FilterKind;
    const value = typing.texts[name] ?? values[name] ?? '';
    return propsOf(kind, value, (next) => change(name, kind, next)) as never;
  };
}

/** The typed filters. A filter whose value in the address changes, for example on Back, replaces what was typed for it. */
function useTypedFilters<Kinds extends FilterKinds>({ kinds, values, resets }: Filters<Kinds>) {
  const [typed, setTyped] = useState<TypedFilters<Kinds>>(values);
  const [seen, setSeen] = useState({ values, resets });
  if (resets !== seen.resets) {
    setSeen({ values, resets });
    setTyped(values);
  } else if (values !== seen.values) {
    const names = Object.keys(kinds).filter((name) => values[name] !== seen.values[name]);
    setSeen({ values, resets });
    setTyped({ ...typed, ...Object.fromEntries(names.map((name) => [name, values[name]])) });
  }
  return [typed, setTyped] as const;
}

/** Fields that take effect only on submit; until then the list does not change. */
export function useSubmittedFields<Kinds extends FilterKinds>(filters: Filters<Kinds>) {
  const { kinds, values, set } = filters;
  const [typed, setTyped] = useTypedFilters(filters);
  const change = (changes: Partial<TypedFilters<Kinds>>) => setTyped({ ...typed, ...changes });
  const field: FieldOf<Kinds> = (name) =>
    propsOf(kinds[name] as FilterKind, (typed as Values)[name] ?? '', (value) =>
      change(oneFilter(name, value)),
    ) as never;
  return {
    typed,
    change,
    field,
    isSame: areSameFilters(kinds, typed, values),
    submit: () => {
      const written = writeFilters(kinds, typed);
      // What the address does not hold as it was typed, such as spaces, is replaced although its value stays.
      setTyped(readFilters(kinds, (name) => written[name]));
      set(typed, { replace: false });
    },
  };
}
