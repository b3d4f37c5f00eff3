import type { Page } from '#contract/fields.ts';
import { licenceDocument, licenceEntity } from '#contract/licences/approval.ts';
import { requirement as requirementRow } from '#contract/licences/links.ts';
import { LICENCE_FLOW } from '#domain/licences/licences.ts';
import type { LicenceStatus } from '#domain/licences/status.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';

/** What is read of the licence documents; the masters module keeps them and changes them. */

const day = (column: string) => `coalesce(to_char(${column}, 'YYYY-MM-DD'), '')`;
const inReach = (entity: string, scope: string) =>
  `(${scope}::integer[] is null or ${entity}.srno = any (${scope}) or ${entity}.controlling_branch = any (${scope}))`;

const words = Object.entries(LICENCE_FLOW.words)
  .map(([status, word]) => `when '${status}' then '${word}'`)
  .join(' ');

/** `d` is the document. */
const DOCUMENT_ROW = onWire(licenceDocument, {
  lineNo: 'd.srno',
  entityId: 'd.entity_id',
  entityName: 'd.entity_name',
  kind: 'd.kind',
  kindName: 'd.kind_name',
  status: 'd.status',
  statusName: `case d.status ${words} end`,
  filename: 'd.file_name',
  extension: 'd.extension',
  bytes: 'd.bytes',
  isFromPage: `(d.via = 'page')::integer`,
  uploadedAt: momentOrEmpty('d.uploaded_at'),
  decidedAt: momentOrEmpty('d.decided_at'),
  decidedBy: 'd.decided_by_name',
  reason: 'd.rejection_reason',
  expires: day('d.expires_on'),
  version: 'd.version',
});

/** The order of the statuses in the list. The view masters.licence_document has the same numbers. */
const RANKS: Readonly<Record<LicenceStatus, number>> = { P: 0, R: 1, A: 2 };

type PageStatement = Statement<{ body: string; last_rank: number | null; last_srno: number | null }>;

/** Parameters: rows, the key after which the page begins (rank and number), the last rank; then those of the source. */
const PAGE = `(d.rank, d.srno) > ($2::integer, $3::integer) and d.rank <= $4::integer`;
const FIRST_ROWS = 'order by d.rank, d.srno limit $1::integer + 1';

function pageStatement(name: string, source: string): PageStatement {
  const last = (column: string) =>
    `max(${column}) filter (where n = $1 and (select count(*) > $1 from found)) as last_${column}`;
  return statement(
    `licences.document.list.${name}`,
    { body: 'text', last_rank: 'int4?', last_srno: 'int4?' },
    `with found as materialized (
       select d.rank, d.srno, row_number() over (order by d.rank, d.srno) as n, ${jsonObject(DOCUMENT_ROW)} as row
       from ${source} ${FIRST_ROWS}
     )
     select coalesce(json_agg(row order by n) filter (where n <= $1), '[]')::text as body, ${last('rank')}, ${last('srno')}
     from found`,
  );
}
const lists = {
  all: pageStatement('all', `masters.licence_document d where ${PAGE}`),
  entity: pageStatement('entity', `masters.licence_document d where d.entity = $5::integer and ${PAGE}`),
  // The limit inside makes PostgreSQL read the documents of each entity by its index, not those of all entities.
  reach: pageStatement(
    'reach',
    `(select e.srno from masters.entity_ref e where e.srno = any ($5::integer[])
        union select e.srno from masters.entity_ref e where e.controlling_branch = any ($5)) as e
     cross join lateral (
       select d.* from masters.licence_document d where d.entity = e.srno and ${PAGE} ${FIRST_ROWS}
     ) as d`,
  ),
};

/** After this number no document of a rank comes, so that a page begins with the next rank. */
const LAST_NUMBER = 2_147_483_647;

export interface DocumentQuery {
  /** The number of an entity in reach; null for all of them. */
  readonly entity: number | null;
  readonly status: LicenceStatus | null;
}

