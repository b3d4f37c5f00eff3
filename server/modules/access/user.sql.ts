import { userDetailSchema } from '#contract/access/users.ts';
import type { OptionsPage, Page } from '#contract/fields.ts';
import type { UserDraft } from '#domain/access/user.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';
import { changedColumns } from '#server/platform/record/statements.ts';
import type { Author } from '#server/platform/record.ts';
import { BRANCH_RIGHT_ROW, USER_ROW } from './user.present.ts';

const saved = { srno: 'int4', version: 'int4' } as const;

const users = keysetList({
  name: 'access.user.list',
  from: 'access.account m',
  joins: 'join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group',
  wire: USER_ROW,
  key: 'm.srno',
  sorts: {
    name: { column: 'm.name', type: 'text' },
    id: { column: 'm.user_id', type: 'text' },
    srno: { column: 'm.srno', type: 'integer' },
  },
  search: 'm.found_by',
  narrow: { scope: (scope) => `m.home_branch = any (${scope}::integer[])` },
  replannedBy: ['scope'],
});
/** The users in scope, page by page. */
export const listUsers = (on: Executor, scope: Scope, page: Page | undefined) =>
  users.page(on, page, { scope: entitiesIn(scope) });

const find = statement(
  'access.user.detail',
  { body: 'text', version: 'int4' },
  `select ${jsonObject({
    ...USER_ROW,
    ...onWire(userDetailSchema, {
      branches: `coalesce((select json_agg(${jsonObject(BRANCH_RIGHT_ROW)} order by b.name, b.srno)
       from access.account_branch r join masters.entity_ref b on b.srno = r.branch
       where r.account = m.srno and ($2::integer[] is null or r.branch = any ($2))), '[]')`,
      sessions: `(select count(*)::integer from access.session s where s.account = m.srno and s.ended_at is null
       and s.expires_at > now() and s.last_used_at > now() - make_interval(mins => $3))`,
      isLinked: '(select count(*)::integer from access.provider_identity i where i.account = m.srno)',
      locked: '$4::text',
      mailFrom: momentOrEmpty('access.mail_held_until(m.srno, m.email)'),
    }),
    ...changedColumns('m'),
  })}::text as body, m.version
   from access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group
   where m.srno = $1 and ($2::integer[] is null or m.home_branch = any ($2))`,
);
interface UserView {
  readonly idleMinutes: number;
  /** The reason why the caller may not edit the user. */
  readonly locked: string;
}
export const findUser = (on: Executor, srno: number, scope: Scope, { idleMinutes, locked }: UserView) =>
  on.maybe(find, [srno, entitiesIn(scope), idleMinutes, locked]);

/** The branch whose scope contains the users of an entity `m`, as in access.describe_account. */
export const BRANCH = `case m.type when 'B' then m.srno when 'F' then m.controlling_branch end`;

