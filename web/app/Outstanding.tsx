import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Page } from '#contract/fields.ts';
import type { RightKey } from '#domain/rights.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable, type TableHandle } from '#web/ui/table/DataTable.tsx';
import { makeSubmission, type Answer } from './call.ts';
import { messageOf, SessionEndedError } from './problems.ts';
import { useScreenRights } from './rights.ts';

const PAGE_ROWS = 100;

/** What is said of a list of things that wait for somebody to say how they ended. */
export interface OutstandingText<Row> {
  readonly title: string;
  readonly detail: string;
  readonly actions: string;
  /** What is done to a row, as its button, its key and the question say it. */
  readonly act: string;
  readonly actOf: (row: Row) => string;
  readonly actKey: string;
  readonly askTitle: (row: Row) => string;
  readonly ask: (row: Row) => string;
  readonly note: string;
  readonly noteMissing: string;
  readonly done: (row: Row, msg: string) => string;
  readonly empty: string;
  readonly emptyText: string;
}

interface OutstandingProps<Row extends object> {
  id: string;
  right: RightKey;
  text: OutstandingText<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** The letter that does it to the row that has the focus. */
  letter: string;
  /** Room for its button, in pixels. */
  actWidth: number;
  maxNoteChars: number;
  fetchPage: (page: Page, signal: AbortSignal) => Promise<Answer<Row[]>>;
  act: (row: Row, note: string, once: { idempotencyKey: string }) => Promise<Answer<{ msg: string }>>;
}

/** A list of what is outstanding: each row leaves it with a note of how it ended, and the focus goes on to the next. */
export function Outstanding<Row extends object>(props: OutstandingProps<Row>) {
  const { id, right, text, columns, rowKey, fetchPage, actWidth } = props;
  const client = useQueryClient();
  const { data: rights } = useScreenRights(right);
  const [asked, setAsked] = useState<Row | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [message, showMessage] = useMessage();
  const [submission] = useState(makeSubmission);
  const table = useRef<TableHandle>(null);
  const queryKey = ['outstanding', id];
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ limit: PAGE_ROWS, ...(pageParam === null ? {} : { after: pageParam }) }, signal),
    getNextPageParam: (last) => last.next,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reply }) => reply), [query.data]);
  const { fetchNextPage } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const mayEdit = rights?.edit === true;
  const shownColumns = useMemo(
    () => (mayEdit ? [...columns, actColumn(text, actWidth, setAsked)] : columns),
    [mayEdit, columns, text, actWidth],
  );

  /** Whether it was done. */
  async function act(row: Row, note: string): Promise<boolean> {
    try {
      const idempotencyKey = submission.keyFor([rowKey(row), note]);
      const { reply } = await props.act(row, note, { idempotencyKey });
      submission.done();
      setDone(text.done(row, reply.msg));
      const following = rows?.[rows.indexOf(row) + 1] ?? rows?.at(-2);
      await client.invalidateQueries({ queryKey });
      if (following !== undefined) setTimeout(() => table.current?.focusRow(rowKey(following)));
      return true;
    } catch (error) {
      if (!(error instanceof SessionEndedError)) showMessage(messageOf(error));
      void client.invalidateQueries({ queryKey });
      return false;
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
        tableId={id}
        label={text.title}
        columns={shownColumns}
        rows={rows}
        rowKey={rowKey}
        {...(mayEdit ? { rowKeys: [{ keys: props.letter, does: text.actKey, run: setAsked }] } : {})}
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
          title={text.askTitle(asked)}
          confirm={text.act}
          askReason={{ label: text.note, missing: text.noteMissing, maxLength: props.maxNoteChars }}
          onConfirm={(note) => act(asked, note)}
          onClose={() => setAsked(null)}
        >
          {text.ask(asked)}
        </ConfirmModal>
      )}
      {message}
    </>
  );
}

const actColumn = <Row extends object>(
  text: OutstandingText<Row>,
  width: number,
  ask: (row: Row) => void,
): Column<Row> => ({
  id: 'actions',
  header: text.actions,
  value: () => '',
  align: 'end',
  hideable: false,
  width,
  cell: (row) => (
    <Button size="compact-sm" variant="light" aria-label={text.actOf(row)} onClick={() => ask(row)}>
      {text.act}
    </Button>
  ),
});
