import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { AGREED, OPEN_AT_STOP, PAYMENT_SUMS, QUEUE_ROW } from '#server/modules/requests/index.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { MOST_READ } from '#server/platform/queue.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';

/** The stops of a delivery executive: deliveries to customers, and collections from them. */

export type Stop = 'deliver' | 'collect';
const TYPES: Readonly<Record<Stop, string>> = { deliver: `('SP', 'SB')`, collect: `('PP', 'PB')` };

/**
 * The planned stops of the employee with a code. A sale with notes belongs to the executive who holds or is about to
 * accept its notes, anything else to the executive whom the request names. An executive has few of them under way.
 */
const stopsOf = (stop: Stop, code: string, isInScope: string) =>
  `select r.srno from (
     select l.request as srno from notes.line l where l.holder = me.holder
     union select m.request from notes.movement m where m.to_holder = me.holder and m.state = 'transit'
     union select s.srno from requests.stop_ref s
       where s.delivery_executive = me.employee and s.status in ('P', 'S') and s.withdrawn_at is null
         and (s.type in ${TYPES.collect} or not exists (
           select from requests.product_line_ref p where p.request = s.srno and p.product = 'CN'))
   ) as mine join requests.stop_ref r on r.srno = mine.srno
   where ${code}::text <> '' and r.status = 'S' and r.handover = 'DEL' and r.is_approved and r.withdrawn_at is null
     and r.type in ${TYPES[stop]} and ${isInScope}`;
const me = (code: string) => `(select e.srno as employee, h.srno as holder from masters.employee_ref e
  left join notes.holder h on h.employee = e.srno
  where lower(e.code) = lower(${code}::text) and e.kind = 'P' and e.active) as me`;

const countStatement = (stop: Stop) =>
  statement(
    `notes.waiting.${stop}`,
    { waiting: 'int4' },
    `select (select count(*)::integer from (
       select from ${me('share.code')} cross join lateral (
         ${stopsOf(stop, 'share.code', '(share.branch is null or r.branch = share.branch)')}) as stop
       limit ${MOST_COUNTED}) as stops) as waiting
     from unnest($1::integer[], $2::text[]) with ordinality as share (branch, code, n) order by n`,
  );
const counts = { deliver: countStatement('deliver'), collect: countStatement('collect') };
export const countStops = (on: Executor, stop: Stop, shares: readonly Share[]): Promise<readonly Counted[]> =>
  on.rows(counts[stop], [shares.map(({ at }) => at), shares.map(({ by }) => by)]);

const listStatement = (stop: Stop) =>
  statement(
    `notes.queue.${stop}`,
    {
      row: 'json',
      stop: 'json',
      type: 'text',
      status: 'text',
      delivery_executive: 'int4?',
      note_lines: 'int4',
      holders: 'json',
      employee: 'int4',
    },
    `select ${jsonObject({ ...QUEUE_ROW, agreed: AGREED, due: OPEN_AT_STOP })} as row,
       json_build_object('address', case when r.delivery_address = '' then r.kyc_address else r.delivery_address end,
         'hint', r.other_details, 'mobile', r.mobile, 'latitude', coalesce(r.latitude::text, ''),
         'longitude', coalesce(r.longitude::text, '')) as stop,
       r.type, r.status, r.delivery_executive,
       (select count(*)::integer from requests.product_line_ref p where p.request = r.srno and p.product = 'CN') as note_lines,
       (select coalesce(json_agg(h.employee order by l.line_no), '[]') from notes.line l
        join notes.holder h on h.srno = l.holder where l.request = r.srno) as holders,
       me.employee
     from ${me('$2')} cross join lateral (${stopsOf(stop, '$2', '($1::integer[] is null or r.branch = any ($1))')}
       order by r.srno limit ${MOST_READ}) as page
     join requests.stop_ref r on r.srno = page.srno ${PAYMENT_SUMS} order by r.srno`,
  );
const lists = { deliver: listStatement('deliver'), collect: listStatement('collect') };
export const listStops = (on: Executor, stop: Stop, { scope, employeeCode }: Caller) =>
  on.rows(lists[stop], [entitiesIn(scope), employeeCode]);
