import type { Page } from '#contract/fields.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Transaction } from '#server/platform/database.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { lockRequest } from './lock.sql.ts';
import { UNSETTLED } from './special.present.ts';

/** The SQL of special approvals that wait for their money. */

/** The queue is walked by its own index and is short, because money comes: its order needs no index of its own. */
const unsettled = statement(
  'requests.special.list',
  { body: 'text', last_at: 'text?', last_request: 'int4?', last_line: 'int4?' },
  `with found as materialized (
     select row_number() over (order by r.submitted_at, l.request, l.line_no) as n,
       r.submitted_at::text as at, l.request, l.line_no, ${jsonObject(UNSETTLED)} as row
     from requests.payment_line l join requests.request r on r.srno = l.request
       join masters.entity_ref b on b.srno = r.branch
     where l.type = 'SPR' and l.settled_at is null and r.submitted
       and ($3::integer[] is null or r.branch = any ($3))
       and (r.submitted_at, l.request, l.line_no) > ($4::timestamptz, $5::integer, $6::integer)
     order by r.submitted_at, l.request, l.line_no limit $2::integer + 1
   ), last as (
     select at, request, line_no from found where n = $2 and (select count(*) from found) > $2
   )
   select coalesce(json_agg(row order by n) filter (where n <= $2), '[]')::text as body,
     (select at from last) as last_at, (select request from last) as last_request,
     (select line_no from last) as last_line
   from found`,
  { isReplanned: true },
);
type Key = readonly [at: string, request: number, line: number];
const BEGINNING: Key = ['-infinity', 0, 0];

/** One page, those that wait longest first. */
export async function unsettledPage(on: Executor, today: IsoDate, page: Page | undefined, { scope }: Caller) {
  const { after, limit = MAX_LIST_ROWS, q, sort } = page ?? {};
  if (q !== undefined || sort !== undefined) throw malformed('This list can be neither searched nor sorted.');
  const { body, last_at, last_request, last_line } = await on.one(unsettled, [
    today,
    limit,
    entitiesIn(scope),
    ...(after === undefined ? BEGINNING : readKey(after)),
  ]);
  const next = last_at === null ? null : writeKey([last_at, last_request ?? 0, last_line ?? 0]);
  return { body, next };
}

const writeKey = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

const isSerial = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 2_147_483_647;

function readKey(written: string): Key {
  try {
    const [at, request, line] = JSON.parse(Buffer.from(written, 'base64url').toString()) as unknown[];
    const isMoment = typeof at === 'string' && /^\d{4}-\d\d-\d\d [\d:.]+[+-][\d:]+$/.test(at);
    if (isMoment && !Number.isNaN(Date.parse(at)) && isSerial(request) && isSerial(line))
      return [at, request, line];
  } catch {
    // Falls through to the refusal.
  }
  throw malformed('This page key cannot be read.');
}

const settle = statement(
  'requests.special.settle',
  { amount: 'text' },
  `with changed as (
     update requests.payment_line l set settled_at = now(), settled_by_name = $3::text, settled_note = $4::text
     from requests.request r
     where l.request = $1 and l.line_no = $2 and l.type = 'SPR' and l.settled_at is null
       and r.srno = l.request and r.submitted and ($5::integer is null or r.version = $5)
     returning l.request, l.line_no, l.amount, l.reference, r.branch
   ), logged as (
     insert into requests.activity (request, by_name, remark)
     select request, $3, 'Special approval of line ' || line_no || ' settled: ' || $4 from changed
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'settle', 'request', request::text, branch,
       jsonb_build_object('line', line_no, 'amount', amount, 'reference', reference, 'note', $4) from changed
   )
   select amount::text as amount from changed`,
);
/** Nothing where it cannot be settled now, or the request is no longer as it was seen. */
export async function settleLine(
  tx: Transaction,
  request: number,
  line: number,
  note: string,
  seen: number | null,
  { name }: Caller,
) {
  await lockRequest(tx, request);
  return tx.maybe(settle, [request, line, name, note, seen]);
}

const special = statement(
  'requests.special.one',
  {
    is_special: 'bool',
    is_settled: 'bool',
    settled_by_name: 'text',
    version: 'int4',
    changed_by_name: 'text',
    changed_at: 'timestamptz',
  },
  `select l.request is not null as is_special, l.settled_at is not null as is_settled,
     coalesce(l.settled_by_name, '') as settled_by_name, r.version, r.changed_by_name, r.changed_at
   from requests.request r
     left join requests.payment_line l on l.request = r.srno and l.line_no = $2 and l.type = 'SPR'
   where r.srno = $1`,
);
/** How a request in reach stands, and its special approval, which may be gone since it was seen. */
export const findSpecial = (tx: Transaction, request: number, line: number) =>
  tx.maybe(special, [request, line]);
