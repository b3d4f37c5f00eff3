import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { activeBadge } from './activeBadge.tsx';

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

/** A yes-or-no column; the server does not sort by it. */
export const yesNoColumn = <Row,>(id: string, header: string, bit: (row: Row) => 0 | 1): Column<Row> => ({
  id,
  header,
  value: (row) => (bit(row) === 1 ? uiText.common.yes : uiText.common.no),
  width: 88,
});

export const activeColumn = <Row,>(header: string, bit: (row: Row) => 0 | 1): Column<Row> => ({
  id: 'active',
  header,
  value: (row) => (bit(row) === 1 ? mastersText.active : mastersText.inactive),
  cell: (row) => activeBadge(bit(row) === 1),
  width: 104,
});

/** Converts an answer to the wire format. */
export const bitOf = (answer: boolean): 0 | 1 => (answer ? 1 : 0);
