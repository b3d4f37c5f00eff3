import type { DiscrepancyStatus } from '#domain/audit/codes.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Author, LockedRecord } from '#server/platform/record.ts';
import { IS_ANSWERED, REPLY_ROW } from './discrepancies.present.ts';

/** The replies to a discrepancy and the changes of its status. Both are possible in a closed audit too. */

/** A discrepancy as a caller names it. */
export interface NamedDiscrepancy {
  readonly audit: number;
  readonly lineNo: number;
}
const IS_NAMED = 'd.audit = $1::integer and d.line_no = $2::integer and d.removed_at is null';

/** The most replies of one discrepancy that are shown: the newest. */
const MOST_REPLIES = 500;

const list = statement(
  'audit.reply.list',
  { body: 'text' },
  `select coalesce((select json_agg(${jsonObject(REPLY_ROW)} order by r.srno) from (
     select * from audit.reply r where r.discrepancy = d.line_no order by r.srno desc limit ${MOST_REPLIES}
   ) as r), '[]')::text as body
   from audit.discrepancy d where ${IS_NAMED} and ($3::integer[] is null or d.branch = any ($3))`,
);
/** What was said about a discrepancy, the oldest first; undefined if it is not in reach. */
export const listReplies = (on: Executor, { audit, lineNo }: NamedDiscrepancy, scope: Scope) =>
  on.maybe(list, [audit, lineNo, entitiesIn(scope)]);

const add = statement(
  'audit.reply.add',
  { srno: 'int4' },
  `with held as materialized (
     select d.line_no, d.branch from audit.discrepancy d where ${IS_NAMED} and d.status = 'P' for no key update
   ), added as (
     insert into audit.reply (discrepancy, branch, words, file_name, extension, hash, bytes, made_by, made_by_name)
     select line_no, branch, $3::text, $4::text, $5::text, $6::text, $7::integer, $8::integer, $9::text from held
     returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'reply', 'audit discrepancy', discrepancy::text, branch,
       jsonb_build_object('words', words, 'file', file_name, 'hash', hash) from added
   )
   select srno from added`,
);
/** Adds a reply to a pending discrepancy; undefined if it is not pending or not in reach. */
export const addReply = (
  tx: Transaction,
  { audit, lineNo }: NamedDiscrepancy,
  words: string,
  file: AcceptedFile | null,
  { account, name }: Author,
) => {
  const proof =
    file === null ? [null, null, null, null] : [file.fileName, file.extension, file.hash, file.bytes];
  return tx.maybe(add, [audit, lineNo, words, ...proof, account, name]);
};

/**
 * Sets the status of the locked discrepancy `was` and keeps the change among the replies, after the remark if there is
 * one. The remark was made before the discrepancy became pending, so that it is no answer to it.
 */
const statusChange = (name: string, condition: string) =>
  statement(
    `audit.discrepancy.${name}`,
    { status: 'text' },
    `with was as materialized (
       select d.line_no, d.status from audit.discrepancy d
       where ${IS_NAMED} and d.status <> $3::text and ($6::integer is null or d.version = $6) and ${condition}
       for no key update
     ), changed as (
       update audit.discrepancy d set status = $3, version = d.version + 1, changed_by = $4::integer,
         pending_since = case when $3 = 'P' then clock_timestamp() else d.pending_since end,
         changed_by_name = $5::text, changed_at = now()
       from was where d.line_no = was.line_no returning d.*
     ), noted as (
       insert into audit.reply (discrepancy, branch, status, words, made_at, made_by, made_by_name)
       select c.line_no, c.branch, said.status, said.words, said.at, $4, $5 from changed c cross join lateral (values
         (1, null, $7::text, now()), (2, c.status, '', clock_timestamp())) as said (n, status, words, at)
       where said.status is not null or said.words <> '' order by said.n
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, before, after)
       select 'decide', 'audit discrepancy', c.line_no::text, c.branch, jsonb_build_object('status', was.status),
         jsonb_strip_nulls(jsonb_build_object('status', c.status, 'words', nullif($7, ''))) from changed c join was on was.line_no = c.line_no
     )
     select status from changed`,
  );
const statements = {
  decide: statusChange('decide', 'true'),
  // The condition is read again after a wait, so a reply before the last return does not count.
  submit: statusChange('submit', `d.status = 'P' and ${IS_ANSWERED}`),
};
/**
 * Changes the status of a discrepancy: `decide` to any other, `submit` only if it is pending and answered. Undefined if
 * nothing was changed.
 */
export const changeStatus = (
  tx: Transaction,
  how: keyof typeof statements,
  { audit, lineNo }: NamedDiscrepancy,
  { status, remark = '' }: { readonly status: DiscrepancyStatus; readonly remark?: string },
  seen: number | null,
  { account, name }: Author,
) => tx.maybe(statements[how], [audit, lineNo, status, account, name, seen, remark]);

const find = statement(
  'audit.discrepancy.state',
  {
    status: 'text',
    is_answered: 'bool',
    version: 'int4',
    changed_by_name: 'text',
    changed_at: 'timestamptz',
  },
  `select d.status, ${IS_ANSWERED} as is_answered, d.version, d.changed_by_name, d.changed_at
   from audit.discrepancy d where ${IS_NAMED}`,
);
export interface DiscrepancyState extends LockedRecord {
  readonly status: DiscrepancyStatus;
  readonly is_answered: boolean;
}
/** How a discrepancy stands; undefined if it is not in reach. */
export const findDiscrepancy = async (
  tx: Transaction,
  { audit, lineNo }: NamedDiscrepancy,
): Promise<DiscrepancyState | undefined> =>
  // A constraint of the table allows only these codes.
  (await tx.maybe(find, [audit, lineNo])) as DiscrepancyState | undefined;
