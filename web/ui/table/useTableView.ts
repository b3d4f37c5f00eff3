import { useMemo, useState } from 'react';
import { readView, writeView, type TableView } from './storedView.ts';
import type { Column } from './columns.ts';

const PHONE = '(max-width: 36em)';

/** Density and visible columns of one list, stored on this machine. */
export function useTableView<Row>(tableId: string, columns: readonly Column<Row>[]) {
  const [view, setView] = useState<TableView>(() => readView(tableId));

  const [isPhone] = useState(() => matchMedia(PHONE).matches);

  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ id, initiallyHidden = false, offPhone = false }) => [
          id,
          view.columns[id] ?? !(initiallyHidden || (isPhone && offPhone)),
        ]),
      ),
    [columns, view.columns, isPhone],
  );
  return useMemo(() => {
    function change(next: Partial<TableView>): void {
      const merged = { ...view, ...next };
      setView(merged);
      writeView(tableId, merged);
    }
    return {
      density: view.density,
      isPhone,
      columnVisibility,
      setDensity: (density: TableView['density']) => change({ density }),
      setColumnShown: (column: string, shown: boolean) =>
        change({ columns: { ...view.columns, [column]: shown } }),
    };
  }, [tableId, view, isPhone, columnVisibility]);
}
