import type { Page } from '#contract/fields.ts';
import { batchRow } from '#contract/uploads/uploads.ts';
import { MAX_WRONG_SHOWN } from '#domain/cells.ts';
import { BATCH_REFUSALS } from '#domain/uploads/batches.ts';
import type { Executor, Scope, Transaction } from '#server/platform/database.ts';
import { entitiesIn } from '#server/platform/database.ts';
import { isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { FileExtension } from '#server/platform/files/kinds.ts';

/** The history of the uploads. */

interface Viewer {
  readonly account: number;
  readonly scope: Scope;
}

const IS_DEAD = `b.state = 'reading' and uploads.is_silent(b.heard_at)`;
const BATCH_ROW = onWire(batchRow, {
  srno: 'b.srno',
  kind: 'b.kind',
  fileName: 'b.file_name',
  bytes: 'b.bytes',
  state: `case when ${IS_DEAD} then 'refused' when b.state = 'applied' and b.counting = 0 then 'replaced' else b.state end`,
  phase: 'b.phase',
  rows: 'b.rows',
  doneRows: 'b.done_rows',
  errorCount: 'b.error_count',
  reason: `case when ${IS_DEAD} then '${BATCH_REFUSALS.interrupted}' else b.reason end`,
  firstMonth: `coalesce(b.first_month::text, '')`,
  lastMonth: `coalesce(b.last_month::text, '')`,
  branches: `array(select e.id from masters.entity_ref e where e.srno = any (b.branches[1:3]) order by e.id)`,
  branchCount: 'cardinality(b.branches)',
  covered: 'b.covered',
  counting: 'b.counting',
  by: 'b.uploaded_by_name',
  at: `to_char(b.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  hasFile: 'b.is_stored::integer',
  hasErrors: '(exists (select from uploads.wrong_cells w where w.batch = b.srno))::integer',
});

/** Beyond every serial number. A condition that may be missing could not use the index. */
const MAX_SERIAL = 2_147_483_647;

/** The page `found` of serial numbers, as JSON. */
const pageOf = (name: string, keys: string) =>
  statement(
    name,
    { body: 'text', last: 'int4?' },
    `with keys as materialized (${keys}), found as (
       select b.*, row_number() over (order by b.srno desc) as at,
         (select count(*)::integer from uploads.covered c where c.batch = b.srno) as counting
       from uploads.batch b where b.srno = any (array(select srno from keys))
     )
     select coalesce(json_agg(${jsonObject(BATCH_ROW)} order by b.srno desc) filter (where b.at <= $1), '[]')::text as body,
       max(b.srno) filter (where b.at = $1 and (select count(*) from keys) > $1) as last
     from found b`,
  );
const before = `srno < coalesce($2::integer, ${MAX_SERIAL})`;
const newest = 'order by srno desc limit $1::integer + 1';
const everywhere = pageOf('uploads.batch.list', `select srno from uploads.batch where ${before} ${newest}`);
/** The batches of the caller, and those of one branch in reach: a stretch for each, merged. */
const inReach = pageOf(
  'uploads.batch.list.reach',
  `select srno from (
     (select srno from uploads.batch where uploaded_by = $3::integer and ${before} ${newest})
     union
     select b.srno from unnest($4::integer[]) as s (entity) cross join lateral (
       select srno from uploads.batch where branch = s.entity and ${before} ${newest}) as b
   ) as mine ${newest}`,
);

/** A page of the batches that the caller may see, newest first. */
export async function listBatches(on: Executor, page: Page | undefined, { account, scope }: Viewer) {
  const [after] = page?.after === undefined ? [null] : readKey(page.after, [isKeyNumber]);
  const shared = [page?.limit ?? MAX_LIST_ROWS, after];
  const entities = entitiesIn(scope);
  const { body, last } = await (entities === null
    ? on.one(everywhere, shared)
    : on.one(inReach, [...shared, account, entities]));
  return { body, next: last === null ? null : writeKey(last) };
}

/** Whether a user may see a batch; the same as its row-level security, for the reading role. */
const IS_SEEN = '($3::integer[] is null or b.branch = any ($3) or b.uploaded_by = $2::integer)';

const wrongShown = statement(
  'uploads.wrong.show',
  { body: 'text' },
  `select json_build_object('count', b.error_count, 'cells', coalesce((
       select jsonb_agg(c.cell order by c.n) from jsonb_array_elements(w.cells) with ordinality as c (cell, n)
       where c.n <= ${MAX_WRONG_SHOWN}), '[]'))::text as body
   from uploads.batch b left join uploads.wrong_cells w on w.batch = b.srno where b.srno = $1 and ${IS_SEEN}`,
);
/** The first wrong cells of a batch, as JSON; undefined if the caller may not see the batch. */
export const showWrongCells = (on: Executor, batch: number, { account, scope }: Viewer) =>
  on.maybe(wrongShown, [batch, account, entitiesIn(scope)]);

const opened = (what: string) =>
  `trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'download', 'upload', srno::text, branch,
       jsonb_build_object('file', file_name, 'hash', hash, 'what', '${what}') from found
   )`;
const openFile = statement(
  'uploads.batch.open',
  { file_name: 'text', hash: 'text', kind: 'text' },
  `with found as (
     select srno, branch, file_name, hash, kind from uploads.batch where srno = $1 and is_stored
   ), ${opened('file')}
   select file_name, hash, kind from found`,
);
/** The file of a batch, under row-level security, with its trail entry; undefined if there is none. */
export async function openBatchFile(tx: Transaction, batch: number) {
  const found = await tx.maybe(openFile, [batch]);
  // The intake accepts no other extensions.
  return (
    found && {
      ...found,
      extension: (found.file_name.split('.').at(-1) ?? '').toLowerCase() as FileExtension,
    }
  );
}

const openWrong = statement(
  'uploads.wrong.open',
  { file_name: 'text', cells: 'jsonb' },
  `with found as (
     select b.srno, b.branch, b.file_name, b.hash, w.cells
     from uploads.batch b join uploads.wrong_cells w on w.batch = b.srno where b.srno = $1
   ), ${opened('wrong cells')}
   select file_name, cells from found`,
);
/** All wrong cells of a batch that were kept, with the trail entry. */
export const openWrongCells = (tx: Transaction, batch: number) => tx.maybe(openWrong, [batch]);
