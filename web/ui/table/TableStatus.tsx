import { Button } from '@mantine/core';
import { uiText } from '#web/texts/ui.ts';
import styles from './DataTable.module.css';

interface TableStatusProps {
  loaded: number;
  shown: number;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: (() => void) | undefined;
  hasTotals: boolean;
  /** The error of a page that failed after others were loaded. */
  error: string | undefined;
  onRetry: (() => void) | undefined;
}

/**
 * The line under the table: the number of rows, the coverage of filter and totals, and the button for the next page.
 */
export function TableStatus(props: TableStatusProps) {
  const { loaded, shown, hasMore, loadingMore, hasTotals } = props;
  if (loaded === 0) return null;
  return (
    <div className={styles.status}>
      <span role="status">{countText(loaded, shown, hasMore)}</span>
      {hasTotals && hasMore && shown > 0 ? <span>· {uiText.table.totalsLoaded}</span> : null}
      {hasTotals && !hasMore && shown > 0 && shown < loaded ? (
        <span>· {uiText.table.totalsShown}</span>
      ) : null}
      {props.error === undefined ? null : (
        <span role="alert" className={styles.statusError}>
          · {props.error}
        </span>
      )}
      <span className={styles.spacer} />
      {props.error !== undefined && props.onRetry ? (
        <Button variant="default" size="compact-sm" onClick={props.onRetry}>
          {uiText.common.retry}
        </Button>
      ) : null}
      {hasMore && props.onMore && props.error === undefined ? (
        <Button
          className="no-print"
          variant="default"
          size="compact-sm"
          onClick={props.onMore}
          loading={loadingMore}
        >
          {uiText.table.loadMore}
        </Button>
      ) : null}
    </div>
  );
}

function countText(loaded: number, shown: number, hasMore: boolean): string {
  if (shown < loaded) {
    return hasMore
      ? uiText.table.rowsMatchingLoaded(shown, loaded)
      : uiText.table.rowsMatching(shown, loaded);
  }
  return hasMore ? uiText.table.rowsLoaded(loaded) : uiText.table.rows(loaded);
}
