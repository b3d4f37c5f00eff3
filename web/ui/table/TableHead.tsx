import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { nextSort, type Column, type Sort } from './columns.ts';
import styles from './DataTable.module.css';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
}

function TableHeadOf<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const sorted = sort?.column === column.id ? sort : null;
          const canSort = column.sortable && onSort;
          const direction = sorted?.descending ? 'descending' : 'ascending';
          return (
            <th
              key={column.id}
              scope="col"
              data-align={column.align}
              aria-sort={sorted ? direction : undefined}
            >
              {canSort ? (
                <button
                  type="button"
                  className={styles.sort}
                  title={uiText.table.sortBy(column.header)}
                  onClick={() => onSort(nextSort(sort, column.id))}
                >
                  <span className={styles.headText}>{column.header}</span>
                  <SortIcon sorted={sorted} />
                </button>
              ) : (
                (column.head ?? <span className={styles.headText}>{column.header}</span>)
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortIcon({ sorted }: { sorted: Sort | null }) {
  if (!sorted) return <IconArrowsSort size={12} className={styles.sortIdle} aria-hidden />;
  return sorted.descending ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />;
}

/** The sticky heading row; the headings that the server can sort by are buttons. */
export const TableHead = memo(TableHeadOf) as typeof TableHeadOf;
