import { confirmProvider } from '#contract/access/factors.ts';
import { finishProviderSignIn } from '#contract/access/session.ts';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { systemActing } from '#server/platform/database.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { findVouchedFor, trailFailedSignIn } from './access.sql.ts';
import { openSessionFor, signedInReply } from './opening.ts';
import { TICKET_SECONDS, ticketCookie } from './provider.links.ts';
import { done, notDone, ownActing, sessionOf } from './factor.handlers.ts';
import { confirmByTicket, spendTicket } from './provider.sql.ts';
import { hashOf, type Sessions } from './sessions.ts';

interface Options {
  readonly sessions: Sessions;
  readonly sessionHours: number;
  readonly tellsNewDevice: boolean;
  readonly publicUrl: string;
}

export function providerHandlers({ sessions, sessionHours, tellsNewDevice, publicUrl }: Options): Bound[] {
  const cookie = ticketCookie(publicUrl);
  return [
    handle(finishProviderSignIn, async (context) => {
      const { db, address, agent, requestId, now } = context;
      const ticket = context.cookie(cookie);
      if (ticket === '') return { status: 'MSG0002' as const };
      const acting = systemActing('login.provider', { request: requestId, address });
      const found = await db.write(acting, async (tx) => {
        const spent = await tx.maybe(spendTicket, [hashOf(ticket), TICKET_SECONDS]);
        if (spent === undefined) return null;
        return { ...spent, user: await tx.one(findVouchedFor, [spent.account]) };
      });
      if (found === null) return { status: 'MSG0002' as const };
      const { user, has_second_factor } = found;
      const proof = { by: has_second_factor ? 'provider with second factor' : 'provider' } as const;
      const opened =
        user.active && user.enabled
          ? await db.write({ ...acting, actor: user.srno }, (tx) =>
              openSessionFor(tx, user, { proof, sessionHours, tellsNewDevice, address, agent }),
            )
          : null;
      if (opened !== null) return signedInReply(user, opened, proof, now);
      // The user was active when the provider vouched for them, a moment ago.
      const status = user.active ? ('MSG0004' as const) : ('MSG0003' as const);
      await db.write(acting, (tx) => tx.rows(trailFailedSignIn, [user.srno, status]));
      return { status };
    }),

    handle(confirmProvider, async (context) => {
      const { db, caller } = context;
      const ticket = context.cookie(cookie);
      const values = [caller.account, sessionOf(caller), hashOf(ticket), TICKET_SECONDS];
      const confirmed = await db.write(ownActing('factor.provider', context), (tx) =>
        tx.maybe(confirmByTicket, values),
      );
      sessions.forget(caller.account);
      return confirmed === undefined ? notDone(FACTOR_TEXTS.otherPerson) : done('');
    }),
  ];
}
