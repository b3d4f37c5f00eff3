import { group as calls, type GroupRow } from '#contract/access/groups.ts';
import { GROUP_RULES, groupProblems } from '#domain/access/group.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { peopleText } from '#web/texts/people.ts';
import { numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import type { Master } from '#web/patterns/master/master.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
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
    numberColumn((row) => row.srno),
    { ...textColumn('name', GROUP_RULES.name.label, 240, (row) => row.name), hideable: false },
  ],
  srnoOf: (row) => row.srno,
  nameOfRow: (row) => row.name,
  rowOf: (srno, draft) => ({ srno, name: draft.name.trim() }),
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
    const { name, needsFactor, rights, locked, factorFixed, version, changedBy, changedAt } = reply;
    return {
      draft: { name, needsFactor, rights: toLines(rightsOf(rights)) },
      locked,
      ...(factorFixed !== '' && { fixed: { fields: ['needsFactor'] as const, why: factorFixed } }),
      version,
      changedBy,
      changedAt,
    };
  },
  save: (srno, draft, options) =>
    call(
      calls.save,
      {
        srno,
        record: { ...draft, name: draft.name.trim(), rights: [...fromLines(draft.rights)] },
      },
      options,
    ),
  exportList: (page) => download(calls.exported, { page }),
};

export function RightGroupScreen() {
  return <MasterScreen master={rightGroup} />;
}
