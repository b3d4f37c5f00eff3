import { Button } from '@mantine/core';
import { IconAlertCircle, IconFilterOff, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { EmptyState } from '../EmptyState.tsx';
import type { Column } from './columns.ts';
import styles from './DataTable.module.css';

interface TableStateProps {
  error: string | undefined;
  onRetry: (() => void) | undefined;
  empty: { title?: string; text?: ReactNode; action?: ReactNode };
  filtered: boolean;
  /** How many rows the filter covered, where more exist on the server. */
  loadedCount: number | undefined;
  onClearFilter: () => void;
}

/** What stands in the table when there are no rows: why, and the way on. */
export function TableState({ error, onRetry, empty, filtered, loadedCount, onClearFilter }: TableStateProps) {
  if (error !== undefined) {
    return (
      <div role="alert">
        <EmptyState
          icon={<IconAlertCircle size={28} />}
          title={uiText.table.errorTitle}
          text={error}
          action={onRetry ? <Button onClick={onRetry}>{uiText.common.retry}</Button> : null}
        />
      </div>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={28} />}
        title={uiText.table.noMatchTitle}
        text={loadedCount === undefined ? uiText.table.noMatch : uiText.table.noMatchLoaded(loadedCount)}
        action={
          <Button variant="default" onClick={onClearFilter}>
            {uiText.table.clearFilter}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconInbox size={28} />}
      title={empty.title ?? uiText.table.emptyTitle}
      text={empty.text}
      action={empty.action}
    />
  );
}

const SKELETON_ROWS = 8;
/** Uneven, so that it reads as text to come and not as a pattern. */
const SKELETON_WIDTHS = ['72%', '54%', '83%', '46%', '64%'];

/** Grey lines where the rows will be. */
export function TableSkeleton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_row, row) => (
        <tr key={row}>
          {columns.map((column, index) => (
            <td key={column.id} data-align={column.align}>
              <span
                className={styles.skeleton}
                style={{ width: SKELETON_WIDTHS[(row + index * 2) % SKELETON_WIDTHS.length] }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
