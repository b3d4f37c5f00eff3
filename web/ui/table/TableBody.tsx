import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type FocusEvent, type MouseEvent, type ReactNode } from 'react';
import type { Column } from './columns.ts';
import styles from './DataTable.module.css';
import type { useRowMovement } from './useRowMovement.ts';

interface TableBodyProps<Row> {
  rows: readonly { readonly id: string; readonly original: Row }[];
  /** The rows to render; blank rows of the right height replace all others. */
  items: readonly VirtualItem[];
  totalSize: number;
  columns: readonly Column<Row>[];
  movement: ReturnType<typeof useRowMovement>;
  marked: string | undefined;
  /** Called when a row is clicked. */
  onOpen: ((row: Row) => void) | undefined;
  onActive: ((row: Row) => void) | undefined;
}

/** Renders the visible rows in a real table, so that its layout and its semantics for a screen reader stay intact. */
export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { rows, items, totalSize, columns, marked, onOpen, onActive } = props;
  const { active, body, onKeyDown } = props.movement;
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
  function onFocus(event: FocusEvent): void {
    props.movement.onFocus(event);
    const row = event.target instanceof HTMLTableRowElement && rows[Number(event.target.dataset['index'])];
    if (row) onActive?.(row.original);
  }
  return (
    <tbody ref={body} onKeyDown={onKeyDown} onFocus={onFocus} onMouseOver={sayWhatIsCut}>
      {drawn}
    </tbody>
  );
}

/** Sets the full text as title of a truncated cell; measured only when the pointer enters the cell. */
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

/** A click on a control inside the row, or one that ends a text selection, is not a click on the row. */
function opensByClick(target: EventTarget): boolean {
  const onControl = target instanceof Element && target.closest('a, button, input, label, select') !== null;
  return !onControl && !getSelection()?.toString();
}

/** Memoized because scrolling moves thousands of rows: a row renders again only if its own content changes. */
const TableRow = memo(TableRowOf) as typeof TableRowOf;
