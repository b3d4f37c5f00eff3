import { endOwnSessions, ownSessions } from '#contract/access/own-sessions.ts';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { deviceOf } from './device.ts';
import { done, notDone, ownActing, sessionOf } from './factor.handlers.ts';
import { endOthers, findOwnSessions } from './own-session.sql.ts';
import type { Sessions } from './sessions.ts';

interface Options {
  readonly sessions: Sessions;
  readonly idleMinutes: number;
}

/** A session is named by the beginning of its hash. */
const NAME = /^[0-9a-f]{16}$/;

export const ownSessionHandlers = ({ sessions, idleMinutes }: Options): Bound[] => [
  handle(ownSessions, async ({ db, caller }) => {
    const rows = await db.read.rows(findOwnSessions, [caller.account, sessionOf(caller), idleMinutes]);
    return {
      sessions: rows.map(({ id, agent, address, started, used, is_own }) => ({
        id,
        device: deviceOf(agent),
        address,
        started: started.toISOString(),
        used: used.toISOString(),
        isOwn: is_own,
      })),
    };
  }),

  handle(endOwnSessions, async (context, { id }) => {
    const { db, caller } = context;
    if (id !== '' && !NAME.test(id)) return notDone(FACTOR_TEXTS.noSession);
    const name = id === '' ? null : Buffer.from(id, 'hex');
    const { ended } = await db.write(ownActing('factor.endsessions', context), (tx) =>
      tx.one(endOthers, [caller.account, sessionOf(caller), name]),
    );
    sessions.forget(caller.account);
    return ended === 0 ? notDone(FACTOR_TEXTS.noSession) : done('');
  }),
];
