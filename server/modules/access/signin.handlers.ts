import { signIn, signOut } from '#contract/access/session.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { isUsername, PASSWORD_MAX_CHARS } from '#domain/password.ts';
import { systemActing } from '#server/platform/database.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { networkOf } from '#server/platform/network.ts';
import { endSession, findForSignIn, openSession, trailFailedSignIn } from './access.sql.ts';
import { NOBODYS_HASH, type PasswordHasher } from './passwords.ts';
import { hashOf, newSessionId, type Sessions } from './sessions.ts';
import { forgive, rememberKnownAddress, reserve, signInBuckets, type Admission } from './throttle.ts';

interface Options {
  readonly hasher: PasswordHasher;
  readonly admission: Admission;
  readonly sessions: Sessions;
  readonly sessionHours: number;
  readonly signInFailures: number;
}

type Refused = 'MSG0001' | 'MSG0003' | 'MSG0004';

const MAX_AGENT_CHARS = 300;

export function signInHandlers(options: Options): Bound[] {
  const { hasher, admission, sessions, sessionHours, signInFailures } = options;
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
        await db.write(acting, (tx) => tx.rows(trailFailedSignIn, [found?.srno ?? null, status]));
        return { status };
      };
      // Only a caller who knows the password learns that the user is inactive or blocked.
      if (found === undefined || !isRight) return refuse('MSG0001');
      if (!found.active) return refuse('MSG0003');
      if (!found.enabled) return refuse('MSG0004');

      const session = newSessionId();
      const agent = context.agent.slice(0, MAX_AGENT_CHARS);
      // After the right password the transaction runs in the name of this user, because the trail takes its actor from
      // here.
      const isOpened = await db.write({ ...acting, actor: found.srno }, async (tx) => {
        const values = [hashOf(session), found.srno, found.hash, sessionHours, address, agent];
        if ((await tx.maybe(openSession, values)) === undefined) return false;
        await rememberKnownAddress(tx, found.srno, address);
        await forgive(tx, attempt);
        return true;
      });
      if (!isOpened) return refuse('MSG0001');
      return {
        status: 'MSG0000',
        session,
        srno: found.srno,
        id: found.user_id,
        name: found.name,
        entityid: found.entity_id,
        entitytype: found.entity_type as 'A' | 'B' | 'F',
        entityname: found.entity_name,
        empcode: found.employee_code,
        finyear: financialYearOf(dateInIndia(context.now.getTime())),
        chg_pw_on_logon: found.must_change_password ? (1 as const) : (0 as const),
      };
    }),

    handle(signOut, async ({ tx, caller }) => {
      await tx.rows(endSession, [Buffer.from(caller.sessionHash, 'hex')]);
      sessions.forget(caller.account);
      return { msg: '', err: '' };
    }),
  ];
}
