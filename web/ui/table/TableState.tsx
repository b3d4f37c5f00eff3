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
  /** The number of rows that the filter covered, if the server has more. */
  loadedCount: number | undefined;
  onClearFilter: () => void;
}

/** Shown in a table without rows: the reason, and the next action. */
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
/** Uneven widths, so that the skeleton looks like text and not like a pattern. */
const SKELETON_WIDTHS = ['72%', '54%', '83%', '46%', '64%'];

/** Grey lines in place of the rows. */
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
