import { statement } from '#server/platform/db/statement.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';
import type { IsoDate } from '#domain/dates.ts';

const publish = statement(
  'rates.waiting.publish',
  { waiting: 'int4' },
  `select 1 - count(*)::integer as waiting from rates.ibr_list l
   where l.day = $1::date and l.flag <> 'D' and l.replaced_at is null`,
);
/** One as long as no list of the day is in force, for the one share. */
export const countUnpublished = async (
  on: Executor,
  day: IsoDate,
  shares: readonly Share[],
): Promise<readonly Counted[]> => {
  const counted = await on.one(publish, [day]);
  return shares.map(() => counted);
};
