import { lapsingLicences } from '#contract/home/licences.ts';
import { watch } from '#contract/home/watch.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { LICENCE_SOON_DAYS } from '#domain/masters/entity.ts';
import { Notifier } from '#server/platform/notifier.ts';
import type { Caller, SessionStore } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { SESSION_ENDED } from '#server/platform/dispatch/streams.ts';
import { lapsingUntil } from './home.sql.ts';
import type { WaitingDesk } from './waiting.ts';

interface Followed {
  readonly sessions: Pick<SessionStore, 'follow'>;
  readonly waiting: WaitingDesk;
}

const isSame = (one: Caller, other: Caller): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const homeHandlers = ({ sessions, waiting }: Followed): readonly Bound[] => [
  handle(watch, async function* ({ caller, signal }) {
    const notifier = new Notifier(signal);
    const session = sessions.follow(caller, notifier.notify);
    let known = caller;
    let mine = waiting.follow(caller, notifier.notify);
    let told = '';
    try {
      while (!signal.aborted) {
        const now = await session.now();
        if (now === null) {
          yield { kind: 'ended' as const };
          return;
        }
        if (!isSame(now, known)) {
          mine.stop();
          mine = waiting.follow(now, notifier.notify);
          yield { kind: 'rights' as const };
        }
        known = now;
        const waits = mine.now();
        if (waits !== null && JSON.stringify(waits) !== told) {
          told = JSON.stringify(waits);
          yield { kind: 'waiting' as const, ...waits };
        }
        await notifier.wait();
      }
      if (signal.reason === SESSION_ENDED) yield { kind: 'ended' as const };
    } finally {
      session.stop();
      mine.stop();
    }
  }),

  handle(lapsingLicences, async ({ db, caller, now }) => {
    const until = addDays(dateInIndia(now.getTime()), LICENCE_SOON_DAYS);
    return Reply.json(await lapsingUntil(db.read, until, caller));
  }),
];
