import { ActionIcon, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconUpload } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { importText } from '#web/texts/import.ts';
import { mastersText } from '#web/texts/masters.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { useLatest } from '#web/ui/useLatest.ts';
import { ExportButton } from '../list/ExportButton.tsx';
import { useList } from '../list/useList.ts';
import type { MasterOfList } from './master.ts';
import type { useMasterAddress } from './useMasterAddress.ts';

/** Loaded on demand, because imports are rare. */
const ImportDialog = lazyPart(() => import('../import/ImportDialog.tsx'), 'ImportDialog');

interface MasterListProps<Row extends object> {
  master: MasterOfList<Row>;
  address: ReturnType<typeof useMasterAddress>;
  mayAdd: boolean;
  mayEdit: boolean;
  /** The saved record: shown at the top if it belongs to the list and the loaded pages do not contain it. */
  saved: Row | null;
  /** The key of the record in the form. */
  openKey: string | null;
  onShow: (row: Row) => void;
  /** Called when the user changes filter or order. */
  onAsk: () => void;
}

const keyOf = <Row extends object>(master: MasterOfList<Row>, row: Row): string =>
  master.keyOf?.(row) ?? String(master.srnoOf(row));

/** The list of a master, filtered and sorted by the server and fetched page by page. */
export function MasterList<Row extends object>(props: MasterListProps<Row>) {
  const { master, address, mayEdit, saved, onShow, onAsk } = props;
  const { page } = address;
  const client = useQueryClient();
  const [isImporting, setImporting] = useState(false);
  const open = useLatest(onShow);
  const { rows: loaded, table } = useList({
    key: [master.id, 'list', page, master.narrowed],
    fetchPage: (at, signal) => master.list({ ...page, ...at }, signal),
    keepsPrevious: true,
  });

  const rows = useMemo(() => {
    if (loaded === undefined || saved === null || master.isWithin?.(saved) === false) return loaded;
    const isThere = loaded.some((row) => keyOf(master, row) === keyOf(master, saved));
    return isThere ? loaded : [saved, ...loaded];
  }, [loaded, saved, master]);

  const columns = useMemo(
    () => (mayEdit ? [...master.columns, editColumn(master, open)] : master.columns),
    [mayEdit, master, open],
  );

  const marked = props.openKey ?? (saved === null ? null : keyOf(master, saved));
  return (
    <div>
      <DataTable
        tableId={master.id}
        label={master.texts.title}
        columns={columns}
        {...table}
        rows={rows}
        rowKey={(row) => keyOf(master, row)}
        onOpen={open}
        marked={marked ?? undefined}
        sort={address.sort}
        onSort={(sort) => {
          onAsk();
          address.setSort(sort);
        }}
        quickFilter={address.q}
        onQuickFilter={(text) => {
          onAsk();
          address.setQ(text);
        }}
        serverFilters
        tight={master.isTight === true}
        empty={{
          title: master.emptyText?.title ?? mastersText.empty(master.texts.title),
          ...(props.mayAdd ? { text: master.emptyText?.text ?? mastersText.emptyText } : {}),
        }}
        exportButton={
          <>
            {props.mayAdd && master.imports ? (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => setImporting(true)}
              >
                {importText.import}
              </Button>
            ) : null}
            <ExportButton label={mastersText.export} onExport={() => master.exportList(page)} />
          </>
        }
      />
      {isImporting && master.imports ? (
        <Suspense fallback={null}>
          <ImportDialog
            title={master.imports.title ?? master.texts.title}
            imports={master.imports}
            onDone={() =>
              Promise.all(
                [master.id, ...(master.relatives ?? [])].map((id) =>
                  client.invalidateQueries({ queryKey: [id] }),
                ),
              )
            }
            onClose={() => setImporting(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function editColumn<Row extends object>(master: MasterOfList<Row>, open: (row: Row) => void): Column<Row> {
  return {
    id: 'edit',
    header: mastersText.editColumn,
    hideable: false,
    align: 'end',
    width: 56,
    value: () => '',
    cell: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={mastersText.edit(master.nameOfRow(row))}
        onClick={() => open(row)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    ),
  };
}
