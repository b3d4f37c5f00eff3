import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import * as calls from '#contract/access/factors.ts';
import { FACTOR_TEXTS, MAX_PASSKEYS } from '#domain/access/factors.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import {
  addedFrom,
  done,
  lockForRemoval,
  makeCodes,
  notDone,
  ownActing,
  sessionOf,
  type Typed,
} from './factor.handlers.ts';
import { askNotice, forgetIdleCodes, lockFactors, trailFailedFactor } from './factor.sql.ts';
import * as sql from './passkey.sql.ts';
import { hashOf, type Sessions } from './sessions.ts';
import { rememberKnownAddress } from './throttle.ts';

interface Options {
  readonly sessions: Sessions;
  /** A passkey belongs to this origin and works nowhere else. */
  readonly publicUrl: string;
}

const RP_NAME = 'Bureau';
const CHALLENGE_MINUTES = 5;
/** A passkey is asked for after the password, so the presence of the user is enough. */
const USER_VERIFICATION = 'preferred';

/** EdDSA, ES256 and RS256, by their numbers in COSE: what authenticators have. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Purpose = 'add' | 'confirm';

/** The library throws for an answer that is malformed, forged or for another site; all are the same refusal. */
async function verified<T extends { readonly verified: boolean }>(
  verify: () => Promise<T>,
): Promise<T | null> {
  try {
    const result = await verify();
    return result.verified ? result : null;
  } catch {
    return null;
  }
}

/**
 * Whether the authenticator vouches for itself or not at all. An attestation by certificates is refused before the library
 * sees it: we trust no maker of authenticators, and the library fetches the addresses that the sender's own certificates
 * name.
 */
function isWithoutCertificates({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const statement: unknown = attestation.get('attStmt');
  if (!(statement instanceof Map)) return false;
  const format = attestation.get('fmt');
  return (format === 'none' && statement.size === 0) || (format === 'packed' && !statement.has('x5c'));
}

/** Browsers offer passkeys to pages of a named host, over TLS or on the same machine. */
export function canHavePasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}

