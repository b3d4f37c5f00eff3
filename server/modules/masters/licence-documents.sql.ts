import { decidedFrom } from '#domain/licences/licences.ts';
import type { LicenceStatus } from '#domain/licences/status.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { OpenedDocument } from '#server/platform/db/documents.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Author } from '#server/platform/record.ts';

/**
 * What the licences module does with the documents of entities: it adds and removes them for the renewal page, decides
 * about them and opens them. All statements run under row-level security and write the trail.
 */

/** The author of a document from the renewal page. Nobody is signed in there. */
const PAGE_NAME = 'Renewal page';
const BRANCH = 'coalesce(e.controlling_branch, e.srno)';
const TRAILED = `jsonb_build_object('document', k.name, 'file', d.file_name, 'hash', d.hash, 'entity', e.id, 'status', d.status`;
const JOINED = 'join masters.entity e on e.srno = d.entity join masters.document_kind k on k.id = d.kind';

/** A kind of document of an entity, by their numbers. */
export interface NamedRequirement {
  readonly entity: number;
  readonly kind: number;
}

const lock = statement(
  'masters.licence.lock',
  { srno: 'int4' },
  'select srno from masters.entity where srno = $1 and active for no key update',
);
const add = statement(
  'masters.licence.add',
  { srno: 'int4' },
  `with d as (
     insert into masters.entity_document (entity, kind, via, file_name, extension, hash, bytes, uploaded_by_name)
     select r.entity, r.kind, 'page', $3::text, $4::text, $5::text, $6::integer, '${PAGE_NAME}'
     from masters.requirement r where r.entity = $1 and r.kind = $2 and r.required and r.may_upload
     on conflict (entity, kind) where via = 'page' and status = 'P' and removed_at is null do nothing
     returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'entity document', d.srno::text, ${BRANCH}, ${TRAILED}, 'via', d.via) from d ${JOINED}
   )
   select srno from d`,
);
/**
 * Adds a document from the renewal page. Undefined if none of this kind is required, or one is there already. Uploads for
 * one entity wait for each other, so that each sees what the one before it has added.
 */
export async function addPageDocument(
  tx: Transaction,
  { entity, kind }: NamedRequirement,
  { fileName, extension, hash, bytes }: AcceptedFile,
): Promise<{ readonly srno: number } | undefined> {
  if ((await tx.maybe(lock, [entity])) === undefined) return undefined;
  return tx.maybe(add, [entity, kind, fileName, extension, hash, bytes]);
}

const remove = statement(
  'masters.licence.remove',
  { srno: 'int4' },
  `with newest as materialized (
     select d.srno from masters.entity_document d
     where d.entity = $1 and d.kind = $2 and d.removed_at is null order by d.srno desc limit 1
   ), named as materialized (
     select d.srno from masters.entity_document d
     where d.srno = (select srno from newest) and d.via = 'page' and d.status <> 'A' and d.removed_at is null for update
   ), d as (
     update masters.entity_document d set removed_at = now(), version = d.version + 1
     from named where d.srno = named.srno returning d.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before)
     select 'remove', 'entity document', d.srno::text, ${BRANCH}, ${TRAILED}, 'via', d.via) from d ${JOINED}
   )
   select srno from d`,
);
/** Removes the newest document of a kind if it came by the renewal page and is not approved; its row stays. */
export const removePageDocument = (tx: Transaction, { entity, kind }: NamedRequirement) =>
  tx.maybe(remove, [entity, kind]);

/** A decision about a document as a caller names it. */
export interface DocumentDecision {
  readonly srno: number;
  /** The id of the entity; it must be the document's. */
  readonly entityId: string;
  readonly status: 'A' | 'R';
  readonly reason: string;
  readonly expiresOn: IsoDate | null;
}

