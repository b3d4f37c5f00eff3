import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { currencyRow } from '#contract/flash/currencies.ts';
import { addDays, dateInIndia, type IsoDate } from '#domain/dates.ts';
import { PRODUCTS } from '#domain/requests/codes.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { contentOf, flashClient, makeFlash, type FlashClient } from '#tools/testing/flash.ts';
import { blocksOf, type Explained } from '#tools/testing/plan.ts';
import { sheetSample } from '#tools/testing/samples.ts';
import { sheetFrom } from '#tools/testing/sheets.ts';
import { tellTransfers } from '#tools/testing/notes.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

type FlashCurrency = z.input<typeof currencyRow>;

/** The fetched figures are those of In Hand, at the same cost whatever the ledger holds. */

let world: World;
let session: string;
let auditor: FlashClient;
const today = dateInIndia(Date.now());

beforeAll(async () => {
  world = await openWorld();
  session = await world.signIn('admin');
  auditor = flashClient(world, await world.signIn('audit.ca'));
});
afterAll(() => world.close());

/** What In Hand says of a branch at the end of a day: notes by currency. */
async function inHand(branch: string, day: IsoDate): Promise<Record<string, number>> {
  const asked = { empcode: '', branch, tilldate: day, mode: 'Download' };
  const [, ...rows] = await sheetFrom(world, session, 'report_a.php', 'INHANDREPORT', JSON.stringify(asked));
  const sums: Record<string, number> = {};
  for (const [, , product, isd, , quantity] of rows)
    if (product === PRODUCTS.CN) sums[String(isd)] = (sums[String(isd)] ?? 0) + Number(quantity);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** An audit of the branch on this day. One that is there is moved to an earlier day. */
async function auditOn(branch: string, day: IsoDate) {
  await world.sql(
    `update flash.audit a set on_day = (select min(on_day) - 1 from flash.audit) from masters.entity e
     where e.srno = a.branch and e.id = $1 and a.on_day = $2`,
    [branch, day],
  );
  return makeFlash(world.database.admin, { branch, day });
}

async function fetched(branch: string, day: IsoDate): Promise<FlashCurrency[]> {
  const { srno } = await auditOn(branch, day);
  const { json } = await auditor.call('fetchcurrencydata', {
    hdrsrno: srno,
    branch: 'JAI',
    headerDate: '01/01/2020',
  });
  return json as FlashCurrency[];
}
const sumsOf = (lines: readonly FlashCurrency[]) =>
  Object.fromEntries(
    lines.flatMap(({ isd, afc_reportvalue }) => (isd === 'INR' ? [] : [[isd, Number(afc_reportvalue)]])),
  );

/** So many hand-overs at the counter of a branch, spread over the last 200 days. */
async function grow(admin: pg.Client, branch: string, transfers: number): Promise<void> {
  const vault = await admin.query<{ code: string }>(
    `select e.code from masters.employee e join masters.entity b on b.srno = e.branch where b.id = $1 and e.kind = 'V'`,
    [branch],
  );
  const code = vault.rows[0]?.code ?? '';
  const from = Date.now() - 200 * 86_400_000;
  const step = (199 * 86_400_000) / transfers;
  await tellTransfers(
    admin,
    Array.from({ length: transfers }, (_, n) => ({
      at: new Date(from + n * step).toISOString(),
      kind: 'hand over',
      from: n % 3 === 2 ? code : 'CUSTOMER',
      to: n % 3 === 2 ? 'CUSTOMER' : code,
      quantity: 10 + (n % 7),
      isd: ['CHF', 'CAD', 'AUD'][Math.floor(n / 3) % 3] ?? 'CHF',
    })),
    branch,
  );
  await vacuum(admin, ['notes.transfer', 'notes.balance']);
}

/** The blocks that the statement touches for an audit of a branch and a day, as the program runs it. */
async function blocksFor(admin: pg.Client, branch: string, day: IsoDate): Promise<number> {
  const statement = declaredStatements().find(({ name }) => name === 'flash.currency.fetch');
  const { srno } = await auditOn(branch, day);
  await admin.query(
    `begin; set local plan_cache_mode = force_generic_plan; set local role bureau_writer;
     select set_config('bureau.scope', 'all', true), set_config('bureau.actor', '1', true), set_config('bureau.call', 'test', true)`,
  );
  try {
    await admin.query(`prepare fetch_measured as ${statement?.text}`);
    await admin.query('savepoint first');
    const run = `explain (analyze, buffers, format json) execute fetch_measured (${srno}, 1, 'Test', '${addDays(day, 1)}T00:00:00+05:30')`;
    await admin.query(run);
    await admin.query('rollback to savepoint first');
    const { rows } = await admin.query<Explained>(run);
    return blocksOf(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await admin.query('rollback; deallocate all');
    await admin.query('delete from flash.audit where srno = $1', [srno]);
  }
}

describe('fetching the currencies', () => {
  it.each([
    ['today', 0],
    ['90 days back', 90],
  ])('gives In Hand of every branch, %s (R33)', async (_, back) => {
    const day = addDays(today, -back);
    for (const branch of ['MUM', 'DEL', 'PUN', 'BLR']) {
      const lines = await fetched(branch, day);
      const expected = await inHand(branch, day);
      expect(sumsOf(lines)).toEqual(expected);
      expect(Object.keys(expected).length).toBeGreaterThan(3);
      expect(lines.at(-1)).toMatchObject({
        isd: 'INR',
        isd_name: 'Indian Rupee',
        afc_reportvalue: '0.00',
        held_vault: '',
      }); // 002 §3
      const known = lines.map(({ isd }) => isd).filter((isd) => isd !== 'INR');
      const byTrade = await world.sql<{ code: string }>(
        'select code from masters.currency_ref where code = any ($1) order by trade_key',
        [known],
      );
      expect(known).toEqual(byTrade.map(({ code }) => code));
    }
  });

  it('stores nothing if the ledger has nothing, so that a sheet can be uploaded or the fetch repeated (002 §2.10, §8)', async () => {
    const before = await auditOn('MUM', addDays(today, -4000));
    const kept = await contentOf(world, before.srno);
    const named = { hdrsrno: before.srno };
    const said = await auditor.call('fetchcurrencydata', named);
    expect(said.json.err).toMatch(/^The ledger has no notes of this branch on \d\d\/\d\d\/\d{4}\./);
    expect(await contentOf(world, before.srno)).toBe(kept);
    const again = await auditor.call('fetchcurrencydata', named);
    expect(again.json.err).toBe(said.json.err);
    const sheet = sheetSample([
      ['Currency', 'Report Value'],
      ['USD', 5],
    ]);
    const sent = await auditor.upload(
      { uploadType: 'CURRENCYUPLOAD', ...named },
      { name: 'currencies.xlsx', bytes: sheet },
    );
    expect(sent.json).toMatchObject({ error: '', msg: '1' });
    expect((await auditor.call('fetchcurrencydata', named)).json).toEqual({
      err: 'Data already uploaded for this audit.',
      msg: '3',
    });
  });

  it('tells where the notes are: in the vault, with executives, in transit', async () => {
    const lines = await fetched('MUM', today);
    for (const { isd, afc_reportvalue, held_vault, held_executives, held_transit } of lines) {
      if (isd === 'INR') continue;
      const parts = [held_vault, held_executives, held_transit].map(Number);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(Number(afc_reportvalue), 2);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    }
    const [held] = await world.sql<{ vault: string; transit: string }>(
      `select sum(b.quantity) filter (where h.employee_kind = 'V')::text as vault,
         coalesce(sum(b.quantity) filter (where h.kind = 'transit'), 0)::numeric(16, 2)::text as transit
       from notes.holder_name h join notes.balance b on b.holder = h.srno join masters.entity e on e.srno = h.branch
       where e.id = 'MUM' and b.product = 'CN' and b.isd = 'USD'`,
    );
    expect(lines.find(({ isd }) => isd === 'USD')).toMatchObject({
      held_vault: held?.vault,
      held_transit: held?.transit,
    });
  });

  it('reads as many blocks and is right at 10 and at 10,000 transfers', async () => {
    const { admin } = world.database;
    const past = addDays(today, -90);
    await grow(admin, 'BLR', 10);
    const few = [await blocksFor(admin, 'BLR', addDays(today, -1)), await blocksFor(admin, 'BLR', past)];
    expect(sumsOf(await fetched('BLR', past))).toEqual(await inHand('BLR', past));
    await grow(admin, 'BLR', 10_000);
    const many = [await blocksFor(admin, 'BLR', addDays(today, -1)), await blocksFor(admin, 'BLR', past)];
    process.stdout.write(`fetch, blocks at 10 transfers: ${few.join(', ')}; at 10,000: ${many.join(', ')}\n`);
    for (const [at, blocks] of many.entries()) expect(blocks).toBeLessThanOrEqual((few[at] ?? 0) * 1.1);
    for (const day of [today, past])
      expect(sumsOf(await fetched('BLR', day))).toEqual(await inHand('BLR', day));
  });
});
