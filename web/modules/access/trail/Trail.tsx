import { Button } from '@mantine/core';
import type { TrailRow } from '#contract/access/trail.ts';
import { formatDateTime } from '#domain/dates.ts';
import { FilteredList } from '#web/patterns/list/FilteredList.tsx';
import { withoutEmpty } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { trailText } from '#web/texts/trail.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { lookBack } from './lookBack.ts';
import styles from './Trail.module.css';
import { TrailEntry } from './TrailEntry.tsx';
import { TRAIL_FILTERS } from './trailFilters.ts';
import { TrailSearch } from './TrailSearch.tsx';
import { wordOf } from './words.ts';

const columns: readonly Column<TrailRow>[] = [
  {
    id: 'at',
    header: trailText.at,
    value: (row) => formatDateTime(Date.parse(row.at)),
    width: 176,
    hideable: false,
  },
  {
    id: 'user',
    header: trailText.user,
    value: (row) => (row.user === '' ? trailText.nobody : `${row.userName} (${row.user})`),
    width: 200,
  },
  { id: 'action', header: trailText.action, value: (row) => wordOf(row.action), width: 112 },
  { id: 'record', header: trailText.record, value: (row) => wordOf(row.record), width: 112 },
  { id: 'recordid', header: trailText.recordId, value: (row) => row.recordId, width: 104 },
  { id: 'name', header: trailText.name, value: (row) => row.name, width: 160 },
  {
    id: 'changed',
    header: trailText.changed,
    value: (row) => row.fields.map(wordOf).join(', '),
    width: 184,
  },
  { id: 'branch', header: trailText.branch, value: (row) => row.branch, width: 80 },
];

/** The opened entry is in the address: Back closes it. */
function useOpenEntry() {
  const { params, change } = useAddress();
  const written = params.get('open') ?? '';
  return {
    open: /^\d{1,15}$/.test(written) ? Number(written) : null,
    setOpen: (id: number | null) =>
      change({ open: id === null ? null : String(id) }, { replace: id === null }),
  };
}

/** Shows who did what, when, to which record; the server searches, newest first. */
export function TrailScreen() {
  const filters = useFilters(TRAIL_FILTERS);
  const { open, setOpen } = useOpenEntry();
  const filter = withoutEmpty(filters.values);
  const { query, rows, table } = useList({
    key: ['trail', 'list', filter],
    fetchPage: (page, signal) => lookBack(filter, page, signal),
    keepsPrevious: true,
  });
  // A page that is not full means that matches are far back; the user decides whether to continue.
  const asksToGoOn = table.hasMore && query.data?.pages.at(-1)?.isFull === false;
  const lookOn = (
    <Button variant="default" onClick={table.onMore} loading={table.loadingMore}>
      {trailText.lookOn}
    </Button>
  );
  return (
    <>
      <FilteredList
        id="trail"
        title={trailText.title}
        detail={trailText.detail}
        filters={<TrailSearch filters={filters} />}
        table={{ ...table, hasMore: table.hasMore && !asksToGoOn }}
        columns={columns}
        rowKey={(row) => String(row.id)}
        onOpen={(row) => setOpen(row.id)}
        marked={open === null ? undefined : String(open)}
        empty={
          asksToGoOn
            ? { title: trailText.soFar, text: trailText.soFarText, action: lookOn }
            : { title: trailText.empty, text: trailText.emptyText }
        }
        maxHeight="calc(100dvh - 320px)"
      />
      {asksToGoOn && (rows?.length ?? 0) > 0 ? (
        <div className={styles.further} role="status">
          <span>{trailText.partly}</span>
          {lookOn}
        </div>
      ) : null}
      {open === null ? null : <TrailEntry key={open} id={open} onClose={() => setOpen(null)} />}
    </>
  );
}
