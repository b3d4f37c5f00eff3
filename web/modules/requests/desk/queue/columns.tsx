import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RequestRow } from '#contract/requests/desk.ts';
import { ageOf } from '#domain/age.ts';
import { formatRupees } from '#domain/numbers.ts';
import { deskText } from '#web/texts/desk.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { ByKind } from '../ByKind.tsx';
import { approvedBy } from '../columns.tsx';
import { StatusBadges } from '../StatusBadges.tsx';
import { customerOf, statusOf, typeName } from '../state.ts';
import styles from './Queue.module.css';

const text = deskText.columns;

const ageSince = (at: string) => (at === '' ? '' : ageOf(Date.parse(at), Date.now()));

function Warnings({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.warnings}>
      <IconAlertTriangle size={13} aria-hidden /> {count}
      <span className="visually-hidden"> {deskText.queue.warnings(count)}</span>
    </span>
  );
}

/** Two lines in a cell: what matters most, and what belongs to it. */
function Two({ first, second }: { first: string; second: ReactNode }) {
  return (
    <span className={styles.two}>
      <strong>{first}</strong>
      <span className={styles.quiet}>{second}</span>
    </span>
  );
}

const number: Column<RequestRow> = {
  id: 'srno',
  header: text.number,
  value: (row) => String(row.srno),
  align: 'end',
  width: 48,
  hideable: false,
};

const who: Column<RequestRow> = {
  id: 'who',
  header: text.customer,
  value: (row) => `${customerOf(row)} ${typeName(row)} ${approvedBy(row)}`,
  cell: (row) => (
    <Two
      first={customerOf(row)}
      second={[typeName(row), approvedBy(row)].filter((part) => part !== '').join(' · ')}
    />
  ),
  width: 150,
  hideable: false,
};

const amount: Column<RequestRow> = {
  id: 'amount',
  header: text.grand,
  value: (row) => formatRupees(row.grandTotal),
  cell: (row) => (
    <Two
      first={formatRupees(row.grandTotal)}
      second={
        <>
          <Warnings count={row.warningCount} /> {ageSince(row.submittedAt)}
        </>
      }
    />
  ),
  align: 'end',
  width: 128,
  total: (rows) => <ByKind rows={rows} amount={(row) => row.grandTotal} />,
  hideable: false,
};

/** The columns beside the preview: two lines in a row, because the request itself is shown beside the list. */
export const previewColumns: readonly Column<RequestRow>[] = [number, who, amount];

/** The columns of a phone: the type is below the customer, and the status below the amount. */
export const phoneColumns: readonly Column<RequestRow>[] = [
  number,
  {
    ...who,
    value: (row) => `${customerOf(row)} ${typeName(row)}`,
    cell: (row) => <Two first={customerOf(row)} second={typeName(row)} />,
  },
  {
    ...amount,
    value: (row) => `${formatRupees(row.grandTotal)} ${statusOf(row).word}`,
    cell: (row) => <Two first={formatRupees(row.grandTotal)} second={<StatusBadges request={row} />} />,
    width: 150,
  },
];
