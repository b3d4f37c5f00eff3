import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { FlashStatus } from '#domain/flash/codes.ts';
import type { Author, LockedRecord } from '#server/platform/record.ts';
import { DENOMINATION_ROW } from './present.ts';

/** The notes that were counted. Triggers keep the counted value of the currency. */

const IN_SCOPE = 'c.srno = $2 and c.audit = $1 and ($3::integer[] is null or c.branch = any ($3))';

/** A currency of an audit as its callers name it. */
export interface NamedCurrency {
  readonly audit: number;
  readonly currency: number;
}

const list = statement(
  'flash.denomination.list',
  { body: 'text' },
  `select (select coalesce(json_agg(${jsonObject(DENOMINATION_ROW)} order by n.face desc), '[]')
     from flash.denomination n where n.currency = c.srno)::text as body
   from flash.currency c where ${IN_SCOPE}`,
);
/** The counted notes of a currency as JSON; undefined if it is out of scope. */
export const listFaces = (on: Executor, { audit, currency }: NamedCurrency, scope: Scope) =>
  on.maybe(list, [audit, currency, entitiesIn(scope)]);

const totals = statement(
  'flash.denomination.totals',
  { actual: 'text', difference: 'text' },
  `select c.actual::text as actual, c.difference::text as difference from flash.currency c where ${IN_SCOPE}`,
);
/** What was counted of a currency, and the difference; undefined if it is out of scope. */
export const countedOf = (on: Executor, { audit, currency }: NamedCurrency, scope: Scope) =>
  on.maybe(totals, [audit, currency, entitiesIn(scope)]);

const lock = statement(
  'flash.currency.lock',
  { isd: 'text', header: 'text', version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
  `with held as materialized (select a.srno, a.status from flash.audit a where a.srno = $1 for share)
   select c.isd, held.status as header, c.version, c.changed_by_name, c.changed_at
   from flash.currency c join held on held.srno = c.audit where c.srno = $2 for no key update of c`,
);
export interface LockedCurrency extends LockedRecord {
  readonly isd: string;
  /** The status of the audit. */
  readonly header: FlashStatus;
}
/** Locks the audit in shared mode and then the currency, so that its count is changed by one at a time. */
export const lockCurrency = (tx: Transaction, { audit, currency }: NamedCurrency) =>
  tx.maybe(lock, [audit, currency]) as Promise<LockedCurrency | undefined>;

/** Notes the change on the currency and in the trail. `changed` has the lines that were changed. */
const noted = (action: string, content: string) => `touched as (
     update flash.currency c set version = c.version + 1, changed_by = $3::integer, changed_by_name = $4::text, changed_at = now()
     where c.srno = $2 and c.audit = $1 returning c.srno, c.branch, c.isd
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select '${action}', 'flash currency', t.srno::text, t.branch, jsonb_build_object('audit', $1::integer, 'isd', t.isd) || ${content}
     from touched t
   )`;

const add = statement(
  'flash.denomination.add',
  { line_no: 'int4' },
  `with changed as (
     insert into flash.denomination as n (currency, audit, branch, face, quantity)
     select c.srno, c.audit, c.branch, $5::numeric, $6::integer from flash.currency c where c.srno = $2 and c.audit = $1
     on conflict (currency, face) do update set quantity = n.quantity + excluded.quantity
     returning *
   ), ${noted('count', `jsonb_build_object('face', $5, 'added', $6)`)}
   select line_no from changed`,
);
/** Adds notes of a face value to the locked currency. */
export const addFace = (
  tx: Transaction,
  { audit, currency }: NamedCurrency,
  face: string,
  quantity: number,
  { account, name }: Author,
) => tx.maybe(add, [audit, currency, account, name, face, quantity]);

const remove = statement(
  'flash.denomination.remove',
  { line_no: 'int4' },
  `with changed as (
     delete from flash.denomination n where n.line_no = $5::integer and n.currency = $2 and n.audit = $1 returning *
   ), ${noted('count', `(select jsonb_build_object('face', face, 'removed', quantity) from changed)`)}
   select line_no from changed`,
);
/** Removes a face value from the locked currency; undefined if it has none with this number. */
export const removeFace = (
  tx: Transaction,
  { audit, currency }: NamedCurrency,
  line: number,
  { account, name }: Author,
) => tx.maybe(remove, [audit, currency, account, name, line]);

const clear = statement(
  'flash.denomination.clear',
  {},
  `delete from flash.denomination n where n.currency = $2 and n.audit = $1
     and not exists (select from jsonb_to_recordset($3::jsonb) as s (face numeric) where s.face = n.face)`,
);
const replace = statement(
  'flash.denomination.replace',
  { faces: 'int4' },
  `with sent as (select s.face, s.quantity from jsonb_to_recordset($5::jsonb) as s (face numeric, quantity integer)), changed as (
     insert into flash.denomination as n (currency, audit, branch, face, quantity)
     select c.srno, c.audit, c.branch, s.face, s.quantity from flash.currency c cross join sent s where c.srno = $2 and c.audit = $1
     order by s.face desc
     on conflict (currency, face) do update set quantity = excluded.quantity where n.quantity <> excluded.quantity
     returning *
   ), ${noted('count', `jsonb_build_object('faces', (select jsonb_object_agg(face, quantity) from sent))`)}
   select count(*)::integer as faces from changed`,
);
export interface CountedLine {
  readonly face: string;
  readonly quantity: number;
}
/** Replaces the whole count of the locked currency. */
export async function replaceFaces(
  tx: Transaction,
  { audit, currency }: NamedCurrency,
  lines: readonly CountedLine[],
  { account, name }: Author,
): Promise<void> {
  const sent = JSON.stringify(lines);
  await tx.rows(clear, [audit, currency, sent]);
  await tx.one(replace, [audit, currency, account, name, sent]);
}
