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
  /** Shown in the heading instead of its text. */
  head?: ReactNode;
  /** The cell's text: the quick filter searches it, and it is shown unless `cell` is set. */
  value: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** Numbers are aligned to the end. */
  align?: 'start' | 'end';
  /** Minimum width in pixels; spare space is shared in proportion. */
  width?: number;
  /** Minimum width on a phone, if it differs. */
  phoneWidth?: number;
  /** Set only if the server can sort by this column. */
  sortable?: boolean;
  /** False for a column that must stay, such as the number. */
  hideable?: boolean;
  initiallyHidden?: boolean;
  /** Hidden on a phone until the user shows it. */
  offPhone?: true;
  /** The cell of the totals row, computed from the rows that it covers. */
  total?: (rows: readonly Row[]) => ReactNode;
}

/** The column that the server sorts by. */
export interface Sort {
  column: string;
  descending: boolean;
}

export const DEFAULT_COLUMN_WIDTH_PX = 120;

/** The server sorts; the table itself only hides columns and filters the loaded rows. */
export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  filterFns: { includesString: filterFn_includesString },
});

/** Converts our columns to those of the table library. */
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
