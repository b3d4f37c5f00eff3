import { useMemo, useState } from 'react';
import { useAddress } from '#web/ui/useAddress.ts';
import {
  areSameFilters,
  initialFilters,
  readFilters,
  writeFilters,
  type FilterKinds,
  type TypedFilters,
} from './filters.ts';

/**
 * The filters of a list. They are in the address, so that they survive a reload, can be shared, and Back returns to the
 * previous ones. `clears` names other parameters of the address that belong to the old filters, such as an open record.
 */
export function useFilters<const Kinds extends FilterKinds>(kinds: Kinds, clears: readonly string[] = []) {
  const { params, change } = useAddress();
  const [resets, setResets] = useState(0);
  const written = JSON.stringify(Object.keys(kinds).map((name) => params.get(name)));
  // The values stay the same object while other parts of the address change.
  const values = useMemo(() => {
    const names = Object.keys(kinds);
    const texts = JSON.parse(written) as (string | null)[];
    return readFilters(kinds, (name) => texts[names.indexOf(name)]);
  }, [kinds, written]);

  /** Writes some filters and keeps the others. Without `replace`, Back returns to the previous filters. */
  function set(some: Partial<TypedFilters<Kinds>>, { replace }: { readonly replace: boolean }): void {
    const cleared = Object.fromEntries(clears.map((name) => [name, null]));
    const all: Readonly<Record<string, string | null>> = writeFilters(kinds, { ...values, ...some });
    const changed = Object.keys(some).map((name) => [name, all[name] ?? null] as const);
    change({ ...cleared, ...Object.fromEntries(changed) }, { replace });
  }

  return {
    kinds,
    values,
    isInitial: areSameFilters(kinds, values, initialFilters(kinds)),
    set,
    /** How often all filters were replaced, with what is typed and not listed. */
    resets,
    reset: () => {
      setResets((times) => times + 1);
      change(Object.fromEntries([...Object.keys(kinds), ...clears].map((name) => [name, null])), {
        replace: true,
      });
    },
  };
}

export type Filters<Kinds extends FilterKinds> = ReturnType<typeof useFilters<Kinds>>;
