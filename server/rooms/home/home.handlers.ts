import { lapsingLicences } from '#contract/home/licences.ts';
import { watch } from '#contract/home/watch.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { LICENCE_SOON_DAYS } from '#domain/masters/entity.ts';
import { Bell } from '#server/platform/bell.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import type { Sessions } from '#server/rooms/access/index.ts';
import { lapsingUntil } from './home.sql.ts';
import type { WaitingDesk } from './waiting.ts';

/** A session may end by the clock alone, of which nobody is told. */
const LOOK_EVERY_MS = 20_000;

interface Followed {
  readonly sessions: Pick<Sessions, 'follow'>;
  readonly waiting: WaitingDesk;
}

const isSame = (one: Caller, other: Caller): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const homeHandlers = ({ sessions, waiting }: Followed): readonly Bound[] => [
  handle(watch, async function* ({ caller, signal }) {
    const bell = new Bell(signal);
    const session = sessions.follow(caller, bell.ring);
    let known = caller;
    let mine = waiting.follow(caller, bell.ring);
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
          mine = waiting.follow(now, bell.ring);
          yield { kind: 'rights' as const };
        }
        known = now;
        const waits = mine.now();
        if (waits !== null && JSON.stringify(waits) !== told) {
          told = JSON.stringify(waits);
          yield { kind: 'waiting' as const, ...waits };
        }
        await bell.wait(LOOK_EVERY_MS);
      }
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
