import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { exportRequests, type RequestRow } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { download } from '#web/app/download.ts';
import { messageOf, sayable } from '#web/app/problems.ts';
import { deskText } from '#web/texts/desk.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { columns } from './columns.tsx';
import { DeskSearchForm } from './DeskSearchForm.tsx';
import { RowActions } from './RowActions.tsx';
import { SavedViews } from './SavedViews.tsx';
import { isSameSearch, NO_SEARCH, wireSearch } from './search.ts';
import { FLAG_OF, stateOf } from './state.ts';
import { useApproval } from './useApproval.tsx';
import type { News, useDeskAddress } from './useDeskAddress.ts';
import type { DeskRights } from './useDeskRights.ts';
import type { Requests } from './useRequests.ts';

const { approve: approveText } = deskText;

interface RequestListProps {
  address: ReturnType<typeof useDeskAddress>;
  requests: Requests;
  rights: DeskRights;
}

/** The requests in reach, and the approvals of a queue gone through row by row. */
export function RequestList({ address, requests, rights }: RequestListProps) {
  const { search, left, here } = address;
  const { query, rows, more, change, refresh } = requests;
  const [news, setNews] = useState<News | null>(left?.news ?? null);
  const [message, showMessage] = useMessage();
  const table = useRef<TableHandle>(null);
  const hasRows = rows !== undefined;
  useEffect(() => {
    if (hasRows && left !== null) table.current?.focusRow(String(left.left));
  }, [hasRows, left]);
  const [modal, ask] = useApproval({
    onDone: ({ level, row }, msg) => {
      change(row.req_srno, { [FLAG_OF[level]]: 1 });
      setNews({ meaning: 'done', text: approveText.done(row.req_srno, msg) });
      // Once the question has closed and given the focus back to its row.
      setTimeout(() => table.current?.focusAfter(String(row.req_srno)));
    },
    // It was most often somebody else who has done it meanwhile.
    onFailed: (error) => {
      const said = sayable(error);
      if (said === null) return;
      showMessage(said);
      void refresh();
    },
  });

  function approve(level: Level, row: RequestRow): void {
    const due = isDue(level, stateOf(row));
    if (due.ok) ask(level, row);
    else setNews({ meaning: 'waiting', text: approveText.cannot(row.req_srno, due.why) });
  }

  const open = useLatest((row: RequestRow) => address.open(row.req_srno));
  const approveLatest = useLatest(approve);
  const { levels, mayEdit } = rights;
  const levelList = levels.join(' ');
  const shownColumns = useMemo(
    () => [
      ...columns,
      {
        id: 'actions',
        header: deskText.columns.actions,
        value: () => '',
        align: 'end' as const,
        hideable: false,
        // A row is opened by pressing it, and approved where there is room to read it.
        offPhone: true as const,
        width: 92 + 37 * (levelList === '' ? 0 : levelList.split(' ').length),
        cell: (row: RequestRow) => (
          <RowActions
            row={row}
            levels={(levelList === '' ? [] : levelList.split(' ')) as Level[]}
            mayEdit={mayEdit}
            here={here}
            onOpen={open}
            onApprove={approveLatest}
          />
        ),
      },
    ],
    [levelList, mayEdit, here, open, approveLatest],
  );

  async function exportFound(): Promise<void> {
    try {
      await download(exportRequests, { search: wireSearch(search) });
    } catch (error) {
      const said = sayable(error);
      if (said !== null) showMessage(said);
    }
  }

  return (
    <>
      <PageHeader
        title={deskText.title}
        detail={deskText.detail}
        actions={<SavedViews search={search} onChoose={(chosen) => address.setSearch(chosen)} />}
        primary={
          rights.mayAdd ? (
            <Button component={Link} to="/newfxrequest" leftSection={<IconPlus size={16} aria-hidden />}>
              {deskText.newRequest}
            </Button>
          ) : null
        }
      />
      <DeskSearchForm
        search={search}
        onSearch={(next) => {
          setNews(null);
          if (isSameSearch(next, search)) void refresh();
          else address.setSearch(next);
        }}
      />
      {news === null ? null : (
        <Notice meaning={news.meaning} live>
          {news.text}
        </Notice>
      )}
      <DataTable
        tableId="requests"
        label={deskText.title}
        columns={shownColumns}
        rows={rows}
        rowKey={(row) => String(row.req_srno)}
        onOpen={open}
        rowKeys={levels.map((level) => ({
          keys: level.charAt(0).toLowerCase(),
          does: approveText.key(level),
          run: (row: RequestRow) => approve(level, row),
        }))}
        handle={table}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={more}
        error={query.error === null ? undefined : messageOf(query.error)}
        onRetry={() => void refresh()}
        empty={emptyState(address)}
        exportButton={
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onPress={exportFound}
          >
            {deskText.export}
          </ActionButton>
        }
        maxHeight="calc(100dvh - 336px)"
      />
      {modal}
      {message}
    </>
  );
}

function emptyState({ search, setSearch }: ReturnType<typeof useDeskAddress>) {
  if (isSameSearch(search, NO_SEARCH)) return { title: deskText.emptyAll, text: deskText.emptyAllText };
  // Drafts wait for no step.
  const isQueue = search.status !== 'DRAFT' && isSameSearch(search, { ...NO_SEARCH, status: search.status });
  return {
    title: isQueue ? deskText.emptyQueue : deskText.empty,
    text: isQueue ? deskText.emptyQueueText : deskText.emptyText,
    action: (
      <Button variant="default" onClick={() => setSearch(NO_SEARCH)}>
        {deskText.showAll}
      </Button>
    ),
  };
}
