import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatMonth } from '#domain/budget/budget.ts';
import type { EarningRow } from '#contract/budget/dashboard.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import { formatRupees, sumDecimals } from '#domain/numbers.ts';
import { TRANSACTION_TYPES } from '#domain/requests/codes.ts';
import { useRights } from '#web/wire/rights.ts';
import { dashboardText } from '#web/texts/budget.ts';
import { Notice } from '#web/ui/Notice.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import styles from './Dashboard.module.css';
import { useEarnings, type Behind } from './useDashboard.ts';

const text = dashboardText.requests;
const types: Readonly<Record<string, { readonly name: string }>> = TRANSACTION_TYPES;

const number: Column<EarningRow> = {
  id: 'srno',
  header: text.number,
  value: (row) => String(row.srno),
  align: 'end',
  width: 72,
  hideable: false,
};
/** The number is a link for users who may view requests. */
const linked: Column<EarningRow> = {
  ...number,
  cell: ({ srno }) => (
    <Link to={`/requestdetail?srno=${srno}`} aria-label={text.open(srno)}>
      {srno}
    </Link>
  ),
};
const columns: readonly Column<EarningRow>[] = [
  { id: 'day', header: text.day, value: (row) => formatDate(isoDate(row.date)), width: 112 },
  {
    id: 'margin',
    header: text.margin,
    value: (row) => `${formatRupees(row.margin)}${row.lacksRate ? ` (${text.noRate})` : ''}`,
    align: 'end',
    width: 112,
    total: (rows) => formatRupees(sumDecimals(rows.map((row) => row.margin))),
  },
  {
    id: 'type',
    header: text.type,
    value: (row) => types[row.type]?.name ?? row.type,
    width: 144,
  },
  {
    id: 'forex',
    header: text.forex,
    value: (row) => formatRupees(row.forexTotal),
    align: 'end',
    width: 128,
    total: (rows) => formatRupees(sumDecimals(rows.map((row) => row.forexTotal))),
  },
  { id: 'executive', header: text.executive, value: (row) => row.salesExecutiveName, width: 136 },
];

interface EarningsProps {
  behind: Behind;
  who: string;
  /** Whether the actual is uploaded profit, so that these requests do not count. */
  isUploaded: boolean;
  onClose: () => void;
}

/** The approved requests that make up the actual of a month. */
export function Earnings({ behind, who, isUploaded, onClose }: EarningsProps) {
  const { table } = useEarnings(behind);
  const { data: held } = useRights();
  const isLinked = held?.TRANREQUESTDETAIL === 1;
  const isOfOne = behind.executive !== '';
  const shown = useMemo(
    () => [
      isLinked ? linked : number,
      // For a single executive the name column is redundant.
      ...columns.filter(({ id }) => id !== 'executive' || !isOfOne),
    ],
    [isLinked, isOfOne],
  );
  const title = text.title(formatMonth(behind.year, behind.month), who);
  return (
    <section>
      <div className={styles.headed}>
        <h2 className={styles.heading}>{title}</h2>
        <Button variant="default" size="compact-sm" onClick={onClose}>
          {text.close}
        </Button>
      </div>
      {isUploaded ? <Notice meaning="info">{text.uploaded}</Notice> : null}
      <DataTable
        tableId="misbudget-requests"
        label={title}
        columns={shown}
        {...table}
        rowKey={(row) => String(row.srno)}
        empty={{ title: text.empty }}
        maxHeight="480px"
      />
    </section>
  );
}
