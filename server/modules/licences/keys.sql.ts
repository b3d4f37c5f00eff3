import { LICENCE_LIMITS } from '#domain/licences/licences.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';

/** The links to renewal pages and what they are used for. */

export const LINK_JOB = 'licences:link';
/** The retries if the mail server does not answer: about three hours, at growing intervals. */
export const MAX_TRIES = 10;

/** The newest link of an entity. */
const IS_NEWEST = 'k.revoked_at is null and k.expires_at > now()';
/** One that a rejection has replaced works until the end of that time, because somebody may be at its page. */
const IS_LIVE = '(k.revoked_at is null or k.revoked_at > now()) and k.expires_at > now()';

const find = statement(
  'licences.key.find',
  { srno: 'int4', entity: 'int4', entity_id: 'text' },
  `select k.srno, k.entity, e.id as entity_id
   from licences.renewal_key k join masters.entity_ref e on e.srno = k.entity and e.active
   where k.hash = $1 and ${IS_LIVE}`,
);
export interface FoundKey {
  readonly srno: number;
  readonly entity: number;
  readonly entity_id: string;
}
/** The entity of a key that works; undefined for every other key. */
export const findKey = (on: Executor, hash: Buffer): Promise<FoundKey | undefined> => on.maybe(find, [hash]);

const hold = statement(
  'licences.key.hold',
  { srno: 'int4' },
  `select k.srno from licences.renewal_key k where k.srno = $1 and ${IS_LIVE} for share`,
);
/** Whether a key still works. It then works until this transaction ends. */
export const holdKey = async (tx: Transaction, { srno }: FoundKey): Promise<boolean> =>
  (await tx.maybe(hold, [srno])) !== undefined;

const startUpload = statement(
  'licences.use.upload',
  { day: 'text' },
  `insert into licences.key_use as u (renewal_key, day, uploads)
   select k.srno, (now() at time zone 'Asia/Kolkata')::date, 1 from licences.renewal_key k where k.srno = $1 and ${IS_LIVE}
   on conflict (renewal_key, day) do update set uploads = u.uploads + 1 where u.uploads < $2 and u.bytes < $3
   returning u.day::text as day`,
);
/** Counts an upload. The day on which it counts; undefined if the key has no more uploads or bytes today. */
export const countUpload = (
  tx: Transaction,
  { srno }: FoundKey,
  most: { readonly uploads: number; readonly bytes: number },
) => tx.maybe(startUpload, [srno, most.uploads, most.bytes]);

const takeBytes = statement(
  'licences.use.bytes',
  { bytes: 'int8' },
  `update licences.key_use u set bytes = u.bytes + $3::bigint
   where u.renewal_key = $1 and u.day = $2::date and u.bytes + $3 <= $4::bigint returning u.bytes`,
);
/** Counts the bytes of a file. False if the key may not send so many on that day. */
export const countBytes = async (
  tx: Transaction,
  { srno }: FoundKey,
  day: string,
  bytes: number,
  most: number,
): Promise<boolean> => (await tx.maybe(takeBytes, [srno, day, bytes, most])) !== undefined;

const link = statement(
  'licences.link.find',
  {
    is_live: 'bool',
    made_at: 'text',
    made_by: 'text',
    expires_at: 'text',
    mailed_at: 'text',
    email: 'text',
    licence_to: 'text',
  },
  `select k.srno is not null as is_live, ${momentOrEmpty('k.made_at')} as made_at, coalesce(k.made_by_name, '') as made_by,
     ${momentOrEmpty('k.expires_at')} as expires_at, ${momentOrEmpty('k.mailed_at')} as mailed_at, c.email,
     coalesce(to_char(l.licence_to, 'YYYY-MM-DD'), '') as licence_to
   from masters.entity_ref e join masters.entity_contact c on c.srno = e.srno
   left join masters.entity_licence l on l.srno = e.srno
   left join licences.renewal_key k on k.entity = e.srno and ${IS_NEWEST}
   where e.id = upper($1::text) and ($2::integer[] is null or e.srno = any ($2) or e.controlling_branch = any ($2))`,
);
/** How the link of an entity stands; undefined if the entity is not in reach. */
export const linkOf = (on: Executor, entityId: string, scope: Scope) =>
  on.maybe(link, [entityId, entitiesIn(scope)]);

const canHave = statement(
  'licences.link.canhave',
  { srno: 'int4', has_email: 'bool', is_active: 'bool', is_required: 'bool', sent_today: 'int4' },
  `select e.srno, c.email <> '' as has_email, e.active as is_active,
     exists (select from masters.requirement r where r.entity = e.srno and r.required) as is_required,
     (select count(*)::integer from (select from licences.renewal_key k where k.entity = e.srno
       and k.made_at > now() - interval '1 day' limit ${LICENCE_LIMITS.linksPerDay}) as sent) as sent_today
   from masters.entity_ref e join masters.entity_contact c on c.srno = e.srno where e.id = upper($1::text)`,
);
/** Whether a link can be sent to an entity; undefined if the entity is not in reach. */
export const linkFacts = (tx: Transaction, entityId: string) => tx.maybe(canHave, [entityId]);

