import { changePassword, finishReset, resetPassword } from '#contract/access/session.ts';
import { MESSAGES, TEXTS } from '#domain/messages.ts';
import { isUsername, meetsPasswordPolicy } from '#domain/password.ts';
import { mayDo } from '#domain/rights.ts';
import { systemActing } from '#server/platform/database.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import { askReset, findForReset, passwordOf, replacePassword, spendReset } from './access.sql.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { hashOf, type Sessions } from './sessions.ts';
import { countFailure, refuseWhenFull, signInBuckets } from './throttle.ts';

interface Options {
  readonly sessions: Sessions;
  readonly refusePast: boolean;
  readonly refuseCommon: boolean;
  readonly signInFailures: number;
}

const WRONG_OLD = 'The old password is not right.';
const SAME_AS_OLD = 'The new password must differ from the old one.';
const DEAD_LINK = 'This link has been used or is too old. Please ask for a new one.';
const LINK_SENT = 'A link for choosing a new password has been sent to your e-mail address.';

export function passwordHandlers({ sessions, refusePast, refuseCommon, signInFailures }: Options): Bound[] {
  /**
   * The new password, by the rules that need no database; the same functions tick the policy on the screen. Spaces at
   * the ends go, because sign-in trims what is typed and would never find them again.
   */
  function newPassword(written: { readonly new: string; readonly rnew: string }): string {
    const password = written.new.trim();
    if (!meetsPasswordPolicy(password)) throw Refusal.code('MSG0005');
    if (refuseCommon && isCommonPassword(password)) throw Refusal.code('MSG0005');
    if (password !== written.rnew.trim()) throw Refusal.code('MSG0009');
    return password;
  }

  async function checkPast(password: string, past: readonly string[]): Promise<void> {
    if (!refusePast) return;
    for (const hash of past) if (await isPassword(password, hash)) throw Refusal.code('MSG0005');
  }

  return [
    handle(changePassword, async ({ db, caller, requestId, address }, { passwords }) => {
      const fresh = newPassword(passwords);
      const old = passwords.old.trim();
      const buckets = { [`old password of ${caller.account}`]: signInFailures };
      await refuseWhenFull(db, buckets);
      const acting = systemActing('user.chngpass', { actor: caller.account, request: requestId, address });
      const current = await db.write(acting, (tx) => tx.one(passwordOf, [caller.account]));
      if (!(await isPassword(old, current.hash))) {
        await countFailure(db, buckets);
        throw new Refusal(WRONG_OLD);
      }
      if (fresh === old) throw new Refusal(SAME_AS_OLD);
      await checkPast(fresh, current.past);
      const hash = await hashPassword(fresh);
      const session = Buffer.from(caller.sessionHash, 'hex');
      const replaced = await db.write(acting, (tx) =>
        tx.maybe(replacePassword, [caller.account, hash, current.hash, session, 'change password']),
      );
      if (replaced === undefined) throw new Refusal(WRONG_OLD);
      sessions.forget(caller.account);
      return {
        msg: 'Password has been changed.',
        err: '',
        newr: mayDo(caller.rights, 'NEWTRANREQUEST', 'query') ? (1 as const) : (0 as const),
        inpro: mayDo(caller.rights, 'TRANREQUESTDETAIL', 'query') ? (1 as const) : (0 as const),
      };
    }),

    handle(resetPassword, async ({ db, address, requestId }, args) => {
      const username = args.username.trim();
      const email = args.email.trim();
      if (!isUsername(username) || email === '') return { msg: TEXTS.badReset };
      const buckets = signInBuckets(`reset ${username}`, address, signInFailures);
      await refuseWhenFull(db, buckets);
      // Counted whatever comes of it, so that nobody is flooded with mails either.
      await countFailure(db, buckets);
      const found = await db.read.maybe(findForReset, [username, email]);
      if (found === undefined) return { msg: TEXTS.badReset };
      const acting = systemActing('login.reset', { request: requestId, address });
      await db.write(acting, (tx) => tx.one(askReset, [found.srno]));
      return { msg: LINK_SENT };
    }),

    handle(finishReset, async ({ db, address, requestId }, { passwords }) => {
      const fresh = newPassword(passwords);
      const acting = systemActing('login.resetfinish', { request: requestId, address });
      const hash = await hashPassword(fresh);
      const account = await db.write(acting, async (tx) => {
        const spent = await tx.maybe(spendReset, [hashOf(passwords.token)]);
        if (spent === undefined) throw new Refusal(DEAD_LINK);
        await checkPast(fresh, (await tx.one(passwordOf, [spent.account])).past);
        await tx.one(replacePassword, [spent.account, hash, null, null, 'reset password']);
        return spent.account;
      });
      sessions.forget(account);
      return { msg: MESSAGES.MSG0000, err: '' };
    }),
  ];
}
