import { IconDownload, IconFileAlert } from '@tabler/icons-react';
import { useMemo } from 'react';
import { downloadBatch, downloadWrongCells, type BatchRow } from '#contract/uploads/uploads.ts';
import { dateInIndia, formatDate, formatTime } from '#domain/dates.ts';
import { formatMonths } from '#domain/uploads/batches.ts';
import { KINDS } from '#domain/uploads/kinds.ts';
import type { ListTable } from '#web/patterns/list/useList.ts';
import { uploadsText } from '#web/texts/uploads.ts';
import { IconButton } from '#web/ui/documents/DocumentTable.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import { download } from '#web/wire/download.ts';
import styles from './Uploads.module.css';

const text = uploadsText.history;

const MEANINGS = { reading: 'waiting', refused: 'refused', applied: 'done', replaced: 'info' } as const;

function stateWords(row: BatchRow): string {
  if (row.state === 'reading')
    return uploadsText.progress(row.phase, row.doneRows, row.rows).replace(/\.$/, '');
  if (row.state === 'refused' && row.errorCount > 0) return text.errors(row.errorCount);
  if (row.state === 'applied' && row.counting < row.covered) return text.partly(row.counting, row.covered);
  return text.states[row.state];
}

function coverWords({ firstMonth, lastMonth, branches, branchCount }: BatchRow): string {
  if (firstMonth === '') return '';
  const where = branchCount > branches.length ? text.branches(branchCount) : branches.join(', ');
  return `${formatMonths(firstMonth, lastMonth)} · ${where}`;
}

function shownMoment(iso: string): string {
  const at = Date.parse(iso);
  return `${formatDate(dateInIndia(at))} ${formatTime(at)}`;
}

const columns: readonly Column<BatchRow>[] = [
  {
    id: 'kind',
    header: text.kind,
    value: (row) => KINDS[row.kind].name,
    width: 160,
    phoneWidth: 88,
    hideable: false,
  },
  { id: 'file', header: text.file, value: (row) => row.fileName, width: 216, offPhone: true },
  { id: 'covers', header: text.covers, value: coverWords, width: 136, phoneWidth: 96 },
  {
    id: 'rows',
    header: text.rows,
    value: (row) => row.rows.toLocaleString('en-IN'),
    align: 'end',
    width: 72,
    offPhone: true,
  },
  {
    id: 'state',
    header: text.state,
    value: (row) => `${stateWords(row)} ${row.reason}`,
    cell: (row) => (
      <span title={row.reason === '' ? undefined : row.reason}>
        <StatusBadge meaning={MEANINGS[row.state]}>{stateWords(row)}</StatusBadge>
      </span>
    ),
    width: 168,
    phoneWidth: 152,
  },
  { id: 'by', header: text.by, value: (row) => row.by, width: 128, offPhone: true },
  { id: 'when', header: text.when, value: (row) => shownMoment(row.at), width: 136, offPhone: true },
];

interface HistoryProps {
  table: ListTable<BatchRow>;
  marked: number | null;
  onOpen: (row: BatchRow) => void;
  onProblem: (error: unknown) => void;
}

/** Every uploaded sheet in reach and what became of it. */
export function History({ table, marked, onOpen, onProblem }: HistoryProps) {
  const problem = useLatest(onProblem);
  const shown = useMemo(
    (): readonly Column<BatchRow>[] => [
      ...columns,
      {
        id: 'actions',
        header: text.actions,
        value: () => '',
        cell: (row) => <RowIcons row={row} onProblem={problem} />,
        align: 'end',
        width: 88,
        phoneWidth: 72,
        hideable: false,
      },
    ],
    [problem],
  );
  return (
    <div className={styles.part}>
      <h2 className={styles.partTitle}>{text.title}</h2>
      <DataTable
        tableId="uploads"
        label={text.title}
        columns={shown}
        {...table}
        rowKey={(row) => String(row.srno)}
        onOpen={onOpen}
        marked={marked === null ? undefined : String(marked)}
        empty={{ title: text.empty, text: text.emptyText }}
        maxHeight="420px"
      />
      <p className={styles.quiet}>{text.feeds}</p>
    </div>
  );
}

function RowIcons({ row, onProblem }: { row: BatchRow; onProblem: (error: unknown) => void }) {
  const args = { batch: { batch: row.srno } };
  return (
    <span className={styles.icons}>
      {row.hasErrors ? (
        <IconButton
          label={text.downloadErrors(row.fileName)}
          onPress={() => void download(downloadWrongCells, args).catch(onProblem)}
        >
          <IconFileAlert size={16} aria-hidden />
        </IconButton>
      ) : null}
      {row.hasFile ? (
        <IconButton
          label={text.downloadFile(row.fileName)}
          onPress={() => void download(downloadBatch, args).catch(onProblem)}
        >
          <IconDownload size={16} aria-hidden />
        </IconButton>
      ) : null}
    </span>
  );
}
