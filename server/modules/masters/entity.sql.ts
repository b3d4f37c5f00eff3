import type { OptionsPage, Page } from '#contract/fields.ts';
import { entityDetailSchema } from '#contract/masters/entity.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import {
  branchWithin,
  DOCUMENT,
  ENTITY_COLUMNS,
  ENTITY_DETAIL,
  ENTITY_ROW,
  type entityColumns,
} from './entity.present.ts';
import type { Author } from '#server/platform/record.ts';

/**
 * The reading role sees every row, so each reading statement filters by scope. The scope of a branch user contains the
 * allowed branches and the entities they control. The controlling branch of an entity is shown only to users with that
 * branch in scope.
 */
const inScope = (scope: string) =>
  `(m.srno = any (${scope}::integer[]) or m.controlling_branch = any (${scope}::integer[]))`;
const BRANCH = 'left join masters.entity b on b.srno = m.controlling_branch';
const SEARCH = "(m.id || ' ' || m.name || ' ' || m.contact_person)";

const list = keysetList({
  name: 'masters.entity.list',
  from: 'masters.entity m',
  joins: BRANCH,
  wire: ({ scope }) => ({
    ...ENTITY_ROW,
    ...(scope === undefined ? {} : branchWithin(`b.srno = any (${scope})`)),
  }),
  key: 'm.srno',
  sorts: {
    name: { column: 'm.name', type: 'text' },
    id: { column: 'm.id', type: 'text' },
    licto: { column: `coalesce(m.licence_to - date '2000-01-01', 1000000)`, type: 'integer' },
    srno: { column: 'm.srno', type: 'integer' },
  },
  search: SEARCH,
  always: { type: (type) => `m.type = ${type}::text` },
  narrow: { scope: inScope },
  replannedBy: ['scope'],
});

export const listEntities = (on: Executor, scope: Scope, type: string, page: Page | undefined) =>
  list.page(on, page, { scope: entitiesIn(scope), type });

