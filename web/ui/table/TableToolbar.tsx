import { ActionIcon, CloseButton, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconColumns3, IconFilter, IconLayoutRows, IconMenu2 } from '@tabler/icons-react';
import { memo, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { useSingleKeys } from '../keys.ts';
import { Keys } from '../KeyCaps.tsx';
import type { Column } from './columns.ts';
import styles from './DataTable.module.css';
import type { useTableView } from './useTableView.ts';

interface TableToolbarProps<Row> {
  filterBox: RefObject<HTMLInputElement | null>;
  filterText: string;
  onFilterText: (text: string) => void;
  /** Called before the user does something else than typing, so that the filter does not take effect after it. */
  onFilterTyped: () => void;
  /** Down or Enter in the filter box moves to the rows. */
  onLeaveFilter: () => void;
  filters: ReactNode;
  filtersFirst: boolean | undefined;
  exportButton: ReactNode;
  columns: readonly Column<Row>[];
  /** Null if the user chooses neither density nor columns. */
  view: ReturnType<typeof useTableView> | null;
}

function TableToolbarOf<Row>(props: TableToolbarProps<Row>) {
  const { filterBox, filterText, onFilterText, onFilterTyped, onLeaveFilter } = props;
  const { filters, exportButton, columns, view } = props;
  const [singleKeys] = useSingleKeys();

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) onFilterTyped();
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      onLeaveFilter();
    }
    if (event.key === 'Escape' && filterText) {
      event.preventDefault();
      onFilterText('');
    }
  }

  return (
    <div className={`${styles.toolbar} no-print`} data-filters-first={props.filtersFirst || undefined}>
      {props.filtersFirst ? filters : null}
      <TextInput
        ref={filterBox}
        className={styles.filter ?? ''}
        type="search"
        aria-label={uiText.table.filter}
        placeholder={uiText.table.filter}
        value={filterText}
        onChange={(event) => onFilterText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onFilterTyped}
        leftSection={<IconFilter size={14} aria-hidden />}
        rightSection={
          filterText ? (
            <CloseButton size="sm" aria-label={uiText.table.clearFilter} onClick={() => onFilterText('')} />
          ) : singleKeys ? (
            <Keys keys="/" />
          ) : null
        }
      />
      {props.filtersFirst ? null : filters}
      <span className={styles.spacer} />
      {view === null ? null : (
        <>
          <DensityButton view={view} />
          <ColumnMenu columns={columns} view={view} />
        </>
      )}
      {exportButton}
    </div>
  );
}

function DensityButton({ view }: { view: ReturnType<typeof useTableView> }) {
  const other = view.density === 'compact' ? 'comfortable' : 'compact';
  const Icon = other === 'compact' ? IconMenu2 : IconLayoutRows;
  return (
    <Tooltip label={uiText.table[other]}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={uiText.table[other]}
        onClick={() => view.setDensity(other)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  view: ReturnType<typeof useTableView>;
}

function ColumnMenu<Row>({ columns, view }: ColumnMenuProps<Row>) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Tooltip label={uiText.table.chooseColumns}>
          <ActionIcon variant="default" size={32} aria-label={uiText.table.chooseColumns}>
            <IconColumns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={uiText.table.columns}>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={view.columnVisibility[column.id] ?? true}
            disabled={column.hideable === false}
            onChange={(shown) => view.setColumnShown(column.id, shown)}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Above the table: filters to the left, view options and export to the right. A move to another row does not draw it again. */
export const TableToolbar = memo(TableToolbarOf) as typeof TableToolbarOf;
