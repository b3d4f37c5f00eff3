import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TransactionType } from '#domain/requests/codes.ts';
import { priceDraft } from '#domain/requests/pricing.ts';
import { schemeById } from '#domain/requests/schemes.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { growRequests } from './large-requests.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

interface Row {
  readonly type: TransactionType;
  readonly forex_total: string;
  readonly fee: string;
  readonly gst: string;
  readonly round_off: string;
  readonly grand_total: string;
  readonly lines: readonly { quantity: string; rate: string }[];
}
const ask = async <R extends object>(text: string) => (await database.admin.query<R>(text)).rows;
const indexes = () =>
  ask(`select indexname, indexdef from pg_indexes where schemaname = 'requests' order by indexname`);

it('generates requests whose totals follow the rules, with the same indexes', async () => {
  const before = await indexes();
  const [small] = await ask<{ n: number }>('select count(*)::integer as n from requests.request');
  await growRequests(database.admin, 3_000);
  expect(await indexes()).toEqual(before);
  const rows = await ask<Row>(
    `select r.type, r.forex_total::text, r.fee::text, r.gst::text, r.round_off::text, r.grand_total::text,
       (select jsonb_agg(jsonb_build_object('quantity', l.quantity::text, 'rate', trim_scale(l.rate)::text) order by l.line_no)
        from requests.product_line l where l.request = r.srno) as lines
     from requests.request r where r.ref_no like 'large%'`,
  );
  expect(rows).toHaveLength(3_000 - (small?.n ?? 0));
  for (const row of rows) {
    const products = row.lines.map((line) => ({ product: 'CN' as const, isd: 'USD', ...line }));
    const totals = priceDraft(
      { type: row.type, products, otherCharges: '', tcs: '' },
      schemeById('FULL'),
    )?.totals;
    expect([totals?.forexTotal, totals?.fee, totals?.gst, totals?.roundOff, totals?.grandTotal]).toEqual([
      row.forex_total,
      row.fee,
      row.gst,
      row.round_off,
      row.grand_total,
    ]);
  }
  expect(
    await ask(
      `select srno from requests.request r where ref_no like 'large%'
         and received <> (select coalesce(sum(amount), 0) from requests.payment_line where request = r.srno)
       union all select request from requests.product_line l where not exists (select from requests.request where srno = l.request)`,
    ),
  ).toEqual([]);
  const again = await ask<{ n: string }>('select count(*) as n from requests.request');
  await growRequests(database.admin, 3_000);
  expect(await ask('select count(*) as n from requests.request')).toEqual(again);
});