const options = keysetList({
  name: 'masters.entity.options',
  from: 'masters.entity m',
  wire: { value: 'm.id', name: 'm.name' },
  key: 'm.srno',
  sorts: { name: { column: 'm.name', type: 'text' } },
  search: SEARCH,
  where: 'm.active',
  always: { type: (type) => `m.type = ${type}::text` },
  narrow: {
    branch: (branch) => `m.controlling_branch = (select srno from masters.entity where id = ${branch}::text)`,
    scope: inScope,
  },
  replannedBy: ['scope'],
});
const option = statement(
  'masters.entity.option',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', m.id, 'name', m.name)), '[]')::text as body
   from masters.entity m where m.id = $1 and m.type = $2 and ($3::integer[] is null or ${inScope('$3')})`,
);

interface OptionsQuery {
  readonly type: string;
  /** Limits the options to entities that this branch controls; empty means all in scope. */
  readonly branch?: string;
  readonly page: OptionsPage | undefined;
}

/** Entities for a drop-down. If one value is requested, it is returned even if inactive, so that a stored choice has a
 * name. */
export async function entityOptions(on: Executor, scope: Scope, { type, branch = '', page }: OptionsQuery) {
  if (page?.value !== undefined) {
    const { body } = await on.one(option, [page.value, type, entitiesIn(scope)]);
    return { body, next: null };
  }
  return options.page(on, page, {
    scope: entitiesIn(scope),
    type,
    branch: branch === '' ? undefined : branch,
  });
}

const MAX_DOCUMENTS_SHOWN = 200;

const find = statement(
  'masters.entity.detail',
  { body: 'text', version: 'int4' },
  `select ${jsonObject({
    ...ENTITY_DETAIL,
    ...branchWithin('($1::integer[] is null or b.srno = any ($1))'),
    ...onWire(entityDetailSchema, {
      currencies: `(select coalesce(json_agg(code order by code), '[]') from masters.entity_currency where entity = m.srno)`,
      documents: `(select coalesce(json_agg(${jsonObject(DOCUMENT)} order by k.position, d.srno), '[]')
      from (select * from masters.entity_document where entity = m.srno and removed_at is null
        order by srno desc limit ${MAX_DOCUMENTS_SHOWN}) d join masters.document_kind k on k.id = d.kind)`,
    }),
  })}::text as body, m.version
   from masters.entity m ${BRANCH}
   left join masters.country c on c.srno = m.country left join masters.state st on st.srno = m.state
   left join masters.city ci on ci.srno = m.city
   where ($1::integer[] is null or ${inScope('$1')}) and m.type = $2 and m.id = $3`,
);

export const findEntity = (on: Executor, scope: Scope, type: string, id: string) =>
  on.maybe(find, [entitiesIn(scope), type, id]);

const lock = statement(
  'masters.entity.lock',
  { srno: 'int4', type: 'text', version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
  `select srno, type, version, changed_by_name, changed_at from masters.entity where id = $1 and type <> 'A' for update`,
);
/** Locks the row. Row-level security hides rows out of scope. */
export const lockEntity = (tx: Transaction, id: string) => tx.maybe(lock, [id]);

const branch = statement(
  'masters.entity.branch',
  { srno: 'int4' },
  `select srno from masters.entity where id = $1 and type = 'B'`,
);
export const findBranch = (tx: Transaction, id: string) => tx.maybe(branch, [id]);

type EntityColumns = ReturnType<typeof entityColumns>;

const columns = ENTITY_COLUMNS.join(', ');
const values = ENTITY_COLUMNS.map((column) => `r.${column}`).join(', ');
const saved = { srno: 'int4', version: 'int4', id: 'text' } as const;
/** The branch to which the trail assigns an entity. */
export const branchOf = (row: string) => `coalesce(${row}.controlling_branch, ${row}.srno)`;
const CURRENCIES_BEFORE = `(select coalesce(jsonb_agg(code order by code), '[]') from masters.entity_currency c where c.entity = before.srno)`;

const insert = statement(
  'masters.entity.insert',
  saved,
  `with changed as (
     insert into masters.entity (id, type, ${columns}, changed_by, changed_by_name)
     select coalesce(nullif($1::text, ''), masters.next_entity_id($2)), $2::text, ${values}, $3::integer, $4::text
     from jsonb_populate_record(null::masters.entity, $5) r returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'entity', changed.id, ${branchOf('changed')}, to_jsonb(changed) || jsonb_build_object('currencies', $6::text[])
     from changed
   )
   select srno, version, id from changed`,
);
const update = statement(
  'masters.entity.update',
  saved,
  `with before as (
     select * from masters.entity where srno = $1
   ), changed as (
     update masters.entity m set (${columns}) = (select ${values} from jsonb_populate_record(null::masters.entity, $4) r),
       changed_by = $2::integer, changed_by_name = $3::text, changed_at = now(), version = version + 1
     where srno = $1 returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'edit', 'entity', changed.id, ${branchOf('changed')},
       to_jsonb(before) || jsonb_build_object('currencies', ${CURRENCIES_BEFORE}),
       to_jsonb(changed) || jsonb_build_object('currencies', coalesce(to_jsonb($5::text[]), ${CURRENCIES_BEFORE}))
     from before, changed
   )
   select srno, version, id from changed`,
);

/** Without an id the database assigns the next free one. `currencies` is only written to the trail here;
 * `selectCurrencies` stores them. */
export const insertEntity = (
  tx: Transaction,
  id: string,
  type: string,
  row: EntityColumns,
  currencies: readonly string[],
  by: Author,
) => tx.one(insert, [id, type, by.account, by.name, row, currencies]);

/** The transaction must have locked the row. Null keeps the selected currencies. */
export const updateEntity = (
  tx: Transaction,
  srno: number,
  row: EntityColumns,
  currencies: readonly string[] | null,
  by: Author,
) => tx.one(update, [srno, by.account, by.name, row, currencies]);

const select = statement(
  'masters.entity.currencies',
  {},
  `with gone as (
     delete from masters.entity_currency where entity = $1 and code <> all ($2::text[])
   )
   insert into masters.entity_currency (entity, code) select $1, unnest($2::text[]) on conflict do nothing`,
);
export const selectCurrencies = (tx: Transaction, srno: number, currencies: readonly string[]) =>
  tx.rows(select, [srno, currencies]);

/** The messages that users see for constraint violations. */
export const ENTITY_CONSTRAINTS = {
  entity_id_unique: 'This entity id is already in use.',
  entity_country: 'Please pick a country from the list.',
  entity_state_of_country: 'Please pick a state of this country.',
  entity_city_of_state: 'Please pick a city of this state.',
  entity_currency_known: 'Please pick currencies from the list.',
} as const;

/** Other refusals of the form and of a sheet. */
export const ENTITY_TEXTS = {
  typeStays: 'The type of an entity cannot be changed.',
  branchByHeadOffice: 'Only head office can add a branch.',
} as const;
