import { group as calls, type GroupRow } from '#contract/access/groups.ts';
import { GROUP_RULES, groupProblems } from '#domain/access/group.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { peopleText } from '#web/texts/people.ts';
import { bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import type { Master } from '#web/patterns/master/master.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { lastChange } from '#web/patterns/record/lastChange.ts';
import { GroupAside } from './GroupAside.tsx';
import { fromLines, toLines } from './rightLines.ts';
import { rightsOf } from './rightsOf.ts';
import { RightTree } from './RightTree.tsx';

/** A right group in its form; the rights are lines such as `COUNTRY QAE`. */
interface GroupForm {
  readonly name: string;
  readonly needsFactor: boolean;
  readonly rights: readonly string[];
}

const rightGroup: Master<GroupRow, GroupForm> = {
  id: 'rightgroup',
  record: 'right_group',
  right: 'RIGHT',
  texts: peopleText.group,
  isWide: true,
  columns: [
    numberColumn((row) => row.rg_srno),
    { ...textColumn('name', GROUP_RULES.name.label, 240, (row) => row.rg_name), hideable: false },
  ],
  srnoOf: (row) => row.rg_srno,
  nameOfRow: (row) => row.rg_name,
  rowOf: (srno, draft) => ({ rg_srno: srno, rg_name: draft.name.trim() }),
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'needsFactor', kind: 'yes-no' },
    { name: 'rights', kind: 'part', part: RightTree },
  ],
  rules: {
    ...GROUP_RULES,
    needsFactor: { label: peopleText.group.needsFactor },
    rights: { label: peopleText.group.rights },
  },
  problems: groupProblems,
  blank: { name: '', needsFactor: false, rights: [] },
  aside: GroupAside,
  list: (page, signal) => call(calls.list, { page }, { signal }),
  detail: async (srno, signal) => {
    const { reply } = await call(calls.detail, { srno }, { signal });
    return {
      draft: { name: reply.rg_name, needsFactor: reply.rg_factor === 1, rights: toLines(rightsOf(reply)) },
      locked: reply.rg_locked,
      ...(reply.rg_factorfixed !== '' && {
        fixed: { fields: ['needsFactor'] as const, why: reply.rg_factorfixed },
      }),
      ...lastChange(reply),
    };
  },
  save: (srno, draft, options) =>
    call(
      calls.save,
      {
        srno,
        record: {
          rg_name: draft.name.trim(),
          rg_factor: bitOf(draft.needsFactor),
          rg_rights: fromLines(draft.rights).map(({ key, query, add, edit }) => ({
            rt_key: key,
            rt_query: bitOf(query),
            rt_add: bitOf(add),
            rt_edit: bitOf(edit),
          })),
        },
      },
      options,
    ),
  exportList: (page) => download(calls.exported, { page }),
};

export function RightGroupScreen() {
  return <MasterScreen master={rightGroup} />;
}
