import { mastersText } from '#web/texts/masters.ts';
import type { Column } from '#web/ui/table/columns.ts';

/** Column ids are the sort keys of the server. */

export const numberColumn = <Row,>(srno: (row: Row) => number): Column<Row> => ({
  id: 'srno',
  header: mastersText.number,
  value: (row) => String(srno(row)),
  align: 'end',
  width: 64,
  sortable: true,
});

/** A text column that the server can sort by. */
export const textColumn = <Row,>(
  id: string,
  header: string,
  width: number,
  value: (row: Row) => string,
): Column<Row> => ({ id, header, value, width, sortable: true });
