import { hkdfSync } from 'node:crypto';
import * as calls from '#contract/access/factors.ts';
import type { FactorState } from '#contract/access/factors.ts';
import { FACTOR_TEXTS, RECOVERY_CODES } from '#domain/access/factors.ts';
import { CIPHER_KEY_BYTES, openSealed, seal } from '#server/platform/cipher.ts';
import { systemActing, type Database, type Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import * as sql from './factor.sql.ts';
import { checkOwnPassword, type Attempts } from './own-password.ts';
import { hashOf, type Sessions } from './sessions.ts';
import { factorBuckets, forgive, rememberKnownAddress, reserve } from './throttle.ts';
import { newTotpSecret, randomLetters, stepOfCode, totpUri } from './totp.ts';

interface Options extends Attempts {
  readonly sessions: Sessions;
  /** The setting from which the keys are derived; empty if authenticator apps are off. */
  readonly secret: string;
}

/** The name of the installation in an authenticator app. */
const ISSUER = 'Bureau';
/** How long a new secret waits for its first code. */
const PENDING_MINUTES = 15;
/** 120 bits, so that a plain hash is enough to store them. */
const CODE_LETTERS = 24;

export interface Typed {
  readonly db: Database;
  readonly caller: Caller;
  readonly requestId: string;
  readonly address: string | null;
}

export const ownActing = (call: string, { caller, requestId, address }: Typed) =>
  systemActing(call, { actor: caller.account, branch: caller.entity.srno, request: requestId, address });

export const sessionOf = ({ sessionHash }: Caller): Buffer => Buffer.from(sessionHash, 'hex');
export const done = (msg: string) => ({ err: '', msg, done: true });
export const notDone = (msg: string) => ({ err: '', msg, done: false });

/** A recovery code as it is compared: people type it with spaces, dashes and in any case. */
const codeHash = (account: number, code: string): Buffer =>
  hashOf(`recovery code ${account} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);

/** What was added, and from where, as the mail to its owner says it. */
export const addedFrom = (what: string, { address }: Pick<Typed, 'address'>): string =>
  address === null ? what : `${what}, from ${address}`;

/** Makes recovery codes, with `onlyIfNone` only if there are none left. The user must be locked. */
export async function makeCodes(tx: Transaction, caller: Caller, onlyIfNone: boolean): Promise<string[]> {
  const { account } = caller;
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (randomLetters(CODE_LETTERS).match(/.{4}/g) ?? []).join('-'),
  );
  const hashes = codes.map((code) => codeHash(account, code));
  const { made } = await tx.one(sql.replaceCodes, [account, hashes, onlyIfNone, sessionOf(caller)]);
  return made === 0 ? [] : codes;
}

/** Refuses to remove the only factor of a user whose right group requires one. Tells whether it is the only one. */
export async function lockForRemoval(tx: Transaction, account: number): Promise<{ isLast: boolean }> {
  const { is_required, factors } = await tx.one(sql.lockFactors, [account]);
  if (is_required && factors <= 1) throw new Refusal(FACTOR_TEXTS.lastFactor);
  return { isLast: factors <= 1 };
}

export function factorHandlers({ sessions, secret, ...attempts }: Options): Bound[] {
  const keyOf = (account: number) =>
    Buffer.from(hkdfSync('sha256', secret, `account ${account}`, 'authenticator app', CIPHER_KEY_BYTES));

  /** Uses a code of the authenticator app, or a recovery code. */
  async function spend(tx: Transaction, { caller }: Typed, code: string, nowMs: number): Promise<boolean> {
    const { account } = caller;
    const digits = code.replaceAll(' ', '');
    const stored = secret === '' ? undefined : await tx.maybe(sql.findTotp, [account, PENDING_MINUTES]);
    const sealed = stored?.secret ?? null;
    const step = sealed === null ? null : stepOfCode(openSealed(sealed, keyOf(account)), digits, nowMs);
    const used =
      step === null
        ? await tx.maybe(sql.spendRecoveryCode, [account, sessionOf(caller), codeHash(account, code)])
        : await tx.maybe(sql.spendTotp, [account, sessionOf(caller), sealed, step]);
    return used !== undefined;
  }

  return [
    handle(calls.factorState, async ({ db, caller }) => {
      const { totp, codes, passkeys } = await db.read.one(sql.findFactors, [caller.account]);
      const { due, isRequired } = caller.factor;
      return {
        due,
        isRequired,
        hasTotp: totp,
        canTotp: secret !== '',
        codes,
        passkeys: passkeys as FactorState['passkeys'],
      };
    }),

    handle(calls.confirmFactor, async (context, { code }) => {
      const { db, caller, address, now } = context;
      const acting = ownActing('factor.verify', context);
      const target = { username: caller.userId, address };
      const attempt = await attempts.admission.run(address, () =>
        db.write(acting, (tx) => reserve(tx, target, factorBuckets(caller.account, target))),
      );
      const isRight = await attempts.admission.evaluate(db, address, attempt, () =>
        db.write(acting, async (tx) => {
          if (!(await spend(tx, context, code, now.getTime()))) {
            await tx.rows(sql.trailFailedFactor, [caller.account]);
            return false;
          }
          await forgive(tx, attempt);
          await rememberKnownAddress(tx, caller.account, address);
          return true;
        }),
      );
      sessions.forget(caller.account);
      return isRight ? done('') : notDone(FACTOR_TEXTS.wrongCode);
    }),

    handle(calls.confirmPassword, async (context, { password }) => {
      const { db, caller } = context;
      const acting = ownActing('factor.password', context);
      const current = await checkOwnPassword(attempts, { ...context, acting }, password.trim());
      if (current === null) return notDone(FACTOR_TEXTS.wrongPassword);
      const values = [caller.account, sessionOf(caller), current.hash];
      const confirmed = await db.write(acting, (tx) => tx.maybe(sql.confirmSessionPassword, values));
      sessions.forget(caller.account);
      return confirmed === undefined ? notDone(FACTOR_TEXTS.wrongPassword) : done('');
    }),

    handle(calls.beginTotp, async (context) => {
      const { db, caller } = context;
      if (secret === '') return { ...notDone(FACTOR_TEXTS.noTotp), secret: '', uri: '' };
      const fresh = newTotpSecret();
      await db.write(ownActing('factor.totpbegin', context), (tx) =>
        tx.one(sql.beginTotpStatement, [caller.account, seal(fresh, keyOf(caller.account))]),
      );
      return { ...done(''), secret: fresh, uri: totpUri(ISSUER, caller.userId, fresh) };
    }),

    handle(calls.finishTotp, async (context, { code }) => {
      const { db, caller, now } = context;
      const { account } = caller;
      if (secret === '') return { ...notDone(FACTOR_TEXTS.noTotp), codes: [] };
      const reply = await db.write(ownActing('factor.totpfinish', context), async (tx) => {
        await tx.one(sql.lockFactors, [account]);
        const sealed = (await tx.maybe(sql.findTotp, [account, PENDING_MINUTES]))?.pending ?? null;
        if (sealed === null) return { ...notDone(FACTOR_TEXTS.tooOld), codes: [] };
        const step = stepOfCode(openSealed(sealed, keyOf(account)), code.replaceAll(' ', ''), now.getTime());
        if (step === null) return { ...notDone(FACTOR_TEXTS.wrongCode), codes: [] };
        if (
          (await tx.maybe(sql.finishTotpStatement, [account, sessionOf(caller), sealed, step])) === undefined
        )
          throw new Refusal(FACTOR_TEXTS.tooOld);
        await tx.maybe(sql.askNotice, [account, 'added', '', addedFrom('authenticator app', context)]);
        return { ...done('The authenticator app is set up.'), codes: await makeCodes(tx, caller, true) };
      });
      sessions.forget(account);
      return reply;
    }),

    handle(calls.removeTotp, async (context) => {
      const { db, caller } = context;
      const { account } = caller;
      const isRemoved = await db.write(ownActing('factor.totpremove', context), async (tx) => {
        const stored = await tx.maybe(sql.findTotp, [account, PENDING_MINUTES]);
        if (stored === undefined || stored.secret === null) return false;
        const { isLast } = await lockForRemoval(tx, account);
        if ((await tx.maybe(sql.removeTotpStatement, [account])) === undefined) return false;
        if (isLast) await tx.rows(sql.forgetIdleCodes, [account]);
        await tx.maybe(sql.askNotice, [account, 'removed', '', 'authenticator app']);
        return true;
      });
      sessions.forget(account);
      return isRemoved ? done('The authenticator app is removed.') : notDone(FACTOR_TEXTS.notSetUp);
    }),

    handle(calls.newRecoveryCodes, async (context) => {
      const { db, caller } = context;
      const { account } = caller;
      const codes = await db.write(ownActing('factor.codes', context), async (tx) => {
        const { factors } = await tx.one(sql.lockFactors, [account]);
        return factors === 0 ? [] : makeCodes(tx, caller, false);
      });
      const result = codes.length === 0 ? notDone(FACTOR_TEXTS.codesNeedFactor) : done('');
      return { ...result, codes };
    }),
  ];
}
