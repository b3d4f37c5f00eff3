import * as calls from '#contract/access/users.ts';
import { editRefusal, FIRST_USER, GRANT_TEXTS } from '#domain/access/grants.ts';
import { userProblems, USER_RULES, USER_TEXTS, type UserDraft } from '#domain/access/user.ts';
import { formatDateTime } from '#domain/dates.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import type { Scope, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import { exportList } from '#server/platform/xlsx/export.ts';
import { keepAdministrator } from './administrator.sql.ts';
import { refuseStale } from '#server/platform/record.ts';
import { askNotice, resetFactorsStatement } from './factor.sql.ts';
import { editableUser, holderNow, refuseExcess } from './grants.ts';
import { findAssignments } from './grants.sql.ts';
import { unlinkIdentity } from './provider.sql.ts';
import { NOBODYS_HASH } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { branchRightsOf, USER_SHEET, userDraft, type BranchAllowed } from './user.present.ts';
import * as sql from './user.sql.ts';

interface Options {
  readonly sessions: Sessions;
  readonly idleMinutes: number;
}

/** An entity out of scope gets the same answer as one that does not exist. */
const noSuchEntity = () => new Problem(404, { err: 'There is no such entity.' });

const savedReply = ({ srno, version }: { srno: number; version: number }, msg = 'Saved.') =>
  Reply.of({ err: '', msg, srno }, { version });

/** Locks the user's row. Row-level security shows only users in scope. */
async function lockInReach(tx: Transaction, srno: number) {
  const locked = await sql.lockUser(tx, srno);
  if (locked === undefined) throw notFound();
  return locked;
}

/** A franchise cannot manage users, not even its own. */
const isInReach = (scope: Scope, branch: number | null) =>
  scope === 'all' || (branch !== null && scope.includes(branch));

