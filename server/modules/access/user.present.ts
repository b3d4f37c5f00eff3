import { momentOrEmpty } from '#server/platform/moment.ts';
import { referenceValue } from '#contract/fields.ts';
import {
  branchRightSchema,
  userRowSchema,
  type BranchRightInput,
  type UserInput,
  type UserRow,
} from '#contract/access/users.ts';
import { USER_ENTITY_TYPES, USER_RULES, USER_TEXTS, type UserDraft } from '#domain/access/user.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

export const USER_ROW = onWire(userRowSchema, {
  srno: 'm.srno',
  name: 'm.name',
  userId: 'm.user_id',
  mobile: 'm.mobile',
  email: 'm.email',
  enabled: 'm.enabled::integer',
  entityType: 'e.type',
  entityCode: 'e.id',
  entityName: 'e.name',
  active: 'm.active::integer',
  rightGroup: 'm.right_group',
  rightGroupName: 'g.name',
  employeeCode: 'm.employee_code',
  lastSignIn: momentOrEmpty('m.last_sign_in_at'),
});

export const BRANCH_RIGHT_ROW = onWire(branchRightSchema, {
  id: 'b.id',
  name: 'b.name',
  isAllowed: 'r.allowed::integer',
});

export const userDraft = ({ branches: _, sendMail: __, ...typed }: UserInput): UserDraft => ({
  ...typed,
  name: typed.name.trim(),
  userId: typed.userId.trim(),
  mobile: typed.mobile.trim(),
  email: typed.email.trim(),
  entityCode: typed.entityCode.trim(),
  rightGroup: referenceValue(typed.rightGroup) ?? '',
  employeeCode: typed.employeeCode.trim(),
});

export interface BranchAllowed {
  readonly id: string;
  readonly allowed: boolean;
}

/** The branch rights of a save. Each needs a branch and an answer, and a branch may occur once. */
export function branchRightsOf(sent: readonly BranchRightInput[]): BranchAllowed[] {
  const rights = sent.map((each) => {
    const [id, allowed] = [each.id.trim(), each.isAllowed];
    if (id === '') throw new Refusal(USER_TEXTS.branchMissing);
    if (allowed === null) throw new Refusal(USER_TEXTS.allowMissing);
    return { id, allowed };
  });
  if (new Set(rights.map(({ id }) => id)).size < rights.length) throw new Refusal(USER_TEXTS.branchTwice);
  return rights;
}

const text = (header: string, width: number, value: (row: UserRow) => string): ExportColumn<UserRow> => ({
  header,
  kind: 'text',
  width,
  value,
});

/** Headings that are not the label of a field. */
export const USER_HEADERS = {
  entityCode: 'Entity code',
  entityName: USER_RULES.entityCode.label,
  employeeCode: 'Employee code',
  lastSignIn: 'Last sign-in',
} as const;

export const USER_SHEET: readonly ExportColumn<UserRow>[] = [
  text(USER_RULES.name.label, 28, (row) => row.name),
  text(USER_RULES.userId.label, 20, (row) => row.userId),
  text(USER_RULES.mobile.label, 16, (row) => row.mobile),
  text(USER_RULES.email.label, 30, (row) => row.email),
  text(USER_RULES.entityType.label, 12, (row) => USER_ENTITY_TYPES[row.entityType]),
  text(USER_HEADERS.entityCode, 12, (row) => row.entityCode),
  text(USER_HEADERS.entityName, 28, (row) => row.entityName),
  text(USER_RULES.rightGroup.label, 24, (row) => row.rightGroupName),
  text(USER_HEADERS.employeeCode, 14, (row) => row.employeeCode),
  text(USER_RULES.enabled.label, 10, (row) => (row.enabled ? 'Yes' : 'Blocked')),
  text(USER_RULES.active.label, 10, (row) => (row.active ? 'Active' : 'Inactive')),
  {
    header: USER_HEADERS.lastSignIn,
    kind: 'datetime',
    width: 18,
    value: (row) => (row.lastSignIn === '' ? null : row.lastSignIn),
  },
];
