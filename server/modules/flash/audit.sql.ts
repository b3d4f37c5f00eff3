import type { FlashStatus, FlashType } from '#domain/flash/codes.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import type { OpenedDocument } from '#server/platform/db/documents.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { newestFirst } from '#server/platform/db/newest-first.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Author } from '#server/platform/record.ts';
import { HEADER_ROW } from './present.ts';

/** The list of flash audits, the newest day first. */
export const flashPage = newestFirst({
  name: 'flash.list',
  table: 'flash.audit',
  day: 'on_day',
  sort: '-date',
  row: HEADER_ROW,
  joins: 'join masters.entity_ref e on e.srno = a.branch',
});

const branch = statement(
  'flash.branch.find',
  { srno: 'int4' },
  `select srno from masters.entity_ref where id = upper($1::text) and type = 'B'`,
);
/** A branch by its id, in reach or not. */
export const findBranch = (read: Executor, id: string) => read.maybe(branch, [id.trim()]);

const insert = statement(
  'flash.audit.insert',
  { srno: 'int4', version: 'int4' },
  `with added as (
     insert into flash.audit (branch, on_day, type, cashier, remark, status, auditor, auditor_name, changed_by, changed_by_name,
       file_name, extension, hash, bytes, closed_at, closed_by_name)
     select $1::integer, $2::date, $3::text, $4::text, $5::text, case $3 when 'O' then 'C' else 'P' end, $6::integer, $7::text,
       $6, $7, $8::text, $9::text, $10::text, $11::integer, case $3 when 'O' then now() end, case $3 when 'O' then $7 else '' end
     on conflict on constraint flash_once do nothing returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'flash audit', srno::text, branch, to_jsonb(added) from added
   )
   select srno, version from added`,
);
export interface NewFlashRow {
  readonly branch: number;
  readonly day: IsoDate;
  readonly cashier: string;
  readonly remark: string;
}
/** Adds an audit, with its file if it was made on paper; undefined if the branch has one on this day. */
export const insertFlash = (
  tx: Transaction,
  { branch: at, day, cashier, remark }: NewFlashRow,
  file: AcceptedFile | null,
  { account, name }: Author,
) =>
  tx.maybe(insert, [
    ...[at, day, (file === null ? 'N' : 'O') satisfies FlashType, cashier, remark, account, name],
    ...(file === null ? [null, null, null, null] : [file.fileName, file.extension, file.hash, file.bytes]),
  ]);

const find = statement(
  'flash.audit.find',
  { body: 'text', version: 'int4' },
  `select ${jsonObject(HEADER_ROW)}::text as body, a.version
   from flash.audit a join masters.entity_ref e on e.srno = a.branch
   where a.srno = $1 and ($2::integer[] is null or a.branch = any ($2))`,
);
/** The header of an audit as JSON; undefined if it is out of scope. */
export const findFlash = (on: Executor, srno: number, scope: Scope) =>
  on.maybe(find, [srno, entitiesIn(scope)]);

const head = {
  srno: 'int4',
  branch: 'int4',
  on_day: 'date',
  type: 'text',
  status: 'text',
  is_filled: 'bool',
  version: 'int4',
  changed_by_name: 'text',
  changed_at: 'timestamptz',
} as const;
const HEAD = `select srno, branch, on_day, type, status, filled_at is not null as is_filled, version, changed_by_name, changed_at
  from flash.audit where srno = $1`;
const locks = {
  share: statement('flash.audit.share', head, `${HEAD} for share`),
  alone: statement('flash.audit.lock', head, `${HEAD} for no key update`),
};
export interface FlashHead {
  readonly srno: number;
  readonly branch: number;
  readonly on_day: IsoDate;
  readonly type: FlashType;
  readonly status: FlashStatus;
  readonly is_filled: boolean;
  readonly version: number;
  readonly changed_by_name: string;
  readonly changed_at: Date;
}
/**
 * Locks the header before anything else of the audit: shared for a change of a line, alone for a change of the header or
 * a new transaction. Nobody upgrades a shared lock, which could block two for good.
 */
export const lockFlash = (tx: Transaction, srno: number, mode: keyof typeof locks) =>
  tx.maybe(locks[mode], [srno]) as Promise<FlashHead | undefined>;

const move = statement(
  'flash.audit.move',
  { status: 'text', version: 'int4' },
  `with was as (select srno, status from flash.audit where srno = $1), changed as (
     update flash.audit a set status = $2::text, version = a.version + 1, changed_by = $3::integer, changed_by_name = $4::text,
       changed_at = now(), closed_at = case $2 when 'C' then now() end, closed_by_name = case $2 when 'C' then $4 else '' end
     where a.srno = $1 and a.status <> 'C' returning a.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select case c.status when 'C' then 'close' else 'edit' end, 'flash audit', c.srno::text, c.branch,
       jsonb_build_object('status', was.status), jsonb_build_object('status', c.status)
     from changed c join was on was.srno = c.srno
   )
   select status, version from changed`,
);
const settle = statement(
  'flash.audit.settle',
  {},
  `with currencies as (
     update flash.currency set is_open = false where audit = $1 and status = 'D' and is_open
   )
   update flash.transaction set is_open = false where audit = $1 and status = 'D' and is_open`,
);
/** Changes the status of the locked audit. The discrepancies of one that is closed wait for nobody any more. */
export async function moveFlash(
  tx: Transaction,
  srno: number,
  to: FlashStatus,
  { account, name }: Author,
): Promise<{ status: string; version: number } | undefined> {
  if (to === 'C') await tx.rows(settle, [srno]);
  return tx.maybe(move, [srno, to, account, name]);
}

const opening = (action: 'view' | 'download', family: 'OLDFLASH' | 'DISCREPANCY') => {
  const found =
    family === 'OLDFLASH'
      ? `select a.srno, a.branch, a.srno as audit, 'Flash audit' as kind, a.file_name || '' as file_name, a.extension || '' as extension,
           a.hash || '' as hash
         from flash.audit a where a.srno = $1 and a.file_name = $2`
      : `select r.srno, r.branch, r.audit, 'Flash discrepancy' as kind, r.file_name || '' as file_name, r.extension || '' as extension,
           r.hash || '' as hash
         from flash.response r where r.srno = $1 and r.file_name = $2`;
  return statement(
    `flash.file.${action}.${family.toLowerCase()}`,
    { kind: 'text', file_name: 'text', extension: 'text', hash: 'text' },
    `with found as (${found}), trailed as (
       insert into platform.trail (action, record, record_id, branch, after)
       select '${action}', '${family === 'OLDFLASH' ? 'flash audit' : 'flash proof'}', srno::text, branch,
         jsonb_build_object('audit', audit, 'file', file_name, 'hash', hash) from found
     )
     select kind, file_name, extension, hash from found`,
  );
};
const open = {
  view: { OLDFLASH: opening('view', 'OLDFLASH'), DISCREPANCY: opening('view', 'DISCREPANCY') },
  download: { OLDFLASH: opening('download', 'OLDFLASH'), DISCREPANCY: opening('download', 'DISCREPANCY') },
};
export interface NamedFlashFile {
  readonly doctype: 'OLDFLASH' | 'DISCREPANCY';
  readonly srno: number;
  readonly filename: string;
}
/** Opens a file and records it in the trail; undefined if none is in reach. */
export const openFlashFile = (
  tx: Transaction,
  action: keyof typeof open,
  { doctype, srno, filename }: NamedFlashFile,
) => tx.maybe(open[action][doctype], [srno, filename]) as Promise<OpenedDocument | undefined>;
