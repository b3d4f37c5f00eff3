import {
  exportUsers,
  saveUser,
  userDetail,
  userImport,
  userList,
  type UserRow,
} from '#contract/access/users.ts';
import { GRANT_TEXTS, isFixedFor, OWN_FIELDS } from '#domain/access/grants.ts';
import {
  USER_ENTITY_TYPES,
  USER_RULES,
  USER_TEXTS,
  userProblems,
  type UserEntityType,
} from '#domain/access/user.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { readSession, useSession } from '#web/wire/session.ts';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import { MasterHeadPicker } from '#web/pickers/MasterHeadPicker.tsx';
import { AssignableGroupPicker } from '#web/pickers/RightGroupPicker.tsx';
import { peopleText } from '#web/texts/people.ts';
import { numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { importBy } from '#web/patterns/import/masterImport.ts';
import type { Master } from '#web/patterns/master/master.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { BranchRights } from './BranchRights.tsx';
import { stateBadge, stateWord } from './stateBadge.tsx';
import { UserAside } from './UserAside.tsx';
import { rightOf, toLine, type UserForm } from './userForm.ts';
import { EmployeePart, MasterHeadPart, SendMailPart } from './UserParts.tsx';

const text = peopleText.user;

const columns: Master<UserRow, UserForm>['columns'] = [
  numberColumn((row) => row.srno),
  { ...textColumn('name', USER_RULES.name.label, 168, (row) => row.name), hideable: false },
  textColumn('id', USER_RULES.userId.label, 120, (row) => row.userId),
  { id: 'entity', header: USER_RULES.entityCode.label, value: (row) => row.entityName, width: 176 },
  { id: 'group', header: USER_RULES.rightGroup.label, value: (row) => row.rightGroupName, width: 152 },
  {
    id: 'lastsignin',
    header: text.lastSignIn,
    value: (row) => (row.lastSignIn === '' ? text.never : formatDateTime(Date.parse(row.lastSignIn))),
    width: 160,
  },
  { id: 'state', header: USER_RULES.active.label, value: stateWord, cell: stateBadge, width: 104 },
  {
    id: 'mobile',
    header: USER_RULES.mobile.label,
    value: (row) => row.mobile,
    width: 120,
    initiallyHidden: true,
  },
  {
    id: 'email',
    header: USER_RULES.email.label,
    value: (row) => row.email,
    width: 200,
    initiallyHidden: true,
  },
];

function problemsOf(draft: UserForm): ReturnType<Master<UserRow, UserForm>['problems']> {
  const { entityCode, rightGroup } = draft;
  const problems: ReturnType<Master<UserRow, UserForm>['problems']> = userProblems(
    { ...draft, entityCode: entityCode ?? '', rightGroup: rightGroup ?? '' },
    draft.storedId === '' ? null : draft.storedId,
  );
  if (draft.sendMail && draft.email.trim() === '')
    problems.push({ field: 'email', message: USER_TEXTS.mailNeedsAddress });
  return problems;
}

const detail = async (srno: number, signal?: AbortSignal) =>
  (await call(userDetail, { srno }, { signal })).reply;

const choicesOf = (types: readonly UserEntityType[]) =>
  types.map((type) => ({ value: type, label: USER_ENTITY_TYPES[type] }));

/** The user master; only head office creates head office users. */
const userMaster = (types: readonly UserEntityType[]): Master<UserRow, UserForm> => ({
  id: 'user',
  record: 'account',
  right: 'USER',
  texts: text,
  isWide: true,
  isInPairs: true,
  columns,
  srnoOf: (row) => row.srno,
  nameOfRow: (row) => row.name,
  rowOf: (srno) => detail(srno),
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'userId', kind: 'text' },
    { name: 'mobile', kind: 'text' },
    { name: 'email', kind: 'text' },
    { name: 'entityType', kind: 'choice', choices: choicesOf(types), clears: ['entityCode'] },
    { name: 'entityCode', kind: 'part', part: MasterHeadPart, source: MasterHeadPicker.source },
    { name: 'rightGroup', kind: 'picker', picker: AssignableGroupPicker },
    { name: 'employeeCode', kind: 'part', part: EmployeePart, source: EmployeePicker.source },
    { name: 'enabled', kind: 'yes-no' },
    { name: 'active', kind: 'active' },
    { name: 'branches', kind: 'part', part: BranchRights },
    { name: 'sendMail', kind: 'part', part: SendMailPart },
  ],
  rules: {
    ...USER_RULES,
    userId: { ...USER_RULES.userId, required: true },
    entityType: { ...USER_RULES.entityType, required: true },
    rightGroup: { ...USER_RULES.rightGroup, required: true },
    branches: { label: text.branchRights },
    sendMail: { label: text.sendMail },
    storedId: { label: USER_RULES.userId.label },
  },
  problems: problemsOf,
  blank: {
    name: '',
    userId: '',
    mobile: '',
    email: '',
    entityType: 'B',
    entityCode: null,
    rightGroup: null,
    employeeCode: '',
    enabled: true,
    active: true,
    branches: [],
    sendMail: true,
    storedId: '',
  },
  aside: UserAside,
  list: (page, signal) => call(userList, { page }, { signal }),
  detail: async (srno, signal) => {
    const user = await detail(srno, signal);
    return {
      draft: {
        name: user.name,
        userId: user.userId,
        mobile: user.mobile,
        email: user.email,
        entityType: user.entityType,
        entityCode: user.entityCode,
        rightGroup: String(user.rightGroup),
        employeeCode: user.employeeCode,
        enabled: user.enabled,
        active: user.active,
        branches: user.branches.map(toLine),
        sendMail: false,
        storedId: user.userId,
      },
      version: user.version,
      changedBy: user.changedBy,
      changedAt: user.changedAt,
      locked: user.locked,
      ...(isFixedFor(readSession()?.srno ?? 0, srno)
        ? { fixed: { fields: OWN_FIELDS, why: GRANT_TEXTS.own } }
        : {}),
    };
  },
  save: (srno, { storedId: _, ...draft }, options) =>
    call(
      saveUser,
      {
        srno,
        record: {
          ...draft,
          name: draft.name.trim(),
          userId: draft.userId.trim(),
          mobile: draft.mobile.trim(),
          email: draft.email.trim(),
          entityCode: draft.entityCode ?? '',
          employeeCode: draft.employeeCode.trim(),
          branches: draft.entityType === 'B' ? draft.branches.map(rightOf) : undefined,
        },
      },
      options,
    ),
  exportList: (page) => download(exportUsers, { page }),
  imports: importBy(userImport),
});

const FOR_HEAD_OFFICE = userMaster(['B', 'F', 'A']);
const FOR_BRANCHES = userMaster(['B', 'F']);

export function UserScreen() {
  const isHeadOffice = useSession()?.entitytype === 'A';
  return <MasterScreen master={isHeadOffice ? FOR_HEAD_OFFICE : FOR_BRANCHES} />;
}
