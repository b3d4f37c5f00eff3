import * as z from 'zod/mini';
import { defineCall, defineDownload } from '../define.ts';
import {
  answered,
  json,
  MANY_JSON_VALUES,
  optionsPage,
  page,
  reference,
  serial,
  srno,
  limited,
  yesOrNo,
} from '../fields.ts';
import { defineMasterImport, lastChangeFields, recordOf } from '../master.ts';
import { optionSchema, savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** The user master. */

const userRow = {
  srno: ['umSrNo', z.int()],
  name: ['umUserName', z.string()],
  userId: ['umId', z.string()],
  mobile: ['umMob', z.string()],
  email: ['umEml', z.string()],
  enabled: ['umEnable', yesOrNo],
  entityType: z.enum(['A', 'B', 'F']),
  entityCode: z.string(),
  entityName: z.string(),
  active: yesOrNo,
  rightGroup: z.int(),
  rightGroupName: z.string(),
  employeeCode: ['umEmpCode', z.string()],
  /** ISO 8601, UTC; empty when the user has never signed in. */
  lastSignIn: z.string(),
} as const;
export const userRowSchema = named('um', userRow);

export const branchRightSchema = named('umRightBranch', {
  id: ['umRightBranch', z.string()],
  name: z.string(),
  isAllowed: ['umRightBranchAllow', yesOrNo],
});

const MAX_BRANCH_RIGHTS = 2_000;
const branchRightInputSchema = named('umRightBranch', {
  id: ['umRightBranch', limited(50)],
  isAllowed: ['umRightBranchAllow', answered],
});
const branchRightInputs = z.array(branchRightInputSchema).check(z.maxLength(MAX_BRANCH_RIGHTS));

const userInputSchema = named('um', {
  name: ['umUserName', z.string()],
  userId: ['umId', z.string()],
  mobile: ['umMob', z.string()],
  email: ['umEml', z.string()],
  enabled: ['umEnable', answered],
  entityType: z.enum(['A', 'B', 'F', '']),
  entityCode: limited(50),
  active: answered,
  rightGroup: reference,
  employeeCode: ['umEmpCode', z.string()],
  branches: ['umRights', z.optional(branchRightInputs)],
  /** Sends the set-password mail with this save. */
  sendMail: z.optional(answered),
});

export const userDetailSchema = named('um', {
  ...userRow,
  branches: ['umRights', z.array(branchRightSchema)],
  sessions: z.int(),
  /** Whether the user is linked to a person of the identity provider. */
  isLinked: ['umLinked', yesOrNo],
  /** Why the caller cannot edit this user; empty if they can. */
  locked: z.string(),
  /** The earliest time for the next set-password mail, ISO 8601, UTC; empty if one can be sent now. */
  mailFrom: z.string(),
  ...lastChangeFields,
});

export type UserRow = z.infer<typeof userRowSchema>;
export type UserInput = z.infer<typeof userInputSchema>;
export type BranchRightInput = z.infer<typeof branchRightInputSchema>;

const shared = {
  endpoint: 'user_a.php',
  session: 'first',
  source: '000 §2.5, §3, §5, §6, §7',
  assumed: true,
} as const;
const query = { key: 'USER', flag: 'query' } as const;
const edit = { key: 'USER', flag: 'edit' } as const;

export const userList = defineCall({
  ...shared,
  action: 'listjson',
  summary: 'The users in reach, page by page.',
  right: query,
  effect: 'read',
  args: { page: page() },
  reply: z.array(userRowSchema),
});

export const userDetail = defineCall({
  ...shared,
  action: 'detail',
  summary: 'One user with the branch rights in reach and how many sessions are open.',
  right: query,
  effect: 'read',
  args: { srno: srno() },
  reply: userDetailSchema,
});

export const saveUser = defineCall({
  ...shared,
  action: 'save',
  summary: 'Adds a user (srno 0) or changes one; a blocked or inactive user loses every session.',
  right: { key: 'USER', flag: 'save' },
  effect: 'write',
  stepUp: { kind: 'users' },
  checked: { kind: 'users', record: recordOf, hasVersion: true },
  args: { srno: srno(), record: json(userInputSchema, MANY_JSON_VALUES) },
  reply: savedSchema,
});

export const saveBranchRights = defineCall({
  ...shared,
  action: 'saveright',
  summary: 'Sets which branches a user may see; branches out of the caller’s reach stay as they are.',
  right: edit,
  effect: 'write',
  stepUp: { kind: 'rights' },
  checked: {
    kind: 'users',
    record: ({ rights }: { readonly rights: { readonly srno: number } }) => String(rights.srno),
    hasVersion: true,
  },
  args: {
    rights: json(
      named('um', { srno: ['umSrNo', serial], branches: ['umRights', branchRightInputs] }),
      MANY_JSON_VALUES,
    ),
  },
  reply: savedSchema,
});

export const exportUsers = defineDownload({
  ...shared,
  action: 'export',
  summary: 'The users in reach as an .xlsx file, narrowed and ordered as shown.',
  source: 'docs/readings.md: exports',
  right: query,
  effect: 'watched',
  args: { page: page() },
});

export const userImport = defineMasterImport({
  endpoint: 'user_a.php',
  key: 'USER',
  plural: 'users',
  stepUp: 'users',
  checked: 'users',
});

export const masterHeads = defineCall({
  ...shared,
  action: 'masterhead',
  summary:
    'The active entities that users in the caller’s reach may belong to, narrowed to a type (A, B, F) and by a search text.',
  source: 'docs/readings.md: user, Master Head',
  right: query,
  effect: 'read',
  args: { page: optionsPage(['type']) },
  reply: z.array(optionSchema),
});

export const endUserSessions = defineCall({
  ...shared,
  action: 'endsessions',
  summary: 'Ends every session of a user.',
  source: 'docs/readings.md: user, sessions',
  right: edit,
  effect: 'write',
  args: { srno: srno() },
  reply: savedSchema,
});

export const resetFactors = defineCall({
  ...shared,
  action: 'resetfactors',
  summary:
    'Removes every second factor of another user who has lost a device, ends their sessions and tells them by mail.',
  source: 'docs/readings.md: second factor',
  right: edit,
  effect: 'write',
  stepUp: { kind: 'users', always: true },
  checked: { kind: 'users', record: recordOf },
  args: { srno: srno() },
  reply: savedSchema,
});

export const unlinkProvider = defineCall({
  ...shared,
  action: 'unlinkprovider',
  summary:
    'Removes the link between a user and a person of the identity provider, and ends the sessions that came by it.',
  source: 'docs/readings.md: identity provider',
  right: edit,
  effect: 'write',
  stepUp: { kind: 'users', always: true },
  checked: { kind: 'users', record: recordOf },
  args: { srno: srno() },
  reply: savedSchema,
});

export const sendPasswordMail = defineCall({
  ...shared,
  action: 'sendpassmail',
  summary: 'Mails a user a link for choosing a password.',
  source: 'docs/readings.md: user, first password',
  right: edit,
  effect: 'write',
  args: { srno: srno() },
  reply: savedSchema,
});
