import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellTransfers } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a balance of zero is shown only on the day of its last movement', async () => {
  const { admin } = world.database;
  await admin.query(
    'truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade',
  );
  const { rows } = await admin.query<{ today: string; yesterday: string }>(
    `select to_json(day)#>>'{}' as today, to_json(day - interval '1 microsecond')#>>'{}' as yesterday
     from date_trunc('day', now(), 'Asia/Kolkata') as day`,
  );
  const { today = '', yesterday = '' } = rows[0] ?? {};
  const came = { at: '2025-10-01T10:00:00+05:30', kind: 'stock', from: 'OUTSIDE', to: 'VMUM', quantity: 90 };
  const went = { kind: 'stock', from: 'VMUM', to: 'OUTSIDE', quantity: 90 };
  await tellTransfers(admin, [
    { ...came, isd: 'CHF' },
    { ...came, at: '2025-10-01T10:00:01+05:30', isd: 'EUR' },
    { ...came, at: '2025-10-01T10:00:02+05:30', isd: 'USD' },
    { ...went, at: yesterday, isd: 'EUR' },
    { ...went, at: today, isd: 'USD' },
  ]);
  const session = await world.signIn('bm.mum');
  const { json } = await world.post('stock_a.php', [session, 'list', JSON.stringify({ srchBranch: 'MUM' })]);
  expect(json).toMatchObject([
    { isd: 'USD', holder: 'VMUM', qty: '0.00' },
    { isd: 'CHF', holder: 'VMUM', qty: '90.00' },
  ]);
});
