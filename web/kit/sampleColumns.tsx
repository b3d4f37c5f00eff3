import { formatAmount, formatDecimal, formatRupees, sumDecimals } from '#domain/numbers.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import type { SampleRow } from './sampleRows.ts';

export const sampleColumns: readonly Column<SampleRow>[] = [
  {
    id: 'number',
    header: 'Number',
    value: (row) => String(row.number),
    width: 88,
    sortable: true,
    hideable: false,
  },
  { id: 'date', header: 'Date', value: (row) => row.date, width: 100, sortable: true },
  { id: 'customer', header: 'Customer', value: (row) => row.customer, width: 160 },
  { id: 'branch', header: 'Branch', value: (row) => row.branch, width: 160 },
  { id: 'side', header: 'Side', value: (row) => row.side, width: 88 },
  { id: 'currency', header: 'Currency', value: (row) => row.currency, width: 88, initiallyHidden: true },
  {
    id: 'quantity',
    header: 'Quantity',
    value: (row) => formatDecimal(row.quantity, 0),
    width: 96,
    align: 'end',
    total: (rows) => formatDecimal(sumDecimals(rows.map((row) => row.quantity)), 0),
  },
  {
    id: 'amount',
    header: 'Amount',
    value: (row) => formatAmount(row.amount),
    width: 148,
    align: 'end',
    sortable: true,
    total: (rows) => formatRupees(sumDecimals(rows.map((row) => row.amount))),
  },
  {
    id: 'state',
    header: 'State',
    value: (row) => row.state,
    cell: (row) => <StatusBadge meaning={row.state} />,
    width: 128,
  },
];
