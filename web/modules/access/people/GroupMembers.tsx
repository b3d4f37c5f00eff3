import { groupMembers, type GroupMember } from '#contract/access/groups.ts';
import { USER_RULES } from '#domain/access/user.ts';
import { call } from '#web/wire/call.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { peopleText } from '#web/texts/people.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { stateBadge, stateWord } from './stateBadge.tsx';

const COLUMNS: readonly Column<GroupMember>[] = [
  { id: 'name', header: USER_RULES.name.label, value: (row) => row.name, width: 176, hideable: false },
  { id: 'id', header: USER_RULES.userId.label, value: (row) => row.userId, width: 120 },
  { id: 'entity', header: USER_RULES.entityCode.label, value: (row) => row.entityName, width: 176 },
  { id: 'state', header: USER_RULES.active.label, value: stateWord, cell: stateBadge, width: 96 },
];

/** The members of a group, page by page. */
export function GroupMembers({ srno }: { srno: number }) {
  const { table } = useList({
    key: ['rightgroup', 'users', srno],
    fetchPage: (page, signal) => call(groupMembers, { srno, page }, { signal }),
  });
  return (
    <DataTable
      tableId="group-users"
      label={peopleText.group.membersOf}
      columns={COLUMNS}
      {...table}
      rowKey={(row) => String(row.srno)}
      empty={{ title: peopleText.group.noMembers }}
      maxHeight="50vh"
    />
  );
}
