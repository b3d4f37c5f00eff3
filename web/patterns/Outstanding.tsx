import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Page } from '#contract/fields.ts';
import type { RightKey } from '#domain/rights.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import type { TableHandle } from '#web/ui/table/DataTable.tsx';
import { makeSubmission, type Answer } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { FilteredList } from './list/FilteredList.tsx';
import { useList } from './list/useList.ts';
import { useProblem } from './problem/useProblem.tsx';

/** The texts of a list of items that wait for a note about their result. */
export interface OutstandingText<Row> {
  readonly title: string;
  readonly detail: string;
  readonly actions: string;
  /** The action on a row: the texts of its button, its key and its question. */
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
  /** The key of the action on the focused row. */
  letter: string;
  /** The width of the action button in pixels. */
  actWidth: number;
  maxNoteChars: number;
  fetchPage: (page: Page, signal: AbortSignal) => Promise<Answer<Row[]>>;
  act: (row: Row, note: string, once: { idempotencyKey: string }) => Promise<Answer<{ msg: string }>>;
}

/**
 * A list of outstanding items: each row leaves it with a note about its result, and the focus moves to the next row.
 */
export function Outstanding<Row extends object>(props: OutstandingProps<Row>) {
  const { id, right, text, columns, rowKey, fetchPage, actWidth } = props;
  const client = useQueryClient();
  const { data: rights } = useScreenRights(right);
  const [asked, setAsked] = useState<Row | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [message, showProblem] = useProblem();
  const [submission] = useState(makeSubmission);
  const table = useRef<TableHandle>(null);
  const queryKey = ['outstanding', id];
  const { rows, table: shown } = useList({ key: queryKey, fetchPage });
  const mayEdit = rights?.edit === true;
  const shownColumns = useMemo(
    () => (mayEdit ? [...columns, actColumn(text, actWidth, setAsked)] : columns),
    [mayEdit, columns, text, actWidth],
  );

  /** Returns whether the call succeeded. */
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
      showProblem(error);
      void client.invalidateQueries({ queryKey });
      return false;
    }
  }

  return (
    <>
      <FilteredList
        id={id}
        title={text.title}
        detail={text.detail}
        news={done === null ? null : { meaning: 'done', text: done }}
        table={shown}
        columns={shownColumns}
        rowKey={rowKey}
        {...(mayEdit ? { rowKeys: [{ keys: props.letter, does: text.actKey, run: setAsked }] } : {})}
        handle={table}
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
