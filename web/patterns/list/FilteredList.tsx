import type { ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { DataTable, type DataTableProps } from '#web/ui/table/DataTable.tsx';
import type { Meaning } from '#web/ui/theme.ts';
import { ExportButton } from './ExportButton.tsx';
import type { ListTable } from './useList.ts';

/** The result of the last action on a row of the list. */
export interface ListNews {
  readonly meaning: Meaning;
  readonly text: string;
}

interface FilteredListProps<Row extends object> extends Omit<
  DataTableProps<Row>,
  'tableId' | 'label' | 'exportButton' | 'filters' | keyof ListTable<Row>
> {
  /** The id under which the list's view settings are stored. */
  id: string;
  title: string;
  detail?: string;
  /** Secondary actions beside the title, and the primary one. */
  actions?: ReactNode;
  primary?: ReactNode;
  /** Shown between the title and the filters. */
  above?: ReactNode;
  /** LiveFilters or SearchFilters. */
  filters?: ReactNode;
  news?: ListNews | null;
  /** Beside the quick filter. */
  toolbar?: ReactNode;
  table: ListTable<Row>;
  exports?: { readonly label: string; readonly run: () => Promise<void> };
}

/** A list screen: its title, its filters, the last result, and the table. */
export function FilteredList<Row extends object>(props: FilteredListProps<Row>) {
  const { id, title, detail, actions, primary, above, filters, news = null, toolbar, ...others } = props;
  const { table, exports, ...rest } = others;
  return (
    <>
      <PageHeader title={title} detail={detail} actions={actions} primary={primary} />
      {above}
      {filters}
      {news === null ? null : (
        <Notice meaning={news.meaning} live>
          {news.text}
        </Notice>
      )}
      <DataTable
        tableId={id}
        label={title}
        {...table}
        {...rest}
        filters={toolbar}
        {...(exports === undefined
          ? {}
          : { exportButton: <ExportButton label={exports.label} onExport={exports.run} /> })}
      />
    </>
  );
}
