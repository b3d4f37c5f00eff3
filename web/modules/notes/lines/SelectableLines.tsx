import { Checkbox } from '@mantine/core';
import { use, useMemo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { notesText } from '#web/texts/notes.ts';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { CurrencyChips, ExecutiveChips } from './CurrencyChips.tsx';
import { keyOf, type Line } from './line.ts';
import styles from './Lines.module.css';
import { SelectionBar } from './SelectionBar.tsx';
import type { Lines } from './useLines.ts';
import { SelectionContext, useSelection, type Ticks } from './useSelection.ts';

const text = notesText.lines;
const NOTHING: readonly never[] = [];
const CONTROLS = 'a, button, input, label';
/** The row that has the table's tab stop. */
export const ROW = 'tr[data-index][tabindex="0"]';

/** Focuses the rows when the user returns to the list, after it has rendered. */
export const focusRows = () => void setTimeout(() => focusOn(ROW));

interface SelectableLinesProps<Row extends object> {
  tableId: string;
  label: string;
  columns: readonly Column<Row>[];
  list: Lines<Row>;
  ticks: Ticks;
  lineOf: (row: Row) => Line;
  /** The name of a row for a screen reader. */
  nameOf: (row: Row) => string;
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** Proceeds with the selected lines, which may be none. */
  onProceed: (lines: readonly Line[]) => void;
}

/** Lines of notes to select, one by one, as a range or by currency, and the totals of the selection. */
export function SelectableLines<Row extends object>(props: SelectableLinesProps<Row>) {
  const { columns, list, lineOf, nameOf, onProceed } = props;
  const { table, rows = NOTHING } = list;
  const [filter, setFilter] = useState('');
  const lines = useMemo(() => rows.map(lineOf), [rows, lineOf]);
  const shown = useMemo(
    () => rows.filter((row) => isFound(columns, row, filter)).map(lineOf),
    [rows, columns, filter, lineOf],
  );
  const { selected, selection } = useSelection(lines, shown, props.ticks);
  const withBoxes = useMemo(() => [boxColumn(lineOf, nameOf), ...columns], [columns, lineOf, nameOf]);
  useKeys([
    { keys: 'space', does: text.selectKey },
    { keys: 'shift+space', does: text.rangeKey },
    { keys: 'ctrl+enter', does: text.proceed, run: () => onProceed(selected) },
  ]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== ' ' || !(event.target instanceof HTMLTableRowElement)) return;
    event.preventDefault();
    toggleRow(event.target, event.shiftKey);
  }
  function onClick(event: MouseEvent): void {
    const isControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
    if (!isControl && event.target instanceof Element)
      toggleRow(event.target.closest('tr[data-index]'), event.shiftKey);
  }
  function toggleRow(row: Element | null, isRange: boolean): void {
    const box = row?.querySelector<HTMLInputElement>('input[type="checkbox"]');
    if (box) selection.toggle(box.value, isRange);
  }

  return (
    <SelectionContext value={selection}>
      <ExecutiveChips lines={shown} hasMore={table.hasMore} />
      <CurrencyChips lines={shown} hasMore={table.hasMore} />
      {/* The checkboxes in the rows take the focus and are read out; this handler only makes the whole row
          clickable. */}
      <div
        className={styles.choosing}
        onKeyDown={onKeyDown}
        onClick={onClick}
        // The table reports the filter with a delay, but a key pressed meanwhile must apply to the visible rows.
        onInput={({ target }) => isFilter(target) && setFilter(target.value)}
        // A click with Shift would select the text between the two rows.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        <DataTable
          tableId={props.tableId}
          label={props.label}
          columns={withBoxes}
          {...table}
          rowKey={(row) => keyOf(lineOf(row))}
          quickFilter={filter}
          onQuickFilter={setFilter}
          empty={props.empty}
          maxHeight="calc(100dvh - 400px)"
        />
      </div>
      {rows.length === 0 ? null : <SelectionBar lines={selected} onProceed={() => onProceed(selected)} />}
    </SelectionContext>
  );
}

const isFilter = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'search';

/** Matches like the table's own quick filter. */
function isFound<Row>(columns: readonly Column<Row>[], row: Row, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return wanted === '' || columns.some(({ value }) => value(row).toLowerCase().includes(wanted));
}

const boxColumn = <Row,>(lineOf: (row: Row) => Line, nameOf: (row: Row) => string): Column<Row> => ({
  id: 'select',
  header: text.select,
  value: () => '',
  hideable: false,
  width: 72,
  phoneWidth: 60,
  cell: (row) => <LineBox lineKey={keyOf(lineOf(row))} name={nameOf(row)} />,
});

function LineBox({ lineKey, name }: { lineKey: string; name: string }) {
  const { keys, toggle } = use(SelectionContext);
  return (
    <Checkbox
      size="xs"
      // The row is the tab stop; Space on it ticks the box.
      tabIndex={-1}
      aria-label={name}
      value={lineKey}
      checked={keys.has(lineKey)}
      onChange={({ nativeEvent }) =>
        toggle(lineKey, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
