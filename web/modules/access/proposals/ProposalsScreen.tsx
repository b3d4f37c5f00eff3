import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { proposalList, type Proposal } from '#contract/access/proposals.ts';
import { formatDateTime } from '#domain/dates.ts';
import { FilteredList, type ListNews } from '#web/patterns/list/FilteredList.tsx';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';
import { proposalsText as text } from '#web/texts/proposals.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { ProposalEntry } from './ProposalEntry.tsx';

const KEY = 'proposals';

const columns: readonly Column<Proposal>[] = [
  { id: 'srno', header: text.number, value: (row) => String(row.srno), width: 72, hideable: false },
  { id: 'kind', header: text.kind, value: (row) => text.kinds[row.kind], width: 140 },
  {
    id: 'record',
    header: text.record,
    value: (row) => row.name || row.record || text.newRecord,
    width: 220,
  },
  { id: 'by', header: text.by, value: (row) => row.by, width: 220 },
  { id: 'at', header: text.at, value: (row) => formatDateTime(Date.parse(row.at)), width: 176 },
];

/** The changes that wait for the approval of a second user. */
export function ProposalsScreen() {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Proposal | null>(null);
  const [news, setNews] = useState<ListNews | null>(null);
  const { table } = useList({
    key: [KEY],
    fetchPage: (page, signal) => call(proposalList, { page }, { signal }),
    keepsPrevious: true,
  });
  return (
    <>
      <FilteredList
        id="proposals"
        title={text.title}
        detail={text.detail}
        news={news}
        table={table}
        columns={columns}
        rowKey={(row) => String(row.srno)}
        onOpen={(row) => {
          setNews(null);
          setOpened(row);
        }}
        empty={{ title: text.empty }}
      />
      {opened === null ? null : (
        <ProposalEntry
          proposal={opened}
          onDecided={async (msg) => {
            setOpened(null);
            setNews({ meaning: 'done', text: msg });
            await client.invalidateQueries({ queryKey: [KEY] });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
