import type { Page } from '#contract/fields.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { isKeyDigits, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { ASKED, isAsSeen, type AskedLine } from './lines.ts';
import { CURRENCY_JOIN, movementFor } from './present.ts';

/** Who can decide which movements. The receiver decides on notes in transit, and the sender can call them back until
 * then. The sender decides on rejected notes. */
export const OPEN = {
  accept: { state: 'transit', holder: 'to_holder' },
  callback: { state: 'transit', holder: 'from_holder' },
  return: { state: 'rejected', holder: 'from_holder' },
} as const;
export type Open = keyof typeof OPEN;

/** The decisions that somebody waits for. A sender may call notes back, but nobody waits for that. */
export type Waiting = Exclude<Open, 'callback'>;

type PageStatement = Statement<{ body: string; last: string | null }>;
const lists = Object.fromEntries(
  (Object.keys(OPEN) as Open[]).map((open) => [
    open,
    statement(
      `notes.${open}.list`,
      { body: 'text', last: 'int8?' },
      `with found as materialized (
         select row_number() over (order by m.srno) as n, m.srno, ${jsonObject(movementFor('$4'))} as row
         from notes.movement m join notes.slip s on s.srno = m.slip join requests.request_ref r on r.srno = m.request
         join notes.holder_name f on f.srno = m.from_holder join notes.holder_name t on t.srno = m.to_holder
         ${CURRENCY_JOIN('m')}
         where m.state = '${OPEN[open].state}' and m.${OPEN[open].holder} = any ($1::integer[]) and m.srno > $3::bigint
         order by m.srno limit $2::integer + 1
       )
       select coalesce(json_agg(row order by n) filter (where n <= $2), '[]')::text as body,
         max(srno) filter (where n = $2 and (select count(*) from found) > $2) as last
       from found`,
    ),
  ]),
) as Record<Open, PageStatement>;

/** The movements that these holders can decide, oldest first. */
export async function listOpen(
  on: Executor,
  open: Open,
  holders: readonly number[],
  page: Page | undefined,
  { account }: Caller,
) {
  const after = page?.after === undefined ? (['0'] as const) : readKey(page.after, [isKeyDigits]);
  const limit = page?.limit ?? MAX_LIST_ROWS;
  const { body, last } = await on.one(lists[open], [holders, limit, ...after, account]);
  return { body, next: last === null ? null : writeKey(last) };
}

const DECIDED = `decided_at = now(), decided_by = $2::integer, decided_by_name = $3::text`;
const CLOSED = `closed_at = now(), closed_by = $2::integer, closed_by_name = $3::text`;
const decided = { lines: 'int4', requests: 'int4[]' } as const;

/**
 * The new state of a movement and the holder who gets the notes. Rejected notes stay in transit until the sender takes
 * them back. A callback rejects the movement and takes the notes back in one step, both in the name of the sender.
 */
const DECISIONS = {
  accept: { open: 'accept', set: `state = 'accepted', ${DECIDED}`, goesTo: 'to_holder', posts: 'accept' },
  reject: { open: 'accept', set: `state = 'rejected', ${DECIDED}, reason = $5::text`, goesTo: null },
  return: { open: 'return', set: `state = 'returned', ${CLOSED}`, goesTo: 'from_holder', posts: 'return' },
  callback: {
    open: 'callback',
    set: `state = 'returned', ${DECIDED}, ${CLOSED}, reason = $5::text`,
    goesTo: 'from_holder',
    posts: 'return',
  },
} as const;
export type Decision = keyof typeof DECISIONS;
/** The kind of open movement on which this decision is made. */
export const openOf = (decision: Decision): Open => DECISIONS[decision].open;

/** Restricts a decision by the user who sent the notes. The value 'others' only concerns notes sent to a vault. */
export type SentBy = 'anybody' | 'oneself' | 'others';
const isSentBy = (account: string, sentBy: string) => `case ${sentBy}::text
    when 'oneself' then s.made_by = ${account}::integer
    when 'others' then s.made_by is distinct from ${account}::integer
      or not exists (select from notes.holder_name v where v.srno = m.to_holder and v.employee_kind = 'V')
    else true end`;