export function passkeyHandlers({ sessions, publicUrl }: Options): Bound[] {
  const { origin, hostname: rpID } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: false };

  const passkeysOf = (tx: Transaction, caller: Caller) =>
    tx.rows(sql.findPasskeys, [caller.account, sessionOf(caller)]);
  const described = (passkeys: Awaited<ReturnType<typeof passkeysOf>>) =>
    passkeys.map(({ credential_id: id, transports }) => ({ id, transports }));

  const store = (tx: Transaction, { caller }: Typed, purpose: Purpose, challenge: string) =>
    tx.rows(sql.storeChallenge, [sessionOf(caller), purpose, challenge, CHALLENGE_MINUTES]);

  /** The challenge is gone after the first answer, whether it is right or not. */
  async function takeChallenge(context: Typed, call: string, purpose: Purpose): Promise<string | null> {
    const taken = await context.db.write(ownActing(call, context), (tx) =>
      tx.maybe(sql.takeChallenge, [sessionOf(context.caller), purpose]),
    );
    return taken?.is_valid === true ? taken.challenge : null;
  }

  return [
    handle(calls.beginPasskey, async (context) => {
      const { db, caller } = context;
      const options = await db.write(ownActing('factor.passkeybegin', context), async (tx) => {
        const made = await generateRegistrationOptions({
          rpName: RP_NAME,
          rpID,
          userID: new Uint8Array(hashOf(`passkey of ${caller.account}`)),
          userName: caller.userId,
          userDisplayName: caller.name,
          supportedAlgorithmIDs,
          excludeCredentials: described(await passkeysOf(tx, caller)),
          authenticatorSelection: { residentKey: 'discouraged', userVerification: USER_VERIFICATION },
        });
        await store(tx, context, 'add', made.challenge);
        return made;
      });
      return { ...done(''), options: { ...options } };
    }),

    handle(calls.addPasskey, async (context, { passkey: { name, response } }) => {
      const { db, caller } = context;
      const { account } = caller;
      const refuse = (text: string) => ({ ...notDone(text), codes: [] });
      if (name.trim() === '') return refuse(FACTOR_TEXTS.passkeyName);
      const challenge = await takeChallenge(context, 'factor.passkeyadd', 'add');
      if (challenge === null) return refuse(FACTOR_TEXTS.tooOld);
      const answer = response as unknown as RegistrationResponseJSON;
      const found = await verified(async () =>
        isWithoutCertificates(answer)
          ? verifyRegistrationResponse({
              ...expected,
              response: answer,
              expectedChallenge: challenge,
              supportedAlgorithmIDs,
            })
          : { verified: false as const },
      );
      if (found === null || !found.verified) return refuse(FACTOR_TEXTS.passkeyRefused);
      const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential;
      const codes = await db.write(ownActing('factor.passkeyadd', context), async (tx) => {
        await tx.one(lockFactors, [account]);
        if ((await passkeysOf(tx, caller)).length >= MAX_PASSKEYS)
          throw new Refusal(FACTOR_TEXTS.tooManyPasskeys);
        const values = [
          account,
          sessionOf(caller),
          id,
          Buffer.from(publicKey),
          counter,
          transports,
          name.trim(),
        ];
        if ((await tx.maybe(sql.insertPasskey, values)) === undefined) throw new Refusal(FACTOR_TEXTS.tooOld);
        await tx.maybe(askNotice, [account, 'added', '', addedFrom(`passkey ${name.trim()}`, context)]);
        return makeCodes(tx, caller, true);
      });
      sessions.forget(account);
      return { ...done('The passkey is added.'), codes };
    }),

    handle(calls.renamePasskey, async (context, { srno, name }) => {
      if (name.trim() === '') return notDone(FACTOR_TEXTS.passkeyName);
      const renamed = await context.db.write(ownActing('factor.passkeyname', context), (tx) =>
        tx.maybe(sql.renamePasskeyStatement, [context.caller.account, srno, name.trim()]),
      );
      return renamed === undefined ? notDone(FACTOR_TEXTS.noPasskey) : done('');
    }),

    handle(calls.removePasskey, async (context, { srno }) => {
      const { account } = context.caller;
      const isRemoved = await context.db.write(ownActing('factor.passkeyremove', context), async (tx) => {
        if (!(await tx.one(sql.isOwnPasskey, [account, srno])).is_own) return false;
        const { isLast } = await lockForRemoval(tx, account);
        const removed = await tx.maybe(sql.removePasskeyStatement, [account, srno]);
        if (removed === undefined) return false;
        if (isLast) await tx.rows(forgetIdleCodes, [account]);
        await tx.maybe(askNotice, [account, 'removed', '', `passkey ${removed.name}`]);
        return true;
      });
      sessions.forget(account);
      return isRemoved ? done('The passkey is removed.') : notDone(FACTOR_TEXTS.noPasskey);
    }),

    handle(calls.askPasskey, async (context) => {
      const options = await context.db.write(ownActing('factor.passkeyask', context), async (tx) => {
        const passkeys = await passkeysOf(tx, context.caller);
        const allowCredentials = described(passkeys.filter(({ counts }) => counts));
        if (allowCredentials.length === 0) return null;
        const made = await generateAuthenticationOptions({
          rpID,
          allowCredentials,
          userVerification: USER_VERIFICATION,
        });
        await store(tx, context, 'confirm', made.challenge);
        return made;
      });
      if (options === null) return { ...notDone(FACTOR_TEXTS.noPasskey), options: {} };
      return { ...done(''), options: { ...options } };
    }),

    handle(calls.confirmPasskey, async (context, { response }) => {
      const { db, caller, address } = context;
      const { account } = caller;
      const acting = ownActing('factor.passkeyverify', context);
      const expectedChallenge = await takeChallenge(context, 'factor.passkeyverify', 'confirm');
      if (expectedChallenge === null) return notDone(FACTOR_TEXTS.tooOld);
      const answer = response as unknown as AuthenticationResponseJSON;
      const known = await db.write(acting, (tx) => passkeysOf(tx, caller));
      const used = known.find(({ credential_id, counts }) => counts && credential_id === answer.id);
      const found =
        used === undefined
          ? null
          : await verified(() =>
              verifyAuthenticationResponse({
                ...expected,
                response: answer,
                expectedChallenge,
                credential: {
                  id: used.credential_id,
                  publicKey: new Uint8Array(used.public_key),
                  counter: Number(used.counter),
                },
              }),
            );
      const isRight = await db.write(acting, async (tx) => {
        const values = [account, sessionOf(caller), answer.id, found?.authenticationInfo.newCounter];
        if (found === null || (await tx.maybe(sql.usePasskey, values)) === undefined) {
          await tx.rows(trailFailedFactor, [account]);
          return false;
        }
        await rememberKnownAddress(tx, account, address);
        return true;
      });
      sessions.forget(account);
      return isRight ? done('') : notDone(FACTOR_TEXTS.passkeyRefused);
    }),
  ];
}
