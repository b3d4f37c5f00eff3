import { companyDetailSchema } from '#contract/masters/company.ts';
import type { CompanyDraft } from '#domain/masters/company.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import { changedColumns } from '#server/platform/record/statements.ts';
import type { Author } from '#server/platform/record.ts';

const COMPANY_ROW = onWire(companyDetailSchema, {
  name: 'm.name',
  address1: 'm.address1',
  address2: 'm.address2',
  address3: 'm.address3',
  licence: 'm.licence',
  gstin: 'm.gstin',
  contact1: 'm.contact1',
  contact2: 'm.contact2',
  hasLogo: '(m.logo_hash is not null)::integer',
});

const detail = statement(
  'masters.company.detail',
  { body: 'text', version: 'int4' },
  `select ${jsonObject({ ...COMPANY_ROW, ...changedColumns('m') })}::text as body, m.version from masters.company m`,
);

const lock = statement(
  'masters.company.lock',
  { version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
  'select version, changed_by_name, changed_at from masters.company for update',
);

const logo = statement(
  'masters.company.logo',
  { logo_hash: 'text?', logo_name: 'text?', logo_mime: 'text?' },
  'select logo_hash, logo_name, logo_mime from masters.company',
);

const letterhead = statement(
  'masters.company.letterhead',
  {
    name: 'text',
    address1: 'text',
    address2: 'text',
    address3: 'text',
    licence: 'text',
    gstin: 'text',
    contact1: 'text',
    contact2: 'text',
    logo_hash: 'text?',
  },
  `select name, address1, address2, address3, licence, gstin, contact1, contact2, logo_hash from masters.company`,
);

/** Changing the logo does not raise the version, so that it causes no conflict for a user who is editing the form. */
const updateOf = (name: string, columns: readonly string[], version: string) =>
  statement(
    `masters.company.${name}`,
    { version: 'int4' },
    `with before as (
       select * from masters.company
     ), changed as (
       update masters.company set ${columns.map((column, index) => `${column} = $${index + 3}`).join(', ')},
         changed_by = $1, changed_by_name = $2, changed_at = now(), version = ${version}
       returning *
     ), trailed as (
       insert into platform.trail (action, record, record_id, before, after)
       select 'edit', 'company', changed.srno::text, to_jsonb(before), to_jsonb(changed) from before, changed
     )
     select version from changed`,
  );

const FIELDS = [
  'name',
  'address1',
  'address2',
  'address3',
  'licence',
  'gstin',
  'contact1',
  'contact2',
] as const satisfies readonly (keyof CompanyDraft)[];

const save = updateOf('save', FIELDS, 'version + 1');
const setLogo = updateOf('setlogo', ['logo_hash', 'logo_name', 'logo_mime'], 'version');

/** A stored picture: the hash of its bytes, its original name and its type. */
export interface Logo {
  readonly hash: string;
  readonly fileName: string;
  readonly mime: string;
}

export const companyStatements = {
  detail: (on: Executor) => on.one(detail),
  letterhead: (on: Executor) => on.one(letterhead),
  lock: (tx: Transaction) => tx.one(lock),
  save: (tx: Transaction, draft: CompanyDraft, by: Author) =>
    tx.one(save, [by.account, by.name, ...FIELDS.map((field) => draft[field])]),
  setLogo: (tx: Transaction, picture: Logo | null, by: Author) =>
    tx.one(setLogo, [
      by.account,
      by.name,
      picture?.hash ?? null,
      picture?.fileName ?? null,
      picture?.mime ?? null,
    ]),
  async logo(on: Executor): Promise<Logo | null> {
    const { logo_hash, logo_name, logo_mime } = await on.one(logo);
    return logo_hash === null ? null : { hash: logo_hash, fileName: logo_name ?? '', mime: logo_mime ?? '' };
  },
};
