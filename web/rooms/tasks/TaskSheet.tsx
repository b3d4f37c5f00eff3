import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { showTasks, type TaskRow } from '#contract/tasks/tasks.ts';
import { formatDateTime, readIsoDate } from '#domain/dates.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import { call } from '#web/app/call.ts';
import { messageOf } from '#web/app/problems.ts';
import { useScreenRights } from '#web/app/rights.ts';
import { tasksText as text } from '#web/texts/tasks.ts';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { TaskSearch, type Days } from './TaskSearch.tsx';
import styles from './Tasks.module.css';
import { WriteTask } from './WriteTask.tsx';

const KEY = 'tasks';
const PAGE_ROWS = 100;

const momentOf = ({ crmt_createdat }: TaskRow) => formatDateTime(Date.parse(crmt_createdat));

const columns: readonly Column<TaskRow>[] = [
  { id: 'task', header: text.task, value: (row) => row.crmt_task, width: 194, hideable: false },
  { id: 'timestamp', header: text.timestamp, value: momentOf, width: 164 },
];

/** Days and whether one is written live in the address: Back closes. */
function useTaskAddress() {
  const { params, change } = useAddress();
  const from = readIsoDate(params.get('from') ?? '') ?? '';
  const to = readIsoDate(params.get('to') ?? '') ?? '';
  return {
    days: useMemo((): Days => ({ from, to }), [from, to]),
    isWriting: params.get('open') === 'new',
    setDays: (days: Days) => change({ ...days }, { replace: false }),
    setWriting: (isWriting: boolean) => change({ open: isWriting ? 'new' : null }, { replace: false }),
  };
}

/** The user's own tasks, and the place where one is written. */
export function TaskSheet() {
  const { data: may = NO_FLAGS } = useScreenRights('TASKSHEET');
  const client = useQueryClient();
  const { days, isWriting, setDays, setWriting } = useTaskAddress();
  const [done, setDone] = useState<string | null>(null);
  const [read, setRead] = useState<TaskRow | null>(null);
  const query = useInfiniteQuery({
    queryKey: [KEY, days],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        showTasks,
        {
          asked: {
            srchFromDate: days.from,
            srchToDate: days.to,
            limit: PAGE_ROWS,
            ...(pageParam === null ? {} : { after: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reply }) => reply), [query.data]);
  const { fetchNextPage } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const write = () => {
    setDone(null);
    setWriting(true);
  };
  useKeys(may.add && !isWriting ? [{ keys: 'alt+c', does: uiText.keys.create, run: write }] : []);

  if (isWriting && may.add)
    return (
      <>
        <PageHeader title={text.title} detail={text.detail} />
        <WriteTask
          onSaved={async (message) => {
            setDone(message);
            await client.invalidateQueries({ queryKey: [KEY] });
            setWriting(false);
          }}
          onBack={() => setWriting(false)}
        />
      </>
    );
  return (
    <>
      <PageHeader
        title={text.title}
        detail={text.detail}
        primary={
          may.add ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={write}>
              {text.add}
            </Button>
          ) : null
        }
      />
      <TaskSearch
        days={days}
        onSearch={(next) => {
          setDone(null);
          setDays(next);
          void client.invalidateQueries({ queryKey: [KEY] });
        }}
      />
      {done === null ? null : (
        <Notice meaning="done" live>
          {done}
        </Notice>
      )}
      <DataTable
        tableId="tasks"
        label={text.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.crmt_srno)}
        onOpen={setRead}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={onMore}
        error={query.error === null ? undefined : messageOf(query.error)}
        onRetry={() => void query.refetch()}
        empty={{
          title: text.empty,
          text: days.from === '' && days.to === '' ? text.emptyAll : text.emptyDays,
        }}
      />
      {read === null ? null : (
        <Dialog opened title={text.one(momentOf(read))} onClose={() => setRead(null)}>
          <p className={styles.whole}>{read.crmt_task}</p>
        </Dialog>
      )}
    </>
  );
}
