import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

/** What a sheet can name. Row-level security shows only what is in reach, so a branch out of reach is not found. */

const branches = statement(
  'uploads.known.branches',
  { code: 'text', srno: 'int4?', name: 'text?', meant: 'text?' },
  `select c.code, b.srno, b.name, case when b.srno is null then (
       select m.id from masters.entity_ref m
       where m.type in ('B', 'F') and m.id = any (array(select left(c.code, n) from generate_series(2, length(c.code) - 1) as n))
       order by length(m.id) desc limit 1) end as meant
   from unnest($1::text[]) as c (code) left join masters.entity_ref b on b.id = c.code and b.type in ('B', 'F')`,
);
export type KnownBranch = NonNullable<(typeof branches)['row']>;
/** The branches of these ids. Where there is none, a shorter id that may have been meant. */
export const findBranches = (on: Executor, ids: readonly string[]): Promise<KnownBranch[]> =>
  on.rows(branches, [ids]);

const executives = statement(
  'uploads.known.executives',
  { branch: 'int4', code: 'text', srno: 'int4' },
  `select k.branch, k.code, x.srno
   from unnest($1::integer[], $2::text[]) as k (branch, code) join masters.employee_ref x on lower(x.code) = lower(k.code)
   where x.branch = k.branch
     or exists (select from requests.earned_ref e where e.branch = k.branch and e.sales_executive = x.srno)`,
);
export interface NamedExecutive {
  readonly branch: number;
  readonly code: string;
}
/** The employees of these codes who belong to the branch beside, or who have earned there before they moved. */
export const findExecutives = (on: Executor, named: readonly NamedExecutive[]) =>
  on.rows(executives, [named.map(({ branch }) => branch), named.map(({ code }) => code)]);

const lists = statement(
  'uploads.known.lists',
  { currencies: 'text[]', purposes: 'jsonb' },
  `select array(select code from masters.currency_ref) as currencies,
     (select coalesce(jsonb_object_agg(lower(word), p.value), '{}')
      from masters.purpose_ref p cross join lateral (values (p.name), (p.value)) as w (word)) as purposes`,
);
/** Currencies by code, and purposes by their code and their name in small letters. */
export async function findLists(on: Executor) {
  const { currencies, purposes } = await on.one(lists);
  return { currencies, purposes: purposes as Readonly<Record<string, string>> };
}
