import { Button } from '@mantine/core';
import { useState } from 'react';
import { PageHeader } from '../ui/PageHeader.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Sample } from './Sample.tsx';
import { sampleColumns } from './sampleColumns.tsx';
import { sampleRows } from './sampleRows.ts';

const few = sampleRows(4);
const none: never[] = [];
const shared = { columns: sampleColumns, rowKey: (row: { number: number }) => String(row.number) };

export function ListStatesPage() {
  const [tries, setTries] = useState(0);
  return (
    <>
      <PageHeader title="List states" detail="Loading, empty, nothing found, failed, failed later" />
      <Sample name="Loading">
        <DataTable {...shared} tableId="kit-loading" label="Loading list" rows={undefined} empty={{}} />
      </Sample>
      <Sample name="Empty">
        <DataTable
          {...shared}
          tableId="kit-empty"
          label="Empty list"
          rows={none}
          empty={{
            title: 'No licences',
            text: 'Add the first one to begin.',
            action: <Button>Add a licence</Button>,
          }}
        />
      </Sample>
      <Sample name="Nothing found">
        <DataTable
          {...shared}
          tableId="kit-none"
          label="List with a filter that finds nothing"
          rows={few}
          quickFilter="zzz"
          onQuickFilter={() => {}}
          hasMore
          empty={{}}
        />
      </Sample>
      <Sample name="Failed">
        <DataTable
          {...shared}
          tableId="kit-failed"
          label="Failed list"
          rows={undefined}
          error={`The server did not answer. Tried again ${tries} times.`}
          onRetry={() => setTries(tries + 1)}
          empty={{}}
        />
      </Sample>
      <Sample name="A later page failed">
        <DataTable
          {...shared}
          tableId="kit-later"
          label="List whose next page failed"
          rows={few}
          hasMore
          error="The next page could not be loaded."
          onRetry={() => setTries(tries + 1)}
          empty={{}}
        />
      </Sample>
    </>
  );
}