const revoke = statement(
  'licences.link.revoke',
  { entity: 'int4' },
  `update licences.renewal_key k set revoked_at = now()
   where k.entity = any ($1::integer[]) and (k.revoked_at is null or k.revoked_at > now()) returning k.entity`,
);
const make = statement(
  'licences.link.make',
  { links: 'int4' },
  `with made as (
     insert into licences.renewal_key (entity, made_by, made_by_name, days_before, expires_at)
     select o.entity, $4::integer, $5::text, o.days, now() + make_interval(days => $3::integer)
     from unnest($1::integer[], $2::integer[]) as o (entity, days)
     on conflict (entity) where revoked_at is null do nothing returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'send', 'renewal link', e.id, coalesce(e.controlling_branch, e.srno),
       jsonb_build_object('name', e.name, 'days_before', o.days)
     from unnest($1, $2) as o (entity, days) join masters.entity_ref e on e.srno = o.entity
   ), queued as (
     select platform.add_jobs('${LINK_JOB}',
       coalesce(array_agg(json_build_object('link', srno)), '{}'), ${MAX_TRIES}) from made
   )
   select count(*)::integer as links from made, queued`,
);
/** An entity that gets a link, with the reminder that brings it; null if a user sends it. */
export interface NewLink {
  readonly entity: number;
  readonly days: number | null;
}
/**
 * Makes a link for each entity, ends the one before it and queues the mail. If another transaction makes a link for the
 * same entity at this moment, that one stands, and its mail goes out.
 */
export async function makeLinks(
  tx: Transaction,
  orders: readonly NewLink[],
  linkDays: number,
  by: { readonly account: number | null; readonly name: string },
): Promise<number> {
  const entities = orders.map(({ entity }) => entity);
  await tx.rows(revoke, [entities]);
  const days = orders.map((order) => order.days);
  return (await tx.one(make, [entities, days, linkDays, by.account, by.name])).links;
}

const end = statement(
  'licences.link.end',
  { srno: 'int4' },
  `with e as (
     select srno, id, name, controlling_branch from masters.entity_ref where id = upper($1::text) and type <> 'A'
   ), gone as (
     update licences.renewal_key k set revoked_at = now() from e
     where k.entity = e.srno and (k.revoked_at is null or k.revoked_at > now()) returning k.srno
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before)
     select 'revoke', 'renewal link', e.id, coalesce(e.controlling_branch, e.srno),
       jsonb_build_object('name', e.name, 'was_live', exists (select from gone)) from e
   )
   select srno from e`,
);
/** Ends the link of an entity. Undefined if the entity is not in reach. */
export const endLink = (tx: Transaction, entityId: string) => tx.maybe(end, [entityId]);

const write = statement(
  'licences.link.write',
  {
    days_before: 'int4?',
    expires_at: 'timestamptz',
    email: 'text',
    name: 'text',
    licence_to: 'text?',
    business: 'text',
    contact1: 'text',
    contact2: 'text',
  },
  `with k as (
     update licences.renewal_key k set hash = $2 where k.srno = $1 and ${IS_NEWEST} and k.mailed_at is null returning k.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'mail', 'renewal link', e.id, coalesce(e.controlling_branch, e.srno), jsonb_build_object('link', k.srno)
     from k join masters.entity_ref e on e.srno = k.entity
   )
   select k.days_before, k.expires_at, c.email, c.name, to_char(l.licence_to, 'YYYY-MM-DD') as licence_to, y.name as business,
     y.contact1, y.contact2
   from k join masters.entity_contact c on c.srno = k.entity and c.active and c.email <> ''
   left join masters.entity_licence l on l.srno = k.entity cross join masters.company_ref y`,
);
/** Gives a link its key for the mail; undefined if it was ended or mailed meanwhile, or has no address. */
export const writeKey = (tx: Transaction, link: number, hash: Buffer) => tx.maybe(write, [link, hash]);

const mailed = statement(
  'licences.link.mailed',
  {},
  'update licences.renewal_key set mailed_at = now() where srno = $1 and hash = $2',
);
export const markMailed = (tx: Transaction, link: number, hash: Buffer) => tx.rows(mailed, [link, hash]);

const replace = statement(
  'licences.link.replace',
  { srno: 'int4' },
  `update licences.renewal_key k set revoked_at = now() + interval '1 day' where k.entity = $1 and k.revoked_at is null
   returning k.srno`,
);
const forDecision = statement(
  'licences.link.fordecision',
  { srno: 'int4', expires_at: 'timestamptz' },
  `with made as (
     insert into licences.renewal_key (entity, made_by_name, expires_at, hash)
     values ($1::integer, $4::text, now() + make_interval(days => $3::integer), $2::bytea)
     on conflict (entity) where revoked_at is null do nothing returning srno, entity, expires_at
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'mail', 'renewal link', e.id, coalesce(e.controlling_branch, e.srno), jsonb_build_object('link', made.srno)
     from made join masters.entity_ref e on e.srno = made.entity
   )
   select srno, expires_at from made`,
);
/**
 * Makes the link for the mail about a rejection; the one before works one day more. Undefined if another link is made at
 * this moment, which has a mail of its own.
 */
export async function makeDecisionLink(
  tx: Transaction,
  entity: number,
  hash: Buffer,
  linkDays: number,
  name: string,
): Promise<{ readonly srno: number; readonly expires_at: Date } | undefined> {
  await tx.rows(replace, [entity]);
  return tx.maybe(forDecision, [entity, hash, linkDays, name]);
}
