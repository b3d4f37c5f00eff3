import { expect, test } from 'vitest';
import { brokenInvariants } from '#tools/testing/notes.ts';
import { cloneDatabase } from '#tools/testing/world.ts';

test("the demo's notes follow the ledger's rules, and are in hand, in transit and refused", async () => {
  const database = await cloneDatabase();
  try {
    expect(await brokenInvariants(database.admin)).toEqual([]);
    const { rows } = await database.admin.query<{ state: string }>(
      `select state from notes.movement where branch = (select srno from masters.entity where id = 'MUM')
       group by 1 order by 1`,
    );
    expect(rows.map(({ state }) => state)).toEqual(['accepted', 'rejected', 'transit']);
    const hand = await database.admin.query(
      `select from notes.balance b join notes.holder_name h on h.srno = b.holder where h.employee_kind = 'P' and b.quantity > 0`,
    );
    expect(hand.rowCount).toBeGreaterThan(1);
  } finally {
    await database.drop();
  }
});
