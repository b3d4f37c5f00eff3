import type { OptionsPage } from '#contract/fields.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { keysetList } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';

const entities = keysetList({
  name: 'library.entities',
  from: 'masters.entity_ref m',
  wire: { value: 'm.id', name: 'm.name' },
  key: 'm.srno',
  sorts: { name: { column: 'm.name', type: 'text' } },
  search: `(m.id || ' ' || m.name)`,
  where: 'm.active',
  narrow: { scope: (scope) => `m.srno = any (${scope}::integer[])` },
  replannedBy: ['scope'],
});
const entity = statement(
  'library.entity',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', m.id, 'name', m.name)), '[]')::text as body
   from masters.entity_ref m where m.id = $1 and ($2::integer[] is null or m.srno = any ($2))`,
);
/** The entities that a document can be for. One that is asked for by its id comes even if it is inactive. */
export async function entityOptions(on: Executor, page: OptionsPage | undefined, scope: Scope) {
  if (page?.value === undefined) return entities.page(on, page, { scope: entitiesIn(scope) });
  return { body: (await on.one(entity, [page.value, entitiesIn(scope)])).body, next: null };
}

/** The most texts that are offered for each of the two. */
const MOST_OFFERED = 100;
/** The texts of a column in the given places. Each step of the recursion finds the next text by one probe of the index. */
const used = (column: 'sub1' | 'sub2') =>
  `(with recursive step as (
      select p.place, 1 as n,
        (select min(d.${column}) from library.document d where d.place = p.place and d.${column} <> '') as words
      from unnest($1::integer[]) as p (place)
      union all
      select step.place, step.n + 1, (select min(d.${column}) from library.document d
        where d.place = step.place and d.${column} <> '' and d.${column} > step.words)
      from step where step.words is not null and step.n < ${MOST_OFFERED}
    )
    select coalesce(json_agg(words order by words), '[]')::jsonb from (
      select distinct words from step where words is not null order by words limit ${MOST_OFFERED}) as found)`;
const subCategories = statement(
  'library.subcategories',
  { first: 'jsonb', second: 'jsonb' },
  `select ${used('sub1')} as first, ${used('sub2')} as second`,
);
/** The sub-categories that the documents of these places have. */
export const usedSubCategories = (on: Executor, places: readonly number[]) => on.one(subCategories, [places]);
