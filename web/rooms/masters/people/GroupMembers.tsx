import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { groupMembers, type GroupMember } from '#contract/access/groups.ts';
import { USER_RULES } from '#domain/access/user.ts';
import { call } from '#web/app/call.ts';
import { messageOf } from '#web/app/problems.ts';
import { peopleText } from '#web/texts/people.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { stateBadge, stateWord } from './stateBadge.tsx';

const PAGE_ROWS = 100;

const COLUMNS: readonly Column<GroupMember>[] = [
  { id: 'name', header: USER_RULES.name.label, value: (row) => row.umUserName, width: 176, hideable: false },
  { id: 'id', header: USER_RULES.userId.label, value: (row) => row.umId, width: 120 },
  { id: 'entity', header: USER_RULES.entityCode.label, value: (row) => row.umEntityName, width: 176 },
  { id: 'state', header: USER_RULES.active.label, value: stateWord, cell: stateBadge, width: 96 },
];

/** Who is in a group, page by page. */
export function GroupMembers({ srno }: { srno: number }) {
  const query = useInfiniteQuery({
    queryKey: ['rightgroup', 'users', srno],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        groupMembers,
        { srno, page: { limit: PAGE_ROWS, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (last) => last.next,
  });
  const { fetchNextPage } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <DataTable
      tableId="group-users"
      label={peopleText.group.membersOf}
      columns={COLUMNS}
      rows={query.data?.pages.flatMap(({ reply }) => reply)}
      rowKey={(row) => String(row.umSrNo)}
      hasMore={query.hasNextPage}
      loadingMore={query.isFetchingNextPage}
      onMore={onMore}
      error={query.error === null ? undefined : messageOf(query.error)}
      onRetry={() => void query.refetch()}
      empty={{ title: peopleText.group.noMembers }}
      maxHeight="50vh"
    />
  );
}
