import type { Page } from '#contract/fields.ts';
import { ibrRow, ibrState, loggedRate, pastRate } from '#contract/rates/ibr.ts';
import type { IsoDate } from '#domain/dates.ts';
import { ALREADY_PUBLISHED } from '#domain/rates/ibr.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { HEAD_ON_WIRE, LIST_HEAD, SHOWN_RATE } from './ibr.present.ts';

const head = jsonObject(HEAD_ON_WIRE);
const PUBLISHED = `l.flag <> 'D'`;
const IN_FORCE = `${PUBLISHED} and l.replaced_at is null`;

/**
 * The newest list of the day, draft or published, is edited. It is compared with the list in force, which is today's
 * once one is published; the last one of an earlier day is shown beside it.
 */
const draft = statement(
  'rates.ibr.draft',
  { body: 'text', version: 'int4' },
  `with today as (
     select srno from rates.ibr_list where day = $1::date order by srno desc limit 1
   ), before as (
     select l.srno from rates.ibr_list l where l.day < $1::date and ${IN_FORCE} order by l.day desc limit 1
   ), in_force as (
     select l.srno from rates.ibr_list l where l.day <= $1::date and ${IN_FORCE} order by l.day desc limit 1
   )
   select coalesce(json_agg(${jsonObject(
     onWire(ibrRow, {
       isd: 'c.code',
       currencyName: 'c.name',
       currencyFlag: 'c.flag',
       ibr: `coalesce(${SHOWN_RATE}, '')`,
       lastIbr: `coalesce(trim_scale(b.rate)::text, '')`,
       inForceIbr: `coalesce(trim_scale(f.rate)::text, '')`,
       ratePlaces: 'c.rate_places',
     }),
   )} order by c.trade_key), '[]')::text as body, coalesce((select srno from today), 0) as version
   from masters.currency_ref c
   left join rates.ibr_rate r on r.list = (select srno from today) and r.code = c.code
   left join rates.ibr_rate b on b.list = (select srno from before) and b.code = c.code
   left join rates.ibr_rate f on f.list = (select srno from in_force) and f.code = c.code
   where c.active`,
);
export const draftList = (on: Executor, day: IsoDate) => on.one(draft, [day]);

const state = statement(
  'rates.ibr.state',
  { body: 'text' },
  `select ${jsonObject(
    onWire(ibrState.reply, {
      date: '$1::date::text',
      draft: `(select ${head} from rates.ibr_list l where l.day = $1::date and l.flag = 'D' order by l.srno desc limit 1)`,
      final: `(select ${head} from rates.ibr_list l where l.day = $1::date and ${IN_FORCE})`,
      latest: `(select ${head} from rates.ibr_list l where ${IN_FORCE} order by l.day desc limit 1)`,
      cards: 'count(*)',
      mails: `count(*) filter (where email_rate_card and email <> '')`,
      noAddress: `count(*) filter (where email_rate_card and email = '')`,
    }),
  )}::text as body
   from masters.entity_pricing where active and type <> 'A'`,
);
export const stateOf = (on: Executor, day: IsoDate) => on.one(state, [day]);

const active = statement(
  'rates.ibr.currencies',
  { codes: 'text[]' },
  `select coalesce(array_agg(code order by code), '{}') as codes from masters.currency_ref where active`,
);
export const activeCurrencies = async (on: Executor): Promise<string[]> => (await on.one(active)).codes;

const replace = statement(
  'rates.ibr.replace',
  { srno: 'int4' },
  `update rates.ibr_list l set replaced_at = now() where l.day = $1::date and ${IN_FORCE} returning srno`,
);
/** Takes today's list out of force. */
export const replaceFinal = (tx: Transaction, day: IsoDate) => tx.maybe(replace, [day]);

const lock = statement(
  'rates.ibr.lock',
  { locked: 'bool' },
  `select true as locked from (select pg_advisory_xact_lock(hashtextextended('rates.ibr_list ' || $1::text, 0))) as taken`,
);
export const lockDay = (tx: Transaction, day: IsoDate) => tx.rows(lock, [day]);

