import * as calls from '#contract/access/users.ts';
import type { UserRow } from '#contract/access/users.ts';
import { flagValue } from '#contract/fields.ts';
import { userProblems, USER_TEXTS, type UserDraft } from '#domain/access/user.ts';
import type { Scope, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { keepAdministrator } from './administrator.sql.ts';
import { refuseStale } from './author.ts';
import { NOBODYS_HASH } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { branchesWritten, USER_SHEET, userDraft, type BranchAllowed } from './user.present.ts';
import * as sql from './user.sql.ts';

interface Options {
  readonly sessions: Sessions;
  readonly idleMinutes: number;
}

const EXPORT_PAGE_ROWS = 500;

/** What is out of reach looks like what is not there. */
const noSuchEntity = () => new Problem(404, { err: 'There is no such entity.' });

const savedReply = ({ srno, version }: { srno: number; version: number }, msg = 'Saved.') =>
  Reply.of({ err: '', msg, srno }, { version });

/** The user's row, locked; row-level security shows only those in reach. */
async function lockInReach(tx: Transaction, srno: number) {
  const locked = await sql.lockUser(tx, srno);
  if (locked === undefined) throw notFound();
  return locked;
}

/** A franchise sees itself but has no say over users, not even its own. */
const isInReach = (scope: Scope, branch: number | null) =>
  scope === 'all' || (branch !== null && scope.includes(branch));

async function entityOf(tx: Transaction, { scope }: Caller, { entityType, entityCode }: UserDraft) {
  if (entityType === '') throw new Refusal(USER_TEXTS.typeMissing);
  const found = await sql.findEntity(tx, entityCode);
  if (found === undefined || !isInReach(scope, found.branch)) throw noSuchEntity();
  if (found.type !== entityType) throw new Refusal(USER_TEXTS.headMissing[entityType]);
  return found.srno;
}

async function saveBranches(
  tx: Transaction,
  caller: Caller,
  srno: number,
  entityType: string,
  rights: readonly BranchAllowed[],
) {
  if (entityType !== 'B' && rights.length > 0) throw new Refusal(USER_TEXTS.branchOnly);
  const found = await sql.findBranches(
    tx,
    rights.map(({ id }) => id),
  );
  const branches = rights.map(({ id, allowed }) => {
    const branch = found.find((each) => each.id === id);
    if (branch === undefined) throw noSuchEntity();
    if (branch.type !== 'B') throw new Refusal(USER_TEXTS.notABranch(id));
    return { branch: branch.srno, allowed };
  });
  return sql.setUserBranches(tx, srno, branches, caller);
}

async function askMail(tx: Transaction, srno: number, email: string, mayCome: boolean): Promise<void> {
  if (email === '') throw new Refusal(USER_TEXTS.mailNeedsAddress);
  if (!mayCome) throw new Refusal(USER_TEXTS.mailNeedsActive);
  await sql.askPasswordMail(tx, srno);
}

export function userHandlers({ sessions, idleMinutes }: Options): Bound[] {
  return [
    handle(calls.userList, async ({ db, caller }, { page }) => {
      const { body, next } = await sql.listUsers(db.read, caller.scope, page);
      return Reply.json(body, { next });
    }),

    handle(calls.userDetail, async ({ db, caller }, { srno }) => {
      const found = await sql.findUser(db.read, srno, caller.scope, idleMinutes);
      if (found === undefined) throw notFound();
      return Reply.json(found.body, { version: found.version });
    }),

    handle(calls.saveUser, async ({ tx, caller, version }, { srno, record }) => {
      const draft = userDraft(record);
      const rights = record.umRights === undefined ? null : branchesWritten(record.umRights);
      const locked = srno === 0 ? null : await lockInReach(tx, srno);
      const [problem] = userProblems(draft, locked?.user_id ?? null);
      if (problem !== undefined) throw new Refusal(problem.message);
      if (locked !== null) refuseStale(version, locked);
      // A code that a user has already may stay, whatever became of the employee.
      if (
        draft.employeeCode !== '' &&
        draft.employeeCode !== locked?.employee_code &&
        !(await sql.isEmployee(tx, draft.employeeCode))
      )
        throw new Refusal(USER_TEXTS.noEmployee);
      const entity = await entityOf(tx, caller, draft);
      let saved = await (locked === null
        ? sql.insertUser(tx, draft, entity, NOBODYS_HASH, caller)
        : sql.updateUser(tx, srno, draft, entity, caller));
      if (rights !== null) saved = await saveBranches(tx, caller, saved.srno, draft.entityType, rights);
      if (flagValue(record.umSendMail ?? null) === true)
        await askMail(tx, saved.srno, draft.email, draft.active === true && draft.enabled === true);
      await keepAdministrator(tx);
      sessions.forget(saved.srno);
      return savedReply(saved);
    }),

    handle(calls.saveBranchRights, async ({ tx, caller, version }, { rights: { umSrNo, umRights } }) => {
      const rights = branchesWritten(umRights);
      const locked = await lockInReach(tx, umSrNo);
      refuseStale(version, locked);
      const saved = await saveBranches(tx, caller, umSrNo, locked.entity_type, rights);
      sessions.forget(umSrNo);
      return savedReply(saved);
    }),

    handle(calls.exportUsers, async ({ tx, db, caller }, { page }) => {
      await sql.trailUserExport(tx, page ?? {});
      return exportList<UserRow>({
        fileName: 'users.xlsx',
        sheet: 'Users',
        columns: USER_SHEET,
        page: (after) =>
          sql.listUsers(db.read, caller.scope, {
            ...page,
            limit: EXPORT_PAGE_ROWS,
            ...(after === null ? {} : { after }),
          }),
      });
    }),

    handle(calls.masterHeads, async ({ db, caller }, { page }) => {
      const { body, next } = await sql.headOptions(db.read, caller.scope, page);
      return Reply.json(body, { next });
    }),

    handle(calls.endUserSessions, async ({ tx }, { srno }) => {
      const { version } = await lockInReach(tx, srno);
      const { ended } = await sql.endSessionsOf(tx, srno);
      sessions.forget(srno);
      return savedReply({ srno, version }, ended === 1 ? '1 session ended.' : `${ended} sessions ended.`);
    }),

    handle(calls.sendPasswordMail, async ({ tx }, { srno }) => {
      const { version, email, may_come } = await lockInReach(tx, srno);
      await askMail(tx, srno, email, may_come);
      return savedReply({ srno, version }, `A set-password mail is on its way to ${email}.`);
    }),
  ];
}
