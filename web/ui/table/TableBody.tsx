import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { Column } from './columns.ts';
import styles from './DataTable.module.css';
import type { useRowMovement } from './useRowMovement.ts';

interface TableBodyProps<Row> {
  rows: readonly { readonly id: string; readonly original: Row }[];
  /** The rows to draw; blank rows of the right height stand for all the others. */
  items: readonly VirtualItem[];
  totalSize: number;
  columns: readonly Column<Row>[];
  movement: ReturnType<typeof useRowMovement>;
  marked: string | undefined;
  onOpen: ((row: Row) => void) | undefined;
}

/** The rows in view, in a real table: its layout and its meaning to a screen reader stay intact. */
export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { rows, items, totalSize, columns, marked, onOpen } = props;
  const { active, body, onKeyDown, onFocus } = props.movement;
  const drawn: ReactNode[] = [];
  let end = 0;
  for (const item of items) {
    const row = rows[item.index];
    if (!row) continue;
    if (item.start > end) drawn.push(<Blank key={`before-${row.id}`} height={item.start - end} />);
    drawn.push(
      <TableRow
        key={row.id}
        row={row.original}
        index={item.index}
        columns={columns}
        active={item.index === active}
        marked={row.id === marked}
        onOpen={onOpen}
      />,
    );
    end = item.end;
  }
  if (totalSize > end) drawn.push(<Blank key="after" height={totalSize - end} />);
  return (
    <tbody ref={body} onKeyDown={onKeyDown} onFocus={onFocus} onMouseOver={sayWhatIsCut}>
      {drawn}
    </tbody>
  );
}

/** The whole text of a cell that is too narrow for it; measured only where the mouse comes by. */
function sayWhatIsCut({ target }: MouseEvent): void {
  if (!(target instanceof HTMLTableCellElement)) return;
  target.title = target.scrollWidth > target.clientWidth ? target.innerText : '';
}

function Blank({ height }: { height: number }) {
  return <tr aria-hidden className={styles.blank} style={{ height }} />;
}

interface TableRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  active: boolean;
  marked: boolean;
  onOpen: ((row: Row) => void) | undefined;
}

function TableRowOf<Row>({ row, index, columns, active, marked, onOpen }: TableRowProps<Row>) {
  return (
    <tr
      data-index={index}
      // The heading is row 1.
      aria-rowindex={index + 2}
      tabIndex={active ? 0 : -1}
      data-opens={onOpen ? true : undefined}
      aria-current={marked || undefined}
      onClick={onOpen && ((event) => opensByClick(event.target) && onOpen(row))}
    >
      {columns.map((column) => (
        <td key={column.id} data-align={column.align}>
          {column.cell ? column.cell(row) : column.value(row)}
        </td>
      ))}
    </tr>
  );
}

/** A press on a control inside the row, or one that ends a selection of text, is not a press on the row. */
function opensByClick(target: EventTarget): boolean {
  const onControl = target instanceof Element && target.closest('a, button, input, label') !== null;
  return !onControl && !getSelection()?.toString();
}

/** Rows are drawn anew only when their own content changes: scrolling moves thousands past. */
const TableRow = memo(TableRowOf) as typeof TableRowOf;
