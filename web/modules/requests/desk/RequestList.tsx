import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { COUNTED_FILTERS, exportRequests, IN_PROGRESS, type RequestRow } from '#contract/requests/desk.ts';
import { isDue, type Level } from '#domain/requests/approval.ts';
import { FilteredList, type ListNews } from '#web/patterns/list/FilteredList.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { download } from '#web/wire/download.ts';
import { deskText } from '#web/texts/desk.ts';
import { uiText } from '#web/texts/ui.ts';
import { useKeys } from '#web/ui/keys.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import type { TableHandle } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { useMatches } from '#web/ui/useMatches.ts';
import { DeskSearchForm } from './DeskSearchForm.tsx';
import { QueueBar } from './queue/QueueBar.tsx';
import styles from './queue/Queue.module.css';
import { queueLevel } from './queue/queues.ts';
import { useApprovalQueue } from './queue/useApprovalQueue.ts';
import { useListColumns } from './queue/useListColumns.tsx';
import { SavedViews } from './SavedViews.tsx';
import { isNumberText, isSameSearch, NO_SEARCH, wireSearch, type DeskSearch } from './search.ts';
import { FLAG_OF, stateOf } from './state.ts';
import { useApproval } from './useApproval.tsx';
import type { useDeskAddress } from './useDeskAddress.ts';
import type { DeskRights } from './useDeskRights.ts';
import type { Requests } from './useRequests.ts';

// Only approvers need these, and only after the list is there.
const Preview = lazyPart(() => import('./queue/Preview.tsx'), 'Preview');
const loadDialogs = () => import('./queue/QueueDialogs.tsx');
const QueueDialogs = lazyPart(() => loadDialogs(), 'QueueDialogs');

const { approve: approveText } = deskText;
const NEW_REQUEST = '/newfxrequest';
/** Below this width a request is read in its own screen. */
const HAS_PREVIEW = '(min-width: 75em)';
/** A phone shows two lines in a row, and no boxes to select. */
const PHONE = '(max-width: 36em)';
const TWO_LINES_PX = 56;

interface RequestListProps {
  address: ReturnType<typeof useDeskAddress>;
  requests: Requests;
  rights: DeskRights;
  filterText: string;
  onFilterText: (text: string) => void;
  /** Called when the user is likely to open a request. */
  onApproach: () => void;
}

