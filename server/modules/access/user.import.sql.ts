import { SIGN_IN_SYMBOLS, USER_TEXTS, type UserRowDraft } from '#domain/access/user.ts';
import { USERNAME_MAX_CHARS } from '#domain/password.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { importStatements, inReach, saying, type ImportedRow } from '#server/platform/imports/import.sql.ts';
import { BRANCH, USER_CONSTRAINTS, USER_ENDINGS } from './user.sql.ts';

/** The import of users from a sheet. */

const text = (column: string) => ({ column, type: 'text' }) as const;
const flag = (column: string) => ({ column, type: 'boolean' }) as const;
const NO_ENTITY = 'There is no such entity.';

export const userImport = importStatements<UserRowDraft>({
  record: 'account',
  table: 'access.account',
  columns: {
    name: text('name'),
    userId: text('user_id'),
    mobile: text('mobile'),
    email: text('email'),
    entityCode: {
      column: 'entity',
      type: 'integer',
      find: `(select m.srno from masters.entity_ref m
        where case when g."entityCode" = '' then m.type = 'A' else m.id = g."entityCode" end and ${inReach(`(${BRANCH})`)})`,
      unknown: NO_ENTITY,
    },
    rightGroup: {
      column: 'right_group',
      type: 'integer',
      find: `(select rg.srno from access.right_group rg where lower(rg.name) = lower(g."rightGroup"))`,
      unknown: USER_CONSTRAINTS.account_right_group_fkey,
    },
    employeeCode: text('employee_code'),
    enabled: flag('enabled'),
    active: flag('active'),
  },
  asides: ['entityType'],
  key: (row) => [`lower(${row}.user_id)`],
  reach: inReach('m.home_branch'),
  tests: [
    {
      field: 'userId',
      says: saying(`m.srno is null and length(r.user_id) > ${USERNAME_MAX_CHARS}`, USER_TEXTS.idTooLong),
    },
    {
      field: 'userId',
      says: saying(`m.srno is null and r.user_id !~ '${SIGN_IN_SYMBOLS.source}'`, USER_TEXTS.idSymbols),
    },
    { field: 'entityCode', says: saying(`r.entity is null and g."entityCode" = ''`, NO_ENTITY) },
    ...Object.entries(USER_TEXTS.wrongHead).map(([type, said]) => ({
      field: 'entityCode' as const,
      says: saying(
        `g."entityType" = '${type}' and exists (select from masters.entity_ref e where e.srno = r.entity and e.type <> '${type}')`,
        said,
      ),
    })),
    {
      field: 'employeeCode',
      // An existing code of a user may stay, whatever happened to the employee.
      says: saying(
        `r.employee_code <> '' and r.employee_code is distinct from m.employee_code and not exists (
           select from masters.employee_ref e where lower(e.code) = lower(r.employee_code) and e.kind = 'P' and ${inReach('e.branch')})`,
        USER_TEXTS.noEmployee,
      ),
    },
    {
      field: 'employeeCode',
      says: saying(
        `r.employee_code <> '' and exists (select from access.account o
           where o.employee_code <> '' and lower(o.employee_code) = lower(r.employee_code) and o.srno is distinct from m.srno)`,
        USER_CONSTRAINTS.account_employee_unique,
      ),
    },
  ],
  trail: { branch: (row) => `${row}.home_branch`, leavesOut: 'found_by' },
  also: USER_ENDINGS,
});

const planned = statement(
  'access.account.import_planned',
  {
    n: 'int4',
    account: 'int4?',
    right_group: 'int4',
    entity: 'text',
    reach: 'text[]?',
    employee_code: 'text',
  },
  `with given as (
     select * from jsonb_to_recordset($1::jsonb) as g (n integer, name text, "userId" text, mobile text, email text,
       "entityCode" text, "rightGroup" text, "employeeCode" text, enabled boolean, active boolean)
   )
   select g.n, a.srno as account, rg.srno as right_group, m.id as entity,
     case when a.srno is null and m.type = 'B' then array[m.id] else access.reach_of(a.srno, m.srno) end as reach,
     g."employeeCode" as employee_code
   from given g
   join access.right_group rg on lower(rg.name) = lower(g."rightGroup")
   join masters.entity_ref m on case when g."entityCode" = '' then m.type = 'A' else m.id = g."entityCode" end
   left join access.account a on lower(a.user_id) = lower(g."userId")
   where (a.name, a.user_id, a.mobile, a.email, a.entity, a.right_group, a.employee_code, a.enabled, a.active)
     is distinct from (g.name, g."userId", g.mobile, g.email, m.srno, rg.srno, g."employeeCode", g.enabled, g.active)`,
);
/** The rows that would add or change a user, with the resulting assignment. A new branch user gets their own branch. */
export const plannedUsers = (on: Executor, rows: readonly ImportedRow<UserRowDraft>[]) =>
  on.rows(planned, [JSON.stringify(rows)]);

const settle = statement(
  'access.account.import_settle',
  {},
  `with added as (
     select a.srno, a.entity, e.type from access.account a join masters.entity_ref e on e.srno = a.entity
     where a.srno = any ($1::integer[])
   ), secret as (
     insert into access.password (account, hash) select srno, $2 from added
   ), allowed as (
     insert into access.account_branch (account, branch, allowed) select srno, entity, true from added where type = 'B'
   )
   insert into platform.trail (action, record, record_id, branch, before, after)
   select 'branch rights', 'account', srno::text, entity, '{}'::jsonb, jsonb_build_object(entity::text, true)
   from added where type = 'B'`,
);
/**
 * Adds the other parts of a new user. The password hash is of a random password, because the user sets their own by the
 * mailed link. A branch user gets their own branch, as the form suggests.
 */
export const settleUsers = (tx: Transaction, accounts: readonly number[], hash: string) =>
  tx.rows(settle, [accounts, hash]);

const mails = statement(
  'access.account.import_mails',
  { asked: 'int4' },
  `with asked as (
     select srno, email, home_branch from access.account where srno = any ($1::integer[]) and user_id = any ($2::text[])
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch)
     select 'send set-password mail', 'account', srno::text, home_branch from asked
   )
   select count(platform.add_job('access:reset', json_build_object('account', srno, 'letter', 'first', 'email', email),
     'access:first:' || srno)::text)::integer as asked from asked`,
);
/** Requests the set-password mail for the accounts that have one of the user ids. */
export const askPasswordMails = (tx: Transaction, accounts: readonly number[], userIds: readonly string[]) =>
  tx.one(mails, [accounts, userIds]);
