import { rightsByKey, withTick } from './group.ts';
import { flagsOf, RIGHTS, type RightFlag, type RightKey, type Rights } from '../rights.ts';

/**
 * No user can grant more than they have. The server decides with these functions under a lock. The browser uses the
 * same functions to decide which choices it offers.
 */

/** These rules do not apply to the account with this number, and no other user can edit it. */
export const FIRST_USER = 1;

/** The branches whose data a user sees: all of them, or those with these ids. */
export type Reach = 'all' | readonly string[];

/** A user with their rights and reach. The number is 0 for a user that is not stored yet. */
export interface Holder {
  readonly account: number;
  readonly rights: Rights;
  readonly reach: Reach;
}

/** A user with every field that affects their rights and reach. */
export interface Assignment extends Holder {
  readonly rightGroup: number;
  /** The id of the entity. */
  readonly entity: string;
  readonly employeeCode: string;
  /** The branch rights of the user: branch id to whether the branch is allowed. */
  readonly branches: Readonly<Record<string, boolean>>;
}

/** The fields of the user form that users cannot change on their own record. */
export const OWN_FIELDS = ['entityType', 'entityCode', 'rightGroup', 'employeeCode', 'branches'] as const;

export const GRANT_TEXTS = {
  firstUser: 'Only user number 1 can change user number 1.',
  user: 'You cannot change this user, who has rights or branches that you do not have.',
  own: 'You cannot change your own right group, branches, entity or employee. Please ask another administrator.',
  ownFactors:
    'You cannot reset your own second factors. Please change them under Sign-in Security, or ask another administrator.',
  assign: 'You cannot assign this right group, because it has rights that you do not have.',
  reach: 'You can only assign branches that you can see yourself.',
  group: 'You cannot change this right group, because it has rights that you do not have.',
  flag: (right: string, flag: string) => `You cannot grant a right that you do not have: ${right} (${flag}).`,
  members:
    'You cannot change this right group, because it has users of the head office or of branches that you do not see. Please ask the head office, or add a group for your own branch.',
  factorOff: 'Only user number 1 can switch off the second factor of a right group.',
} as const;

/** Why something cannot be granted, and which part of it is the cause. */
export interface GrantRefusal {
  readonly about: 'user' | 'rightGroup' | 'reach';
  readonly text: string;
}

const FLAGS = ['query', 'add', 'edit'] as const satisfies readonly RightFlag[];

/** Every user can sign out, so this right does not count as granted by a group. */
const GRANTED_KEYS = RIGHTS.map(({ key }) => key).filter((key) => key !== 'LOGOUT');

export interface LackedFlag {
  readonly key: RightKey;
  readonly flag: RightFlag;
}

const isFirst = ({ account }: Pick<Holder, 'account'>): boolean => account === FIRST_USER;

/** Whether a user may grant one flag. */
export const mayGrant = (by: Holder, key: RightKey, flag: RightFlag): boolean =>
  isFirst(by) || key === 'LOGOUT' || flagsOf(by.rights, key)[flag];

/** Whether a user may tick one flag in a right group. A tick also sets other flags. */
export const mayTick = (by: Holder, key: RightKey, flag: RightFlag): boolean =>
  lackedFlags(by, rightsByKey(withTick([], key, flag, true))).length === 0;

/** The flags among these that a user cannot grant. */
export const lackedFlags = (by: Holder, rights: Rights): readonly LackedFlag[] =>
  GRANTED_KEYS.flatMap((key) =>
    FLAGS.filter((flag) => flagsOf(rights, key)[flag] && !mayGrant(by, key, flag)).map((flag) => ({
      key,
      flag,
    })),
  );

export function isWithinReach(own: Reach, other: Reach): boolean {
  if (own === 'all') return true;
  return other !== 'all' && other.every((branch) => own.includes(branch));
}

/** Why a user cannot edit another user; null if they can. */
export function editRefusal(by: Holder, target: Holder): string | null {
  if (by.account === target.account || isFirst(by)) return null;
  if (isFirst(target)) return GRANT_TEXTS.firstUser;
  return lackedFlags(by, target.rights).length === 0 && isWithinReach(by.reach, target.reach)
    ? null
    : GRANT_TEXTS.user;
}

/** Whether a record is the user's own, so that its OWN_FIELDS are fixed. */
export const isFixedFor = (by: number, account: number): boolean => by === account && by !== FIRST_USER;

const isSameMap = (one: Readonly<Record<string, boolean>>, other: Readonly<Record<string, boolean>>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([branch, allowed]) => other[branch] === allowed);

const isSameAssignment = (one: Assignment, other: Assignment): boolean =>
  one.rightGroup === other.rightGroup &&
  one.entity === other.entity &&
  one.employeeCode === other.employeeCode &&
  isSameMap(one.branches, other.branches);

/**
 * Why a user cannot save another user, or their own record, like this; null if they can. `before` is null for a new
 * user.
 */
export function assignmentRefusal(
  by: Holder,
  before: Assignment | null,
  after: Assignment,
): GrantRefusal | null {
  if (isFirst(by)) return null;
  if (before !== null) {
    const text = editRefusal(by, before);
    if (text !== null) return { about: 'user', text };
    if (isFixedFor(by.account, before.account))
      return isSameAssignment(before, after) ? null : { about: 'user', text: GRANT_TEXTS.own };
  }
  if (lackedFlags(by, after.rights).length > 0) return { about: 'rightGroup', text: GRANT_TEXTS.assign };
  return isWithinReach(by.reach, after.reach) ? null : { about: 'reach', text: GRANT_TEXTS.reach };
}

/**
 * Why a user cannot change a stored right group in any way; null if they can. `isUsedBeyond` is true if a member of the
 * group belongs to a branch, or sees one, that the user does not see: every change would also apply there.
 */
export function groupRefusal(by: Holder, stored: Rights, isUsedBeyond: boolean): string | null {
  if (isFirst(by)) return null;
  if (lackedFlags(by, stored).length > 0) return GRANT_TEXTS.group;
  return isUsedBeyond ? GRANT_TEXTS.members : null;
}

/** Why a user cannot save a right group with these rights; null if they can. `before` is null for a new group. */
export function groupSaveRefusal(
  by: Holder,
  before: Rights | null,
  after: Rights,
  isUsedBeyond: boolean,
): string | null {
  const stored = before === null ? null : groupRefusal(by, before, isUsedBeyond);
  if (stored !== null) return stored;
  const [lacked] = lackedFlags(by, after);
  return lacked === undefined ? null : GRANT_TEXTS.flag(describe(lacked.key), lacked.flag);
}

/**
 * Why a user cannot switch off the second factor of a group; null if they can. `isChecked` is true if a second user
 * approves every change of a group.
 */
export const factorOffRefusal = (by: Pick<Holder, 'account'>, isChecked: boolean): string | null =>
  isFirst(by) || isChecked ? null : GRANT_TEXTS.factorOff;

const describe = (key: RightKey): string => RIGHTS.find((row) => row.key === key)?.description ?? key;
