import { groupDetailSchema } from '#contract/access/groups.ts';
import type { OptionsPage } from '#contract/fields.ts';
import { FIRST_USER } from '#domain/access/grants.ts';
import type { GroupDraft, KeyRight } from '#domain/access/group.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { changedColumns } from '#server/platform/record/statements.ts';
import type { Author } from '#server/platform/record.ts';
import { heldBy } from './grants.sql.ts';
import { GROUP_ROW, GROUP_SHEET_ROW, MEMBER_ROW, RIGHT_ROW } from './group.present.ts';

const saved = { srno: 'int4', version: 'int4' } as const;
const from = 'access.right_group m';
const byName = { name: { column: 'm.name', type: 'text' } } as const;

export const groupList = keysetList({
  name: 'access.group.list',
  from,
  wire: GROUP_ROW,
  key: 'm.srno',
  sorts: { ...byName, srno: { column: 'm.srno', type: 'integer' } },
  search: 'm.name',
});

export const groupSheet = keysetList({
  name: 'access.group.sheet',
  from,
  wire: GROUP_SHEET_ROW,
  key: 'm.srno',
  sorts: { ...byName, srno: { column: 'm.srno', type: 'integer' } },
  search: 'm.name',
});

const options = keysetList({
  name: 'access.group.options',
  from,
  wire: { value: 'm.srno::text', name: 'm.name' },
  key: 'm.srno',
  sorts: byName,
  search: 'm.name',
  narrow: { held: heldBy },
});

const option = statement(
  'access.group.option',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', srno::text, 'name', name)), '[]')::text as body
   from access.right_group where srno::text = $1`,
);
/** A page of groups for a drop-down, optionally only those that the caller may assign, or the group of a value. */
export async function groupOptions(
  on: Executor,
  page: OptionsPage<'assignable'> | undefined,
  { account, rights }: Pick<Caller, 'account' | 'rights'>,
): Promise<{ body: string; next: string | null }> {
  if (page?.value === undefined) {
    const isNarrowed = page?.assignable === '1' && account !== FIRST_USER;
    return options.page(on, page, isNarrowed ? { held: JSON.stringify(rights) } : {});
  }
  return { ...(await on.one(option, [page.value])), next: null };
}

/** The users of a group. */
export const members = keysetList({
  name: 'access.group.users',
  from: 'access.account m',
  joins: 'join masters.entity_ref e on e.srno = m.entity',
  wire: MEMBER_ROW,
  key: 'm.srno',
  sorts: byName,
  search: 'm.found_by',
  always: { group: (group) => `m.right_group = ${group}` },
  // The statement is planned anew for each group, so that the plan omits a scope without a value.
  tested: { scope: (scope) => `m.home_branch = any (${scope}::integer[])` },
  replannedBy: ['group'],
});

const find = statement(
  'access.group.detail',
  { body: 'text', version: 'int4' },
  `select ${jsonObject({
    ...GROUP_ROW,
    ...onWire(groupDetailSchema, {
      needsFactor: 'm.needs_second_factor::integer',
      locked: '$2::text',
      factorFixed: `case when m.needs_second_factor then $3::text else '' end`,
      rights: `(select json_agg(${jsonObject(RIGHT_ROW)} order by k.position) from access.right_key k
       left join access.group_right g on g.right_key = k.key and g.right_group = m.srno)`,
    }),
    ...changedColumns('m'),
  })}::text as body, m.version from ${from} where m.srno = $1`,
);
/** What the caller cannot change, in words; empty if they can. */
interface Locks {
  readonly locked: string;
  readonly factorFixed: string;
}
export const findGroup = (on: Executor, srno: number, { locked, factorFixed }: Locks) =>
  on.maybe(find, [srno, locked, factorFixed]);

const lock = statement(
  'access.group.lock',
  { version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz', needs_second_factor: 'bool' },
  `select version, changed_by_name, changed_at, needs_second_factor from access.right_group where srno = $1 for update`,
);
export const lockGroup = (tx: Transaction, srno: number) => tx.maybe(lock, [srno]);

/** The fields of a group besides its rights; null keeps the stored value. */
interface SavedGroup extends Pick<GroupDraft, 'name'> {
  readonly needsFactor: boolean | null;
}

const insert = statement(
  'access.group.insert',
  saved,
  `with added as (
     insert into access.right_group (name, changed_by, changed_by_name, needs_second_factor)
     values ($1, $2, $3, coalesce($4::boolean, false)) returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add', 'right_group', srno::text, to_jsonb(added) from added
   )
   select srno, version from added`,
);
export const insertGroup = (tx: Transaction, { name, needsFactor }: SavedGroup, by: Author) =>
  tx.one(insert, [name, by.account, by.name, needsFactor]);

const update = statement(
  'access.group.update',
  saved,
  `with before as (
     select * from access.right_group where srno = $4
   ), changed as (
     update access.right_group set name = $1, changed_by = $2, changed_by_name = $3, changed_at = now(),
       version = version + 1, needs_second_factor = coalesce($5::boolean, needs_second_factor)
     where srno = $4 returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, before, after)
     select 'edit', 'right_group', changed.srno::text, to_jsonb(before), to_jsonb(changed) from before, changed
   )
   select srno, version from changed`,
);
/** The transaction must have locked the row, so that `before` in the trail is the previous state. */
export const updateGroup = (tx: Transaction, srno: number, { name, needsFactor }: SavedGroup, by: Author) =>
  tx.one(update, [name, by.account, by.name, srno, needsFactor]);

const letters = (query: string, add: string, edit: string) =>
  `concat(case when ${query} then 'Q' end, case when ${add} then 'A' end, case when ${edit} then 'E' end)`;

const setRights = statement(
  'access.group.set_rights',
  saved,
  `with wanted as (
     select * from jsonb_to_recordset($2::jsonb) as w (key text, query boolean, add boolean, edit boolean)
   ), before as (
     select coalesce(jsonb_object_agg(right_key, ${letters('may_query', 'may_add', 'may_edit')}), '{}') as rights
     from access.group_right where right_group = $1
   ), taken as (
     delete from access.group_right g
     where g.right_group = $1 and not exists (select from wanted w where w.key = g.right_key)
   ), given as (
     insert into access.group_right as g (right_group, right_key, may_query, may_add, may_edit)
     select $1, key, query, add, edit from wanted order by key
     on conflict (right_group, right_key) do update
       set may_query = excluded.may_query, may_add = excluded.may_add, may_edit = excluded.may_edit
       where (g.may_query, g.may_add, g.may_edit)
         is distinct from (excluded.may_query, excluded.may_add, excluded.may_edit)
   ), changed as (
     update access.right_group set version = version + 1, changed_by = $3, changed_by_name = $4, changed_at = now()
     where srno = $1 returning srno, version
   ), trailed as (
     insert into platform.trail (action, record, record_id, before, after)
     select 'rights', 'right_group', changed.srno::text, before.rights,
       (select coalesce(jsonb_object_agg(key, ${letters('query', 'add', 'edit')}), '{}') from wanted)
     from changed, before
   )
   select srno, version from changed`,
);
/** Sets exactly these rights of the group in one statement. The row must be locked. */
export const setGroupRights = (tx: Transaction, srno: number, rights: readonly KeyRight[], by: Author) =>
  tx.one(setRights, [srno, JSON.stringify(rights), by.account, by.name]);

/** The messages that users see for constraint violations. */
export const GROUP_CONSTRAINTS = {
  right_group_name_unique: 'This group is already in the list.',
} as const;
