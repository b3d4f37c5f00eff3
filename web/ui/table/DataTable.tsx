import { useTable } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import { uiText } from '#web/texts/ui.ts';
import { useKeys, type KeyBinding } from '../keys.ts';
import { ROW_HEIGHT_PX } from '../theme.ts';
import { useDebouncedTexts } from '../useDebouncedTexts.ts';
import { useLatest } from '../useLatest.ts';
import { DEFAULT_COLUMN_WIDTH_PX, listFeatures, toColumnDefs, type Column, type Sort } from './columns.ts';
import styles from './DataTable.module.css';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import { TableSkeleton, TableState } from './TableState.tsx';
import { TableStatus } from './TableStatus.tsx';
import { TableToolbar } from './TableToolbar.tsx';
import { TableTotals } from './TableTotals.tsx';
import { useRowMovement } from './useRowMovement.ts';
import { useTableView } from './useTableView.ts';

/** A key that acts on the focused row. */
export interface RowKey<Row> extends Omit<KeyBinding, 'run'> {
  run: (row: Row) => void;
}

/** The imperative interface of a list. */
export interface TableHandle {
  /** Focuses a row, if it is loaded. */
  focusRow: (rowKey: string) => void;
  /** Focuses the row after this one, for users who work through a list row by row. */
  focusAfter: (rowKey: string) => void;
  /** The keys of the rows that the filter shows, in their order. */
  shownKeys: () => readonly string[];
}

export interface DataTableProps<Row extends object> {
  /** The id under which the list's view settings are stored; one per kind of list. */
  tableId: string;
  /** The name of the list for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  /** The loaded rows, in the server's order; undefined until the first have arrived. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** True if only Enter opens a row, because a click shows it beside the list. */
  opensByKeyOnly?: boolean;
  rowKeys?: readonly RowKey<Row>[];
  /** Called when a row gets the focus, such as to show it beside the list. */
  onActive?: (row: Row) => void;
  handle?: Ref<TableHandle>;
  /** The key of the row that is shown elsewhere, such as in a form beside the list: marked, and scrolled into view. */
  marked?: string | undefined;

  /** The server sorts: the table shows the order and requests another one. */
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;

  /** Set both to store the quick filter elsewhere, such as in the address; called after a pause in typing. */
  quickFilter?: string;
  onQuickFilter?: (text: string) => void;
  /** True if the server applies the quick filter to the whole list; otherwise it covers the loaded rows. */
  serverFilters?: boolean;

  hasMore?: boolean;
  loadingMore?: boolean;
  onMore?: () => void;

  error?: string | undefined;
  onRetry?: () => void;
  empty: { title?: string; text?: ReactNode; action?: ReactNode };

  /** Other filters, beside the quick filter, or before it. */
  filters?: ReactNode;
  filtersFirst?: boolean;
  /** Shown beside the rows, and on a narrow screen in their place: such as the open row. */
  side?: ReactNode;
  /** The height of a row in pixels, for rows with more than one line; the user then chooses neither density nor columns. */
  rowHeight?: number;
  /** The export button. */
  exportButton?: ReactNode;
  /** For many columns: they are narrower, and the first one stays visible while the others scroll. */
  tight?: boolean;
  /** The maximum height of the scrolling part, as CSS. */
  maxHeight?: string;
}

/** Rows rendered beyond the edges, so that a fast scroll shows no gap. */
const OVERSCAN_ROWS = 6;
/** The next page is requested when the last loaded row is this near. */
const ROWS_BEFORE_MORE = 20;
const EMPTY_ROWS: readonly never[] = [];

