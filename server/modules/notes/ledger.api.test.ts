import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Writes that the ledger refuses from every role. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const VAULT = 'VMUM';
const insert = (columns: string, values: string) =>
  world.database.admin.query(`insert into notes.transfer (${columns}) values (${values})`);
const holder = async (code: string) =>
  (await world.database.admin.query('select srno, branch from notes.holder_name where code = $1', [code]))
    .rows[0];

test('rejects a transfer that leaves the branch, moves nothing or has no reason', async () => {
  const [vault, delhi, person] = [await holder(VAULT), await holder('VDEL'), await holder('E111')];
  const columns = 'kind, branch, from_holder, to_holder, product, isd, quantity, reason';
  const to = (receiver: number, quantity: number, reason = `'x'`, kind = 'stock') =>
    insert(
      columns,
      `'${kind}', ${vault.branch}, ${vault.srno}, ${receiver}, 'CN', 'USD', ${quantity}, ${reason}`,
    );
  await expect(to(delhi.srno, 1)).rejects.toThrow('a transfer stays within its branch');
  await expect(to(vault.srno, 1)).rejects.toThrow('a transfer stays within its branch');
  await expect(to(person.srno, 0)).rejects.toThrow('transfer_quantity_check');
  await expect(to(person.srno, -5)).rejects.toThrow('violates check constraint');
  await expect(to(person.srno, 1, `''`)).rejects.toThrow('transfer_says_why');
  await expect(to(person.srno, 10_000_000)).rejects.toThrow('balance_not_below_zero');
});

test('allows the application to insert transfers and nothing else', async () => {
  const { rows } = await world.database.admin.query<{ what: string }>(
    `select t || ' ' || p as what from unnest(array['notes.transfer', 'notes.balance', 'notes.book', 'notes.holder']) t,
       unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
     where has_table_privilege('bureau_writer', t, p) or has_table_privilege('bureau_reader', t, p)`,
  );
  expect(rows).toEqual([]);
  const columns = await world.database.admin.query(
    `select from information_schema.column_privileges where grantee = 'bureau_writer' and table_schema = 'notes'
       and table_name = 'transfer' and privilege_type = 'INSERT' and column_name in ('at', 'from_after', 'to_after', 'id')`,
  );
  expect(columns.rowCount).toBe(0);
});
