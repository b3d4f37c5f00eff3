import { isEmail } from '../email.ts';
import { mandatoryMessage } from '../messages.ts';
import { USERNAME_MAX_CHARS } from '../password.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '../rules.ts';

/** The kind of entity that a user belongs to: head office, a branch or a franchise. */
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
  /** The serial number of the right group; empty if none is chosen. */
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

/**
 * How long no password mail goes to a changed e-mail address; access.email_hold in the database uses the same value.
 */
export const EMAIL_HOLD_HOURS = 24;

/** Texts of our own, for refusals that the specification does not word. */
export const USER_TEXTS = {
  idTooLong: `A user id of more than ${USERNAME_MAX_CHARS} characters cannot be used to sign in. Please choose a shorter one.`,
  idSymbols: 'A user id may have only letters, digits and . _ - @',
  email: 'This is not an e-mail address.',
  noEmployee: 'There is no such employee.',
  wrongHead: {
    A: 'A head office user needs the head office as Master Head.',
    B: 'A branch user needs a Master Head that is a branch.',
    F: 'A franchise user needs a Master Head that is a franchise.',
  },
  mailNeedsAddress: 'A set-password mail needs the e-mail address of the user.',
  mailNeedsActive: 'A set-password mail is only sent to a user who is active and not blocked.',
  mailHeld: (until: string) =>
    `The e-mail address of this user was changed less than ${EMAIL_HOLD_HOURS} hours ago. Until ${until} only user number 1 can send a set-password mail.`,
  resetHeld: (until: string) =>
    `The e-mail address of this user was changed less than ${EMAIL_HOLD_HOURS} hours ago. A link can be sent from ${until}; until then please ask your administrator.`,
  branchMissing: 'Please choose a branch first.',
  branchTwice: 'A branch stands twice in the list.',
  notABranch: (id: string) => `${id} is not a branch.`,
  branchOnly: 'Branch rights can be given to branch users only.',
  allowMissing: 'Please say for each branch whether it is allowed.',
} as const;

/** The characters allowed in a new user id. */
export const SIGN_IN_SYMBOLS = /^[A-Za-z0-9._\-@]*$/;

/** Why a user id is not valid. Existing ids stay valid. */
function idProblem(userId: string, storedId: string | null): string | null {
  if (userId === '' || userId === storedId) return null;
  if ([...userId].length > USERNAME_MAX_CHARS) return USER_TEXTS.idTooLong;
  return SIGN_IN_SYMBOLS.test(userId) ? null : USER_TEXTS.idSymbols;
}

/**
 * The mandatory fields in addition to the user name, which the specification names (docs/readings.md: user, mandatory
 * fields).
 */
const NEEDED = ['userId', 'entityType', 'entityCode', 'rightGroup', 'enabled', 'active'] as const;

function isMissing(draft: UserDraft, field: (typeof NEEDED)[number]): boolean {
  // There is only one head office, and the Master Head is not needed until the type is chosen.
  if (field === 'entityCode' && (draft.entityType === '' || draft.entityType === 'A')) return false;
  const value = draft[field];
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** Every reason why a user cannot be saved. `storedId` is null for a new user. */
export function userProblems(draft: UserDraft, storedId: string | null): FieldProblem<UserField>[] {
  const problems = fieldProblems(USER_RULES, { ...draft });
  const add = (field: UserField, message: string | null) => {
    if (message !== null && !problems.some((problem) => problem.field === field))
      problems.push({ field, message });
  };
  const email = draft.email.trim();
  const missing = NEEDED.filter((field) => isMissing(draft, field));
  const message = mandatoryMessage(missing.map((field) => USER_RULES[field].label));
  for (const field of missing) add(field, message);
  add('userId', idProblem(draft.userId.trim(), storedId));
  if (email !== '' && !isEmail(email)) add('email', USER_TEXTS.email);
  const order = Object.keys(USER_RULES);
  return problems.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

/** A user as a row of a sheet: the right group by name, and whether a new user gets the set-password mail. */
export interface UserRowDraft extends UserDraft {
  readonly sendMail: boolean;
}

export const USER_ROW_RULES: Readonly<Record<keyof UserRowDraft, FieldRule>> = {
  ...USER_RULES,
  sendMail: { label: 'Send set-password mail' },
};

/**
 * Every reason why a row cannot become a user. A later step finds out whether the id is new and must follow the rules
 * for new ids.
 */
export function userRowProblems({ sendMail, ...draft }: UserRowDraft): FieldProblem<keyof UserRowDraft>[] {
  const problems: FieldProblem<keyof UserRowDraft>[] = userProblems(draft, draft.userId);
  if (sendMail && draft.email === '') problems.push({ field: 'email', message: USER_TEXTS.mailNeedsAddress });
  else if (sendMail && !(draft.active === true && draft.enabled === true))
    problems.push({ field: 'sendMail', message: USER_TEXTS.mailNeedsActive });
  return problems;
}
