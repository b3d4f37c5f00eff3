import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { uiText } from '#web/texts/ui.ts';
import { useKeys } from '../ui/keys.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import type { Sort } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { sampleColumns } from './sampleColumns.tsx';
import { sampleRows, type SampleRow } from './sampleRows.ts';

const PAGE_ROWS = 5000;
const ALL_ROWS = 10_000;
const PAGE_DELAY_MS = 300;

export function ListPage() {
  const [address, setAddress] = useSearchParams();
  const [rows, setRows] = useState(() => sampleRows(PAGE_ROWS));
  const [loadingMore, setLoadingMore] = useState(false);
  const [sort, setSort] = useState<Sort | null>(null);
  const [opened, setOpened] = useState<SampleRow>();
  const [created, setCreated] = useState(0);
  useKeys([{ keys: 'alt+c', does: uiText.keys.create, run: () => setCreated(created + 1) }]);

  function loadMore(): void {
    setLoadingMore(true);
    setTimeout(() => {
      setRows((loaded) => [...loaded, ...sampleRows(PAGE_ROWS, loaded.length)]);
      setLoadingMore(false);
    }, PAGE_DELAY_MS);
  }

  return (
    <>
      <PageHeader
        title="Requests"
        detail={
          <span role="status">
            {opened ? `Opened ${opened.number}` : 'Enter opens a row'}
            {sort ? `, server sorts by ${sort.column}${sort.descending ? ', descending' : ''}` : ''}
            {created ? `, new pressed ${created} times` : ''}
          </span>
        }
        primary={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreated(created + 1)}>
            New request
          </Button>
        }
      />
      <DataTable
        tableId="kit"
        label="Requests"
        columns={sampleColumns}
        rows={rows}
        rowKey={(row) => String(row.number)}
        onOpen={setOpened}
        sort={sort}
        onSort={setSort}
        quickFilter={address.get('q') ?? ''}
        onQuickFilter={(text) => setAddress(text ? { q: text } : {}, { replace: true })}
        hasMore={rows.length < ALL_ROWS}
        loadingMore={loadingMore}
        onMore={loadMore}
        empty={{ title: 'No requests yet' }}
        exportButton={
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            Export
          </Button>
        }
      />
    </>
  );
}
