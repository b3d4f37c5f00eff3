import {
  holdSchema,
  ruleSchema,
  runSchema,
  shownSchema,
  type PersonRequest,
} from '#contract/access/retention.ts';
import { MAX_PERSON_REQUESTS, type PersonKind } from '#domain/access/retention.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { moment, momentOrEmpty } from '#server/platform/moment.ts';

const TODAY = 'platform.today()';
const RUNS_SHOWN = 100;
const MAX_HOLDS_SHOWN = 500;
const MAX_LEFT_SHOWN = 20;

const RULE = onWire(ruleSchema, {
  subject: 's.subject',
  title: 's.title',
  doneBy: 's.done_by',
  days: 'f.days',
  leastDays: `platform.least_days(s.subject, ${TODAY})`,
  law: `coalesce(l.source, '')`,
  since: 'f.since::text',
  basis: 'f.basis',
  by: 'f.decided_by_name',
  nextSince: `coalesce(n.since::text, '')`,
  nextDays: 'coalesce(n.days, 0)',
});
const RUN = onWire(runSchema, {
  subject: 'r.subject',
  title: 's.title',
  day: 'r.day::text',
  days: 'r.days',
  removed: 'r.removed',
  oldest: momentOrEmpty('r.oldest'),
  newest: momentOrEmpty('r.newest'),
  ended: momentOrEmpty('r.ended_at'),
});
const HOLD = onWire(holdSchema, {
  srno: 'h.srno',
  kind: 'h.kind',
  value: 'h.value',
  reason: 'h.reason',
  at: moment('h.made_at'),
  by: 'h.made_by_name',
  left: `array(select k.request from platform.held_request k where k.hold = h.srno and k.left_at is not null
    order by k.request desc limit ${MAX_LEFT_SHOWN})`,
});

/** The runs of the last nights on which something was removed, and those that have not ended. */
const show = statement(
  'access.retention.show',
  { body: 'text' },
  `select ${jsonObject(
    onWire(shownSchema, {
      rules: `(select json_agg(${jsonObject(RULE)} order by s.position)
       from platform.retention_subject s join platform.retention_in_force f using (subject)
       left join lateral (select t.since, t.days from platform.retention t
         where t.subject = s.subject and t.since > ${TODAY} order by t.since, t.days desc limit 1) n on true
       left join lateral (select t.source from platform.retention_law t
         where t.subject = s.subject and t.since <= ${TODAY} order by t.since desc limit 1) l on true)`,
      runs: `(select coalesce(json_agg(${jsonObject(RUN)} order by r.day desc, s.position), '[]')
       from (select * from platform.retention_run where removed > 0 or ended_at is null
         order by day desc, subject limit ${RUNS_SHOWN}) r
       join platform.retention_subject s using (subject))`,
      holds: `(select coalesce(json_agg(${jsonObject(HOLD)} order by h.srno desc), '[]')
       from (select * from platform.hold where ended_at is null order by srno desc limit ${MAX_HOLDS_SHOWN}) h)`,
      next: moment(`(date_trunc('day', now() at time zone 'UTC' - interval '20 hours 47 minutes') at time zone 'UTC'
       + interval '1 day 20 hours 47 minutes')`),
      shorterFrom: 'platform.shorter_from()::text',
    }),
  )}::text as body`,
);
export const showRetention = (on: Executor) => on.one(show);

/** Adds nothing for an unknown subject or a day that is over. The database moves the first day of a shorter rule. */
const decide = statement(
  'access.retention.decide',
  { is_today_or_later: 'bool', is_known: 'bool', since: 'text?' },
  `with added as (
     insert into platform.retention (subject, since, days, basis, decided_by, decided_by_name)
     select s.subject, $2::date, $3::integer, $4::text, $5::integer, $6::text from platform.retention_subject s
     where s.subject = $1 and $2::date >= ${TODAY} returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add', 'retention', subject, to_jsonb(added) - 'decided_by' from added
   )
   select $2::date >= ${TODAY} as is_today_or_later,
     exists (select from platform.retention_subject s where s.subject = $1) as is_known,
     (select since::text from added) as since`,
);
interface Rule {
  readonly subject: string;
  readonly since: string;
  readonly days: number;
  readonly basis: string;
}
export const decideRule = (
  tx: Transaction,
  { subject, since, days, basis }: Rule,
  { account, name }: Caller,
) => tx.one(decide, [subject, since, days, basis, account, name]);

