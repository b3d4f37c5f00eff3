import { USERNAME_MAX_CHARS } from '../password.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '../rules.ts';

/** Where a user belongs: head office, a branch or a franchise. */
export const USER_ENTITY_TYPES = { A: 'Head office', B: 'Branch', F: 'Franchise' } as const;
export type UserEntityType = keyof typeof USER_ENTITY_TYPES;

/** A user as typed; an unanswered choice is empty or null. */
export interface UserDraft {
  readonly name: string;
  readonly userId: string;
  readonly mobile: string;
  readonly email: string;
  readonly entityType: UserEntityType | '';
  /** The Master Head: the entity's id. */
  readonly entityCode: string;
  /** The serial of the right group; empty when none is chosen. */
  readonly rightGroup: string;
  readonly employeeCode: string;
  readonly enabled: boolean | null;
  readonly active: boolean | null;
}

export type UserField = keyof UserDraft;

export const USER_RULES: Readonly<Record<UserField, FieldRule>> = {
  name: { label: 'User name', required: true, maxChars: 50 },
  userId: { label: 'User id', maxChars: 50 },
  mobile: { label: 'Mobile', maxChars: 50 },
  email: { label: 'E-mail', maxChars: 50 },
  entityType: { label: 'Entity type' },
  entityCode: { label: 'Master Head' },
  rightGroup: { label: 'Right group' },
  employeeCode: { label: 'Executive (employee code)', maxChars: 50 },
  enabled: { label: 'Enabled' },
  active: { label: 'Status' },
};

/** What the specification leaves to a plain sentence. */
export const USER_TEXTS = {
  idMissing: 'Please give the user an id to sign in with.',
  idTooLong: `A user id of more than ${USERNAME_MAX_CHARS} characters cannot be used to sign in. Please choose a shorter one.`,
  idSymbols: 'A user id may have only letters, digits and . _ - @',
  email: 'This is not an e-mail address.',
  noEmployee: 'There is no such employee.',
  typeMissing: 'Please choose whether the user belongs to a branch or to a franchise.',
  headMissing: {
    A: 'A head office user needs the head office as Master Head.',
    B: 'A branch user needs a Master Head that is a branch.',
    F: 'A franchise user needs a Master Head that is a franchise.',
  },
  groupMissing: 'Please choose a right group.',
  enabledMissing: 'Please say whether the user is enabled or blocked.',
  activeMissing: 'Please say whether the user is active.',
  mailNeedsAddress: 'A set-password mail needs the e-mail address of the user.',
  mailNeedsActive: 'A set-password mail is only sent to a user who is active and not blocked.',
  branchMissing: 'Please choose a branch first.',
  branchTwice: 'A branch stands twice in the list.',
  notABranch: (id: string) => `${id} is not a branch.`,
  branchOnly: 'Branch rights can be given to branch users only.',
  allowMissing: 'Please say for each branch whether it is allowed.',
} as const;

/** What a new user id may be made of. */
export const SIGN_IN_SYMBOLS = /^[A-Za-z0-9._\-@]*$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why a user id cannot be given; ids that are there already stay as they are. */
function idProblem(userId: string, storedId: string | null): string | null {
  if (userId === '') return USER_TEXTS.idMissing;
  if (userId === storedId) return null;
  if ([...userId].length > USERNAME_MAX_CHARS) return USER_TEXTS.idTooLong;
  return SIGN_IN_SYMBOLS.test(userId) ? null : USER_TEXTS.idSymbols;
}

/** Every reason why a user cannot be saved; `storedId` is null for a new one. */
export function userProblems(draft: UserDraft, storedId: string | null): FieldProblem<UserField>[] {
  const problems = fieldProblems(USER_RULES, { ...draft });
  const add = (field: UserField, message: string | null) => {
    if (message !== null && !problems.some((problem) => problem.field === field))
      problems.push({ field, message });
  };
  const { entityType, entityCode } = draft;
  const email = draft.email.trim();
  add('userId', idProblem(draft.userId.trim(), storedId));
  if (email !== '' && !EMAIL.test(email)) add('email', USER_TEXTS.email);
  if (entityType === '') add('entityType', USER_TEXTS.typeMissing);
  else if (entityCode === '' && entityType !== 'A') add('entityCode', USER_TEXTS.headMissing[entityType]);
  if (draft.rightGroup === '') add('rightGroup', USER_TEXTS.groupMissing);
  if (draft.enabled === null) add('enabled', USER_TEXTS.enabledMissing);
  if (draft.active === null) add('active', USER_TEXTS.activeMissing);
  const order = Object.keys(USER_RULES);
  return problems.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

/** A user as a row of a sheet: the right group by its name, and whether a new user is sent the set-password mail. */
export interface UserRowDraft extends UserDraft {
  readonly sendMail: boolean;
}

export const USER_ROW_RULES: Readonly<Record<keyof UserRowDraft, FieldRule>> = {
  ...USER_RULES,
  sendMail: { label: 'Send set-password mail' },
};

/** Every reason why a row cannot become a user; whether an id is new, and must then be a good one, is found out later. */
export function userRowProblems({ sendMail, ...draft }: UserRowDraft): FieldProblem<keyof UserRowDraft>[] {
  const problems: FieldProblem<keyof UserRowDraft>[] = userProblems(draft, draft.userId);
  if (sendMail && draft.email === '') problems.push({ field: 'email', message: USER_TEXTS.mailNeedsAddress });
  else if (sendMail && !(draft.active === true && draft.enabled === true))
    problems.push({ field: 'sendMail', message: USER_TEXTS.mailNeedsActive });
  return problems;
}
