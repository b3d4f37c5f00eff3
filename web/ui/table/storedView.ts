/** The user's view settings of one list. */
export interface TableView {
  density: 'compact' | 'comfortable';
  /** Only the columns whose visibility differs from the default. */
  columns: Record<string, boolean>;
}

const STORE_PREFIX = 'bureau.table.';
/** Touch needs taller rows than a mouse. */
const initial = (): TableView => ({
  density: matchMedia('(pointer: coarse)').matches ? 'comfortable' : 'compact',
  columns: {},
});

function isView(value: unknown): value is TableView {
  if (typeof value !== 'object' || value === null) return false;
  const { density, columns } = value as Partial<TableView>;
  return (
    (density === 'compact' || density === 'comfortable') && typeof columns === 'object' && columns !== null
  );
}

/** The stored view of a list; the default view if nothing valid is stored. */
export function readView(tableId: string): TableView {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE_PREFIX + tableId) ?? 'null');
    return isView(stored) ? stored : initial();
  } catch {
    return initial();
  }
}

export function writeView(tableId: string, view: TableView): void {
  localStorage.setItem(STORE_PREFIX + tableId, JSON.stringify(view));
}
