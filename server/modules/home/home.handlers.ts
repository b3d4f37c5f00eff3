import type { ReplyOf } from '#contract/define.ts';
import { lapsingLicences } from '#contract/home/licences.ts';
import { opening } from '#contract/home/opening.ts';
import { queue } from '#contract/home/queue.ts';
import { today } from '#contract/home/today.ts';
import { watch } from '#contract/home/watch.ts';
import { addDays, dateInIndia, type IsoDate } from '#domain/dates.ts';
import { LICENCE_SOON_DAYS } from '#domain/masters/entity.ts';
import { mayDo } from '#domain/rights.ts';
import { Notifier } from '#server/platform/notifier.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller, SessionStore } from '#server/platform/dispatch/caller.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { SESSION_ENDED } from '#server/platform/dispatch/streams.ts';
import type { QueueSource } from '#server/platform/queue.ts';
import { lapsingUntil } from './home.sql.ts';
import { queueOf } from './queue.ts';
import type { WaitingDesk } from './waiting.ts';

/** The other modules' parts of home. */
interface HomeParts {
  readonly sessions: Pick<SessionStore, 'follow'>;
  readonly waiting: WaitingDesk;
  readonly queues: readonly QueueSource[];
  /** The turnover of the days up to the given one, which is the last. */
  readonly turnoverUntil: (
    on: Executor,
    day: IsoDate,
    caller: Caller,
  ) => Promise<ReplyOf<typeof today>['days']>;
  readonly marginOn: (on: Executor, day: IsoDate, caller: Caller) => Promise<string>;
}

/** The licences that have lapsed or soon will. */
const licencesOf = (on: Executor, caller: Caller, now: Date) =>
  lapsingUntil(on, addDays(dateInIndia(now.getTime()), LICENCE_SOON_DAYS), caller);

const isSame = (one: Caller, other: Caller): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const homeHandlers = ({
  sessions,
  waiting,
  queues,
  turnoverUntil,
  marginOn,
}: HomeParts): readonly Bound[] => {
  async function todayOf(on: Executor, caller: Caller, now: Date): Promise<ReplyOf<typeof today>> {
    const day = dateInIndia(now.getTime());
    const seesMargin = mayDo(caller.rights, 'DASHMISBUDGET', 'query');
    const [days, margin] = await Promise.all([
      turnoverUntil(on, day, caller),
      seesMargin ? marginOn(on, day, caller) : null,
    ]);
    return { days, margin };
  }

  return [
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

    handle(queue, ({ db, caller }) => queueOf(db.read, queues, caller)),
    handle(today, ({ db, caller, now }) => todayOf(db.read, caller, now)),
    handle(lapsingLicences, ({ db, caller, now }) => licencesOf(db.read, caller, now)),
    handle(opening, async ({ db, caller, now }) => {
      const [groups, turnover, licences] = await Promise.all([
        queueOf(db.read, queues, caller),
        mayDo(caller.rights, 'TRANREQUESTDETAIL', 'query') ? todayOf(db.read, caller, now) : null,
        mayDo(caller.rights, 'ENTITY', 'query') ? licencesOf(db.read, caller, now) : null,
      ]);
      return { queue: groups, today: turnover, licences };
    }),
  ];
};
