import type { Source } from './source.ts';
import { useChosen } from './useEntries.ts';

/** The names of the values chosen in a picker; a value without a name is shown itself. */
export function ChosenNames({ source, values }: { source: Source; values: readonly string[] }) {
  const names = new Map(useChosen(source, values).map(({ value, name }) => [value, name]));
  return values.map((value) => names.get(value) ?? value).join(', ');
}
