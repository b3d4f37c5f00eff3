import { displayRow, keyedRateRow, rateRow } from '#contract/rates/cards.ts';
import type { IsoDate } from '#domain/dates.ts';
import {
  entitiesIn,
  type Executor,
  type Scope,
  type Transaction,
  type WireColumns,
} from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { preciseMoment } from '#server/platform/moment.ts';

/** What each row of a card says of its publication, from rates.card as c and its list as l. */
const PUBLICATION = {
  publishedAt: preciseMoment('l.made_at'),
  entityName: 'c.entity_name',
  sellsAtIbr: 'c.sells_at_ibr::integer',
} as const;

/**
 * The card of an entity e on a day, as rows of the wire. An entity of rate type C shows the list of that very day, and
 * one of type O the newest list up to it. A single statement reads a single list, so that lists are never mixed.
 */
const cardOn = (day: string, publication: WireColumns) => `select coalesce((
    select jsonb_agg(line || ${jsonObject(publication)}::jsonb order by n)
    from rates.card c, jsonb_array_elements(c.rows) with ordinality as rows (line, n)
    where c.publication = l.srno and c.entity = e.srno
  ), '[]')::text as body
  from (
    select srno, day, made_at, made_by_name from rates.ibr_list
    where flag <> 'D' and replaced_at is null and day <= ${day}::date order by day desc limit 1
  ) as l
  where e.rate_type = 'O' or l.day = ${day}::date`;

/** A card is in scope if its entity or the controlling branch is. A franchise can only see its own card. */
const REACHED = `from masters.entity_ref r join masters.entity_pricing e on e.srno = r.srno
   left join lateral (${cardOn('$4', onWire(rateRow, { ...PUBLICATION, publishedBy: 'l.made_by_name' }))}) as card on true
   where r.id = $1 and r.type = any ($2::text[])
     and ($3::integer[] is null or r.srno = any ($3) or r.controlling_branch = any ($3))
     and ($5::text is null or r.controlling_branch = (select b.srno from masters.entity_ref b where b.id = $5))`;

const card = statement('rates.card.find', { body: 'text?' }, `select card.body ${REACHED}`);

const print = statement(
  'rates.card.print',
  { body: 'text?' },
  `with found as (
     select card.body, r.id, e.name, coalesce(r.controlling_branch, r.srno) as branch ${REACHED}
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'download', 'rate card', id, branch, jsonb_build_object('name', name, 'day', $4::date) from found
   )
   select body from found`,
);

export interface CardChoice {
  readonly id: string;
  readonly types: readonly string[];
  /** If set, the entity must be controlled by this branch. */
  readonly branch: string | null;
  readonly day: IsoDate;
}

const valuesOf = (scope: Scope, { id, types, branch, day }: CardChoice) => [
  id,
  types,
  entitiesIn(scope),
  day,
  branch,
];

/** The rows as JSON, empty if there is no card; null if the entity is out of scope. */
export async function findCard(on: Executor, scope: Scope, asked: CardChoice): Promise<string | null> {
  const found = await on.maybe(card, valuesOf(scope, asked));
  return found === undefined ? null : (found.body ?? '[]');
}

/** The same as findCard for a download, which is recorded in the trail. */
export async function takeCard(tx: Transaction, scope: Scope, asked: CardChoice): Promise<string | null> {
  const found = await tx.maybe(print, valuesOf(scope, asked));
  return found === undefined ? null : (found.body ?? '[]');
}

/** The name of the company but no names of staff. */
const PUBLIC = onWire(keyedRateRow, {
  ...PUBLICATION,
  publishedBy: `''`,
  companyName: '(select name from masters.company_ref)',
});

const byKey = statement(
  'rates.card.bykey',
  { kind: 'text', entity_type: 'text', entity_id: 'text', body: 'text?' },
  `select k.kind, e.type as entity_type, e.id as entity_id, card.body
   from rates.card_key k join masters.entity_pricing e on e.srno = k.entity and e.active
   left join lateral (${cardOn('$2', PUBLIC)}) as card on true
   where k.hash = $1 and k.revoked_at is null`,
);
/** The card that a key shows today. */
export const findByKey = (on: Executor, hash: Buffer, day: IsoDate) => on.maybe(byKey, [hash, day]);

const inReach = (entity: string, scope: string) =>
  `(${scope}::integer[] is null or ${entity}.srno = any (${scope}) or ${entity}.controlling_branch = any (${scope}))`;

