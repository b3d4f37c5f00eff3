import type pg from 'pg';
import { vacuum } from './vacuum.ts';

/** The seed of all random values: the same size gives the same ledger. */
const SEED = 20_260_401;
const YEARS_BACK_DAYS = 1_095;
/** Each trip is three transfers, and each transfer is posted on both sides. */
const TRANSFERS_OF_TRIP = 3;
/** The share of trips that happen between two steps of a trip: a few hours at any size. */
const TRIPS_PER_STEP = 1 / 8_000;

/** The kinds of trip: notes delivered from the vault, notes collected into it, or three hand-overs at the counter. */
const STEPS = `(values
    ('delivered', 0, 'out', 'vault', 'transit'), ('delivered', 1, 'accept', 'transit', 'person'),
    ('delivered', 2, 'deliver', 'person', 'customer'),
    ('collected', 0, 'collect', 'customer', 'person'), ('collected', 1, 'out', 'person', 'transit'),
    ('collected', 2, 'accept', 'transit', 'vault'),
    ('counter', 0, 'hand over', 'vault', 'customer'), ('counter', 1, 'hand over', 'customer', 'vault'),
    ('counter', 2, 'hand over', 'vault', 'customer')) as step (way, no, kind, gives, takes)`;

/** The holder in the trip's branch for a word in the steps. */
const holder = (word: string) =>
  `case ${word} when 'vault' then p.vault when 'person' then p.persons[1 + (h / 1009) % cardinality(p.persons)]
     when 'transit' then p.transit else p.customer end`;

/** Branches that have not moved a note yet, with their holders. Real balances are not changed. */
const PLACES = (most: number) => `create temporary table place on commit drop as
  select b.branch, row_number() over (order by b.branch) - 1 as place,
    max(h.srno) filter (where h.kind = 'transit') as transit, max(h.srno) filter (where h.kind = 'customer') as customer,
    max(h.srno) filter (where h.kind = 'outside') as outside, max(h.srno) filter (where e.kind = 'V') as vault,
    array_agg(h.srno order by h.srno) filter (where e.kind = 'P' and e.delivery) as persons
  from notes.book b join notes.holder h on h.branch = b.branch
    join masters.entity n on n.srno = b.branch and n.type = 'B' and n.active
    left join masters.employee e on e.srno = h.employee and e.active
  where not exists (select from notes.transfer t where t.branch = b.branch)
  group by b.branch having bool_or(e.kind = 'V') and bool_or(e.kind = 'P' and e.delivery) order by b.branch limit ${most}`;

const DRAWN = `create temporary table drawn (at timestamptz, kind text, branch integer, from_holder integer,
  to_holder integer, isd text, quantity numeric, trip integer, is_moved boolean) on commit drop`;

/**
 * Parameters: the number of trips, the first timestamp, the time between two transfers, the number of trips between two
 * steps.
 */
const DRAW = `with trip as (
    select t, h, (array['delivered', 'delivered', 'delivered', 'collected', 'counter'])[1 + h % 5] as way,
      (array['USD', 'USD', 'USD', 'EUR', 'EUR', 'GBP', 'AED', 'SGD'])[1 + (h / 7) % 8] as isd,
      ((1 + (h / 11) % 200) * 10)::numeric(14, 2) as quantity, ((h / 13) % (select count(*) from place))::integer as place
    from (select t, abs(hashint8extended(t, ${SEED})) as h from generate_series(0, $1::bigint - 1) as t offset 0) as d
  ), steps as (
    select $2::timestamptz + (${TRANSFERS_OF_TRIP} * (t + step.no * $4::bigint) + step.no) * $3::interval as at,
      step.kind, p.branch, ${holder('step.gives')} as from_holder, ${holder('step.takes')} as to_holder, isd, quantity,
      t + 1 as trip, step.kind in ('out', 'accept') as is_moved
    from trip join ${STEPS} using (way) join place p using (place)
  )
  insert into drawn
  select * from steps
  union all
  select $2::timestamptz - interval '1 hour' + row_number() over () * interval '1 microsecond', 'stock', p.branch, p.outside,
    p.vault, s.isd, sum(s.quantity), null, false
  from steps s join place p on p.vault = s.from_holder group by p.branch, p.outside, p.vault, s.isd`;

