import { flagValue } from '#contract/fields.ts';
import type { RightInput } from '#contract/access/groups.ts';
import { DOUBLE_RIGHT, GROUP_RULES, keysInTree, unknownRight, type KeyRight } from '#domain/access/group.ts';
import { isRightKey, RIGHTS } from '#domain/rights.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** Row → wire. The names of the wire occur only here. */
export const GROUP_ROW = { rg_srno: 'm.srno', rg_name: 'm.name' } as const satisfies WireColumns;

/** One key of the tree with the flags of a group. */
export const RIGHT_ROW = {
  rt_key: 'k.key',
  rt_desc: 'k.description',
  rt_parent: `coalesce(k.parent, '')`,
  rt_level: 'k.level',
  rt_query: 'coalesce(g.may_query, false)::integer',
  rt_add: 'coalesce(g.may_add, false)::integer',
  rt_edit: 'coalesce(g.may_edit, false)::integer',
} as const satisfies WireColumns;

export const MEMBER_ROW = {
  umSrNo: 'm.srno',
  umUserName: 'm.name',
  umId: 'm.user_id',
  umEntityName: 'e.name',
  umEnable: 'm.enabled::integer',
  umActive: 'm.active::integer',
} as const satisfies WireColumns;

/** Wire → rights. A missing flag means not granted. */
export function keyRightsOf(written: readonly RightInput[]): KeyRight[] {
  const rights = written.map(({ rt_key: key, rt_query, rt_add, rt_edit }) => {
    if (!isRightKey(key)) throw new Refusal(unknownRight(key));
    return {
      key,
      query: flagValue(rt_query) === true,
      add: flagValue(rt_add) === true,
      edit: flagValue(rt_edit) === true,
    };
  });
  if (new Set(rights.map(({ key }) => key)).size < rights.length) throw new Refusal(DOUBLE_RIGHT);
  return rights.filter(({ query, add, edit }) => query || add || edit);
}

/** A group in the sheet: one column for each key, with the letters of its flags. */
export interface GroupSheetRow {
  readonly name: string;
  readonly rights: Readonly<Record<string, string>>;
}

export const GROUP_SHEET_ROW = {
  name: 'm.name',
  rights: `coalesce((select json_object_agg(g.right_key,
     concat(case when g.may_query then 'Q' end, case when g.may_add then 'A' end, case when g.may_edit then 'E' end))
   from access.group_right g where g.right_group = m.srno), '{}')`,
} as const satisfies WireColumns;

export const GROUP_SHEET: readonly ExportColumn<GroupSheetRow>[] = [
  { header: GROUP_RULES.name.label, kind: 'text', width: 32, value: (row) => row.name },
  ...keysInTree().map((key): ExportColumn<GroupSheetRow> => ({
    header: RIGHTS.find((row) => row.key === key)?.description ?? key,
    kind: 'text',
    width: 14,
    value: (row) => row.rights[key] ?? '',
  })),
];
