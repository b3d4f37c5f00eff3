import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { activeBadge } from './activeBadge.tsx';

/** Column ids are the names by which the server sorts. */

export const numberColumn = <Row,>(srno: (row: Row) => number): Column<Row> => ({
  id: 'srno',
  header: mastersText.number,
  value: (row) => String(srno(row)),
  align: 'end',
  width: 64,
  sortable: true,
});

/** A column of text that the server can sort by. */
export const textColumn = <Row,>(
  id: string,
  header: string,
  width: number,
  value: (row: Row) => string,
): Column<Row> => ({ id, header, value, width, sortable: true });

/** A yes or no; nobody sorts by it. */
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

/** How an answer goes over the wire. */
export const bitOf = (answer: boolean): 0 | 1 => (answer ? 1 : 0);
