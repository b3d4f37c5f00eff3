import {
  assignmentRefusal,
  editRefusal,
  factorOffRefusal,
  FIRST_USER,
  groupRefusal,
  groupSaveRefusal,
  type Assignment,
  type Holder,
} from '#domain/access/grants.ts';
import { rightsByKey, type KeyRight } from '#domain/access/group.ts';
import { meetsNeed, type RightNeed } from '#domain/rights.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { notAllowed, Problem, sessionExpired } from '#server/platform/dispatch/problems.ts';
import { findAssignments, findGroupRights, isUsedBeyond, lockGrants } from './grants.sql.ts';

const NO_RIGHTS = {};

/** An attempt to grant too much gets status 403, so that monitoring can see it. */
const refuseGrant = (text: string) => new Problem(403, { err: text });

/**
 * The caller as stored now, who may have fewer rights than when the call was authorised. The right of the call is
 * therefore checked again; `isNew` distinguishes the two kinds of a save.
 */
export async function holderNow(
  tx: Transaction,
  { account }: Pick<Caller, 'account'>,
  right: RightNeed,
  isNew?: boolean,
): Promise<Holder> {
  await lockGrants(tx);
  const holder = (await findAssignments(tx, [account])).get(account);
  if (holder?.maySignIn !== true) throw sessionExpired();
  if (!meetsNeed({ rights: holder.rights }, right, isNew)) throw notAllowed();
  return holder;
}

/** A stored user whom this caller may edit. */
export async function editableUser(tx: Transaction, by: Holder, srno: number): Promise<Assignment> {
  const target = (await findAssignments(tx, [srno])).get(srno);
  if (target === undefined) throw new Error('a locked user has no assignment');
  const refusal = editRefusal(by, target);
  if (refusal !== null) throw refuseGrant(refusal);
  return target;
}

/** Checks a user as this transaction has saved it, and refuses anything that the caller may not grant. */
export async function refuseExcess(
  tx: Transaction,
  by: Holder,
  before: Assignment | null,
  srno: number,
): Promise<void> {
  if (by.account === FIRST_USER) return;
  const after = (await findAssignments(tx, [srno])).get(srno);
  if (after === undefined) throw new Error('a saved user has no assignment');
  const refusal = assignmentRefusal(by, before, after);
  if (refusal !== null) throw refuseGrant(refusal.text);
}

/**
 * Why this caller cannot change a right group in any way; empty if they can. The save decides again, under the lock.
 */
export async function groupLock(
  on: Executor,
  caller: Pick<Caller, 'account'>,
  srno: number,
): Promise<string> {
  const by = (await findAssignments(on, [caller.account])).get(caller.account);
  if (by === undefined) throw sessionExpired();
  const rights = (await findGroupRights(on, [srno])).get(srno) ?? NO_RIGHTS;
  return groupRefusal(by, rights, await isUsedBeyond(on, srno, by.reach)) ?? '';
}

/** Refuses to switch off the second factor of a right group, unless the caller may do so. */
export function refuseFactorOff(by: Holder, isChecked: boolean): void {
  const refusal = factorOffRefusal(by, isChecked);
  if (refusal !== null) throw refuseGrant(refusal);
}

/** Refuses to save a right group that exceeds the caller's rights. An existing group is locked. `rights` is null if
 * they stay unchanged. */
export async function refuseGroupExcess(
  tx: Transaction,
  by: Holder,
  srno: number,
  rights: readonly KeyRight[] | null,
): Promise<void> {
  if (by.account === FIRST_USER) return;
  const before = srno === 0 ? null : ((await findGroupRights(tx, [srno])).get(srno) ?? NO_RIGHTS);
  const after = rights === null ? (before ?? NO_RIGHTS) : rightsByKey(rights);
  const usedBeyond = srno !== 0 && (await isUsedBeyond(tx, srno, by.reach));
  const refusal = groupSaveRefusal(by, before, after, usedBeyond);
  if (refusal !== null) throw refuseGrant(refusal);
}
