import * as z from 'zod/mini';
import { defineCall, defineDownload } from '../define.ts';
import {
  bit,
  flag,
  json,
  MANY_JSON_VALUES,
  optionsPage,
  page,
  reference,
  serial,
  srno,
  limited,
} from '../fields.ts';
import { changedShape, defineMasterImport, recordOf } from '../master.ts';
import { optionSchema, savedSchema } from '../shared.ts';

/** The user master. */

const userRow = {
  umSrNo: z.int(),
  umUserName: z.string(),
  umId: z.string(),
  umMob: z.string(),
  umEml: z.string(),
  umEnable: bit,
  umEntityType: z.enum(['A', 'B', 'F']),
  umEntityCode: z.string(),
  umEntityName: z.string(),
  umActive: bit,
  umRightGroup: z.int(),
  umRightGroupName: z.string(),
  umEmpCode: z.string(),
  /** ISO 8601, UTC; empty when the user has never signed in. */
  umLastSignIn: z.string(),
} as const;
const userRowSchema = z.object(userRow);

const branchRightSchema = z.object({
  umRightBranch: z.string(),
  umRightBranchName: z.string(),
  umRightBranchAllow: bit,
});

const MAX_BRANCH_RIGHTS = 2_000;
const branchRightInputSchema = z.object({
  umRightBranch: limited(50),
  umRightBranchAllow: flag,
});
const branchRightInputs = z.array(branchRightInputSchema).check(z.maxLength(MAX_BRANCH_RIGHTS));

const userInputSchema = z.object({
  umUserName: z.string(),
  umId: z.string(),
  umMob: z.string(),
  umEml: z.string(),
  umEnable: flag,
  umEntityType: z.enum(['A', 'B', 'F', '']),
  umEntityCode: limited(50),
  umActive: flag,
  umRightGroup: reference,
  umEmpCode: z.string(),
  umRights: z.optional(branchRightInputs),
  /** 1 sends the set-password mail with this save. */
  umSendMail: z.optional(flag),
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
  reply: z.object({
    ...userRow,
    umRights: z.array(branchRightSchema),
    umSessions: z.int(),
    /** 1 if the user is linked to a person of the identity provider. */
    umLinked: bit,
    /** Why the caller cannot edit this user; empty if they can. */
    umLocked: z.string(),
    /** The earliest time for the next set-password mail, ISO 8601, UTC; empty if one can be sent now. */
    umMailFrom: z.string(),
    ...changedShape,
  }),
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
    record: ({ rights }: { readonly rights: { readonly umSrNo: number } }) => String(rights.umSrNo),
    hasVersion: true,
  },
  args: { rights: json(z.object({ umSrNo: serial, umRights: branchRightInputs }), MANY_JSON_VALUES) },
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
