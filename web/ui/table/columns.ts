import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  tableFeatures,
  type ColumnDef,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** One column of a list. */
export interface Column<Row> {
  id: string;
  header: string;
  /** The cell's text: shown unless `cell` says otherwise, and what the quick filter reads. */
  value: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** Least width in pixels; spare room is shared in proportion. */
  width?: number;
  /** Least width on a phone, where it is another. */
  phoneWidth?: number;
  /** Only where the server can sort by it. */
  sortable?: boolean;
  /** False for a column that must stay, such as the number. */
  hideable?: boolean;
  initiallyHidden?: boolean;
  /** Left out on a phone until somebody chooses it. */
  offPhone?: true;
  /** The cell of the totals row, made from the rows it covers. */
  total?: (rows: readonly Row[]) => ReactNode;
}

/** Which column the server sorts by. */
export interface Sort {
  column: string;
  descending: boolean;
}

export const DEFAULT_COLUMN_WIDTH_PX = 120;

/** Sorting is the server's; the table itself only hides columns and filters what is loaded. */
export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  filterFns: { includesString: filterFn_includesString },
});

/** Our columns as the table library wants them. */
export function toColumnDefs<Row extends object>(
  columns: readonly Column<Row>[],
): ColumnDef<typeof listFeatures, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    accessorFn: column.value,
    enableHiding: column.hideable ?? true,
  }));
}

/** The sort after a press on a heading: ascending, descending, then the list's own order. */
export function nextSort(current: Sort | null, column: string): Sort | null {
  if (current?.column !== column) return { column, descending: false };
  return current.descending ? null : { column, descending: true };
}