/** Posts the arrival of the notes. In a vault the line ends; with a person the line records the new holder. */
const arrival = (kind: 'accept' | 'return', goesTo: string) => `, arrived as (
    select d.*, d.${goesTo} as holder, h.employee_kind = 'V' as is_home
    from decided d join notes.holder_name h on h.srno = d.${goesTo}
  ), held as (
    update notes.line l set holder = d.holder from arrived d
    where not d.is_home and l.request = d.request and l.line_no = d.line_no
  ), home as (
    delete from notes.line l using arrived d where d.is_home and l.request = d.request and l.line_no = d.line_no
  ), posted as (
    insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, request, line_no, movement,
      reason, denominations, made_by, made_by_name)
    select '${kind}', d.branch, transit.srno, d.holder, d.product, d.isd, d.quantity, d.request, d.line_no, d.srno,
      $5, d.denominations, $2, $3
    from arrived d join notes.holder transit on transit.branch = d.branch and transit.kind = 'transit' and transit.employee is null
    order by d.branch, d.srno
  )`;

const decisions = Object.fromEntries(
  (Object.keys(DECISIONS) as Decision[]).map((decision) => {
    const { set, ...does } = DECISIONS[decision];
    const { state, holder } = OPEN[does.open];
    return [
      decision,
      statement(
        `notes.decide.${decision}`,
        decided,
        `with ${ASKED}, decided as (
           update notes.movement m set ${set} from asked a, notes.slip s
           where m.request = a.srno and m.line_no = a."lineNo" and m.state = '${state}' and m.${holder} = any ($4::integer[])
             and ${isAsSeen('m')} and s.srno = m.slip and ${isSentBy('$2', '$6')}
           returning m.*, a.denominations
         )${does.goesTo === null ? '' : arrival(does.posts, does.goesTo)}, trailed as (
           insert into platform.trail (action, record, record_id, branch, after)
           select '${decision}', 'notes', slip::text, branch, jsonb_build_object('lines',
             jsonb_agg(jsonb_build_array(request, line_no, isd, quantity) order by request, line_no), 'reason', $5::text)
           from decided group by branch, slip
         )
         select count(*)::integer as lines, coalesce(array_agg(distinct request), '{}') as requests from decided`,
      ),
    ];
  }),
) as Record<Decision, ReturnType<typeof statement<typeof decided>>>;

/** Decides lines that are open to these holders; `lines` is the number decided. */
export const decideLines = (
  tx: Transaction,
  decision: Decision,
  lines: readonly AskedLine[],
  holders: readonly number[],
  sentBy: SentBy,
  reason: string,
  { account, name }: Caller,
) => tx.one(decisions[decision], [JSON.stringify(lines), account, name, holders, reason, sentBy]);

const obstacles = Object.fromEntries(
  (Object.keys(OPEN) as Open[]).map((open) => [
    open,
    statement(
      `notes.decide.obstacles.${open}`,
      { others: 'int4', sent: 'int4' },
      `with ${ASKED}, open as (
         select m.${OPEN[open].holder} = any ($2::integer[]) as is_open, ${isSentBy('$3', '$4')} as is_sent_by
         from asked a join notes.movement m on m.request = a.srno and m.line_no = a."lineNo" join notes.slip s on s.srno = m.slip
         where m.state = '${OPEN[open].state}'
       )
       select count(*) filter (where not is_open)::integer as others,
         count(*) filter (where is_open and not is_sent_by)::integer as sent from open`,
    ),
  ]),
) as Record<Open, Statement<{ others: number; sent: number }>>;
/** Counts the lines that are open to another holder (`others`) and those refused because of their sender (`sent`). */
export const findObstacles = (
  tx: Transaction,
  open: Open,
  lines: readonly AskedLine[],
  holders: readonly number[],
  sentBy: SentBy,
  { account }: Caller,
) => tx.one(obstacles[open], [JSON.stringify(lines), holders, account, sentBy]);

const home = statement(
  'notes.line.home',
  { srnos: 'int4[]' },
  `select coalesce(array_agg(r.srno order by r.srno), '{}') as srnos from requests.request_ref r
   where r.srno = any ($1::integer[]) and r.type in ('SP', 'SB') and r.status = 'S' and r.is_out
     and not exists (select from notes.line l where l.request = r.srno)`,
);
/** The sales among these requests whose notes are all in the vault again. */
export const homeAgain = async (tx: Transaction, requests: readonly number[]): Promise<readonly number[]> =>
  (await tx.one(home, [requests])).srnos;
