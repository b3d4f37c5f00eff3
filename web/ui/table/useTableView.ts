import { useMemo, useState } from 'react';
import { readView, writeView, type TableView } from './storedView.ts';
import type { Column } from './columns.ts';

/** Density and chosen columns of one list, remembered on this machine. */
export function useTableView<Row>(tableId: string, columns: readonly Column<Row>[]) {
  const [view, setView] = useState<TableView>(() => readView(tableId));

  function change(next: Partial<TableView>): void {
    const merged = { ...view, ...next };
    setView(merged);
    writeView(tableId, merged);
  }

  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column) => [column.id, view.columns[column.id] ?? !column.initiallyHidden]),
      ),
    [columns, view.columns],
  );
  return {
    density: view.density,
    columnVisibility,
    setDensity: (density: TableView['density']) => change({ density }),
    setColumnShown: (column: string, shown: boolean) =>
      change({ columns: { ...view.columns, [column]: shown } }),
  };
}
