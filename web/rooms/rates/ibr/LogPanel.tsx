import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { ibrLog, type IbrHead } from '#contract/rates/ibr.ts';
import { addDays, readIsoDate, type IsoDate } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import { messageOf } from '#web/app/problems.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Meaning } from '#web/ui/theme.ts';
import { today } from '#web/ui/today.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { IBR_KEY, savedAt, stateOf } from './ibr.ts';
import styles from './Log.module.css';
import { LoggedList } from './LoggedList.tsx';

const text = ibrText.log;
const PAGE_ROWS = 100;
const DAYS_AT_FIRST = 7;

const MEANINGS: Readonly<Record<string, Meaning>> = {
  [ibrText.state.draft]: 'waiting',
  [ibrText.state.inForce]: 'done',
  [ibrText.state.replaced]: 'info',
};

const columns: readonly Column<IbrHead>[] = [
  { id: 'srno', header: text.srno, value: (row) => String(row.mih_srno), align: 'end', width: 48 },
  { id: 'at', header: text.at, value: savedAt, width: 176, hideable: false },
  { id: 'userid', header: text.userId, value: (row) => row.um_id, width: 84, offPhone: true },
  { id: 'username', header: text.userName, value: (row) => row.um_username, width: 112 },
  { id: 'kind', header: text.kind, value: (row) => ibrText.flag[row.mih_flag], width: 84 },
  {
    id: 'state',
    header: text.state,
    value: stateOf,
    cell: (row) => <StatusBadge meaning={MEANINGS[stateOf(row)] ?? 'info'}>{stateOf(row)}</StatusBadge>,
    width: 104,
  },
];

/** Days, the opened list and the one it is compared with live in the address. */
function useLogAddress() {
  const { params, change } = useAddress();
  const serial = (name: string) => {
    const written = params.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
  };
  const set = (values: Readonly<Record<string, string | null>>) => change(values, { replace: true });
  return {
    from: readIsoDate(params.get('from') ?? '') ?? addDays(today(), 1 - DAYS_AT_FIRST),
    to: readIsoDate(params.get('to') ?? '') ?? today(),
    list: serial('list'),
    other: serial('with'),
    set,
  };
}

/** The tab Log: which lists were saved between two days, and what is in them. */
export function LogPanel() {
  const { from, to, list, other, set } = useLogAddress();
  const query = useInfiniteQuery({
    queryKey: [IBR_KEY, 'log', from, to],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        ibrLog,
        {
          days: { logFrom: from, logTo: to },
          page: { limit: PAGE_ROWS, ...(pageParam === undefined ? {} : { after: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reply }) => reply), [query.data]);
  const { fetchNextPage, refetch } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const open = (srno: number | null) => set({ list: srno === null ? null : String(srno), with: null });
  return (
    <>
      <Days
        key={`${from} ${to}`}
        from={from}
        to={to}
        onGenerate={(days) => {
          if (days.from === from && days.to === to) void refetch();
          else set({ ...days, list: null, with: null });
        }}
      />
      <div className={styles.split} data-open={list !== null}>
        <DataTable
          tableId="ibr-log"
          label={text.label}
          columns={[...columns, fetchColumn(open)]}
          rows={rows}
          rowKey={(row) => String(row.mih_srno)}
          onOpen={(row) => open(row.mih_srno)}
          marked={list === null ? undefined : String(list)}
          hasMore={query.hasNextPage}
          loadingMore={query.isFetchingNextPage}
          onMore={onMore}
          error={query.error === null ? undefined : messageOf(query.error)}
          onRetry={() => void refetch()}
          empty={{ title: text.empty, text: text.emptyText }}
          maxHeight="calc(100dvh - 320px)"
        />
        {list === null ? null : (
          <LoggedList
            key={list}
            srno={list}
            others={rows?.filter(({ mih_srno }) => mih_srno !== list) ?? []}
            other={other}
            onOther={(srno) => set({ with: srno === null ? null : String(srno) })}
            onClose={() => open(null)}
          />
        )}
      </div>
    </>
  );
}

const fetchColumn = (open: (srno: number) => void): Column<IbrHead> => ({
  id: 'fetch',
  header: text.fetch,
  hideable: false,
  align: 'end',
  width: 80,
  value: () => '',
  cell: (row) => (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={text.fetchList(row.mih_srno)}
      onClick={() => open(row.mih_srno)}
    >
      {text.fetch}
    </Button>
  ),
});

interface DaysProps {
  from: IsoDate;
  to: IsoDate;
  onGenerate: (days: { from: IsoDate; to: IsoDate }) => void;
}

function Days(props: DaysProps) {
  const [from, setFrom] = useState<IsoDate | null>(props.from);
  const [to, setTo] = useState<IsoDate | null>(props.to);
  const [asked, setAsked] = useState(false);
  const missing = (day: IsoDate | null) => (asked && day === null ? text.pickDays : undefined);
  return (
    <form
      noValidate
      role="search"
      aria-label={text.search}
      className={`${styles.days} no-print`}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (from !== null && to !== null) props.onGenerate({ from, to });
      }}
    >
      <DateInput
        label={text.from}
        value={from}
        onChange={setFrom}
        max={to ?? today()}
        error={missing(from)}
      />
      <DateInput label={text.to} value={to} onChange={setTo} max={today()} error={missing(to)} />
      <Button type="submit">{text.generate}</Button>
    </form>
  );
}
