import { userImport as calls } from '#contract/access/users.ts';
import {
  USER_ENTITY_TYPES,
  USER_ROW_RULES,
  userRowProblems,
  type UserRowDraft,
} from '#domain/access/user.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed } from '#server/platform/dispatch/problems.ts';
import * as cells from '#server/platform/imports/cells.ts';
import { importHandlers } from '#server/platform/imports/handlers.ts';
import { keepAdministrator } from './administrator.sql.ts';
import { NOBODYS_HASH } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { askPasswordMails, settleUsers, userImport } from './user.import.sql.ts';
import { USER_HEADERS } from './user.present.ts';

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
    // A franchise has no say over users, not even its own.
    admit: ({ entity }) => {
      if (entity.type === 'F') throw notAllowed();
    },
    after: async (tx, { added, changed }, rows) => {
      await settleUsers(tx, added, NOBODYS_HASH);
      const mailed = rows.filter(({ sendMail }) => sendMail === true).map(({ userId }) => String(userId));
      await askPasswordMails(tx, added, mailed);
      await keepAdministrator(tx);
      for (const srno of changed) sessions.forget(srno);
    },
  });
