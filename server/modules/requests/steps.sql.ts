import type { RequestStatus } from '#domain/requests/codes.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';

/** What the notes module does with requests, always in a transaction of its own making. */

/** The changes of a step to a request. Omitted fields stay unchanged. */
export interface RequestStep {
  readonly srno: number;
  readonly status?: RequestStatus;
  /** Whether any of its notes has gone out, or come in. */
  readonly out?: boolean;
  readonly in?: boolean;
  /** For the activity log. */
  readonly remark: string;
}

const step = statement(
  'requests.steps.take',
  { steps: 'int4' },
  `with asked as (
     select * from json_to_recordset($1::json) as a (srno integer, status text, "out" boolean, "in" boolean, remark text)
   ), changed as (
     update requests.request r set status = coalesce(a.status, r.status), is_out = coalesce(a.out, r.is_out),
       is_in = coalesce(a.in, r.is_in), changed_by = $2::integer, changed_by_name = $3::text, changed_at = now()
     from asked a where r.srno = a.srno
     returning r.srno, r.branch, r.status, r.is_out, r.is_in, a.status is not null as is_step, a.remark
   ), logged as (
     insert into requests.activity (request, by_name, remark, status)
     select srno, $3, left(remark, 2000), case when is_step then status end from changed
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'step', 'request', srno::text, branch,
       jsonb_build_object('status', status, 'is_out', is_out, 'is_in', is_in) from changed where is_step
   )
   select count(*)::integer as steps from changed`,
);
/** Takes steps on requests that the transaction has locked. */
export const takeSteps = (tx: Transaction, steps: readonly RequestStep[], { account, name }: Caller) =>
  tx.one(step, [JSON.stringify(steps), account, name]);
