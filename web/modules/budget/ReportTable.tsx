import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ReportRow } from '#contract/budget/dashboard.ts';
import { formatRupees, sumDecimals } from '#domain/numbers.ts';
import type { BudgetSearch } from './budgetSearch.ts';
import { budgetText, dashboardText as text } from '#web/texts/budget.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { today } from '#web/ui/today.ts';
import styles from './Dashboard.module.css';
import { monthFigures, toDate, type Against } from './figures.ts';
import { shownPercent } from './Months.tsx';
import type { LinkTo, Report } from './useDashboard.ts';

interface Row extends Against {
  readonly row: ReportRow;
}

const money = (id: string, header: string, amount: (row: Row) => string): Column<Row> => ({
  id,
  header,
  value: (row) => formatRupees(amount(row)),
  align: 'end',
  width: 112,
  total: (rows) => formatRupees(sumDecimals(rows.map(amount))),
});

const FIGURES: readonly Column<Row>[] = [
  { ...money('year', text.yearShort, ({ row }) => row.budgetTotal), initiallyHidden: true },
  money('budget', text.budgetToDate, ({ budget }) => budget),
  money('actual', text.actualToDate, ({ actual }) => actual),
  money('difference', text.difference, ({ difference }) => difference),
  {
    id: 'achieved',
    header: text.achieved,
    value: ({ achieved }) => shownPercent(achieved),
    align: 'end',
    width: 88,
  },
];

interface ReportTableProps {
  title: string;
  rows: readonly ReportRow[] | undefined;
  search: BudgetSearch;
  table: Report['table'];
  linkTo: LinkTo;
  onSearch: (search: BudgetSearch) => void;
}

const oneOf = ({ year, type }: BudgetSearch, row: ReportRow): BudgetSearch => ({
  year,
  type,
  which: 'ONE',
  branch: row.branch,
  executive: type === 'EXECUTIVE' ? row.code : '',
});

/** Branches or executives with the year to date; opening one shows its details. */
export function ReportTable({ title, rows, search, table, linkTo, onSearch }: ReportTableProps) {
  const { type, year } = search;
  const shown = useMemo(
    () => rows?.map((row): Row => ({ row, ...toDate(monthFigures(row, year, today())) })),
    [rows, year],
  );
  const columns = useMemo((): readonly Column<Row>[] => {
    const { type } = search;
    // For the executives of a single branch the branch column is redundant.
    const isOfBranches = type === 'EXECUTIVE' && search.branch === '';
    return [
      {
        id: 'name',
        header: budgetText.types[type],
        value: ({ row }) => row.name,
        cell: ({ row }) => <Link to={linkTo(oneOf(search, row))}>{row.name}</Link>,
        width: 152,
        hideable: false,
      },
      ...(isOfBranches
        ? [{ id: 'branch', header: budgetText.branch, value: ({ row }: Row) => row.branchName, width: 168 }]
        : []),
      ...FIGURES,
    ];
  }, [search, linkTo]);
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <DataTable
        tableId={`misbudget-${type.toLowerCase()}`}
        label={title}
        columns={columns}
        {...table}
        rows={shown}
        rowKey={({ row }) => `${row.branch} ${row.code}`}
        onOpen={({ row }) => onSearch(oneOf(search, row))}
        empty={{ title: budgetText.noRecord }}
        maxHeight="480px"
      />
    </section>
  );
}
