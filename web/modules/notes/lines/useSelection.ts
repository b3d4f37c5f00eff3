import { createContext, useCallback, useMemo, useRef, useState } from 'react';
import { keyOf, type Line } from './line.ts';

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Selects or deselects one line; a range extends from the line toggled last to this one. */
  readonly toggle: (key: string, isRange: boolean) => void;
  readonly set: (keys: readonly string[], isSelected: boolean) => void;
}

export const NO_SELECTION: Selection = { keys: new Set(), toggle: () => undefined, set: () => undefined };

/** A context for the checkboxes in the rows, so that a toggle renders checkboxes and not the whole table. */
export const SelectionContext = createContext(NO_SELECTION);

const withKeys = (before: ReadonlySet<string>, keys: readonly string[]) => new Set([...before, ...keys]);
const withoutKeys = (before: ReadonlySet<string>, keys: readonly string[]) => {
  const out = new Set(keys);
  return new Set([...before].filter((key) => !out.has(key)));
};

/** The ticked keys; kept by the caller, so that they survive a visit to the summary. */
export const useTicks = () => useState<ReadonlySet<string>>(NO_SELECTION.keys);
export type Ticks = ReturnType<typeof useTicks>;

/** The selected lines; ticked keys that are no longer in the list do not count. */
export function useSelection(lines: readonly Line[], shown: readonly Line[], [chosen, setChosen]: Ticks) {
  const anchor = useRef<string | null>(null);

  const set = useCallback(
    (keys: readonly string[], isSelected: boolean) =>
      setChosen((before) => (isSelected ? withKeys(before, keys) : withoutKeys(before, keys))),
    [setChosen],
  );
  const toggle = useCallback(
    (key: string, isRange: boolean) => {
      const keys = shown.map(keyOf);
      const ends = [keys.indexOf(anchor.current ?? ''), keys.indexOf(key)];
      const range =
        isRange && !ends.includes(-1) ? keys.slice(Math.min(...ends), Math.max(...ends) + 1) : [key];
      anchor.current = key;
      setChosen((before) =>
        before.has(key) && range.length === 1 ? withoutKeys(before, range) : withKeys(before, range),
      );
    },
    [shown, setChosen],
  );

  const selected = useMemo(() => lines.filter((line) => chosen.has(keyOf(line))), [lines, chosen]);
  const selection = useMemo<Selection>(
    () => ({ keys: new Set(selected.map(keyOf)), toggle, set }),
    [selected, toggle, set],
  );
  return { selected, selection };
}
