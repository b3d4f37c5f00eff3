import * as z from 'zod/mini';
import { MAX_PASSKEY_NAME_CHARS } from '#domain/access/factors.ts';
import { defineCall } from '../define.ts';
import { json, limited, srno, text, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/** The second factors of the signed-in user. */

const shared = {
  endpoint: 'factor_a.php',
  session: 'first',
  right: 'signed-in',
  source: 'docs/readings.md: second factor',
  assumed: true,
  openDuringPasswordChange: true,
} as const;
/** Each call opens its own transactions, because a failed attempt must stay counted. */
const attempt = { ...shared, effect: 'outside' } as const;
/** Changes of the own factors need a fresh factor, or the password or the provider asked again while there is none. */
const change = { ...attempt, stepUp: { kind: 'factors' } } as const;
const enrol = { ...change, openBeforeFactor: ['enrol'] } as const;

/** Whether something was changed; if not, `msg` tells why. */
const doneShape = { err: z.string(), msg: z.string(), done: yesOrNo } as const;
const doneSchema = z.object(doneShape);
/** New recovery codes, shown this once; empty if the user has some already. */
const codesSchema = z.object({ ...doneShape, codes: z.array(z.string()) });

export const factorState = defineCall({
  ...shared,
  action: 'state',
  summary: 'The own second factors, and what the session must do before it can make other calls.',
  effect: 'read',
  openBeforeFactor: ['verify', 'enrol'],
  args: {},
  reply: named('', {
    due: z.enum(['none', 'verify', 'enrol']),
    /** Whether the right group requires a second factor. */
    isRequired: ['required', yesOrNo],
    /** Whether the user has an authenticator app. */
    hasTotp: ['totp', yesOrNo],
    /** Whether this installation can keep the secrets of authenticator apps. */
    canTotp: yesOrNo,
    /** Recovery codes that are left. */
    codes: z.int(),
    passkeys: z.array(
      z.object({
        srno: z.int(),
        name: z.string(),
        /** ISO 8601; the last use is null until the first. */
        added: z.string(),
        used: z.nullable(z.string()),
      }),
    ),
  }),
});
export type FactorState = z.infer<typeof factorState.reply>;

const MAX_CODE_CHARS = 40;

export const confirmFactor = defineCall({
  ...attempt,
  action: 'verify',
  summary: 'Confirms the second factor of the session by a code of the authenticator app or a recovery code.',
  openBeforeFactor: ['verify'],
  args: { code: text(MAX_CODE_CHARS) },
  reply: doneSchema,
});

export const confirmPassword = defineCall({
  ...attempt,
  action: 'password',
  summary: 'Confirms the password of the session, so that a user without a second factor can set one up.',
  openBeforeFactor: ['enrol'],
  args: { password: text() },
  reply: doneSchema,
});

export const confirmProvider = defineCall({
  ...attempt,
  action: 'provider',
  summary:
    'Confirms the session of a user whom the identity provider has asked again, by the ticket in a cookie that the way back from the provider has set.',
  openBeforeFactor: ['enrol'],
  args: {},
  reply: doneSchema,
});

export const beginTotp = defineCall({
  ...enrol,
  action: 'totpbegin',
  summary: 'Makes a secret for an authenticator app. It takes effect with the first right code.',
  args: {},
  reply: z.object({ ...doneShape, secret: z.string(), uri: z.string() }),
});

export const finishTotp = defineCall({
  ...enrol,
  action: 'totpfinish',
  summary: 'Takes the authenticator app into use by its first code.',
  args: { code: text(MAX_CODE_CHARS) },
  reply: codesSchema,
});

export const removeTotp = defineCall({
  ...change,
  action: 'totpremove',
  summary: 'Removes the authenticator app, unless it is the only factor and the right group requires one.',
  args: {},
  reply: doneSchema,
});

export const newRecoveryCodes = defineCall({
  ...change,
  action: 'codes',
  summary: 'Makes ten new recovery codes; the earlier ones stop working.',
  args: {},
  reply: codesSchema,
});

/** What the browser passes to the authenticator, and what the authenticator answers, as WebAuthn writes them in JSON. */
const webAuthn = z.record(z.string(), z.unknown());
/** An authenticator without attestation by certificates answers with one or two thousand characters. */
const MAX_WEB_AUTHN_CHARS = 16_384;
const MAX_WEB_AUTHN_VALUES = 200;
const webAuthnJson = <T>(inner: z.ZodMiniType<T>) => json(inner, MAX_WEB_AUTHN_VALUES, MAX_WEB_AUTHN_CHARS);
const optionsSchema = z.object({ ...doneShape, options: webAuthn });

export const beginPasskey = defineCall({
  ...enrol,
  action: 'passkeybegin',
  summary: 'Makes the challenge for a new passkey.',
  args: {},
  reply: optionsSchema,
});

export const addPasskey = defineCall({
  ...enrol,
  action: 'passkeyadd',
  summary: 'Adds the passkey that has signed the challenge.',
  args: { passkey: webAuthnJson(z.object({ name: limited(MAX_PASSKEY_NAME_CHARS), response: webAuthn })) },
  reply: codesSchema,
});

export const renamePasskey = defineCall({
  ...attempt,
  action: 'passkeyname',
  summary: 'Gives an own passkey another name.',
  args: { srno: srno(), name: text(MAX_PASSKEY_NAME_CHARS) },
  reply: doneSchema,
});

export const removePasskey = defineCall({
  ...change,
  action: 'passkeyremove',
  summary: 'Removes an own passkey, unless it is the only factor and the right group requires one.',
  args: { srno: srno() },
  reply: doneSchema,
});

export const askPasskey = defineCall({
  ...attempt,
  action: 'passkeyask',
  summary: 'Makes the challenge by which a passkey confirms the session.',
  openBeforeFactor: ['verify'],
  args: {},
  reply: optionsSchema,
});

export const confirmPasskey = defineCall({
  ...attempt,
  action: 'passkeyverify',
  summary: 'Confirms the second factor of the session by a passkey that has signed the challenge.',
  openBeforeFactor: ['verify'],
  args: { response: webAuthnJson(webAuthn) },
  reply: doneSchema,
});
