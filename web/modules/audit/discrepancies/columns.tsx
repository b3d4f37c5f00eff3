import type { DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import { DISCREPANCY_WORDS } from '#domain/audit/codes.ts';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import styles from './Discrepancies.module.css';
import { STATUS_MEANING, subjectOf } from './words.ts';

const text = auditWorkText.discrepancies;
/** From this age on the days are bold. */
const OLD_DAYS = 30;

interface ColumnsOf {
  /** Whether something is open beside the list, so that only the first columns have space. */
  readonly isOpen: boolean;
  readonly hasBranches: boolean;
  /** User number 1 sees the numbers of the rows. */
  readonly showsNumbers: boolean;
}

export function columnsOf({ isOpen, hasBranches, showsNumbers }: ColumnsOf): Column<DiscrepancyRow>[] {
  const secondLine = (row: DiscrepancyRow) =>
    [hasBranches ? row.branch : '', subjectOf(row)].filter((part) => part !== '').join(' · ');
  const wide: Column<DiscrepancyRow>[] = [
    ...(hasBranches
      ? [
          {
            id: 'branch',
            header: text.columns.branch,
            value: (row: DiscrepancyRow) => row.branchName,
            width: 132,
            offPhone: true as const,
          },
        ]
      : []),
    { id: 'audit', header: text.columns.audit, value: (row) => row.month, width: 124, offPhone: true },
    { id: 'date', header: text.columns.date, value: (row) => row.transactionDate, width: 96, offPhone: true },
    {
      id: 'replies',
      header: text.columns.replies,
      value: (row) => String(row.replies),
      align: 'end',
      width: 72,
      offPhone: true,
    },
  ];
  return [
    ...(showsNumbers
      ? [
          {
            id: 'line',
            header: text.columns.line,
            value: (row: DiscrepancyRow) => String(row.lineNo),
            align: 'end' as const,
            width: 56,
            offPhone: true as const,
          },
        ]
      : []),
    {
      id: 'age',
      header: text.columns.age,
      value: (row) => text.age(row.age),
      align: 'end',
      width: 92,
      phoneWidth: 80,
      cell: (row) => <span className={row.age > OLD_DAYS ? styles.old : undefined}>{text.age(row.age)}</span>,
    },
    {
      id: 'words',
      header: text.columns.words,
      value: (row) => `${row.words} ${secondLine(row)}`,
      width: isOpen ? 240 : 380,
      phoneWidth: 176,
      cell: (row) => (
        <span className={styles.twoLines}>
          <span>{row.words}</span>
          <span className={styles.second}>{secondLine(row)}</span>
        </span>
      ),
    },
    ...(isOpen ? [] : wide),
    {
      id: 'status',
      header: text.columns.status,
      value: (row) => DISCREPANCY_WORDS[row.status],
      width: 104,
      phoneWidth: 104,
      cell: (row) => (
        <StatusBadge meaning={STATUS_MEANING[row.status]}>{DISCREPANCY_WORDS[row.status]}</StatusBadge>
      ),
    },
  ];
}