export async function listDocuments(
  on: Executor,
  { entity, status }: DocumentQuery,
  page: Page | undefined,
  scope: Scope,
): Promise<{ body: string; next: string | null }> {
  if (page?.sort !== undefined || page?.q !== undefined) throw malformed('This list cannot be sorted so.');
  const first = [status === null ? -1 : RANKS[status] - 1, LAST_NUMBER] as const;
  const after = page?.after === undefined ? first : readKey(page.after, [isKeyNumber, isKeyNumber]);
  const [list, lead] =
    entity !== null
      ? [lists.entity, [entity]]
      : scope === 'all'
        ? [lists.all, []]
        : [lists.reach, [entitiesIn(scope)]];
  const { body, last_rank, last_srno } = await on.one(list, [
    page?.limit ?? MAX_LIST_ROWS,
    ...(after[0] > first[0] ? after : first),
    status === null ? RANKS.A : RANKS[status],
    ...lead,
  ]);
  return { body, next: last_rank === null || last_srno === null ? null : writeKey(last_rank, last_srno) };
}

const one = statement(
  'licences.entity.find',
  { srno: 'int4' },
  `select e.srno from masters.entity_ref e where e.id = upper($1::text) and ${inReach('e', '$2')}`,
);
/** An entity by its id; undefined if it is not in reach. */
export const findEntity = (on: Executor, id: string, scope: Scope) =>
  on.maybe(one, [id.trim(), entitiesIn(scope)]);

const MOST_ENTITIES = 1_000;
const entities = statement(
  'licences.entity.list',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(onWire(licenceEntity, { value: 'id', name: 'name', licenceTo: day('licence_to') }))}
     order by place, name, srno), '[]')::text as body
   from (
     select e.srno, e.id, e.name, l.licence_to, array_position(array['F', 'S', 'B'], e.type) as place
     from masters.entity_ref e left join masters.entity_licence l on l.srno = e.srno
     where e.type in ('F', 'S', 'B') and ${inReach('e', '$1')}
     order by place, e.name, e.srno limit ${MOST_ENTITIES}
   ) as found`,
);
/** The entities in reach, franchisees first. */
export const listEntities = (on: Executor, scope: Scope) => on.one(entities, [entitiesIn(scope)]);

const renewal = statement(
  'licences.page.find',
  { name: 'text', licence_to: 'text', documents: 'jsonb' },
  `select e.name, ${day('l.licence_to')} as licence_to, coalesce((
     select jsonb_agg(jsonb_build_object('kind', r.kind, 'kindName', r.name, 'status', coalesce(r.status, ''),
       'reason', case r.status when 'R' then r.rejection_reason else '' end, 'expires', ${day('r.expires_on')},
       'mayUpload', r.may_upload, 'mayRemove', coalesce(r.via, '') = 'page' and r.status = 'P')
       order by r.position)
     from masters.requirement r where r.entity = e.srno and r.required
   ), '[]') as documents
   from masters.entity_ref e left join masters.entity_licence l on l.srno = e.srno where e.srno = $1`,
);
/** What the renewal page of an entity shows. It has no names of staff. */
export const renewalPage = (on: Executor, entity: number) => on.one(renewal, [entity]);

const requirement = statement(
  'licences.requirement.find',
  { required: 'bool', may_upload: 'bool', status: 'text?', via: 'text?' },
  'select required, may_upload, status, via from masters.requirement where entity = $1 and kind = $2',
);
/** Whether a kind of document is required of an entity, and how the newest one stands; undefined for an unknown kind. */
export const findRequirement = (on: Executor, entity: number, kind: number) =>
  on.maybe(requirement, [entity, kind]);

const REQUIREMENT_ROW = onWire(requirementRow, {
  kind: 'r.kind',
  kindName: 'r.name',
  isRequired: 'r.required::integer',
  status: `coalesce(r.status, '')`,
  expires: day('r.expires_on'),
});
const requirements = statement(
  'licences.requirement.list',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(REQUIREMENT_ROW)} order by r.position), '[]')::text as body
   from masters.requirement r where r.entity = $1`,
);
/** Every kind of document of an entity. */
export const listRequirements = (on: Executor, entity: number) => on.one(requirements, [entity]);
