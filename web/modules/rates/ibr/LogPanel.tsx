import { Button } from '@mantine/core';
import { useState } from 'react';
import { ibrLog, type IbrHead } from '#contract/rates/ibr.ts';
import { addDays, type IsoDate } from '#domain/dates.ts';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Meaning } from '#web/ui/theme.ts';
import { today } from '#web/ui/today.ts';
import { readSerial, useAddress } from '#web/ui/useAddress.ts';
import { IBR_KEY, savedAt, stateOf } from './ibr.ts';
import styles from './Log.module.css';
import { LoggedList } from './LoggedList.tsx';

const text = ibrText.log;
const DAYS_AT_FIRST = 7;
const FILTERS = {
  from: { kind: 'date', initial: () => addDays(today(), 1 - DAYS_AT_FIRST) },
  to: { kind: 'date', initial: today },
} as const satisfies FilterKinds;

const MEANINGS: Readonly<Record<string, Meaning>> = {
  [ibrText.state.draft]: 'waiting',
  [ibrText.state.inForce]: 'done',
  [ibrText.state.past]: 'info',
  [ibrText.state.replaced]: 'info',
};

const columns: readonly Column<IbrHead>[] = [
  { id: 'srno', header: text.srno, value: (row) => String(row.srno), align: 'end', width: 48 },
  { id: 'at', header: text.at, value: savedAt, width: 176, hideable: false },
  { id: 'userid', header: text.userId, value: (row) => row.userId, width: 84, offPhone: true },
  { id: 'username', header: text.userName, value: (row) => row.userName, width: 112 },
  { id: 'kind', header: text.kind, value: (row) => ibrText.flag[row.flag], width: 84 },
  {
    id: 'state',
    header: text.state,
    value: stateOf,
    cell: (row) => <StatusBadge meaning={MEANINGS[stateOf(row)] ?? 'info'}>{stateOf(row)}</StatusBadge>,
    width: 104,
  },
];

/** The opened list and the compared one are in the address beside the days. */
function useOpenLists() {
  const { params, change } = useAddress();
  const set = (values: Readonly<Record<string, number | null>>) =>
    change(Object.fromEntries(Object.entries(values).map(([name, srno]) => [name, srno?.toString()])), {
      replace: true,
    });
  return {
    list: readSerial(params.get('list')),
    other: readSerial(params.get('with')),
    open: (srno: number | null) => set({ list: srno, with: null }),
    setOther: (srno: number | null) => set({ with: srno }),
  };
}

/** The tab Log: the lists saved between two days, and their content. */
export function LogPanel() {
  const filters = useFilters(FILTERS, ['list', 'with']);
  const { from, to } = filters.values;
  const { list, other, open, setOther } = useOpenLists();
  const { rows, table } = useList({
    key: [IBR_KEY, 'log', from, to],
    fetchPage: (page, signal) => call(ibrLog, { days: { from, to }, page }, { signal }),
    keepsPrevious: true,
  });
  return (
    <>
      <Days
        key={`${from} ${to}`}
        from={from}
        to={to}
        onGenerate={(days) => {
          if (days.from === from && days.to === to) table.onRetry();
          else filters.set(days, { replace: true });
        }}
      />
      <div className={styles.split} data-open={list !== null}>
        <DataTable
          tableId="ibr-log"
          label={text.label}
          columns={[...columns, fetchColumn(open)]}
          {...table}
          rowKey={(row) => String(row.srno)}
          onOpen={(row) => open(row.srno)}
          marked={list === null ? undefined : String(list)}
          empty={{ title: text.empty, text: text.emptyText }}
          maxHeight="calc(100dvh - 320px)"
        />
        {list === null ? null : (
          <LoggedList
            key={list}
            srno={list}
            others={rows?.filter(({ srno }) => srno !== list) ?? []}
            other={other}
            onOther={setOther}
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
      aria-label={text.fetchList(row.srno)}
      onClick={() => open(row.srno)}
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
