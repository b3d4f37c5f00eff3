import { ActionIcon, Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconDownload, IconPencil, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { importText } from '#web/texts/import.ts';
import { mastersText } from '#web/texts/masters.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { useMessage } from '#web/ui/MessageModal.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLatest } from '#web/ui/useLatest.ts';
import type { MasterOfList } from './master.ts';
import { useFilterText } from './useFilterText.ts';
import type { useMasterAddress } from './useMasterAddress.ts';

/** Fetched when somebody imports, which is seldom. */
const ImportDialog = lazy(() =>
  import('./import/ImportDialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

const PAGE_ROWS = 100;

interface MasterListProps<Row extends object> {
  master: MasterOfList<Row>;
  address: ReturnType<typeof useMasterAddress>;
  mayAdd: boolean;
  mayEdit: boolean;
  /** The record just saved: shown at the top when it is one of the list and the loaded pages do not hold it. */
  saved: Row | null;
  /** The key of the record in the form. */
  openKey: string | null;
  onShow: (row: Row) => void;
  /** The user asks for another filter or order. */
  onAsk: () => void;
}

const keyOf = <Row extends object>(master: MasterOfList<Row>, row: Row): string =>
  master.keyOf?.(row) ?? String(master.srnoOf(row));

/** The list of a master, filtered and sorted by the server and fetched page by page. */
export function MasterList<Row extends object>(props: MasterListProps<Row>) {
  const { master, address, mayEdit, saved, onShow, onAsk } = props;
  const { page } = address;
  const [modal, showMessage] = useMessage();
  const client = useQueryClient();
  const [isImporting, setImporting] = useState(false);
  const open = useLatest(onShow);
  const [filterText, setFilterText] = useFilterText(address.q, address.setQ);
  const query = useInfiniteQuery({
    queryKey: [master.id, 'list', page, master.narrowed],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      master.list({ ...page, limit: PAGE_ROWS, ...(pageParam === null ? {} : { after: pageParam }) }, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });

  const rows = useMemo(() => {
    const loaded = query.data?.pages.flatMap(({ reply }) => reply);
    if (loaded === undefined || saved === null || master.isWithin?.(saved) === false) return loaded;
    const isThere = loaded.some((row) => keyOf(master, row) === keyOf(master, saved));
    return isThere ? loaded : [saved, ...loaded];
  }, [query.data, saved, master]);

  const columns = useMemo(
    () => (mayEdit ? [...master.columns, editColumn(master, open)] : master.columns),
    [mayEdit, master, open],
  );

  async function exportShown(): Promise<void> {
    try {
      await master.exportList(page);
    } catch (error) {
      if (!(error instanceof SessionEndedError)) showMessage(messageOf(error));
    }
  }

  const { fetchNextPage } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const marked = props.openKey ?? (saved === null ? null : keyOf(master, saved));
  return (
    <div>
      <DataTable
        tableId={master.id}
        label={master.texts.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => keyOf(master, row)}
        onOpen={open}
        marked={marked ?? undefined}
        sort={address.sort}
        onSort={(sort) => {
          onAsk();
          address.setSort(sort);
        }}
        quickFilter={filterText}
        onQuickFilter={(text) => {
          onAsk();
          setFilterText(text);
        }}
        serverFilters
        tight={master.isTight === true}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={onMore}
        error={query.error === null ? undefined : messageOf(query.error)}
        onRetry={() => void query.refetch()}
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
            <ActionButton
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onPress={exportShown}
            >
              {mastersText.export}
            </ActionButton>
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
      {modal}
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
