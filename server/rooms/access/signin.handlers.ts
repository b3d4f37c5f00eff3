import { signIn, signOut } from '#contract/access/session.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { isUsername, PASSWORD_MAX_CHARS } from '#domain/password.ts';
import { systemActing } from '#server/platform/database.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { endSession, findForSignIn, openSession, trailFailedSignIn } from './access.sql.ts';
import { isPassword, NOBODYS_HASH } from './passwords.ts';
import { hashOf, newSessionId, type Sessions } from './sessions.ts';
import { countFailure, forgive, refuseWhenFull, signInBuckets } from './throttle.ts';

interface Options {
  readonly sessions: Sessions;
  readonly sessionHours: number;
  readonly signInFailures: number;
}

type Refused = 'MSG0001' | 'MSG0003' | 'MSG0004';

const MAX_AGENT_CHARS = 300;

export function signInHandlers({ sessions, sessionHours, signInFailures }: Options): Bound[] {
  return [
    handle(signIn, async (context, args) => {
      const { db, address, requestId } = context;
      const username = args.username.trim();
      const password = args.password.trim();
      if (!isUsername(username) || password === '' || [...password].length > PASSWORD_MAX_CHARS)
        return { status: 'MSG0001' as const };

      const buckets = signInBuckets(username, address, signInFailures);
      await refuseWhenFull(db, buckets);
      const acting = systemActing('login.validate', { request: requestId, address });
      const found = await db.write(acting, (tx) => tx.maybe(findForSignIn, [username]));
      const isRight = await isPassword(password, found?.hash ?? NOBODYS_HASH);

      const refuse = async (status: Refused) => {
        await countFailure(db, buckets);
        if (found !== undefined)
          await db.write(acting, (tx) => tx.rows(trailFailedSignIn, [found.srno, status]));
        return { status };
      };
      // Only who knows the password learns that the user is inactive or blocked.
      if (found === undefined || !isRight) return refuse('MSG0001');
      if (!found.active) return refuse('MSG0003');
      if (!found.enabled) return refuse('MSG0004');

      const session = newSessionId();
      const agent = context.agent.slice(0, MAX_AGENT_CHARS);
      const opened = await db.write(acting, (tx) =>
        tx.maybe(openSession, [hashOf(session), found.srno, found.hash, sessionHours, address, agent]),
      );
      if (opened === undefined) return refuse('MSG0001');
      await forgive(db, username, address);
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