const MOVEMENTS = `with moved as (
    select trip, branch, isd, quantity, min(at) as made_at, max(at) as decided_at,
      max(from_holder) filter (where kind = 'out') as from_holder, max(to_holder) filter (where kind = 'accept') as to_holder
    from drawn where is_moved group by trip, branch, isd, quantity
  ), slips as (
    insert into notes.slip (srno, branch, from_holder, to_holder, made_at, made_by_name)
    select $1::integer + trip, branch, from_holder, to_holder, made_at, 'Asha Rao' from moved order by trip
  )
  insert into notes.movement (srno, slip, branch, request, line_no, product, isd, quantity, from_holder, to_holder, state,
    made_at, decided_at, decided_by_name)
  select $2::bigint + trip, $1::integer + trip, branch, trip, 1, 'CN', isd, quantity, from_holder, to_holder, 'accepted', made_at,
    decided_at, 'Ravi Kulkarni' from moved order by trip`;

/**
 * In chronological order, as real transfers are written, so that neighbouring rows on disk belong to different
 * branches.
 */
const TRANSFERS = `with posting as (
    select at, side, sum(side * quantity) over (
      partition by case side when 1 then to_holder else from_holder end, isd order by at) as balance
    from drawn cross join (values (-1), (1)) as sides (side)
  ), after as (
    select at, max(balance) filter (where side = -1) as from_after, max(balance) filter (where side = 1) as to_after
    from posting group by at
  )
  insert into notes.transfer (at, kind, branch, from_holder, to_holder, product, isd, quantity, from_after, to_after, request,
    line_no, movement, reason, made_by_name)
  select at, kind, branch, from_holder, to_holder, 'CN', isd, quantity, from_after, to_after, trip,
    case when trip is not null then 1 end, case when is_moved then $1::bigint + trip end,
    case when kind = 'stock' then 'Opening stock' else '' end, 'Asha Rao'
  from drawn join after using (at) order by at`;

const BALANCES = `insert into notes.balance (holder, kind, product, isd, quantity)
  select h.srno, h.kind, 'CN', p.isd, sum(p.quantity)
  from (select from_holder as holder, isd, -quantity as quantity from drawn
    union all select to_holder, isd, quantity from drawn) as p join notes.holder h on h.srno = p.holder
  group by h.srno, h.kind, p.isd`;

const BOOKS = `update notes.book b set last_at = d.at from (select branch, max(at) as at from drawn group by branch) as d
  where b.branch = d.branch`;

/**
 * Generates a ledger of about this many postings over branches that have none yet, going back three years from now. It
 * is computed as a whole: the trigger that posts single transfers does not run, and foreign keys are not checked row by
 * row, which needs an administrator's connection. `brokenInvariants` then verifies what the trigger would have
 * enforced. The requests named by the transfers are not created.
 */
export async function growNotes(
  client: pg.Client,
  postings: number,
  mostBranches = 1_000_000,
): Promise<void> {
  const trips = Math.ceil(postings / 2 / TRANSFERS_OF_TRIP);
  const seconds = (YEARS_BACK_DAYS * 86_400) / (TRANSFERS_OF_TRIP * trips);
  const lag = Math.max(1, Math.ceil(trips * TRIPS_PER_STEP));
  const { rows } = await client.query<{ slip: string; movement: string; begin: string }>(
    `select (select coalesce(max(srno), 0) from notes.slip) as slip,
       (select coalesce(max(srno), 0) from notes.movement) as movement,
       (now() - make_interval(days => $1::integer + 1))::text as begin`,
    [YEARS_BACK_DAYS],
  );
  const { slip = '0', movement = '0', begin = '' } = rows[0] ?? {};
  const indexes = await dropIndexes(client);
  await client.query(
    `begin; set local session_replication_role = replica; set local work_mem = '256MB'; set local synchronous_commit = off`,
  );
  try {
    await client.query(`${PLACES(mostBranches)}; ${DRAWN}`);
    await client.query(DRAW, [trips, begin, `${seconds} seconds`, lag]);
    await client.query('analyze drawn');
    await client.query(MOVEMENTS, [slip, movement]);
    await client.query(TRANSFERS, [movement]);
    await client.query(BALANCES);
    await client.query(BOOKS);
    await client.query(
      `select setval(pg_get_serial_sequence('notes.slip', 'srno'), (select coalesce(max(srno), 1) from notes.slip)),
         setval(pg_get_serial_sequence('notes.movement', 'srno'), (select coalesce(max(srno), 1) from notes.movement))`,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const definition of indexes) await client.query(definition);
    await client.query('reset maintenance_work_mem');
  }
  await vacuum(
    client,
    [...TABLES, 'balance', 'book'].map((table) => `notes.${table}`),
  );
}

const TABLES = ['slip', 'movement', 'transfer'];

/** Drops the indexes that do not belong to a constraint; returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [TABLES.map((table) => `notes.${table}`)],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