async function entityOf(tx: Transaction, { scope }: Caller, { entityType, entityCode }: UserDraft) {
  if (entityType === '') throw new Refusal(mandatoryMessage([USER_RULES.entityType.label]));
  const found = await sql.findEntity(tx, entityCode);
  if (found === undefined || !isInReach(scope, found.branch)) throw noSuchEntity();
  if (found.type !== entityType) throw new Refusal(USER_TEXTS.wrongHead[entityType]);
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

async function askMail(
  tx: Transaction,
  { account }: Caller,
  srno: number,
  email: string,
  mayCome: boolean,
): Promise<void> {
  if (email === '') throw new Refusal(USER_TEXTS.mailNeedsAddress);
  if (!mayCome) throw new Refusal(USER_TEXTS.mailNeedsActive);
  const { held_until } = await sql.askPasswordMail(tx, srno, account === FIRST_USER);
  if (held_until !== null) throw new Refusal(USER_TEXTS.mailHeld(formatDateTime(held_until.getTime())));
}

export function userHandlers({ sessions, idleMinutes }: Options): Bound[] {
  return [
    handle(calls.userList, async ({ db, caller }, { page }) => {
      const { body, next } = await sql.listUsers(db.read, caller.scope, page);
      return Reply.json(body, { next });
    }),

    handle(calls.userDetail, async ({ db, caller }, { srno }) => {
      const holders = await findAssignments(db.read, [caller.account, srno]);
      const [by, target] = [holders.get(caller.account), holders.get(srno)];
      if (by === undefined || target === undefined) throw notFound();
      const locked = editRefusal(by, target) ?? '';
      const found = await sql.findUser(db.read, srno, caller.scope, { idleMinutes, locked });
      if (found === undefined) throw notFound();
      return Reply.json(found.body, { version: found.version });
    }),

    handle(calls.saveUser, async ({ tx, caller, version }, { srno, record }) => {
      const draft = userDraft(record);
      const rights = record.branches === undefined ? null : branchRightsOf(record.branches);
      const by = await holderNow(tx, caller, calls.saveUser.right, srno === 0);
      const locked = srno === 0 ? null : await lockInReach(tx, srno);
      const before = locked === null ? null : await editableUser(tx, by, srno);
      const [problem] = userProblems(draft, locked?.user_id ?? null);
      if (problem !== undefined) throw new Refusal(problem.message);
      if (locked !== null) refuseStale(version, locked);
      // An existing code of a user may stay, whatever happened to the employee.
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
      if (record.sendMail === true)
        await askMail(tx, caller, saved.srno, draft.email, draft.active === true && draft.enabled === true);
      await refuseExcess(tx, by, before, saved.srno);
      await keepAdministrator(tx);
      sessions.forget(saved.srno);
      return savedReply(saved);
    }),

    handle(calls.saveBranchRights, async ({ tx, caller, version }, { rights: { srno, branches } }) => {
      const rights = branchRightsOf(branches);
      const by = await holderNow(tx, caller, calls.saveBranchRights.right);
      const locked = await lockInReach(tx, srno);
      const before = await editableUser(tx, by, srno);
      refuseStale(version, locked);
      const saved = await saveBranches(tx, caller, srno, locked.entity_type, rights);
      await refuseExcess(tx, by, before, srno);
      sessions.forget(srno);
      return savedReply(saved);
    }),

    handle(calls.exportUsers, ({ tx, db, caller }, { page }) =>
      exportList(tx, {
        record: 'account',
        query: { ...page },
        fileName: 'users.xlsx',
        sheet: 'Users',
        columns: USER_SHEET,
        page,
        read: (at) => sql.listUsers(db.read, caller.scope, at),
        reply: calls.userList.reply,
      }),
    ),

    handle(calls.masterHeads, async ({ db, caller }, { page }) => {
      const { body, next } = await sql.headOptions(db.read, caller.scope, page);
      return Reply.json(body, { next });
    }),

    handle(calls.endUserSessions, async ({ tx, caller }, { srno }) => {
      const by = await holderNow(tx, caller, calls.endUserSessions.right);
      const { version } = await lockInReach(tx, srno);
      await editableUser(tx, by, srno);
      const { ended } = await sql.endSessionsOf(tx, srno);
      sessions.forget(srno);
      return savedReply({ srno, version }, ended === 1 ? '1 session ended.' : `${ended} sessions ended.`);
    }),

    handle(calls.resetFactors, async ({ tx, caller }, { srno }) => {
      // Whoever has stolen the session could otherwise take off what protects its user.
      if (srno === caller.account) throw new Problem(403, { err: GRANT_TEXTS.ownFactors });
      const by = await holderNow(tx, caller, calls.resetFactors.right);
      const { version } = await lockInReach(tx, srno);
      await editableUser(tx, by, srno);
      await tx.one(resetFactorsStatement, [srno]);
      await tx.maybe(askNotice, [srno, 'reset', caller.name, '']);
      sessions.forget(srno);
      return savedReply({ srno, version }, 'The second factors are removed.');
    }),

    handle(calls.unlinkProvider, async ({ tx, caller }, { srno }) => {
      const by = await holderNow(tx, caller, calls.unlinkProvider.right);
      const { version } = await lockInReach(tx, srno);
      await editableUser(tx, by, srno);
      await tx.one(unlinkIdentity, [srno]);
      await tx.maybe(askNotice, [srno, 'unlinked', caller.name, '']);
      sessions.forget(srno);
      return savedReply({ srno, version }, 'The link to the identity provider is removed.');
    }),

    handle(calls.sendPasswordMail, async ({ tx, caller }, { srno }) => {
      const by = await holderNow(tx, caller, calls.sendPasswordMail.right);
      const { version, email, may_come } = await lockInReach(tx, srno);
      await editableUser(tx, by, srno);
      await askMail(tx, caller, srno, email, may_come);
      return savedReply({ srno, version }, `A set-password mail is on its way to ${email}.`);
    }),
  ];
}
