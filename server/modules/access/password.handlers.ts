import { changePassword, finishReset, resetPassword } from '#contract/access/session.ts';
import { USER_TEXTS } from '#domain/access/user.ts';
import { formatDateTime } from '#domain/dates.ts';
import { MESSAGES, TEXTS } from '#domain/messages.ts';
import { isUsername, meetsPasswordPolicy } from '#domain/password.ts';
import { mayDo } from '#domain/rights.ts';
import { systemActing } from '#server/platform/database.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import { askReset, findForReset, findReset, passwordOf, replacePassword, spendReset } from './access.sql.ts';
import { isCommonPassword } from './common-passwords.ts';
import { checkOwnPassword, turnOf, type Attempts } from './own-password.ts';
import type { HashTurn } from './passwords.ts';
import { hashOf, type Sessions } from './sessions.ts';
import { forgetOtherAddresses, reserve, resetBuckets, resetMailBucket, takePlace } from './throttle.ts';

interface Options extends Attempts {
  readonly sessions: Sessions;
  readonly refusePast: boolean;
  readonly refuseCommon: boolean;
}

const WRONG_OLD = 'The old password is not right.';
const SAME_AS_OLD = 'The new password must differ from the old one.';
const DEAD_LINK = 'This link has been used or is too old. Please ask for a new one.';
const LINK_SENT = 'A link for choosing a new password has been sent to your e-mail address.';

export function passwordHandlers(options: Options): Bound[] {
  const { hasher, admission, sessions, refusePast, refuseCommon, signInFailures } = options;

  /**
   * Checks a new password by the rules that need no database. The screen uses the same functions to show the policy.
   * Spaces at the ends are removed, because sign-in trims its input and could never match them.
   */
  function newPassword(written: { readonly new: string; readonly rnew: string }): string {
    const password = written.new.trim();
    if (!meetsPasswordPolicy(password)) throw Refusal.code('MSG0005');
    if (refuseCommon && isCommonPassword(password)) throw Refusal.code('MSG0005');
    if (password !== written.rnew.trim()) throw Refusal.code('MSG0009');
    return password;
  }

  async function checkPast(password: string, past: readonly string[], turn: HashTurn): Promise<void> {
    if (!refusePast) return;
    for (const hash of past) if (await hasher.isPassword(password, hash, turn)) throw Refusal.code('MSG0005');
  }

  return [
    handle(changePassword, async ({ db, caller, requestId, address }, { passwords }) => {
      const fresh = newPassword(passwords);
      const old = passwords.old.trim();
      const turn = turnOf(caller.account);
      const acting = systemActing('user.chngpass', { actor: caller.account, request: requestId, address });
      const current = await checkOwnPassword(options, { db, caller, address, acting }, old);
      if (current === null) throw new Refusal(WRONG_OLD);
      if (fresh === old) throw new Refusal(SAME_AS_OLD);
      await checkPast(fresh, current.past, turn);
      const hash = await hasher.hash(fresh, turn);
      const session = Buffer.from(caller.sessionHash, 'hex');
      await db.write(acting, async (tx) => {
        const values = [caller.account, hash, current.hash, session, 'change password'];
        if ((await tx.maybe(replacePassword, values)) === undefined) throw new Refusal(WRONG_OLD);
        await forgetOtherAddresses(tx, caller.account, address);
      });
      sessions.forget(caller.account);
      return {
        msg: 'Password has been changed.',
        err: '',
        seesNew: mayDo(caller.rights, 'NEWTRANREQUEST', 'query'),
        seesInProgress: mayDo(caller.rights, 'TRANREQUESTDETAIL', 'query'),
      };
    }),

    handle(resetPassword, async ({ db, address, requestId }, args) => {
      const username = args.username.trim();
      const email = args.email.trim();
      if (!isUsername(username) || email === '') return { msg: TEXTS.badReset };
      const target = { username, address };
      const acting = systemActing('login.reset', { request: requestId, address });
      return admission.run(address, () =>
        db.write(acting, async (tx) => {
          // Every request counts, whatever its result.
          await reserve(tx, target, resetBuckets(target, signInFailures));
          const found = await tx.maybe(findForReset, [username, email]);
          if (found === undefined) return { msg: TEXTS.badReset };
          if (found.held_until !== null)
            return { msg: USER_TEXTS.resetHeld(formatDateTime(found.held_until.getTime())) };
          // After a second request within a few minutes the earlier mail is still valid.
          if (await takePlace(tx, resetMailBucket(found.srno)))
            await tx.one(askReset, [found.srno, found.email]);
          return { msg: LINK_SENT };
        }),
      );
    }),

    handle(finishReset, async ({ db, address, requestId }, { passwords }) => {
      const fresh = newPassword(passwords);
      const acting = systemActing('login.resetfinish', { request: requestId, address });
      const token = hashOf(passwords.token);
      // The link is checked before the password is hashed, so that an invalid link costs nothing.
      const { account, past } = await db.write(acting, async (tx) => {
        const found = await tx.maybe(findReset, [token]);
        if (found === undefined) throw new Refusal(DEAD_LINK);
        return { account: found.account, past: (await tx.one(passwordOf, [found.account])).past };
      });
      await checkPast(fresh, past, turnOf(account));
      const hash = await hasher.hash(fresh, turnOf(account));
      await db.write(acting, async (tx) => {
        if ((await tx.maybe(spendReset, [token])) === undefined) throw new Refusal(DEAD_LINK);
        await tx.one(replacePassword, [account, hash, null, null, 'reset password']);
        await forgetOtherAddresses(tx, account, address);
      });
      sessions.forget(account);
      return { msg: MESSAGES.MSG0000, err: '' };
    }),
  ];
}
