import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumExact, exact } from '#domain/money.ts';
import { cellsOf, tellTransfers } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Edge cases of reports: the moment between two days, and the total of a branch against its parts. */

let world: World;
let session: string;

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('bm.mum');
  const { admin } = world.database;
  await admin.query(
    'truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade',
  );
  const last = '2025-10-01T23:59:59.999999+05:30';
  const first = '2025-10-02T00:00:00+05:30';
  await tellTransfers(admin, [
    { at: '2025-10-01T10:00:00+05:30', kind: 'stock', from: 'OUTSIDE', to: 'VMUM', quantity: 1_000.37 },
    { at: '2025-10-01T10:00:01+05:30', kind: 'stock', from: 'OUTSIDE', to: 'VMUM', quantity: 333.33, isd: 'EUR' },
    { at: last, kind: 'hand over', from: 'VMUM', to: 'CUSTOMER', quantity: 10, request: 41 },
    { at: first, kind: 'hand over', from: 'VMUM', to: 'CUSTOMER', quantity: 20, request: 42 },
    { at: '2025-10-02T10:00:00+05:30', kind: 'out', from: 'VMUM', to: 'TRANSIT', quantity: 100.11, request: 43 },
    { at: '2025-10-02T10:00:01+05:30', kind: 'accept', from: 'TRANSIT', to: 'E111', quantity: 100.11, request: 43 },
    { at: '2025-10-02T10:00:02+05:30', kind: 'out', from: 'VMUM', to: 'TRANSIT', quantity: 200.07, request: 44 },
    { at: '2025-10-02T10:00:03+05:30', kind: 'accept', from: 'TRANSIT', to: 'E112', quantity: 200.07, request: 44 },
    { at: '2025-10-02T10:00:04+05:30', kind: 'out', from: 'VMUM', to: 'TRANSIT', quantity: 50.03, request: 45 },
    { at: '2025-10-02T10:00:05+05:30', kind: 'out', from: 'VMUM', to: 'TRANSIT', quantity: 111.11, isd: 'EUR', request: 46 },
    { at: '2025-10-02T10:00:06+05:30', kind: 'collect', from: 'CUSTOMER', to: 'E112', quantity: 7.77, isd: 'GBP', request: 47 },
  ]); // prettier-ignore
  // At these rates the values of the parts are not whole paise.
  await admin.query(
    `with list as (insert into rates.ibr_list (day, flag) values ('2025-10-01', 'F') returning srno)
     insert into rates.ibr_rate (list, code, rate)
     select srno, code, rate from list, (values ('USD', 83.123456), ('EUR', 91.987654), ('GBP', 105.5555)) as r (code, rate)`,
  );
});
afterAll(() => world.close());

const reportOf = async (key: string, asked: object) => {
  const { json } = await world.post('report_a.php', [
    session,
    key,
    JSON.stringify({ mode: 'View', empcode: '', ...asked }),
  ]);
  expect(json.err).toBe('');
  return cellsOf(json.html as string);
};

test.each([
  ['a vault', { empcode: 'VMUM' }],
  ['a branch', { branch: 'MUM' }],
])('a movement at midnight belongs to the new day, for %s', async (_, subject) => {
  const dayOf = async (day: string) => {
    const rows = await reportOf('INOUTREPORT', { ...subject, isd: 'USD', fromdate: day, todate: day });
    const requests = rows.filter(([, what]) => what === 'Handed over').map((row) => [row[0], row[3]]);
    return { requests, opening: rows[0]?.[1], closing: rows[0]?.[4] };
  };
  const [before, after] = [await dayOf('2025-10-01'), await dayOf('2025-10-02')];
  expect(before.requests).toEqual([['01/10/2025 23:59', '41']]);
  expect(after.requests).toEqual([['02/10/2025 00:00', '42']]);
  expect([before.closing, after.opening]).toEqual(['990.37', '990.37']);
  expect((await reportOf('INHANDREPORT', { ...subject, tilldate: '2025-10-01', isd: 'USD' }))[0]).toContain(
    '990.37',
  );
});

test('the In Hand total of a branch equals the sum of its rows, in notes and in rupees', async () => {
  const figure = (cell = '') => exact(cell.replace(/[₹,]/g, ''));
  const rows = await reportOf('INHANDREPORT', { branch: 'MUM', tilldate: '2025-10-02' });
  const totals = rows.filter(([, , holder]) => holder === 'Whole branch');
  expect(totals.map(([, currency, , quantity]) => `${currency?.slice(0, 3)} ${quantity}`)).toEqual([
    'EUR 333.33',
    'GBP 7.77',
    'USD 970.37',
  ]);
  for (const total of totals) {
    const from = rows.indexOf(total) + 1;
    const parts = rows.slice(
      from,
      rows.findIndex(([product], at) => at >= from && product !== ''),
    );
    expect(parts.length).toBeGreaterThan(0);
    expect(sumExact(parts.map(([, , , quantity]) => figure(quantity)))).toBe(figure(total[3]));
    expect(sumExact(parts.map((part) => figure(part[5])))).toBe(figure(total[5]));
  }
  const [word, ...sum] = rows.at(-1) ?? [];
  expect(word).toBe('Total value');
  expect(figure(sum.at(-1))).toBe(sumExact(totals.map((total) => figure(total[5]))));
});
