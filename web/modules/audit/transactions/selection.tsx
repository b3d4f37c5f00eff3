import { Checkbox } from '@mantine/core';
import { createContext, use, useRef, useState, useSyncExternalStore } from 'react';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { makeRowStore, useRowValue, type RowStore } from './stores.ts';

const text = auditWorkText.transactions;

export interface Selection {
  readonly store: RowStore<true>;
  /** Selects or deselects a pending row; a range extends from the row toggled last. */
  readonly toggle: (row: AuditTransaction, isRange: boolean) => void;
  /** Selects all pending rows that are shown, or none if all of them are selected. */
  readonly toggleAll: () => void;
}

export const SelectionContext = createContext<Selection | null>(null);

/** `shown` returns the rows that the list shows, in their order; only pending ones can be selected. */
export function useSelection(
  shown: () => readonly AuditTransaction[],
  isPending: (row: AuditTransaction) => boolean,
): Selection {
  const [store] = useState(() => makeRowStore<true>());
  const anchor = useRef(0);

  function toggle(row: AuditTransaction, isRange: boolean): void {
    const rows = shown();
    const ends = [anchor.current, row.lineNo].map((line) => rows.findIndex((each) => each.lineNo === line));
    const range =
      isRange && !ends.includes(-1) ? rows.slice(Math.min(...ends), Math.max(...ends) + 1) : [row];
    anchor.current = row.lineNo;
    const isOff = range.length === 1 && store.get(row.lineNo) === true;
    store.set(range.filter(isPending).map((each) => [each.lineNo, isOff ? undefined : true]));
  }
  function toggleAll(): void {
    const pending = shown().filter(isPending);
    const areAll = pending.every((row) => store.get(row.lineNo) === true);
    store.set(pending.map((row) => [row.lineNo, areAll ? undefined : true]));
  }
  return { store, toggle, toggleAll };
}

/** How many rows are selected. */
export const useSelectedCount = (store: RowStore<true>): number =>
  useSyncExternalStore(store.subscribe, () => store.rows().length);

export function SelectBox({ row }: { row: AuditTransaction }) {
  const selection = use(SelectionContext);
  return selection === null ? null : <SelectRow row={row} selection={selection} />;
}

function SelectRow({ row, selection }: { row: AuditTransaction; selection: Selection }) {
  const isSelected = useRowValue(selection.store, row.lineNo) === true;
  return (
    <Checkbox
      size="xs"
      // The row is the tab stop; Space on it ticks the box.
      tabIndex={-1}
      aria-label={text.selectRow(text.nameOf(row.type, row.number))}
      checked={isSelected}
      onChange={({ nativeEvent }) =>
        selection.toggle(row, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

export function SelectAllBox() {
  const selection = use(SelectionContext);
  return selection === null ? null : <SelectAll selection={selection} />;
}

function SelectAll({ selection }: { selection: Selection }) {
  const count = useSelectedCount(selection.store);
  return (
    <Checkbox
      size="xs"
      aria-label={text.selectAll}
      checked={count > 0}
      indeterminate={count > 0}
      onChange={selection.toggleAll}
    />
  );
}