const heads = keysetList({
  name: 'access.head.options',
  from: 'masters.entity_ref m',
  wire: { value: 'm.id', name: 'm.name' },
  key: 'm.srno',
  sorts: { name: { column: 'm.name', type: 'text' } },
  search: `(m.id || ' ' || m.name)`,
  where: `m.active and m.type in ('A', 'B', 'F')`,
  narrow: {
    // The same condition as BRANCH in a form that indexes support.
    scope: (scope) => `(m.type = 'B' and m.srno = any (${scope}::integer[])
      or m.type = 'F' and m.controlling_branch = any (${scope}::integer[]))`,
    type: (type) => `m.type = ${type}`,
  },
  replannedBy: ['scope'],
});
const head = statement(
  'access.head.option',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', m.id, 'name', m.name)), '[]')::text as body
   from masters.entity_ref m where m.id = $1 and ($2::integer[] is null or ${BRANCH} = any ($2))`,
);
/** The entities to which users of this scope may belong, or the entity of a value. */
export async function headOptions(
  on: Executor,
  scope: Scope,
  page: OptionsPage<'type'> | undefined,
): Promise<{ body: string; next: string | null }> {
  const { value, type } = page ?? {};
  if (value !== undefined) return { ...(await on.one(head, [value, entitiesIn(scope)])), next: null };
  return heads.page(on, page, { type, scope: entitiesIn(scope) });
}

const lock = statement(
  'access.user.lock',
  {
    version: 'int4',
    changed_by_name: 'text',
    changed_at: 'timestamptz',
    user_id: 'text',
    email: 'text',
    may_come: 'bool',
    employee_code: 'text',
    entity_type: 'text',
  },
  `select m.version, m.changed_by_name, m.changed_at, m.user_id, m.email, m.active and m.enabled as may_come, m.employee_code,
     (select e.type from masters.entity_ref e where e.srno = m.entity) as entity_type
   from access.account m where m.srno = $1 for update`,
);
/** Row-level security shows only users in scope. */
export const lockUser = (tx: Transaction, srno: number) => tx.maybe(lock, [srno]);

const employee = statement(
  'access.user.employee',
  { is_there: 'bool' },
  `select exists (select from masters.employee_ref e
     where lower(e.code) = lower($1::text) and e.kind = 'P' and platform.in_scope(e.branch)) as is_there`,
);
/** Whether this is the code of a person in scope. A vault is not a person. */
export const isEmployee = async (tx: Transaction, code: string): Promise<boolean> =>
  (await tx.one(employee, [code])).is_there;

const entity = statement(
  'access.user.entity',
  { srno: 'int4', type: 'text', branch: 'int4?' },
  `select m.srno, m.type, ${BRANCH} as branch from masters.entity_ref m
   where case when $1 = '' then m.type = 'A' else m.id = $1 end`,
);
/** The Master Head by its id; by default the head office. Only entities in scope are found. */
export const findEntity = (tx: Transaction, id: string) => tx.maybe(entity, [id]);

const COLUMNS = [
  'user_id',
  'name',
  'mobile',
  'email',
  'entity',
  'right_group',
  'employee_code',
  'enabled',
  'active',
  'changed_by',
  'changed_by_name',
] as const;
const places = COLUMNS.map((_, index) => `$${index + 1}`);
const values = (draft: UserDraft, entitySrno: number, by: Author) => [
  draft.userId,
  draft.name,
  draft.mobile,
  draft.email,
  entitySrno,
  Number(draft.rightGroup),
  draft.employeeCode,
  draft.enabled,
  draft.active,
  by.account,
  by.name,
];

const insert = statement(
  'access.user.insert',
  saved,
  `with added as (
     insert into access.account (${COLUMNS.join(', ')}) values (${places.join(', ')}) returning *
   ), secret as (
     insert into access.password (account, hash) select srno, $12 from added
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'account', srno::text, home_branch, to_jsonb(added) - 'found_by' from added
   )
   select srno, version from added`,
);
/** The hash is of a random password, because the user sets their own by the mailed link. */
export const insertUser = (tx: Transaction, draft: UserDraft, entitySrno: number, hash: string, by: Author) =>
  tx.one(insert, [...values(draft, entitySrno, by), hash]);

/** A blocked or inactive user loses every session. A link that was mailed to an old address becomes invalid. */
export const USER_ENDINGS = `ended as (
     update access.session s set ended_at = now(), ended_why = 'blocked or inactive' from changed
     where s.account = changed.srno and s.ended_at is null and not (changed.active and changed.enabled)
   ), spent as (
     update access.password_reset p set used_at = now() from before, changed
     where before.srno = changed.srno and p.account = changed.srno and p.used_at is null and before.email <> changed.email
   )`;

const update = statement(
  'access.user.update',
  saved,
  `with before as (
     select * from access.account where srno = $12
   ), changed as (
     update access.account set ${COLUMNS.map((column, index) => `${column} = ${places[index]}`).join(', ')},
       changed_at = now(), version = version + 1
     where srno = $12 returning *
   ), ${USER_ENDINGS}, trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'edit', 'account', changed.srno::text, changed.home_branch, to_jsonb(before) - 'found_by',
       to_jsonb(changed) - 'found_by'
     from before, changed
   )
   select srno, version from changed`,
);
/** The row must be locked. */
export const updateUser = (tx: Transaction, srno: number, draft: UserDraft, entitySrno: number, by: Author) =>
  tx.one(update, [...values(draft, entitySrno, by), srno]);

const branches = statement(
  'access.user.branches',
  { srno: 'int4', id: 'text', type: 'text' },
  'select srno, id, type from masters.entity_ref where id = any ($1::text[])',
);
/** The entities with these ids that are in scope. */
export const findBranches = (tx: Transaction, ids: readonly string[]) => tx.rows(branches, [ids]);

const setBranches = statement(
  'access.user.set_branches',
  saved,
  `with wanted as (
     select * from jsonb_to_recordset($2::jsonb) as w (branch integer, allowed boolean)
   ), before as (
     select coalesce(jsonb_object_agg(branch, allowed), '{}') as rights from access.account_branch where account = $1
   ), taken as (
     delete from access.account_branch r
     where r.account = $1 and not exists (select from wanted w where w.branch = r.branch)
   ), given as (
     insert into access.account_branch as r (account, branch, allowed)
     select $1, branch, allowed from wanted order by branch
     on conflict (account, branch) do update set allowed = excluded.allowed where r.allowed <> excluded.allowed
   ), changed as (
     update access.account set version = version + 1, changed_by = $3, changed_by_name = $4, changed_at = now()
     where srno = $1 returning srno, version, home_branch
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'branch rights', 'account', changed.srno::text, changed.home_branch, before.rights,
       (select coalesce(jsonb_object_agg(branch, allowed), '{}') from wanted)
     from changed, before
   )
   select srno, version from changed`,
);
/**
 * Sets exactly these branch rights within the scope of the transaction. Row-level security hides the others, so they
 * stay. The row must be locked.
 */
export const setUserBranches = (
  tx: Transaction,
  srno: number,
  rights: readonly { readonly branch: number; readonly allowed: boolean }[],
  by: Author,
) => tx.one(setBranches, [srno, JSON.stringify(rights), by.account, by.name]);

const endAll = statement(
  'access.user.end_sessions',
  { ended: 'int4' },
  `with ended as (
     update access.session set ended_at = now(), ended_why = 'ended by an administrator'
     where account = $1 and ended_at is null returning id_hash
   ), counted as (
     select count(*)::integer as ended from ended
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'end sessions', 'account', a.srno::text, a.home_branch, jsonb_build_object('sessions', counted.ended)
     from access.account a, counted where a.srno = $1
   )
   select ended from counted`,
);
export const endSessionsOf = (tx: Transaction, srno: number) => tx.one(endAll, [srno]);

const ask = statement(
  'access.user.ask_mail',
  { held_until: 'timestamptz?', job: 'text?' },
  `with target as materialized (
     select a.srno, a.email, a.home_branch,
       case when not $2::boolean then access.mail_held_until(a.srno, a.email) end as held_until
     from access.account a where a.srno = $1
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch)
     select 'send set-password mail', 'account', srno::text, home_branch from target where held_until is null
   )
   select held_until, case when held_until is null then platform.add_job('access:reset',
     json_build_object('account', srno, 'letter', 'first', 'email', email), 'access:first:' || srno)::text end as job
   from target`,
);
/**
 * Requests the mail unless mails to the address are on hold, and returns the end of the hold. If it is requested again
 * before the mail is sent, only one mail is sent.
 */
export const askPasswordMail = (tx: Transaction, srno: number, isFirstUser: boolean) =>
  tx.one(ask, [srno, isFirstUser]);

/** The messages that users see for constraint violations. */
export const USER_CONSTRAINTS = {
  account_user_id_unique: 'This user id is already taken.',
  account_employee_unique: 'This employee already has a user.',
  account_right_group_fkey: 'There is no such right group.',
} as const;