const newest = statement(
  'rates.ibr.newest',
  { srno: 'int4', made_by_name: 'text', made_at: 'timestamptz', has_final: 'bool' },
  `select n.srno, n.made_by_name, n.made_at,
     exists (select from rates.ibr_list l where l.day = $1::date and ${IN_FORCE}) as has_final
   from rates.ibr_list n where n.day = $1::date order by n.srno desc limit 1`,
);
export const newestOf = (tx: Transaction, day: IsoDate) => tx.maybe(newest, [day]);

const insert = statement(
  'rates.ibr.insert',
  { srno: 'int4' },
  `with made as (
     insert into rates.ibr_list (day, flag, made_by, made_by_id, made_by_name)
     values ($1::date, $2::text, $3::integer, $4::text, $5::text) returning *
   ), lines as (
     insert into rates.ibr_rate (list, code, rate)
     select made.srno, line.code, line.rate
     from made, unnest($6::text[], $7::numeric[]) as line (code, rate)
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select case made.flag when 'D' then 'draft' when 'F' then 'publish' else 'overwrite' end, 'ibr', made.srno::text,
       jsonb_build_object('day', made.day, 'rates', jsonb_object($6::text[], $7::text[]))
     from made
   )
   select srno from made`,
);
export const insertList = (
  tx: Transaction,
  day: IsoDate,
  flag: string,
  rates: ReadonlyMap<string, string>,
  { account, userId, name }: Caller,
) => tx.one(insert, [day, flag, account, userId, name, [...rates.keys()], [...rates.values()]]);

const cards = statement(
  'rates.ibr.cards',
  { last: 'int4?' },
  'select rates.make_cards($1::integer, $2::integer, $3::integer) as last',
);
/** Makes the cards of the next entities after one by number, and returns the last of them; null if there are no more. */
export const makeCards = async (tx: Transaction, publication: number, after: number, max: number) =>
  (await tx.one(cards, [publication, after, max])).last;

const log = keysetList({
  name: 'rates.ibr.log',
  from: 'rates.ibr_list l',
  wire: HEAD_ON_WIRE,
  key: 'l.srno',
  sorts: { srno: { column: 'l.srno', type: 'integer', only: 'down' } },
  search: 'l.made_by_name',
  always: { from: (day) => `l.day >= ${day}::date`, to: (day) => `l.day <= ${day}::date` },
});
export const logBetween = (on: Executor, from: IsoDate, to: IsoDate, page: Page | undefined) =>
  log.page(on, { ...page, sort: '-srno' }, { from, to });

const lines = statement(
  'rates.ibr.lines',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(
    onWire(loggedRate, {
      isd: 'c.code',
      currencyName: 'c.name',
      currencyFlag: 'c.flag',
      ibr: SHOWN_RATE,
      ratePlaces: 'c.rate_places',
      ...LIST_HEAD,
    }),
  )} order by c.trade_key), '[]')::text as body
   from rates.ibr_list l join rates.ibr_rate r on r.list = l.srno join masters.currency_ref c on c.code = r.code
   where l.srno = $1`,
);
export const linesOf = async (on: Executor, srno: number): Promise<string> =>
  (await on.one(lines, [srno])).body;

/** A chart has fewer pixels than this. */
const MAX_HISTORY_ROWS = 2_000;

const history = statement(
  'rates.ibr.history',
  { body: 'text' },
  `select coalesce(json_agg(point.row order by point.srno), '[]')::text as body from (
     select l.srno, ${jsonObject(onWire(pastRate, { ...LIST_HEAD, ibr: SHOWN_RATE }))} as row
     from rates.ibr_list l join rates.ibr_rate r on r.list = l.srno
     where r.code = $1 and ${PUBLISHED} and l.day between $2::date and $3::date
     order by l.srno desc limit ${MAX_HISTORY_ROWS}
   ) as point`,
);
export const historyOf = async (on: Executor, isd: string, from: IsoDate, to: IsoDate): Promise<string> =>
  (await on.one(history, [isd, from, to])).body;

/** The messages that users see for constraint violations. */
export const IBR_CONSTRAINTS = { ibr_list_one_final: ALREADY_PUBLISHED } as const;

const publicationAge = statement(
  'rates.ibr.age',
  { age: 'int4?' },
  `select extract(epoch from now() - (select l.made_at from rates.ibr_list l where ${IN_FORCE} order by l.day desc limit 1))
     ::integer as age`,
);
/** The seconds since the newest list in force was published; null if there is none. */
export const lastPublicationAge = (on: Executor) => on.one(publicationAge);
