import { userImport as calls } from '#contract/access/users.ts';
import { assignmentRefusal, FIRST_USER } from '#domain/access/grants.ts';
import {
  USER_ENTITY_TYPES,
  USER_ROW_RULES,
  userRowProblems,
  type UserRowDraft,
} from '#domain/access/user.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, sessionExpired } from '#server/platform/dispatch/problems.ts';
import type { ImportedRow, Planned } from '#server/platform/imports/import.sql.ts';
import * as cells from '#server/platform/imports/cells.ts';
import { importHandlers } from '#server/platform/imports/handlers.ts';
import { keepAdministrator } from './administrator.sql.ts';
import { holderNow } from './grants.ts';
import { findAssignments, findGroupRights } from './grants.sql.ts';
import { NOBODYS_HASH } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { askPasswordMails, plannedUsers, settleUsers, userImport } from './user.import.sql.ts';
import { USER_HEADERS } from './user.present.ts';

const NO_RIGHTS = {};

/** The column to which a refused grant is attributed. */
const COLUMN_OF = { user: 'userId', rightGroup: 'rightGroup', reach: 'entityCode' } as const;

/** The rows that the caller may not import. Rows that change nothing are not checked. */
async function judgeUsers(
  on: Executor,
  rows: readonly ImportedRow<UserRowDraft>[],
  { account }: Caller,
): Promise<Planned['wrong']> {
  if (account === FIRST_USER) return [];
  const planned = await plannedUsers(on, rows);
  const stored = planned.flatMap((row) => (row.account === null ? [] : [row.account]));
  const [users, groups] = [
    await findAssignments(on, [account, ...stored]),
    await findGroupRights(on, [...new Set(planned.map((row) => row.right_group))]),
  ];
  const by = users.get(account);
  if (by === undefined) throw sessionExpired();
  return planned.flatMap((row) => {
    const before = (row.account === null ? undefined : users.get(row.account)) ?? null;
    const refusal = assignmentRefusal(by, before, {
      account: row.account ?? 0,
      rightGroup: row.right_group,
      rights: groups.get(row.right_group) ?? NO_RIGHTS,
      entity: row.entity,
      reach: row.reach ?? 'all',
      employeeCode: row.employee_code,
      branches: before?.branches ?? {},
    });
    return refusal === null ? [] : [{ row: row.n, field: COLUMN_OF[refusal.about], text: refusal.text }];
  });
}

/** Users from a sheet, with the headings of their export. */
export const userImportHandlers = (sessions: Sessions): readonly Bound[] =>
  importHandlers<UserRowDraft>({
    calls,
    statements: userImport,
    rules: USER_ROW_RULES,
    problems: userRowProblems,
    sheet: 'Users',
    passedOver: [USER_HEADERS.entityName, USER_HEADERS.lastSignIn],
    columns: [
      { field: 'name', reads: cells.asText, example: 'Asha Rao' },
      { field: 'userId', reads: cells.asText, example: 'asha.rao' },
      { field: 'mobile', reads: cells.asText, example: '9800000000' },
      { field: 'email', reads: cells.asText, example: 'asha.rao@bureau.example' },
      { field: 'entityType', reads: cells.asOneOf(USER_ENTITY_TYPES, ''), example: 'Branch' },
      { field: 'entityCode', header: USER_HEADERS.entityCode, reads: cells.asCode, example: 'MUM' },
      { field: 'rightGroup', reads: cells.asText, example: 'Branch staff' },
      { field: 'employeeCode', header: USER_HEADERS.employeeCode, reads: cells.asText, example: '' },
      { field: 'enabled', reads: cells.asYesUnlessBlocked, example: 'Yes' },
      { field: 'active', reads: cells.asActive, example: 'Active' },
      { field: 'sendMail', reads: cells.asYesIfSaid, example: 'Yes', optional: true },
    ],
    // A franchise cannot manage users, not even its own.
    admit: ({ entity }) => {
      if (entity.type === 'F') throw notAllowed();
    },
    lock: (tx, caller) => holderNow(tx, caller, calls.importApply.right),
    judge: judgeUsers,
    afterBatch: async (tx, { added, changed }, rows) => {
      await settleUsers(tx, added, NOBODYS_HASH);
      const mailed = rows.filter(({ sendMail }) => sendMail === true).map(({ userId }) => String(userId));
      await askPasswordMails(tx, added, mailed);
      for (const srno of changed) sessions.forget(srno);
    },
    atEnd: keepAdministrator,
  });
