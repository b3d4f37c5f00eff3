import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { TrailRow } from '#contract/access/trail.ts';
import { formatDateTime } from '#domain/dates.ts';
import { messageOf } from '#web/app/problems.ts';
import { trailText } from '#web/texts/trail.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { lookBack, PAGE_ROWS } from './lookBack.ts';
import styles from './Trail.module.css';
import { TrailEntry } from './TrailEntry.tsx';
import { TrailSearch } from './TrailSearch.tsx';
import { useTrailAddress } from './useTrailAddress.ts';
import { wordOf } from './words.ts';

const columns: readonly Column<TrailRow>[] = [
  {
    id: 'at',
    header: trailText.at,
    value: (row) => formatDateTime(Date.parse(row.tr_at)),
    width: 176,
    hideable: false,
  },
  {
    id: 'user',
    header: trailText.user,
    value: (row) => (row.tr_user === '' ? trailText.nobody : `${row.tr_username} (${row.tr_user})`),
    width: 200,
  },
  { id: 'action', header: trailText.action, value: (row) => wordOf(row.tr_action), width: 112 },
  { id: 'record', header: trailText.record, value: (row) => wordOf(row.tr_record), width: 112 },
  { id: 'recordid', header: trailText.recordId, value: (row) => row.tr_recordid, width: 104 },
  { id: 'name', header: trailText.name, value: (row) => row.tr_name, width: 160 },
  {
    id: 'changed',
    header: trailText.changed,
    value: (row) => row.tr_fields.map(wordOf).join(', '),
    width: 184,
  },
  { id: 'branch', header: trailText.branch, value: (row) => row.tr_branch, width: 80 },
];

/** Who did what, when, to which record; searched by the server, newest first. */
export function TrailScreen() {
  const address = useTrailAddress();
  const { filter } = address;
  const query = useInfiniteQuery({
    queryKey: ['trail', 'list', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => lookBack(filter, pageParam, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  const last = query.data?.pages.at(-1);
  // A page that could not be filled means a long way back; the user says whether to go on.
  const asksToGoOn = query.hasNextPage && last !== undefined && last.rows.length < PAGE_ROWS;
  const { fetchNextPage } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const lookOn = (
    <Button variant="default" onClick={onMore} loading={query.isFetchingNextPage}>
      {trailText.lookOn}
    </Button>
  );
  return (
    <>
      <PageHeader title={trailText.title} detail={trailText.detail} />
      <TrailSearch address={address} />
      <DataTable
        tableId="trail"
        label={trailText.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.tr_id)}
        onOpen={(row) => address.setOpen(row.tr_id)}
        marked={address.open === null ? undefined : String(address.open)}
        hasMore={query.hasNextPage && !asksToGoOn}
        loadingMore={query.isFetchingNextPage}
        onMore={onMore}
        error={query.error === null ? undefined : messageOf(query.error)}
        onRetry={() => void query.refetch()}
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
      {address.open === null ? null : (
        <TrailEntry key={address.open} id={address.open} onClose={() => address.setOpen(null)} />
      )}
    </>
  );
}
