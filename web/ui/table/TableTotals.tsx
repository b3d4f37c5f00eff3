import { memo } from 'react';
import { uiText } from '#web/texts/ui.ts';
import type { Column } from './columns.ts';
import styles from './DataTable.module.css';

interface TableTotalsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly { readonly original: Row }[];
}

function TableTotalsOf<Row>({ columns, rows }: TableTotalsProps<Row>) {
  if (!columns.some((column) => column.total)) return null;
  // A column of boxes to select is too narrow for the word.
  const named = columns.findIndex(({ head }) => head === undefined);
  const covered = rows.map((row) => row.original);
  return (
    <tfoot>
      <tr className={styles.totals}>
        {columns.map((column, index) => (
          <td key={column.id} data-align={column.align} data-named={index === named || undefined}>
            {column.total ? column.total(covered) : index === named ? uiText.table.total : null}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/**
 * The totals of the rows shown; absent if no column has one. Memoized, so that they are computed when the rows change,
 * not on each scroll.
 */
export const TableTotals = memo(TableTotalsOf) as typeof TableTotalsOf;
