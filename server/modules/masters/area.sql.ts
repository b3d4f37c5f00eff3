import { area } from '#contract/masters/area.ts';
import type { DraftOf } from '#contract/record.ts';
import { statement } from '#server/platform/db/statement.ts';
import { inReach, saying } from '#server/platform/imports/import.sql.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { BY_SRNO, recordReads } from '#server/platform/record/statements.ts';
import type { Author, RecordStatements } from '#server/platform/record.ts';

type AreaDraft = DraftOf<typeof area>;

const table = 'masters.area';
const saved = { srno: 'int4', version: 'int4' } as const;

/** The ids of branches, for the trail. */
export const idsOf = (branches: string) =>
  `(select coalesce(jsonb_agg(e.id order by e.id), '[]') from masters.entity e where e.srno = any (${branches}))`;

const insert = statement(
  'masters.area.insert',
  saved,
  `with added as (
     insert into masters.area (name, active, changed_by, changed_by_name) values ($1, $2, $3, $4) returning *
   ), joined as (
     insert into masters.area_branch (branch, area) select b, srno from added, unnest($5::integer[]) as b
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add', 'area', srno::text, to_jsonb(added) || jsonb_build_object('branches', ${idsOf('$5')}) from added
   )
   select srno, version from added`,
);

/** Row-level security hides the branches out of the caller's scope, so they stay unchanged. */
const update = statement(
  'masters.area.update',
  saved,
  `with before as (
     select * from masters.area where srno = $6
   ), had as (
     select coalesce(array_agg(branch), '{}') as branches from masters.area_branch where area = $6
   ), changed as (
     update masters.area set name = $1, active = $2,
       changed_by = $3, changed_by_name = $4, changed_at = now(), version = version + 1
     where srno = $6 returning *
   ), gone as (
     delete from masters.area_branch where area = $6 and branch <> all ($5::integer[])
   ), joined as (
     insert into masters.area_branch (branch, area)
     select b, $6::integer from unnest($5::integer[]) as b, had where b <> all (had.branches)
   ), trailed as (
     insert into platform.trail (action, record, record_id, before, after)
     select 'edit', 'area', changed.srno::text,
       to_jsonb(before) || jsonb_build_object('branches', ${idsOf('had.branches')}),
       to_jsonb(changed) || jsonb_build_object('branches', ${idsOf('$5')})
     from before, changed, had
   )
   select srno, version from changed`,
);

const values = ({ name, active, branches }: AreaDraft, by: Author) => [
  name,
  active,
  by.account,
  by.name,
  branches,
];

const branches = (column: string, isInReach: (column: string) => string) =>
  `array(select ${column} from masters.area_branch b join masters.entity e on e.srno = b.branch
     where b.area = m.srno and ${isInReach('b.branch')} order by e.name, e.srno)`;

/** Every user sees every area, but only the branches in their scope. */
const branchesInReach = (isInReach: (column: string) => string) => ({
  branches: branches('e.id', isInReach),
  branchNames: branches('e.name', isInReach),
});

/** The branches of a draft to be saved are serial numbers that were found in the caller's scope. */
export const areaStatements: RecordStatements<AreaDraft> = {
  ...recordReads(area, {
    table,
    reads: branchesInReach,
    search: 'm.name',
    options: { ...BY_SRNO, name: 'm.name', search: 'm.name' },
  }),
  insert: (tx, draft, by) => tx.one(insert, values(draft, by)),
  update: (tx, srno, draft, by) => tx.one(update, [...values(draft, by), srno]),
};

export const AREA_CONSTRAINTS = {
  area_branch_once: 'One of these branches is in another area already. A branch can be in one area only.',
} as const;

/** Every user may edit an area. The import sets the branches in scope and keeps the others. */
export const areaImport = recordImport(area, {
  table,
  lists: {
    branches: {
      table: 'masters.area_branch',
      parent: 'area',
      column: 'branch',
      find: `array(select e.srno from masters.entity e
        where e.id = any (g."branches") and e.type = 'B' and ${inReach('e.srno')} order by e.srno)`,
      reach: inReach('c.branch'),
      told: idsOf,
    },
  },
  key: (row) => [`lower(${row}.name)`],
  whole: 'name',
  tests: [
    {
      field: 'branches',
      // A branch may move between two areas that are both in the sheet.
      says: saying(
        `exists (select from masters.area_branch b join masters.area a on a.srno = b.area
           where b.branch = any (r.branches) and b.area is distinct from m.srno
             and lower(a.name) not in (select lower(value) from whole))`,
        AREA_CONSTRAINTS.area_branch_once,
      ),
    },
  ],
});
