import { momentOrEmpty } from '#server/platform/moment.ts';
import { flagValue, referenceValue } from '#contract/fields.ts';
import type { BranchRightInput, UserRow, UserInput } from '#contract/access/users.ts';
import { USER_ENTITY_TYPES, USER_RULES, USER_TEXTS, type UserDraft } from '#domain/access/user.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** Row → wire. The names of the wire occur only here. */
export const USER_ROW = {
  umSrNo: 'm.srno',
  umUserName: 'm.name',
  umId: 'm.user_id',
  umMob: 'm.mobile',
  umEml: 'm.email',
  umEnable: 'm.enabled::integer',
  umEntityType: 'e.type',
  umEntityCode: 'e.id',
  umEntityName: 'e.name',
  umActive: 'm.active::integer',
  umRightGroup: 'm.right_group',
  umRightGroupName: 'g.name',
  umEmpCode: 'm.employee_code',
  umLastSignIn: momentOrEmpty('m.last_sign_in_at'),
} as const satisfies WireColumns;

export const BRANCH_RIGHT_ROW = {
  umRightBranch: 'b.id',
  umRightBranchName: 'b.name',
  umRightBranchAllow: 'r.allowed::integer',
} as const satisfies WireColumns;

/** Wire → draft. */
export const userDraft = (written: UserInput): UserDraft => ({
  name: written.umUserName.trim(),
  userId: written.umId.trim(),
  mobile: written.umMob.trim(),
  email: written.umEml.trim(),
  entityType: written.umEntityType,
  entityCode: written.umEntityCode.trim(),
  rightGroup: referenceValue(written.umRightGroup) ?? '',
  employeeCode: written.umEmpCode.trim(),
  enabled: flagValue(written.umEnable),
  active: flagValue(written.umActive),
});

export interface BranchAllowed {
  readonly id: string;
  readonly allowed: boolean;
}

/** Wire → branch rights. Each row needs a branch and an answer, and a branch may occur once. */
export function branchRightsOf(written: readonly BranchRightInput[]): BranchAllowed[] {
  const rights = written.map(({ umRightBranch, umRightBranchAllow }) => {
    const id = umRightBranch.trim();
    const allowed = flagValue(umRightBranchAllow);
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
  text(USER_RULES.name.label, 28, (row) => row.umUserName),
  text(USER_RULES.userId.label, 20, (row) => row.umId),
  text(USER_RULES.mobile.label, 16, (row) => row.umMob),
  text(USER_RULES.email.label, 30, (row) => row.umEml),
  text(USER_RULES.entityType.label, 12, (row) => USER_ENTITY_TYPES[row.umEntityType]),
  text(USER_HEADERS.entityCode, 12, (row) => row.umEntityCode),
  text(USER_HEADERS.entityName, 28, (row) => row.umEntityName),
  text(USER_RULES.rightGroup.label, 24, (row) => row.umRightGroupName),
  text(USER_HEADERS.employeeCode, 14, (row) => row.umEmpCode),
  text(USER_RULES.enabled.label, 10, (row) => (row.umEnable === 1 ? 'Yes' : 'Blocked')),
  text(USER_RULES.active.label, 10, (row) => (row.umActive === 1 ? 'Active' : 'Inactive')),
  {
    header: USER_HEADERS.lastSignIn,
    kind: 'datetime',
    width: 18,
    value: (row) => (row.umLastSignIn === '' ? null : row.umLastSignIn),
  },
];
