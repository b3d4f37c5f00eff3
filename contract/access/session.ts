import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { base64Json, bit, json, oneOf, optionsPage, text, limited, yesOrNo } from '../fields.ts';
import { optionSchema } from '../shared.ts';
import { named, wired } from '../wire.ts';

/** Sign-in, the session, and the rights of the signed-in user. */

export const signInReplySchema = z.object({
  status: z.string(),
  session: z.string(),
  srno: z.int(),
  id: z.string(),
  name: z.string(),
  entityid: z.string(),
  entitytype: z.enum(['A', 'B', 'F']),
  entityname: z.string(),
  empcode: z.string(),
  finyear: z.string(),
  chg_pw_on_logon: bit,
  /** Only if a second factor must be confirmed or set up before the session can make other calls. */
  factor: z.optional(z.enum(['verify', 'enrol'])),
});

export const signIn = defineCall({
  endpoint: 'login_a.php',
  action: 'validate',
  summary: 'Opens a session for a username and a password.',
  session: 'none',
  right: 'public',
  effect: 'outside',
  source: '000 §2.2, §5, §7',
  args: { username: text(), password: text(), tag: oneOf(['WEB']) },
  reply: z.union([signInReplySchema, z.object({ status: z.enum(['MSG0001', 'MSG0003', 'MSG0004']) })]),
});

export const finishProviderSignIn = defineCall({
  endpoint: 'login_a.php',
  action: 'provider',
  summary:
    'Opens a session after a sign-in by the identity provider: exchanges the ticket, which the browser has in a cookie.',
  session: 'none',
  right: 'public',
  effect: 'outside',
  source: 'docs/readings.md: identity provider',
  assumed: true,
  args: {},
  reply: z.union([signInReplySchema, z.object({ status: z.enum(['MSG0002', 'MSG0003', 'MSG0004']) })]),
});

export const resetPassword = defineCall({
  endpoint: 'login_a.php',
  action: 'reset',
  summary: 'Mails a link for choosing a new password to the address on file.',
  session: 'none',
  right: 'public',
  effect: 'outside',
  source: '000 §2.2, §5, §7',
  args: { username: text(), email: text() },
  reply: z.object({ msg: z.string() }),
});

export const finishReset = defineCall({
  endpoint: 'login_a.php',
  action: 'resetfinish',
  summary: 'Sets a new password by the token of a mailed link.',
  session: 'none',
  right: 'public',
  effect: 'outside',
  source: 'docs/readings.md: reset link',
  assumed: true,
  args: { passwords: json(z.object({ token: z.string(), new: z.string(), rnew: z.string() })) },
  reply: z.object({ msg: z.string(), err: z.string() }),
});

export const signOut = defineCall({
  endpoint: 'login_a.php',
  action: 'logout',
  summary: 'Ends the session.',
  session: 'first',
  right: 'signed-in',
  effect: 'write',
  source: 'docs/readings.md: sign-out',
  assumed: true,
  openDuringPasswordChange: true,
  openBeforeFactor: ['verify', 'enrol'],
  args: {},
  reply: z.object({ msg: z.string(), err: z.string() }),
});

export const changePassword = defineCall({
  endpoint: 'user_a.php',
  action: 'chngpass',
  summary: 'Changes the own password; every other session of the user ends.',
  session: 'first',
  right: 'signed-in',
  effect: 'outside',
  source: '000 §2.3, §5, §7',
  openDuringPasswordChange: true,
  args: { passwords: json(z.object({ old: z.string(), new: z.string(), rnew: z.string() })) },
  reply: named('', {
    msg: z.string(),
    err: z.string(),
    /** Whether the user may see the screen of new requests, and that of requests in progress. */
    seesNew: ['newr', yesOrNo],
    seesInProgress: ['inpro', yesOrNo],
  }),
});

export const allRights = defineCall({
  endpoint: 'right_a.php',
  action: 'allrightquery',
  summary: 'Tells for each asked right key whether the user has its query right.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: '000 §6, §7',
  args: { keys: base64Json(z.record(limited(40), z.unknown())) },
  reply: z.record(z.string(), yesOrNo),
});

const writtenFlag = wired(
  z.enum(['0', '1']),
  (received) => received === '1',
  (answer: boolean) => (answer ? '1' : '0'),
);

export const screenRights = defineCall({
  endpoint: 'right_a.php',
  action: 'all',
  summary: 'The three flags of one right key.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: '000 §6, §7',
  args: { key: text(40) },
  reply: z.object({ query: writtenFlag, add: writtenFlag, edit: writtenFlag }),
});

export const heldRights = defineCall({
  endpoint: 'right_a.php',
  action: 'held',
  summary: 'Every right of the user by its key, with the letters of its flags: Q query, A add, E edit.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: 'docs/readings.md: granting',
  assumed: true,
  args: {},
  reply: z.record(z.string(), z.string()),
});

export const ownAccess = defineCall({
  endpoint: 'right_a.php',
  action: 'own',
  summary:
    'What every screen starts from: the user of the session, all rights as `held` writes them, how many branches they may see, with the first by name, and the key of the drafts that wait on a device.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: 'docs/readings.md: own access',
  assumed: true,
  args: {},
  reply: named('', {
    user: z.omit(signInReplySchema, { status: true, session: true, factor: true }),
    rights: z.record(z.string(), z.string()),
    branches: z.object({ count: z.int(), first: z.nullable(optionSchema) }),
    /** 32 bytes in base64, the same for every session of the user. */
    draftKey: z.string(),
  }),
});

const branchList = {
  endpoint: 'user_a.php',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  args: { page: optionsPage() },
  reply: z.array(optionSchema),
} as const;

export const allowedBranches = defineCall({
  ...branchList,
  action: 'branchallowed',
  summary: 'The branches the user may see.',
  source: '000 §7; 002 §7.1',
});

export const allowedBranchesSelect = defineCall({
  ...branchList,
  action: 'branchallowedselect',
  summary: 'The branches the user may see, led by the "select" entry.',
  source: '000 §7; 001 §7; 002 §7.1',
});

export const allowedBranchesAll = defineCall({
  ...branchList,
  action: 'branchallowedall',
  summary: 'The branches the user may see, led by the "all" entry.',
  source: '001 §7; 002 §7.1',
});
