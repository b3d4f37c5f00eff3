import type { CountryDraft } from '#domain/masters/country.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import { COUNTRY_DETAIL, COUNTRY_ROW } from './country.present.ts';

/** All SQL of the country master. */

export const countryList = keysetList({
  name: 'masters.country.list',
  from: 'masters.country',
  wire: COUNTRY_ROW,
  key: 'srno',
  sorts: {
    name: { column: 'name', type: 'text' },
    nationality: { column: 'nationality', type: 'text' },
    swiftcode: { column: 'swift_code', type: 'text' },
    srno: { column: 'srno', type: 'integer' },
  },
  search: "(name || ' ' || nationality || ' ' || swift_code)",
});

export const countryOptionList = keysetList({
  name: 'masters.country.options',
  from: 'masters.country',
  wire: { value: 'srno::text', name: 'name' },
  key: 'srno',
  sorts: { name: { column: 'name', type: 'text' } },
  search: "(name || ' ' || nationality || ' ' || swift_code)",
  where: 'active',
});

const detail = statement(
  'masters.country.detail',
  { body: 'text', version: 'int4' },
  `select ${jsonObject(COUNTRY_DETAIL)}::text as body, version from masters.country where srno = $1`,
);

const lock = statement(
  'masters.country.lock',
  { version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
  'select version, changed_by_name, changed_at from masters.country where srno = $1 for update',
);

const insert = statement(
  'masters.country.insert',
  { srno: 'int4', version: 'int4' },
  `with added as (
     insert into masters.country (name, nationality, swift_code, fatf, active, changed_by, changed_by_name)
     values ($1, $2, $3, $4, $5, $6, $7) returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add', 'country', srno::text, to_jsonb(added) from added
   )
   select srno, version from added`,
);

const update = statement(
  'masters.country.update',
  { srno: 'int4', version: 'int4' },
  `with before as (
     select * from masters.country where srno = $8
   ), changed as (
     update masters.country set name = $1, nationality = $2, swift_code = $3, fatf = $4, active = $5,
       changed_by = $6, changed_by_name = $7, changed_at = now(), version = version + 1
     where srno = $8 returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, before, after)
     select 'edit', 'country', changed.srno::text, to_jsonb(before), to_jsonb(changed) from before, changed
   )
   select srno, version from changed`,
);

const trailExport = statement(
  'masters.country.export',
  {},
  `insert into platform.trail (action, record, record_id, after) values ('export', 'country', 'list', $1)`,
);

const values = (draft: CountryDraft, by: { account: number; name: string }) => [
  draft.name,
  draft.nationality,
  draft.swiftCode,
  draft.fatf,
  draft.active,
  by.account,
  by.name,
];

export const findCountry = (on: Executor, srno: number) => on.maybe(detail, [srno]);
export const lockCountry = (tx: Transaction, srno: number) => tx.maybe(lock, [srno]);
export const insertCountry = (tx: Transaction, draft: CountryDraft, by: { account: number; name: string }) =>
  tx.one(insert, values(draft, by));
/** The row must be locked by this transaction, so that what is trailed as `before` is what was there. */
export const updateCountry = (
  tx: Transaction,
  srno: number,
  draft: CountryDraft,
  by: { account: number; name: string },
) => tx.one(update, [...values(draft, by), srno]);
export const trailCountryExport = (tx: Transaction, asked: object) => tx.rows(trailExport, [asked]);

/** Constraints a user can run into, as they read them. */
export const COUNTRY_CONSTRAINTS = { country_name_unique: 'This country is already in the list.' } as const;
