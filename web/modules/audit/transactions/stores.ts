import { useSyncExternalStore } from 'react';

/** A value outside React, so that a change renders only the components that show it and not the whole list. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (watcher: () => void) => () => void;
}

export function makeStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const watcher of watchers) watcher();
    },
    subscribe: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export const useStore = <Value>({ subscribe, get }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get);

/** Values by row. A change of one row renders the cells of that row alone. */
export function makeRowStore<Value>() {
  const values = new Map<number, Value>();
  const watchers = new Set<() => void>();
  return {
    get: (row: number): Value | undefined => values.get(row),
    set: (changes: Iterable<readonly [number, Value | undefined]>): void => {
      for (const [row, value] of changes)
        if (value === undefined) values.delete(row);
        else values.set(row, value);
      for (const watcher of watchers) watcher();
    },
    /** Forgets a value without rendering: for a row that is replaced by a newly fetched one at the same moment. */
    forget: (row: number): void => void values.delete(row),
    clear: (): void => {
      values.clear();
      for (const watcher of watchers) watcher();
    },
    rows: (): readonly number[] => [...values.keys()],
    subscribe: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
export type RowStore<Value> = ReturnType<typeof makeRowStore<Value>>;

export const useRowValue = <Value>(store: RowStore<Value>, row: number): Value | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get(row));
