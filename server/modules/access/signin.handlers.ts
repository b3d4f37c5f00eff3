import { signIn, signOut } from '#contract/access/session.ts';
import { isUsername, PASSWORD_MAX_CHARS } from '#domain/password.ts';
import { systemActing } from '#server/platform/database.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { networkOf } from '#server/platform/network.ts';
import { endSession, findForSignIn, trailFailedSignIn } from './access.sql.ts';
import { openSessionFor, signedInReply } from './opening.ts';
import { NOBODYS_HASH, type PasswordHasher } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { forgive, reserve, signInBuckets, type Admission } from './throttle.ts';

interface Options {
  readonly hasher: PasswordHasher;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly sessions: Sessions;
  readonly sessionHours: number;
  readonly signInFailures: number;
  readonly tellsNewDevice: boolean;
}

type Refused = 'MSG0001' | 'MSG0003' | 'MSG0004';

export function signInHandlers(options: Options): Bound[] {
  const { hasher, admission, sessions, sessionHours, signInFailures, tellsNewDevice } = options;
  const countFailure = options.metrics.counter('sign_ins_refused', 'Sign-ins that were refused');
  return [
    handle(signIn, async (context, args) => {
      const { db, address, requestId } = context;
      const username = args.username.trim();
      const password = args.password.trim();
      if (!isUsername(username) || password === '' || [...password].length > PASSWORD_MAX_CHARS)
        return { status: 'MSG0001' as const };

      const target = { username, address };
      const acting = systemActing('login.validate', { request: requestId, address });
      const { attempt, found } = await admission.run(address, () =>
        db.write(acting, async (tx) => ({
          attempt: await reserve(tx, target, signInBuckets(target, signInFailures)),
          found: await tx.maybe(findForSignIn, [username]),
        })),
      );
      const turn = {
        isKnown: attempt.isKnown,
        key: attempt.isKnown ? `user ${username.toLowerCase()}` : (networkOf(address) ?? 'unknown'),
      };
      const isRight = await admission.evaluate(db, address, attempt, () =>
        hasher.isPassword(password, found?.hash ?? NOBODYS_HASH, turn),
      );

      // An unknown user causes the same statements as a known user with a wrong password.
      const refuse = async (status: Refused) => {
        countFailure();
        await db.write(acting, (tx) => tx.rows(trailFailedSignIn, [found?.srno ?? null, status]));
        return { status };
      };
      // Only a caller who knows the password learns that the user is inactive or blocked.
      if (found === undefined || !isRight) return refuse('MSG0001');
      if (!found.active) return refuse('MSG0003');
      if (!found.enabled) return refuse('MSG0004');

      const proof = { by: 'password', hash: found.hash } as const;
      // After the right password the transaction runs in the name of this user, because the trail takes its actor from
      // here.
      const opened = await db.write({ ...acting, actor: found.srno }, async (tx) => {
        const opening = { proof, sessionHours, tellsNewDevice, address, agent: context.agent };
        const result = await openSessionFor(tx, found, opening);
        if (result !== null) await forgive(tx, attempt);
        return result;
      });
      if (opened === null) return refuse('MSG0001');
      return signedInReply(found, opened, proof, context.now);
    }),

    handle(signOut, async ({ tx, caller }) => {
      await tx.rows(endSession, [Buffer.from(caller.sessionHash, 'hex')]);
      sessions.forget(caller.account);
      return { msg: '', err: '' };
    }),
  ];
}
