import type { Rupees } from '#domain/money.ts';
import { APPROVAL_STEPS, LEVELS, type Level } from '#domain/requests/approval.ts';
import { WITHDRAWAL_TEXTS } from '#domain/requests/withdrawal.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { lockRequest, lockRequests } from './lock.sql.ts';
import { isOwnOrOfBranch } from './reach.sql.ts';
import { STATE_COLUMNS, STATE_LIST } from './state.sql.ts';
import { trailed } from './trail.sql.ts';

const done = { version: 'int4' } as const;
const column = (level: Level) => `${level.toLowerCase()}_by`;

const approved = { srno: 'int4', version: 'int4' } as const;

/** A request to approve, and the version that was seen; null means any version. */
export interface AskedApproval {
  readonly srno: number;
  readonly seen: number | null;
}

/**
 * The step and all its preconditions are one condition, so that one of several concurrent approvals succeeds, and only
 * for the version that was seen. With four eyes neither a maker nor an approver of another step may approve. Each
 * request is decided by itself: the statement changes those that may be approved and leaves the others.
 */
const approvals = Object.fromEntries(
  LEVELS.map((level) => {
    const [by, at] = [column(level), `${level.toLowerCase()}_at`];
    const before = APPROVAL_STEPS[level].after.map((each) => `and r.${column(each)} is not null`).join(' ');
    const others = LEVELS.map((each) => `r.${column(each)} is distinct from $2`).join(' and ');
    return [
      level,
      statement(
        `requests.approve.${level.toLowerCase()}`,
        approved,
        `with asked as (
           select * from unnest($1::integer[], $4::integer[]) as a (srno, seen)
         ), changed as (
           update requests.request r set ${by} = $2::integer, ${by}_name = $3::text, ${at} = now(),
             changed_by = $2, changed_by_name = $3, changed_at = now()
           from asked a
           where r.srno = a.srno and r.submitted and r.received = r.grand_total and r.${by} is null ${before}
             and r.withdrawn_at is null and (a.seen is null or r.version = a.seen)
             and ($6::numeric is null or r.grand_total <= $6)
             and (not $5::boolean or ($2 <> all (r.makers) and ${others}))
           returning r.srno, r.version, r.branch, r.grand_total
         ), logged as (
           insert into requests.activity (request, by_name, remark)
           select srno, $3, 'Approved as ${APPROVAL_STEPS[level].name}.' from changed
         ), trailed as (
           insert into platform.trail (action, record, record_id, branch, after)
           select 'approve', 'request', srno::text, branch,
             jsonb_build_object('level', '${level}', 'content_version', version, 'grand_total', grand_total)
           from changed
         )
         select srno, version from changed`,
      ),
    ];
  }),
) as Record<Level, ReturnType<typeof statement<typeof approved>>>;

/** Approves the requests whose step is allowed now and whose grand total is within the limit, and returns them. */
export async function approve(
  tx: Transaction,
  level: Level,
  asked: readonly AskedApproval[],
  fourEyes: boolean,
  limit: Rupees | null,
  { account, name }: Caller,
) {
  const srnos = asked.map(({ srno }) => srno);
  await lockRequests(tx, srnos);
  const seen = asked.map((each) => each.seen);
  return tx.rows(approvals[level], [srnos, account, name, seen, fourEyes, limit]);
}

const unlock = statement(
  'requests.request.unlock',
  done,
  `with before as (
     select * from requests.request where srno = $1
   ), changed as (
     update requests.request r set submitted = false, version = r.version + 1,
       bm_by = null, bm_by_name = null, bm_at = null, zm_by = null, zm_by_name = null, zm_at = null,
       cm_by = null, cm_by_name = null, cm_at = null, fm_by = null, fm_by_name = null, fm_at = null,
       sent_back_at = case when $6::text <> '' then now() end,
       sent_back_by = case when $6 <> '' then $2::integer end,
       sent_back_by_name = case when $6 <> '' then $3::text end, sent_back_reason = nullif($6, ''),
       changed_by = $2::integer, changed_by_name = $3, changed_at = now()
     where r.srno = $1 and r.submitted and r.status = 'P' and (r.cm_by is null or $4::boolean)
       and r.withdrawn_at is null and ($5::integer is null or r.version = $5)
     returning r.*
   ), logged as (
     insert into requests.activity (request, by_name, remark)
     select srno, $3, 'Unlocked; every approval is taken back.' || case when $6 = '' then '' else ' Reason: ' || $6 end
     from changed
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'unlock', 'request', changed.srno::text, changed.branch, ${trailed('before')},
       ${trailed('changed')} || jsonb_build_object('reason', $6)
     from before, changed
   )
   select version from changed`,
);
/** Returns undefined if the request cannot be unlocked now. */
export async function unlockIt(
  tx: Transaction,
  srno: number,
  seen: number | null,
  isCorporate: boolean,
  reason: string,
  { account, name }: Caller,
) {
  await lockRequest(tx, srno);
  return tx.maybe(unlock, [srno, account, name, isCorporate, seen, reason]);
}

const withdraw = statement(
  'requests.request.withdraw',
  { ...done, cancelled: 'int4' },
  `with changed as (
     update requests.request r set withdrawn_at = now(), link_sent = false, link_round = r.link_round + 1,
       version = r.version + 1, changed_by = $2::integer, changed_by_name = $3::text, changed_at = now()
     where r.srno = $1 and not r.submitted and not r.is_out and not r.is_in and r.withdrawn_at is null
       and ($4::integer is null or r.version = $4) and ${isOwnOrOfBranch('$2')} and (r.dealt_at is null or $5::text <> '')
       and not exists (select from requests.payment_line l where l.request = r.srno and l.gateway_order is not null)
     returning r.srno, r.version, r.branch, r.link_requested, r.link_round
   ), cancelled as (
     select platform.add_job('payments:cancel', json_build_object('request', srno, 'round', link_round - 1))
     from changed where link_requested
   ), logged as (
     insert into requests.activity (request, by_name, remark) select srno, $3, $6 from changed
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'withdraw', 'request', srno::text, branch, jsonb_build_object('withdrawn', true, 'note', $5) from changed
   )
   select version, (select count(*)::integer from cancelled) as cancelled from changed`,
);
/**
 * Returns undefined if the request cannot be withdrawn. One that was paid by link cannot be, and one for which other
 * money was received only with a note where it went.
 */
export async function withdrawIt(
  tx: Transaction,
  srno: number,
  seen: number | null,
  note: string,
  { account, name }: Caller,
) {
  await lockRequest(tx, srno);
  return tx.maybe(withdraw, [srno, account, name, seen, note, WITHDRAWAL_TEXTS.remark(note)]);
}

const state = statement(
  'requests.request.state',
  { srno: 'int4', ...STATE_COLUMNS, is_paid_by_link: 'bool', was_paid: 'bool' },
  `select r.srno, ${STATE_LIST}, exists (
     select from requests.payment_line l where l.request = r.srno and l.gateway_order is not null) as is_paid_by_link,
     r.dealt_at is not null as was_paid
   from requests.request r where r.srno = any ($1::integer[]) and ${isOwnOrOfBranch('$2')}`,
);
/** The states of the requests that are in scope. */
export const findStates = (on: Executor, srnos: readonly number[], { account }: Caller) =>
  on.rows(state, [srnos, account]);

/** The state of a request; undefined if it is out of scope. */
export const findState = async (on: Executor, srno: number, caller: Caller) =>
  (await findStates(on, [srno], caller))[0];
