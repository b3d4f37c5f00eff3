import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { finishedSpan } from './finished-requests.ts';
import { SHOWN } from './requests.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const ask = async <R extends object>(text: string, ...values: unknown[]) =>
  (await database.admin.query<R>(text, values)).rows;
const FINISHED = `requests.request r join masters.entity b on b.srno = r.branch
  where r.made_on between $1 and $2 and r.status in ('D', 'H')
    and num_nulls(r.bm_by, r.zm_by, r.cm_by, r.fm_by) = 0 and r.received = r.grand_total`;
const span = () => [finishedSpan().from, finishedSpan().to];

test('three months have enough finished requests of every type to audit each branch', async () => {
  const months = await ask<{ id: string; requests: number; types: number; days: number }>(
    `select b.id, count(*)::integer as requests, count(distinct r.type)::integer as types,
       count(distinct r.made_on)::integer as days
     from ${FINISHED} group by b.id, date_trunc('month', r.made_on)`,
    ...span(),
  );
  for (const [id, least] of Object.entries({ MUM: 40, DEL: 18, PUN: 8, BLR: 6 })) {
    const ofBranch = months.filter((month) => month.id === id);
    expect(ofBranch).toHaveLength(3);
    for (const { requests, types, days } of ofBranch) {
      expect(requests).toBeGreaterThanOrEqual(least);
      expect(types).toBe(4);
      expect(days).toBeGreaterThan(least / 3);
    }
  }
});

test('an auditor finds travellers without PAN, sales for too much cash, and forex cards', async () => {
  const [found] = await ask<{ pan: number; cash: number; cards: number }>(
    `select count(*) filter (where r.type = 'SP' and r.pan = '')::integer as pan,
       count(*) filter (where r.type = 'SP' and exists (
         select from requests.payment_line p where p.request = r.srno and p.type = 'CASH' and p.amount >= 50000))::integer as cash,
       count(*) filter (where exists (
         select from requests.product_line p where p.request = r.srno and p.product = 'CARD'))::integer as cards
     from ${FINISHED}`,
    ...span(),
  );
  expect(found).toEqual({ pan: 9, cash: 9, cards: expect.any(Number) as number });
  expect(found?.cards).toBeGreaterThan(20);
});

test('finished requests have their last step in the activity, and the lower numbers', async () => {
  expect(
    await ask(`select r.srno from requests.request r where r.status <> 'P'
      and not exists (select from requests.activity a where a.request = r.srno and a.status = r.status)`),
  ).toEqual([]);
  const [order] = await ask<{ finished: number; open: number }>(
    `select max(srno) filter (where status in ('D', 'H'))::integer as finished,
       min(srno) filter (where status not in ('D', 'H') and withdrawn_at is null)::integer as open from requests.request`,
  );
  expect(order?.finished).toBeLessThan(order?.open ?? 0);
});

test('the requests that pictures show are what their names say', async () => {
  const rows = await ask<{ srno: number }>(
    `select srno, type, submitted, bm_by is not null and zm_by is null as waits from requests.request where srno = any ($1)`,
    Object.values(SHOWN),
  );
  const at = (srno: number) => rows.find((row) => row.srno === srno);
  expect(at(SHOWN.waiting)).toMatchObject({ submitted: true, waits: true });
  expect(at(SHOWN.unlockedSale)).toMatchObject({ type: 'SP', submitted: false });
  expect(at(SHOWN.draftPurchase)).toMatchObject({ type: 'PP', submitted: false });
});