/** The requests in scope, with approval of a queue row by row. */
export function RequestList(props: RequestListProps) {
  const { address, requests, rights, filterText } = props;
  const { search, left } = address;
  const { rows, table: shown, changeAll, refresh } = requests;
  const [news, setNews] = useState<ListNews | null>(left?.news ?? null);
  const [message, showProblem] = useProblem();
  const table = useRef<TableHandle>(null);
  const hasRows = rows !== undefined;
  useEffect(() => {
    if (hasRows && left !== null) table.current?.focusRow(String(left.left));
  }, [hasRows, left]);

  const approvedRow = useRef<string | null>(null);
  const [modal, ask] = useApproval({
    onDone: ({ level, row }, msg) => {
      changeAll([row.srno], { [FLAG_OF[level]]: true });
      setNews({ meaning: 'done', text: approveText.done(row.srno, msg) });
      approvedRow.current = String(row.srno);
    },
    // Usually another user has acted meanwhile.
    onFailed: (error) => {
      if (showProblem(error)) void refresh();
    },
  });
  const isAsking = modal !== null;
  // The closed question restores the focus to a button that the approval has removed, so the next row takes it then.
  useEffect(() => {
    if (isAsking || approvedRow.current === null) return;
    table.current?.focusAfter(approvedRow.current);
    approvedRow.current = null;
  }, [isAsking]);

  function approve(level: Level, row: RequestRow): void {
    const due = isDue(level, stateOf(row));
    if (due.ok) ask(level, row);
    else setNews({ meaning: 'waiting', text: approveText.cannot(row.srno, due.why) });
  }

  const navigate = useNavigate();
  const addNew = () => void navigate(NEW_REQUEST);
  useKeys(rights.mayAdd ? [{ keys: 'alt+c', does: uiText.keys.create, run: addNew }] : []);

  const open = useLatest((row: RequestRow) => address.open(row.srno));
  const chooseView = useLatest((chosen: DeskSearch) => address.setSearch(chosen));
  const searched = useLatest((isSame: boolean) => {
    setNews(null);
    if (isSame) void refresh();
  });
  const level = queueLevel(search.status, rights.levels);
  const queue = useApprovalQueue({ level, requests, table, onNews: setNews, showProblem, onOpen: open });
  const { current } = queue;
  const isQueue = level !== null && hasRows;
  // Loaded before a question opens, so that it takes what the user types at once.
  useEffect(() => {
    if (isQueue) loadDialogs().catch(() => undefined);
  }, [isQueue]);
  const isWide = useMatches(HAS_PREVIEW);
  const isPhone = useMatches(PHONE);
  const hasPreview = level !== null && isWide && (rows === undefined || rows.length > 0);
  const columns = useListColumns({
    rights,
    here: address.here,
    hasPreview,
    isPhone,
    queue,
    onOpen: open,
    onApprove: useLatest(approve),
  });
  const findsNumber = isNumberText(filterText);
  const q = findsNumber ? { q: filterText.trim() } : {};

  return (
    <div className={hasPreview ? styles.screen : undefined} onMouseEnter={props.onApproach}>
      <FilteredList
        id="requests"
        title={deskText.title}
        detail={deskText.detail}
        actions={<SavedViews search={search} onChoose={chooseView} />}
        primary={
          rights.mayAdd ? (
            <Button component={Link} to={NEW_REQUEST} leftSection={<IconPlus size={16} aria-hidden />}>
              {deskText.newRequest}
            </Button>
          ) : null
        }
        filters={<DeskSearchForm filters={address.filters} onSearch={searched} />}
        news={news}
        table={shown}
        columns={columns}
        rowKey={(row) => String(row.srno)}
        onOpen={open}
        rowKeys={rights.levels.map((each) => ({
          keys: each.charAt(0).toLowerCase(),
          does: approveText.key(each),
          run: (row: RequestRow) => approve(each, row),
        }))}
        onActive={(row) => {
          props.onApproach();
          queue.onActive(row);
        }}
        handle={table}
        quickFilter={filterText}
        onQuickFilter={props.onFilterText}
        serverFilters={findsNumber}
        empty={emptyState(address)}
        exports={{
          label: deskText.export,
          run: () => download(exportRequests, { search: wireSearch(search), page: q }),
        }}
        maxHeight="calc(100dvh - 336px)"
        {...(isPhone ? { rowHeight: TWO_LINES_PX } : {})}
        {...(level === null || isPhone ? {} : { toolbar: <QueueBar queue={queue} /> })}
        {...(hasPreview && level !== null
          ? {
              opensByKeyOnly: true,
              rowHeight: TWO_LINES_PX,
              marked: String(current?.srno ?? ''),
              side: (
                <Suspense fallback={<div aria-busy />}>
                  {current === undefined ? null : (
                    <Preview
                      row={current}
                      level={level}
                      count={`${rows?.length ?? 0}${shown.hasMore ? '+' : ''}`}
                      queue={queue}
                      onOpen={open}
                    />
                  )}
                </Suspense>
              ),
            }
          : {})}
      />
      {queue.question === null && queue.result === null ? null : (
        <Suspense fallback={null}>
          <QueueDialogs
            queue={queue}
            onOpen={address.open}
            onSentBack={(row, msg) => {
              setNews({ meaning: 'done', text: approveText.done(row.srno, msg) });
              void refresh();
            }}
            onFailed={(error) => {
              if (showProblem(error)) void refresh();
            }}
          />
        </Suspense>
      )}
      {modal}
      {message}
    </div>
  );
}

function emptyState({ search, setSearch }: ReturnType<typeof useDeskAddress>) {
  if (isSameSearch(search, NO_SEARCH)) return { title: deskText.emptyAll, text: deskText.emptyAllText };
  // Drafts, an executive's current requests and what home counts do not wait for one step.
  const isQueue =
    !['DRAFT', IN_PROGRESS, ...COUNTED_FILTERS].includes(search.status) &&
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