/** The trail names the hold and not the person, because it cannot be changed. */
const addHold = statement(
  'access.hold.add',
  { srno: 'int4' },
  `with made as (
     insert into platform.hold (kind, value, reason, made_by, made_by_name) values ($1, $2, $3, $4, $5) returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add', 'hold', srno::text, jsonb_build_object('kind', kind) from made
   )
   select srno from made`,
);
export const holdPerson = (
  tx: Transaction,
  kind: PersonKind,
  value: string,
  reason: string,
  { account, name }: Caller,
) => tx.one(addHold, [kind, value, reason, account, name]);

const endHold = statement(
  'access.hold.end',
  { srno: 'int4' },
  `with ended as (
     update platform.hold set ended_at = now(), ended_by_name = $2, value = '' where srno = $1 and ended_at is null
     returning srno, kind
   ), trailed as (
     insert into platform.trail (action, record, record_id, before)
     select 'end', 'hold', srno::text, jsonb_build_object('kind', kind) from ended
   )
   select srno from ended`,
);
/** Frees the requests that the hold has kept. */
export const releasePerson = (tx: Transaction, srno: number, { name }: Caller) =>
  tx.maybe(endHold, [srno, name]);

/** No row if the hold has ended, or its user is gone or has no address. */
export const setterOfHold = statement(
  'access.hold.setter',
  { name: 'text', email: 'text', kind: 'text' },
  `select a.name, a.email, h.kind from platform.hold h join access.account a on a.srno = h.made_by
   where h.srno = $1 and h.ended_at is null and a.email <> ''`,
);

const FOUND = {
  srno: 'p.srno',
  date: 'p.made_on::text',
  name: 'p.name',
  branch: `coalesce(b.id, '')`,
  standing: 'p.standing',
  until: `coalesce(p.kept_until::text, '')`,
} as const satisfies Readonly<Record<keyof PersonRequest, string>>;
const find = statement(
  'access.person.find',
  { body: 'json' },
  `with p as materialized (select * from platform.find_person($1, $2, ${MAX_PERSON_REQUESTS})), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select $3::text, 'person', $1, jsonb_build_object('requests', count(*)) from p
   )
   select coalesce(json_agg(${jsonObject(FOUND)} order by p.srno desc), '[]') as body
   from p left join masters.entity_ref b on b.srno = p.branch`,
);
/** The requests of a person as they are now. The trail tells that somebody looked, and not for whom. */
export const findPerson = async (tx: Transaction, kind: PersonKind, value: string, action: string) =>
  (await tx.one(find, [kind, value, action])).body as PersonRequest[];

const exportAll = statement(
  'access.person.export',
  { body: 'text' },
  `with body as materialized (select platform.export_person($1, $2, ${MAX_PERSON_REQUESTS}) as body), trailed as (
     insert into platform.trail (action, record, record_id) values ('export', 'person', $1)
   )
   select jsonb_pretty(body) as body from body`,
);
export const exportPerson = (tx: Transaction, kind: PersonKind, value: string) =>
  tx.one(exportAll, [kind, value]);

/** The database decides about each request under its lock, so of two erasures at once each request is erased by one. It
 * checks the scope and writes the trail itself. */
const erase = statement(
  'access.person.erase',
  { erased: 'int4[]', jobs: 'int4' },
  `with gone as materialized (
     select srno from platform.erase_requests(array(
       select p.srno from platform.requests_of_person($1, $2) p where p.srno = any ($3::integer[])))
   ), job as (
     select platform.add_job('platform:unwanted', '{}', 'platform:unwanted') from (select from gone limit 1) as one
   )
   select coalesce((select array_agg(srno order by srno) from gone), '{}') as erased,
     (select count(*) from job)::integer as jobs`,
);
export const erasePerson = async (
  tx: Transaction,
  kind: PersonKind,
  value: string,
  requests: readonly number[],
): Promise<readonly number[]> => (await tx.one(erase, [kind, value, requests])).erased;
