import { groupRowSchema, memberSchema, rightSchema, type RightInput } from '#contract/access/groups.ts';
import { DOUBLE_RIGHT, GROUP_RULES, keysInTree, unknownRight, type KeyRight } from '#domain/access/group.ts';
import { isRightKey, RIGHTS } from '#domain/rights.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

export const GROUP_ROW = onWire(groupRowSchema, { srno: 'm.srno', name: 'm.name' });

/** One key of the tree with the flags of a group. */
export const RIGHT_ROW = onWire(rightSchema, {
  key: 'k.key',
  description: 'k.description',
  parent: `coalesce(k.parent, '')`,
  level: 'k.level',
  query: 'coalesce(g.may_query, false)::integer',
  add: 'coalesce(g.may_add, false)::integer',
  edit: 'coalesce(g.may_edit, false)::integer',
});

export const MEMBER_ROW = onWire(memberSchema, {
  srno: 'm.srno',
  name: 'm.name',
  userId: 'm.user_id',
  entityName: 'e.name',
  enabled: 'm.enabled::integer',
  active: 'm.active::integer',
});

/** The rights of a save. A missing flag means not granted. */
export function keyRightsOf(sent: readonly RightInput[]): KeyRight[] {
  const rights = sent.map(({ key, query, add, edit }) => {
    if (!isRightKey(key)) throw new Refusal(unknownRight(key));
    return { key, query: query === true, add: add === true, edit: edit === true };
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
