import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '#tools/testing/notes.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { growDemo } from './large.ts';
import { growNotes } from './large-notes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  await growDemo(database.admin, { entities: 60, users: 0, cities: 0, employees: 60, trailRows: 0 });
});
afterAll(() => database.drop());

const ask = async <R extends object>(text: string) => (await database.admin.query<R>(text)).rows;
const indexes = () =>
  ask(`select indexname, indexdef from pg_indexes where schemaname = 'notes' order by indexname`);
const count = async () =>
  (await ask<{ n: number }>('select count(*)::integer as n from notes.posting'))[0]?.n;

it('generates a ledger in which every balance is verified, with the same indexes', async () => {
  const [before, earlier] = [await indexes(), (await count()) ?? 0];
  await growNotes(database.admin, 12_000);
  expect(await indexes()).toEqual(before);
  expect(await count()).toBeGreaterThanOrEqual(earlier + 12_000);
  expect(await brokenInvariants(database.admin)).toEqual([]);
});

it('continues with the ledger’s own trigger', async () => {
  const transfer = `insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason)
    select 'stock', h.branch, o.srno, h.srno, 'CN', 'USD', 5, 'Found' from notes.holder_name h
    join notes.holder o on o.branch = h.branch and o.kind = 'outside' where h.employee_kind = 'V'`;
  await database.admin.query(transfer);
  expect(await brokenInvariants(database.admin)).toEqual([]);
});

it('detects errors', async () => {
  await database.admin.query(
    `update notes.transfer set to_after = to_after + 1 where id = (select max(id) from notes.transfer)`,
  );
  expect(await brokenInvariants(database.admin)).toEqual([
    expect.stringMatching(/^a remembered balance was not right/),
  ]);
});
