import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { exportRequests, IN_PROGRESS, type RequestRow } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { FilteredList, type ListNews } from '#web/patterns/list/FilteredList.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { download } from '#web/wire/download.ts';
import { deskText } from '#web/texts/desk.ts';
import type { TableHandle } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { columns } from './columns.tsx';
import { DeskSearchForm } from './DeskSearchForm.tsx';
import { RowActions } from './RowActions.tsx';
import { SavedViews } from './SavedViews.tsx';
import { isSameSearch, NO_SEARCH, wireSearch } from './search.ts';
import { FLAG_OF, stateOf } from './state.ts';
import { useApproval } from './useApproval.tsx';
import type { useDeskAddress } from './useDeskAddress.ts';
import type { DeskRights } from './useDeskRights.ts';
import type { Requests } from './useRequests.ts';

const { approve: approveText } = deskText;

interface RequestListProps {
  address: ReturnType<typeof useDeskAddress>;
  requests: Requests;
  rights: DeskRights;
}

/** The requests in scope, with approval of a queue row by row. */
export function RequestList({ address, requests, rights }: RequestListProps) {
  const { search, left, here } = address;
  const { rows, table: shown, change, refresh } = requests;
  const [news, setNews] = useState<ListNews | null>(left?.news ?? null);
  const [message, showProblem] = useProblem();
  const table = useRef<TableHandle>(null);
  const hasRows = rows !== undefined;
  useEffect(() => {
    if (hasRows && left !== null) table.current?.focusRow(String(left.left));
  }, [hasRows, left]);
  const [modal, ask] = useApproval({
    onDone: ({ level, row }, msg) => {
      change(row.req_srno, { [FLAG_OF[level]]: 1 });
      setNews({ meaning: 'done', text: approveText.done(row.req_srno, msg) });
      // Runs after the question has closed and restored the focus to its row.
      setTimeout(() => table.current?.focusAfter(String(row.req_srno)));
    },
    // Usually another user has acted meanwhile.
    onFailed: (error) => {
      if (showProblem(error)) void refresh();
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
        // On a phone a press opens the row, and the request is approved in its detail.
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

  return (
    <>
      <FilteredList
        id="requests"
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
        filters={
          <DeskSearchForm
            filters={address.filters}
            onSearch={(isSame) => {
              setNews(null);
              if (isSame) void refresh();
            }}
          />
        }
        news={news}
        table={shown}
        columns={shownColumns}
        rowKey={(row) => String(row.req_srno)}
        onOpen={open}
        rowKeys={levels.map((level) => ({
          keys: level.charAt(0).toLowerCase(),
          does: approveText.key(level),
          run: (row: RequestRow) => approve(level, row),
        }))}
        handle={table}
        empty={emptyState(address)}
        exports={{
          label: deskText.export,
          run: () => download(exportRequests, { search: wireSearch(search) }),
        }}
        maxHeight="calc(100dvh - 336px)"
      />
      {modal}
      {message}
    </>
  );
}

function emptyState({ search, setSearch }: ReturnType<typeof useDeskAddress>) {
  if (isSameSearch(search, NO_SEARCH)) return { title: deskText.emptyAll, text: deskText.emptyAllText };
  // Drafts and an executive's current requests do not wait for one step.
  const isQueue =
    !['DRAFT', IN_PROGRESS].includes(search.status) &&
    isSameSearch(search, { ...NO_SEARCH, status: search.status });
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
