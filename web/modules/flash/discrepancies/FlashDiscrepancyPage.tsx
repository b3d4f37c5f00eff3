import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import {
  countFlashDiscrepancies,
  listFlashDiscrepancies,
  type FlashDiscrepancy,
} from '#contract/flash/discrepancies.ts';
import { ANSWER_WORDS, DISCREPANCY_KIND_WORDS } from '#domain/flash/codes.ts';
import { FLASH_TEXTS } from '#domain/flash/texts.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { discrepancyText } from '#web/texts/discrepancy.ts';
import { flashText } from '#web/texts/flash.ts';
import { KeyBar } from '#web/ui/KeyBar.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { readSerial, useAddress } from '#web/ui/useAddress.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { call } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { columnsOf } from './columns.tsx';
import { FlashDiscrepancyFilters } from './FlashDiscrepancyFilters.tsx';
import styles from './FlashDiscrepancies.module.css';
import { FlashDiscrepancyView } from './FlashDiscrepancyView.tsx';
import { FLASH_DISCREPANCY_FILTERS, wireReach, wireSearch } from './search.ts';

const text = flashText.discrepancies;
const { keys } = discrepancyText;
const OPENED = 'srno';
const COUNTS = ['flash', 'discrepancy-counts'];
const keyOf = (row: FlashDiscrepancy) => String(row.srno);

/** The discrepancies of flash audits in reach: the branch answers them, the auditor decides. */
export function FlashDiscrepancyPage() {
  const filters = useFilters(FLASH_DISCREPANCY_FILTERS, [OPENED]);
  const { params, change } = useAddress();
  const { data: may } = useScreenRights('FLASHDISCREPANCY');
  const mayAdd = may?.add === true;
  const showsNumbers = useSession()?.srno === 1;
  const client = useQueryClient();
  const handle = useRef<TableHandle>(null);
  const opened = readSerial(params.get(OPENED));
  const search = wireSearch(filters.values);
  const { type, status } = filters.values;
  const { rows, table, changeRows, query } = useList({
    key: ['flash', 'discrepancies', search],
    fetchPage: (page, signal) => call(listFlashDiscrepancies, { search, page }, { signal }),
    keepsPrevious: true,
  });
  const reach = wireReach(filters.values);
  const counts = useQuery({
    queryKey: [...COUNTS, reach],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(countFlashDiscrepancies, { search: reach }, { signal })).reply,
  });
  const row = opened === null ? undefined : rows?.find(({ srno }) => srno === opened);
  const isOpen = row !== undefined;
  const setOpen = (srno: number | null) =>
    change({ [OPENED]: srno === null ? null : String(srno) }, { replace: opened !== null });
  const openRow = useLatest((each: FlashDiscrepancy) => setOpen(each.srno));
  const columns = useMemo(
    () => columnsOf({ kind: type, isOpen, showsNumbers, onOpen: openRow }),
    [type, isOpen, showsNumbers, openRow],
  );
  const follow = useLatest((each: FlashDiscrepancy) => {
    if (opened !== null && opened !== each.srno) setOpen(each.srno);
  });
  function step(from: FlashDiscrepancy, by: number): void {
    const shown = handle.current?.shownKeys() ?? [];
    const next = shown[shown.indexOf(keyOf(from)) + by];
    if (next === undefined) return;
    setOpen(Number(next));
    handle.current?.focusRow(next);
  }

  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <PageHeader title={text.title} detail={text.detail} />
      <FlashDiscrepancyFilters
        filters={filters}
        working={query.isFetching}
        onList={() => {
          void query.refetch();
          void counts.refetch();
        }}
      />
      <div className={styles.segments}>
        <Segments
          label={text.type}
          words={DISCREPANCY_KIND_WORDS}
          value={type}
          counts={counts.data && { C: counts.data.C[status], T: counts.data.T[status] }}
          onChange={(chosen) => filters.set({ type: chosen }, { replace: false })}
        />
        <Segments
          label={text.status}
          words={ANSWER_WORDS}
          value={status}
          counts={counts.data?.[type]}
          onChange={(chosen) => filters.set({ status: chosen }, { replace: false })}
        />
      </div>
      <DataTable
        tableId={`flash-discrepancies-${type}`}
        label={text.title}
        columns={columns}
        {...table}
        rowKey={keyOf}
        onOpen={openRow}
        onActive={follow}
        handle={handle}
        marked={row === undefined ? undefined : keyOf(row)}
        side={
          row === undefined ? null : (
            <FlashDiscrepancyView
              key={row.srno}
              row={row}
              mayAdd={mayAdd}
              place={discrepancyText.place(
                (rows ?? []).indexOf(row) + 1,
                `${rows?.length ?? 0}${table.hasMore ? '+' : ''}`,
              )}
              onStep={(by) => step(row, by)}
              onClose={() => {
                setOpen(null);
                handle.current?.focusRow(keyOf(row));
              }}
              onChanged={(to) => {
                changeRows((each) => (each.srno === row.srno ? { ...each, ...to } : each));
                void client.invalidateQueries({ queryKey: COUNTS });
              }}
              onDone={() => handle.current?.focusRow(keyOf(row))}
            />
          )
        }
        empty={{
          title: FLASH_TEXTS.emptyDiscrepancies,
          text: text.emptyText,
          action: (
            <Button
              variant="default"
              onClick={() => filters.set({ type: type === 'C' ? 'T' : 'C' }, { replace: false })}
            >
              {text.showOther[type]}
            </Button>
          ),
        }}
        maxHeight="calc(100dvh - 352px)"
      />
      <KeyBar
        keys={[
          { keys: 'arrows', does: keys.move },
          { keys: 'enter', does: keys.open },
          { keys: 'c', does: keys.reply },
          ...(mayAdd ? [{ keys: 's', does: keys.status }] : []),
          { keys: 'ctrl+enter', does: keys.save },
          { keys: 'escape', does: keys.back },
          { keys: '/', does: keys.filter },
        ]}
      />
    </div>
  );
}
