import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { displayList, revokeDisplay, type DisplayRow } from '#contract/rates/cards.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { userMessage } from '#web/wire/problems.ts';
import { cardsText } from '#web/texts/cards.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import styles from './Lcd.module.css';

const text = cardsText.lcd;
const QUERY_KEY = ['rates', 'displays'];

function columnsOf(onRevoke: (row: DisplayRow) => void): readonly Column<DisplayRow>[] {
  return [
    {
      id: 'branch',
      header: text.columns.branch,
      value: (row) => row.entityName,
      width: 200,
      hideable: false,
    },
    { id: 'view', header: text.columns.view, value: (row) => text.views[row.view], width: 160 },
    {
      id: 'madeat',
      header: text.columns.madeAt,
      value: (row) => formatDateTime(Date.parse(row.madeAt)),
      width: 176,
    },
    { id: 'madeby', header: text.columns.madeBy, value: (row) => row.madeBy, width: 160 },
    {
      id: 'actions',
      header: text.columns.actions,
      value: () => '',
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={text.revokeOf(row.entityName, text.views[row.view])}
          onClick={() => onRevoke(row)}
        >
          {text.revoke}
        </Button>
      ),
      width: 104,
      hideable: false,
    },
  ];
}

/** The wall displays in scope whose keys are valid. */
export function Displays() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await call(displayList, {}, { signal })).reply,
  });
  const [revoking, setRevoking] = useState<DisplayRow | null>(null);
  const [done, setDone] = useState('');
  const [modal, showProblem] = useProblem();
  const columns = useMemo(() => columnsOf(setRevoking), []);

  async function revoke({ srno, entityName }: DisplayRow): Promise<void> {
    try {
      await call(revokeDisplay, { display: { srno } });
      setDone(text.revoked(entityName));
    } catch (problem) {
      showProblem(problem);
    }
    await client.invalidateQueries({ queryKey: QUERY_KEY });
  }

  return (
    <>
      <h2 className={styles.title}>{text.displays}</h2>
      <p className={styles.detail}>{text.displaysDetail}</p>
      <div role="status" className={styles.done}>
        {done === '' ? null : <Notice meaning="done">{done}</Notice>}
      </div>
      <DataTable
        tableId="displays"
        label={text.displays}
        columns={columns}
        rows={data}
        rowKey={(row) => String(row.srno)}
        error={userMessage(error) ?? undefined}
        onRetry={() => void refetch()}
        empty={{ title: text.none, text: text.noneText }}
        maxHeight="calc(100dvh - 400px)"
      />
      <ConfirmModal
        opened={revoking !== null}
        title={text.revokeTitle}
        confirm={text.revoke}
        danger
        onConfirm={async () => {
          if (revoking !== null) await revoke(revoking);
        }}
        onClose={() => setRevoking(null)}
      >
        {revoking === null ? '' : text.revokeText(revoking.entityName)}
      </ConfirmModal>
      {modal}
    </>
  );
}