const addKey = statement(
  'rates.key.add',
  { srno: 'int4' },
  `with entity as (
     select srno, name, coalesce(controlling_branch, srno) as branch from masters.entity_ref
     where id = $1 and active and type <> 'A'
   ), made as (
     insert into rates.card_key (entity, kind, view, hash, key, made_by_name)
     select srno, $2::text, $3::text, $4::bytea, $5::text, $6::text from entity returning srno
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', case $2::text when 'card' then 'public card' else 'display' end, $1, entity.branch,
       jsonb_build_object('name', entity.name, 'view', $3::text)
     from entity, made
   )
   select srno from made`,
);

interface NewKey {
  readonly entityId: string;
  readonly kind: 'card' | 'display';
  readonly view: string;
  readonly hash: Buffer;
  /** Stored only if it must be shown again. */
  readonly key: string | null;
}
/** Returns undefined if the entity is out of the transaction's scope. */
export const addCardKey = (tx: Transaction, { entityId, kind, view, hash, key }: NewKey, by: Caller) =>
  tx.maybe(addKey, [entityId, kind, view, hash, key, by.name]);

const lockLink = statement(
  'rates.key.locklink',
  { locked: 'bool' },
  `select true as locked from (select pg_advisory_xact_lock(hashtextextended('rates.card_key ' || $1::text, 0))) as taken`,
);
/** Serialises renewing and revoking the link of one card. */
export const lockLinkOf = (tx: Transaction, entityId: string) => tx.rows(lockLink, [entityId]);

const revokeLink = statement(
  'rates.key.revokelink',
  { entity: 'int4' },
  `with entity as (
     select srno, name, coalesce(controlling_branch, srno) as branch from masters.entity_ref where id = $1 and type <> 'A'
   ), gone as (
     update rates.card_key k set revoked_at = now() from entity
     where k.entity = entity.srno and k.kind = 'card' and k.revoked_at is null returning k.srno
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before)
     select 'revoke', 'public card', $1, entity.branch,
       jsonb_build_object('name', entity.name, 'was_open', exists (select from gone))
     from entity
   )
   select srno as entity from entity`,
);
/** Returns undefined if the entity is out of the transaction's scope. */
export const revokeLinkOf = (tx: Transaction, entityId: string) => tx.maybe(revokeLink, [entityId]);

const revokeOne = statement(
  'rates.key.revokedisplay',
  { srno: 'int4' },
  `with gone as (
     update rates.card_key k set revoked_at = now() from masters.entity_ref e
     where e.srno = k.entity and k.srno = $1 and k.kind = 'display' and k.revoked_at is null
     returning k.srno, k.view, e.id, e.name, coalesce(e.controlling_branch, e.srno) as branch
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before)
     select 'revoke', 'display', gone.id, gone.branch, jsonb_build_object('name', gone.name, 'view', gone.view) from gone
   )
   select srno from gone`,
);
export const revokeDisplayKey = (tx: Transaction, srno: number) => tx.maybe(revokeOne, [srno]);

const MAX_DISPLAYS = 200;

const displays = statement(
  'rates.key.displays',
  { body: 'text' },
  `select coalesce(json_agg(found.row order by found.srno desc), '[]')::text as body from (
     select k.srno, ${jsonObject(
       onWire(displayRow, {
         srno: 'k.srno',
         view: 'k.view',
         entityId: 'e.id',
         entityName: 'e.name',
         madeAt: preciseMoment('k.made_at'),
         madeBy: 'k.made_by_name',
       }),
     )} as row
     from rates.card_key k join masters.entity_ref e on e.srno = k.entity
     where k.kind = 'display' and k.revoked_at is null and ${inReach('e', '$1')}
     order by k.srno desc limit ${MAX_DISPLAYS}
   ) as found`,
);
export const listDisplays = async (on: Executor, scope: Scope): Promise<string> =>
  (await on.one(displays, [entitiesIn(scope)])).body;

const link = statement(
  'rates.key.link',
  { type: 'text', id: 'text', key: 'text?', made_at: 'timestamptz?', made_by_name: 'text?' },
  `select e.type, e.id, k.key, k.made_at, k.made_by_name
   from masters.entity_ref e
   left join rates.card_key k on k.entity = e.srno and k.kind = 'card' and k.revoked_at is null
   where e.id = $1 and e.type <> 'A' and ${inReach('e', '$2')}`,
);
export const linkOf = (on: Executor, scope: Scope, entityId: string) =>
  on.maybe(link, [entityId, entitiesIn(scope)]);
