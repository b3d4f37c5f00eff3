import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '#server/app.ts';
import { hashOfKey } from '#server/modules/licences/index.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/** A page of documents, a look at a key and a count read as many blocks however many franchisees there are. */
const [SMALL, LARGE] = [2_000, 20_000];
const MAX_GROWTH = 1.1;
/** One page boundary more or less in each of the few indexes of a statement. */
const FEW_BLOCKS = 12;
const KEY = 'k'.repeat(32);

/** Franchisees with six documents each; every hundredth document is pending, every tenth of the others rejected. */
async function growFranchisees(admin: pg.Client, count: number): Promise<void> {
  await admin.query(
    `insert into masters.entity (id, type, name, controlling_branch)
     select 'Z' || n, 'F', 'Franchisee ' || n, case when n <= 20 then 3 else 4 end from generate_series(1, $1::integer) as n`,
    [count],
  );
  await admin.query('alter table masters.entity_document disable trigger user');
  await admin.query(
    `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes, status, approved_at)
     select e.srno, k, 'paper.pdf', 'pdf', repeat('a', 64), 10, s.status, case s.status when 'A' then now() end
     from masters.entity e, generate_series(1, 6) as k,
       lateral (select case when (e.srno * 6 + k) % 100 = 0 then 'P' when (e.srno * 6 + k) % 10 = 0 then 'R' else 'A' end as status) as s
     where e.id like 'Z%' order by e.srno, k`,
  );
  await admin.query('alter table masters.entity_document enable trigger user');
  await admin.query(
    `insert into licences.renewal_key (entity, hash, expires_at)
     select srno, case id when 'Z7' then $1 else sha256(convert_to(id, 'UTF8')) end, now() + interval '9 days'
     from masters.entity where id like 'Z%'`,
    [hashOfKey(KEY)],
  );
  await admin.query('analyze masters.entity, masters.entity_document, licences.renewal_key');
}

let small: TestDatabase;
let large: TestDatabase;
let entity = 0;
beforeAll(async () => {
  [small, large] = [await cloneDatabase(), await cloneDatabase()];
  await growFranchisees(small.admin, SMALL);
  await growFranchisees(large.admin, LARGE);
  const { rows } = await small.admin.query<{ srno: number }>(
    `select srno from masters.entity where id = 'Z7'`,
  );
  entity = rows[0]?.srno ?? 0;
});
afterAll(async () => {
  await small.drop();
  await large.drop();
});

const LAST = 2_147_483_647;
it.each([
  ['licences.document.list.all', () => [100, -1, LAST, 2]],
  ['licences.document.list.all', () => [100, 1, LAST, 2]],
  ['licences.document.list.all', () => [50, 2, 500, 2]],
  ['licences.document.list.entity', () => [100, -1, LAST, 2, entity]],
  ['licences.document.list.reach', () => [100, -1, LAST, 2, [3]]],
  ['licences.key.find', () => [hashOfKey(KEY)]],
  ['licences.key.find', () => [hashOfKey('wrong')]],
  ['licences.page.find', () => [entity]],
  ['licences.requirement.find', () => [entity, 4]],
  ['licences.waiting.branches', () => [[3]]],
] as const)('%s', async (name, values) => {
  const found = declaredStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  const few = await measure(small.admin, found, values());
  const many = await measure(large.admin, found, values());
  process.stdout.write(`${name}: ${few.blocks} and ${many.blocks} blocks\n`);
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * MAX_GROWTH + FEW_BLOCKS);
});
