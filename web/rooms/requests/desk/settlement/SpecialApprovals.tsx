import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { settleSpecial, unsettledList, type UnsettledRow } from '#contract/requests/schemes.ts';
import { formatRupees, sumDecimals } from '#domain/numbers.ts';
import { call, newIdempotencyKey } from '#web/app/call.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { useScreenRights } from '#web/app/rights.ts';
import { settlementText as text } from '#web/texts/desk.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { dayOf } from '../detail/Facts.tsx';
import { customerOf, typeName } from '../state.ts';

const KEY = ['requests', 'unsettled'] as const;
const PAGE_ROWS = 100;
const MAX_NOTE_CHARS = 250;
const keyOf = ({ req_srno, srno }: UnsettledRow) => `${req_srno}-${srno}`;

const columns: readonly Column<UnsettledRow>[] = [
  {
    id: 'srno',
    header: text.number,
    value: (row) => String(row.req_srno),
    align: 'end',
    width: 80,
    hideable: false,
  },
  { id: 'age', header: text.age, value: (row) => text.days(row.age), align: 'end', width: 80 },
  { id: 'date', header: text.date, value: (row) => dayOf(row.req_date), width: 108 },
  { id: 'branch', header: text.branch, value: (row) => row.req_branname, width: 136 },
  { id: 'type', header: text.type, value: typeName, width: 136 },
  { id: 'customer', header: text.customer, value: customerOf, width: 152 },
  { id: 'reference', header: text.reference, value: (row) => row.refnum, width: 176 },
  {
    id: 'amount',
    header: text.amount,
    value: (row) => formatRupees(row.payamnt),
    align: 'end',
    width: 120,
    total: (rows) => formatRupees(sumDecimals(rows.map(({ payamnt }) => payamnt))),
  },
  {
    id: 'grand',
    header: text.grand,
    value: (row) => formatRupees(row.req_grandtotal),
    align: 'end',
    width: 120,
  },
];

const settleColumn = (ask: (row: UnsettledRow) => void): Column<UnsettledRow> => ({
  id: 'actions',
  header: text.actions,
  value: () => '',
  align: 'end',
  hideable: false,
  width: 88,
  cell: (row) => (
    <Button
      size="compact-sm"
      variant="light"
      aria-label={text.settleOf(row.req_srno)}
      onClick={() => ask(row)}
    >
      {text.settle}
    </Button>
  ),
});

/** Special approvals whose money is still to come, and what tells that it has. */
export function SpecialApprovals() {
  const client = useQueryClient();
  const { data: rights } = useScreenRights('SETTLEMENT');
  const [asked, setAsked] = useState<UnsettledRow | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [message, showMessage] = useMessage();
  const table = useRef<TableHandle>(null);
  const query = useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        unsettledList,
        { page: { limit: PAGE_ROWS, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (last) => last.next,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reply }) => reply), [query.data]);
  const { fetchNextPage } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const mayEdit = rights?.edit === true;
  const shownColumns = useMemo(() => (mayEdit ? [...columns, settleColumn(setAsked)] : columns), [mayEdit]);

  async function settle(row: UnsettledRow, note: string): Promise<void> {
    const { req_srno, srno } = row;
    try {
      const { reply } = await call(
        settleSpecial,
        { settled: { req_srno, srno, note } },
        { idempotencyKey: newIdempotencyKey() },
      );
      setDone(text.done(req_srno, reply.msg));
      const following = rows?.[rows.indexOf(row) + 1] ?? rows?.at(-2);
      await client.invalidateQueries({ queryKey: KEY });
      if (following !== undefined) setTimeout(() => table.current?.focusRow(keyOf(following)));
    } catch (error) {
      if (!(error instanceof SessionEndedError)) showMessage(messageOf(error));
      void client.invalidateQueries({ queryKey: KEY });
    }
  }

  return (
    <>
      <PageHeader title={text.title} detail={text.detail} />
      {done === null ? null : (
        <Notice meaning="done" live>
          {done}
        </Notice>
      )}
      <DataTable
        tableId="special-approvals"
        label={text.title}
        columns={shownColumns}
        rows={rows}
        rowKey={keyOf}
        {...(mayEdit ? { rowKeys: [{ keys: 's', does: text.settleKey, run: setAsked }] } : {})}
        handle={table}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={onMore}
        error={query.error === null ? undefined : messageOf(query.error)}
        onRetry={() => void query.refetch()}
        empty={{ title: text.empty, text: text.emptyText }}
      />
      {asked === null ? null : (
        <ConfirmModal
          opened
          title={text.title2(asked.req_srno)}
          confirm={text.confirm}
          askReason={{ label: text.note, maxLength: MAX_NOTE_CHARS }}
          onConfirm={(note) => settle(asked, note)}
          onClose={() => setAsked(null)}
        >
          {text.ask(formatRupees(asked.payamnt), customerOf(asked))}
        </ConfirmModal>
      )}
      {message}
    </>
  );
}
