import { use } from 'react';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { canReverse } from '#domain/audit/discrepancy.ts';
import { formatAmount } from '#domain/numbers.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { LetterChip } from '#web/ui/LetterChip.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { Flags, flagWordsOf } from './Facts.tsx';
import { markOf, type RowMark } from './marks.ts';
import { MarkName } from './MarkName.tsx';
import { SelectAllBox, SelectBox } from './selection.tsx';
import { useRowValue } from './stores.ts';
import styles from './Transactions.module.css';
import { MarksContext, type Marks } from './useMarks.ts';

const text = auditWorkText.transactions;

export const nameOf = (row: AuditTransaction): string => text.nameOf(row.type, row.number);
/** The traveller, and the party if the transaction is of another one. */
const whoOf = ({ traveller, partyName: party }: AuditTransaction): string =>
  [...new Set([traveller, party])].filter((name) => name !== '').join(' · ');

/** The acts on a row, for the mouse; the keyboard has the same letters. */
export interface RowActs {
  readonly onOk: (row: AuditTransaction) => void;
  readonly onDiscrepancy: (row: AuditTransaction) => void;
  readonly onReverse: (row: AuditTransaction) => void;
}

interface ColumnsOf {
  readonly mayChange: boolean;
  /** User number 1 sees the numbers of the rows. */
  readonly showsNumbers: boolean;
  /** Whether a transaction is open beside the list, where its purpose stands. */
  readonly isNarrow: boolean;
  readonly acts: RowActs;
}

export const columnsOf = ({
  mayChange,
  showsNumbers,
  isNarrow,
  acts,
}: ColumnsOf): Column<AuditTransaction>[] => [
  ...(mayChange
    ? [
        {
          id: 'select',
          header: text.columns.select,
          head: <SelectAllBox />,
          value: () => '',
          hideable: false,
          offPhone: true as const,
          width: 36,
          cell: (row: AuditTransaction) => <SelectBox row={row} />,
        },
      ]
    : []),
  ...(showsNumbers
    ? [
        {
          id: 'line',
          header: text.columns.line,
          value: (row: AuditTransaction) => String(row.lineNo),
          align: 'end' as const,
          offPhone: true as const,
          width: 72,
        },
      ]
    : []),
  { id: 'date', header: text.columns.date, value: (row) => row.date, width: 92, phoneWidth: 88 },
  { id: 'type', header: text.columns.type, value: (row) => row.type, width: 46, phoneWidth: 44 },
  {
    id: 'number',
    header: text.columns.number,
    value: (row) => row.number,
    align: 'end',
    hideable: false,
    width: 64,
    phoneWidth: 64,
  },
  { id: 'name', header: text.columns.name, value: whoOf, width: 120, phoneWidth: 76 },
  ...(isNarrow
    ? []
    : [
        {
          id: 'purpose',
          header: text.columns.purpose,
          value: (row: AuditTransaction) => row.purposeName,
          width: 104,
          offPhone: true as const,
        },
      ]),
  {
    id: 'amount',
    header: text.columns.amount,
    value: (row) => formatAmount(row.amount),
    align: 'end',
    width: 104,
    offPhone: true,
  },
  {
    id: 'flags',
    header: text.columns.flags,
    value: flagWordsOf,
    width: 124,
    offPhone: true,
    cell: (row) => <Flags row={row} />,
  },
  {
    id: 'status',
    header: text.columns.status,
    value: () => '',
    hideable: false,
    width: 80,
    phoneWidth: 84,
    cell: (row) => <StatusCell row={row} />,
  },
  ...(mayChange
    ? [
        {
          id: 'actions',
          header: text.columns.actions,
          value: () => '',
          align: 'end' as const,
          hideable: false,
          offPhone: true as const,
          width: 82,
          cell: (row: AuditTransaction) => <ActionsCell row={row} acts={acts} />,
        },
      ]
    : []),
];

function useMark(marks: Marks, row: AuditTransaction): RowMark {
  return useRowValue(marks.overlay, row.lineNo) ?? markOf(row);
}

function StatusCell({ row }: { row: AuditTransaction }) {
  const marks = use(MarksContext);
  return marks === null ? <MarkName mark={markOf(row)} /> : <CurrentMark marks={marks} row={row} />;
}
export function CurrentMark({ marks, row }: { marks: Marks; row: AuditTransaction }) {
  return <MarkName mark={useMark(marks, row)} />;
}

function ActionsCell({ row, acts }: { row: AuditTransaction; acts: RowActs }) {
  const marks = use(MarksContext);
  return marks === null ? null : <Chips marks={marks} row={row} acts={acts} />;
}

function Chips({ marks, row, acts }: { marks: Marks; row: AuditTransaction; acts: RowActs }) {
  const { status, discrepancy } = useMark(marks, row);
  const name = nameOf(row);
  if (status === 'PEN')
    return (
      <span className={styles.chips}>
        <LetterChip letter="O" label={text.act(text.ok, name)} onPress={() => acts.onOk(row)} />
        <LetterChip
          letter="D"
          label={text.act(text.discrepancy, name)}
          onPress={() => acts.onDiscrepancy(row)}
        />
      </span>
    );
  const may = canReverse({ mark: status, discrepancy: discrepancy?.status ?? null });
  return may.ok ? (
    <span className={styles.chips}>
      <LetterChip letter="R" label={text.act(text.reverse, name)} onPress={() => acts.onReverse(row)} />
    </span>
  ) : null;
}
