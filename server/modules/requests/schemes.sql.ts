import type { IsoDate } from '#domain/dates.ts';
import type { TaxSchemeId } from '#domain/requests/schemes.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { TAX_START } from './schemes.present.ts';

/** The SQL of tax schemes. */

const starts = statement(
  'requests.tax_start.list',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(TAX_START)} order by starts_on), '[]')::text as body from requests.tax_start`,
);
export const listStarts = async (on: Executor): Promise<string> => (await on.one(starts)).body;

const addStart = statement(
  'requests.tax_start.add',
  { starts_on: 'date' },
  `with added as (
     insert into requests.tax_start (starts_on, scheme, made_by, made_by_name) values ($1::date, $2, $3, $4)
     on conflict do nothing returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add', 'tax_start', starts_on::text, to_jsonb(added) from added
   )
   select starts_on from added`,
);
/** Nothing where a scheme starts on that day already. */
export const insertStart = (tx: Transaction, day: IsoDate, scheme: TaxSchemeId, { account, name }: Caller) =>
  tx.maybe(addStart, [day, scheme, account, name]);

const dropStart = statement(
  'requests.tax_start.remove',
  { starts_on: 'date' },
  `with removed as (
     delete from requests.tax_start where starts_on = $1::date and starts_on > $2::date returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, before)
     select 'remove', 'tax_start', starts_on::text, to_jsonb(removed) from removed
   )
   select starts_on from removed`,
);
/** Nothing where there is no such start, or it has come. */
export const deleteStart = (tx: Transaction, day: IsoDate, today: IsoDate) =>
  tx.maybe(dropStart, [day, today]);

const start = statement(
  'requests.tax_start.one',
  { scheme: 'text' },
  'select scheme from requests.tax_start where starts_on = $1::date',
);
export const findStart = (on: Executor, day: IsoDate) => on.maybe(start, [day]);
