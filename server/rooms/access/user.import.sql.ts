import { SIGN_IN_SYMBOLS, USER_TEXTS, type UserRowDraft } from '#domain/access/user.ts';
import { USERNAME_MAX_CHARS } from '#domain/password.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { importStatements, inReach, saying } from '#server/platform/imports/import.sql.ts';
import { BRANCH, USER_CONSTRAINTS, USER_ENDINGS } from './user.sql.ts';

/** How users are filled from a sheet. */

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
    ...Object.entries(USER_TEXTS.headMissing).map(([type, said]) => ({
      field: 'entityCode' as const,
      says: saying(
        `g."entityType" = '${type}' and exists (select from masters.entity_ref e where e.srno = r.entity and e.type <> '${type}')`,
        said,
      ),
    })),
    {
      field: 'employeeCode',
      // A code that a user has already may stay, whatever became of the employee.
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
 * What a new user has besides the record: the hash of a password that nobody knows, because the user's own comes by
 * the mailed link, and for a branch user the own branch, as the form offers it.
 */
export const settleUsers = (tx: Transaction, accounts: readonly number[], hash: string) =>
  tx.rows(settle, [accounts, hash]);

const mails = statement(
  'access.account.import_mails',
  { asked: 'int4' },
  `with asked as (
     select srno, home_branch from access.account where srno = any ($1::integer[]) and user_id = any ($2::text[])
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch)
     select 'send set-password mail', 'account', srno::text, home_branch from asked
   )
   select count(platform.add_job('access:reset', json_build_object('account', srno, 'letter', 'first'),
     'access:first:' || srno)::text)::integer as asked from asked`,
);
/** Asks for the set-password mail of those of the accounts that have one of the user ids. */
export const askPasswordMails = (tx: Transaction, accounts: readonly number[], userIds: readonly string[]) =>
  tx.one(mails, [accounts, userIds]);