const decide = statement(
  'masters.licence.decide',
  { srno: 'int4', version: 'int4' },
  `with was as materialized (
     select d.srno, d.status from masters.entity_document d join masters.entity e on e.srno = d.entity
     where d.srno = $1 and e.id = upper($2::text) and d.removed_at is null and d.status = any ($3::text[])
       and ($4::integer is null or d.version = $4)
     for no key update of d
   ), d as (
     update masters.entity_document d set status = $5::text, rejection_reason = $6::text, expires_on = $7::date,
       approved_at = case when $5 = 'A' then now() end, decided_at = now(), decided_by = $8::integer,
       decided_by_name = $9::text, version = d.version + 1
     from was where d.srno = was.srno returning d.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select case d.status when 'A' then 'approve' else 'reject' end, 'entity document', d.srno::text, ${BRANCH},
       jsonb_build_object('status', was.status),
       ${TRAILED}, 'reason', d.rejection_reason, 'expires_on', d.expires_on)
     from d join was on was.srno = d.srno ${JOINED}
   )
   select srno, version from d`,
);
/** Undefined if the document is not in reach, was removed, changed since version `seen`, or cannot be decided so. */
export const decideDocument = (
  tx: Transaction,
  { srno, entityId, status, reason, expiresOn }: DocumentDecision,
  seen: number | null,
  by: Author,
) =>
  tx.maybe(decide, [
    ...[srno, entityId, decidedFrom(status), seen],
    ...[status, reason, expiresOn, by.account, by.name],
  ]);

const find = statement(
  'masters.licence.find',
  { status: 'text', version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
  `select d.status, d.version, d.decided_by_name as changed_by_name, coalesce(d.decided_at, d.uploaded_at) as changed_at
   from masters.entity_document d join masters.entity e on e.srno = d.entity
   where d.srno = $1 and e.id = upper($2::text) and d.removed_at is null`,
);
/** How a document stands now; undefined if it is not in reach. */
export const findDocument = async (tx: Transaction, srno: number, entityId: string) =>
  // A constraint of the table allows only these statuses.
  (await tx.maybe(find, [srno, entityId])) as
    | {
        readonly status: LicenceStatus;
        readonly version: number;
        readonly changed_by_name: string;
        readonly changed_at: Date;
      }
    | undefined;

const opening = (action: 'view' | 'download') =>
  statement(
    `masters.licence.${action}`,
    { kind: 'text', file_name: 'text', extension: 'text', hash: 'text' },
    `with found as (
       select d.srno, k.name as kind, d.file_name, d.extension, d.hash, ${BRANCH} as branch, ${TRAILED}) as trailed
       from masters.entity_document d ${JOINED} where d.srno = $1 and d.removed_at is null
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, after)
       select '${action}', 'entity document', srno::text, branch, trailed from found
     )
     select kind, file_name, extension, hash from found`,
  );
const open = { view: opening('view'), download: opening('download') };
/** Opens a document by its number and records it in the trail; undefined if it is not in reach. */
export const openDocument = (tx: Transaction, action: 'view' | 'download', srno: number) =>
  // The extensions are those that the intake accepts.
  tx.maybe(open[action], [srno]) as Promise<OpenedDocument | undefined>;

const require = statement(
  'masters.licence.require',
  { srno: 'int4' },
  `with e as (
     select srno, id, controlling_branch from masters.entity where id = upper($1::text) and type <> 'A'
   ), saved as (
     insert into masters.entity_required (entity, kind, required) select srno, $2::integer, $3::boolean from e
     on conflict (entity, kind) do update set required = excluded.required returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'edit', 'required document', e.id, ${BRANCH}, jsonb_build_object('document', k.name, 'required', saved.required)
     from saved join e on e.srno = saved.entity join masters.document_kind k on k.id = saved.kind
   )
   select entity as srno from saved`,
);
/** Requires a kind of document of one entity, or no longer. Undefined if the entity is not in reach. */
export const requireDocument = (tx: Transaction, entityId: string, kind: number, isRequired: boolean) =>
  tx.maybe(require, [entityId, kind, isRequired]);