/** The list component: filter, columns, density, keyboard navigation, totals, pages by key, virtual rows. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows: loaded, rowKey, onOpen, hasMore = false, loadingMore = false, onMore } = props;
  const { onQuickFilter } = props;
  const filter = useDebouncedTexts(
    { quick: props.quickFilter ?? '' },
    onQuickFilter && (({ quick = '' }) => onQuickFilter(quick)),
  );
  const filterText = filter.texts['quick'] ?? '';
  const setFilterText = useLatest((text: string) => filter.type('quick', text));
  const sendFilterText = useLatest(filter.flush);
  const view = useTableView(props.tableId, columns);
  const columnDefs = useMemo(() => toColumnDefs(columns), [columns]);
  const table = useTable({
    features: listFeatures,
    columns: columnDefs,
    data: loaded ?? EMPTY_ROWS,
    getRowId: rowKey,
    globalFilterFn: 'includesString',
    state: {
      columnVisibility: view.columnVisibility,
      globalFilter: props.serverFilters ? '' : filterText.trim(),
    },
  });
  const rows = table.getRowModel().rows;
  const shownColumns = useMemo(
    () => columns.filter((column) => view.columnVisibility[column.id]),
    [columns, view.columnVisibility],
  );

  const scroller = useRef<HTMLDivElement>(null);
  const filterBox = useRef<HTMLInputElement>(null);
  const rowHeight = props.rowHeight ?? ROW_HEIGHT_PX[view.density];
  const activeIndex = useRef(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
    // The focused row stays rendered when it is scrolled out of view, because its removal would lose the focus.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      const kept = activeIndex.current;
      if (kept >= range.count || visible.includes(kept)) return visible;
      return [...visible, kept].sort((a, b) => a - b);
    },
  });
  const movement = useRowMovement({
    count: rows.length,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2),
    onOpen: onOpen && ((index) => rows[index] && onOpen(rows[index].original)),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  });
  activeIndex.current = movement.active;
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const markedIndex = props.marked === undefined ? -1 : rows.findIndex((row) => row.id === props.marked);
  useEffect(() => {
    if (markedIndex >= 0) virtualizer.scrollToIndex(markedIndex);
  }, [virtualizer, markedIndex]);

  const items = virtualizer.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? -1;
  const filtersLoaded = !props.serverFilters && filterText.trim() !== '';
  const nearEnd = lastDrawn >= rows.length - ROWS_BEFORE_MORE;
  const wantsMore = hasMore && !loadingMore && !filtersLoaded && rows.length > 0 && nearEnd && !props.error;
  useEffect(() => {
    if (wantsMore) onMore?.();
  }, [wantsMore, onMore]);

  useKeys([
    { keys: '/', does: uiText.keys.filter, run: () => filterBox.current?.focus() },
    { keys: 'arrows', does: uiText.keys.moveRow },
    ...(onOpen ? [{ keys: 'enter', does: uiText.keys.openRow }] : []),
    ...(props.rowKeys ?? []).map(({ keys, does, run }) => ({
      keys,
      does,
      run: ({ target }: KeyboardEvent) => {
        const row = target instanceof HTMLTableRowElement ? rows[Number(target.dataset['index'])] : undefined;
        if (row) run(row.original);
      },
    })),
  ]);
  const leaveFilter = useLatest(() =>
    movement.body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  );
  const indexOf = (key: string) => rows.findIndex(({ id }) => id === key);
  useImperativeHandle(props.handle, () => ({
    focusRow: (key) => indexOf(key) >= 0 && movement.moveTo(indexOf(key)),
    focusAfter: (key) => movement.moveTo(indexOf(key) + 1),
    shownKeys: () => rows.map(({ id }) => id),
  }));

  const widths = shownColumns.map((column) => columnWidth(column, view.isPhone));
  const width = widths.reduce((sum, each) => sum + each, 0);
  const hasRows = rows.length > 0;
  return (
    <section
      className={styles.table}
      data-density={view.density}
      data-tight={props.tight}
      aria-label={props.label}
      style={props.rowHeight === undefined ? undefined : rowHeightOf(props.rowHeight)}
    >
      <TableToolbar
        filterBox={filterBox}
        filterText={filterText}
        onFilterText={setFilterText}
        onFilterTyped={sendFilterText}
        onLeaveFilter={leaveFilter}
        filters={props.filters}
        filtersFirst={props.filtersFirst}
        exportButton={props.exportButton}
        columns={columns}
        view={props.rowHeight === undefined ? view : null}
      />
      <div className={styles.beside} data-side={props.side ? true : undefined}>
        <div className={styles.rows}>
          <div
            ref={scroller}
            className={styles.scroller}
            // With rows, one of them has the focus; without rows, the box itself must be scrollable by keyboard.
            {...(hasRows ? {} : { tabIndex: 0, role: 'group', 'aria-label': props.label })}
            style={props.maxHeight ? { maxHeight: `max(160px, ${props.maxHeight})` } : undefined}
          >
            <table
              aria-label={props.label}
              aria-busy={loaded === undefined && !props.error}
              aria-rowcount={hasMore ? -1 : rows.length + 1}
              style={{ minWidth: width }}
            >
              <colgroup>
                {shownColumns.map((column, index) => (
                  <col key={column.id} style={{ width: widths[index] }} />
                ))}
              </colgroup>
              <TableHead columns={shownColumns} sort={props.sort ?? null} onSort={props.onSort} />
              {hasRows ? (
                <TableBody
                  rows={rows}
                  items={items}
                  totalSize={virtualizer.getTotalSize()}
                  columns={shownColumns}
                  movement={movement}
                  marked={props.marked}
                  onOpen={props.opensByKeyOnly ? undefined : onOpen}
                  onActive={props.onActive}
                />
              ) : null}
              {loaded === undefined && !props.error ? <TableSkeleton columns={shownColumns} /> : null}
              {hasRows ? <TableTotals columns={shownColumns} rows={rows} /> : null}
            </table>
            {hasRows || (loaded === undefined && !props.error) ? null : (
              <TableState
                error={props.error}
                onRetry={props.onRetry}
                empty={props.empty}
                filtered={filterText.trim() !== ''}
                loadedCount={hasMore && filtersLoaded ? (loaded?.length ?? 0) : undefined}
                onClearFilter={() => setFilterText('')}
              />
            )}
          </div>
          {rows.length > items.length ? <p className={styles.printNote}>{uiText.table.printNote}</p> : null}
          <TableStatus
            loaded={loaded?.length ?? 0}
            shown={rows.length}
            hasMore={hasMore}
            loadingMore={loadingMore}
            onMore={onMore}
            hasTotals={shownColumns.some((column) => column.total)}
            error={hasRows ? props.error : undefined}
            onRetry={props.onRetry}
          />
        </div>
        {props.side ? <div className={styles.side}>{props.side}</div> : null}
      </div>
    </section>
  );
}

const rowHeightOf = (pixels: number): CSSProperties & Record<`--${string}`, string> => ({
  '--row-height': `${pixels}px`,
  '--head-height': 'var(--row-compact)',
});

function columnWidth(column: { width?: number; phoneWidth?: number }, isPhone: boolean): number {
  return (isPhone ? column.phoneWidth : undefined) ?? column.width ?? DEFAULT_COLUMN_WIDTH_PX;
}
