import type { LapsingLicence } from '#contract/home/licences.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';

const MOST_SHOWN = 6;

/** Reads the licences in the order of licence_to, so that only those that lapse before the given day are read. */
const lapsing = statement(
  'home.licence.lapsing',
  { licences: 'json' },
  `select coalesce(json_agg(${jsonObject({
    type: 'l.type',
    id: 'l.id',
    name: 'l.name',
    licenceTo: 'l.licence_to::text',
  })} order by l.licence_to, l.srno), '[]') as licences from (
     select * from masters.entity_licence e
     where e.licence_to < $1::date and e.type <> 'A'
       and ($2::integer[] is null or e.srno = any ($2) or e.controlling_branch = any ($2))
     order by e.licence_to, e.srno limit ${MOST_SHOWN}
   ) as l`,
);
export const lapsingUntil = async (on: Executor, day: IsoDate, { scope }: Caller) =>
  (await on.one(lapsing, [day, entitiesIn(scope)])).licences as LapsingLicence[];
