import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestInput } from '#contract/requests/form.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { totalsMessage } from '#domain/requests/complete.ts';
import { asKept } from '#domain/requests/draft.ts';
import { priceDraft } from '#domain/requests/pricing.ts';
import { schemeById, TAX_SCHEMES } from '#domain/requests/schemes.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { productRows, readRequestInput, requestColumns } from './requests.present.ts';

/**
 * The form, the server and PostgreSQL compute the same figures to the paisa. Random requests are priced by the rules
 * and written as the form sends them. The server's code then reads, prices and stores them, and SQL computes them again
 * from the typed values. PRICED_REQUESTS=100000 tests more of them than CI does.
 */
const PRICED_REQUESTS = Number(process.env['PRICED_REQUESTS'] ?? 3_000);
const AT_ONCE = 5_000;
const SEED = 20_260_401;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** A deterministic generator: the same seed gives the same integers from 0 up to but not including `sides`. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A decimal with this number of places, built from digits. */
const decimal = (whole: number, fraction: number, places: number) =>
  `${whole}.${String(fraction).padStart(places, '0')}`;

const TYPES: readonly TransactionType[] = ['SP', 'SB', 'PP', 'PB'];
/** Above every fee, so that the typed other charges replace the fee. */
const HIGHEST_FEE = 60_000;

/** From a few hundred rupees to some crores, on both sides of every slab. The fee stays below the value of a
 * purchase. */
function randomRequest(number: number, roll: ReturnType<typeof dice>) {
  const type = TYPES[roll(TYPES.length)] ?? 'SP';
  const scheme = TAX_SCHEMES[roll(TAX_SCHEMES.length)]?.id ?? 'FULL';
  const hasCharges = roll(4) === 0;
  const most = [30, 3_000, 300_000][roll(3)] ?? 30;
  const reqProductData = Array.from({ length: 1 + roll(5) }, () => ({
    product: roll(4) === 0 ? 'CARD' : 'CN',
    isd: 'USD',
    // The charges of a purchase are deducted, so its value must be large enough.
    qty: decimal((hasCharges ? 3_000 : 10) + roll(most), roll(100), 2),
    rate: decimal(50 + roll(70), roll(100_000_000), 8),
  }));
  const record = pricedRequest(
    type,
    {
      reqRefNo: `computed ${number}`,
      reqProductData,
      reqOthChrg: hasCharges ? decimal(HIGHEST_FEE + roll(30_000), roll(100), 2) : '',
      reqTcs: type === 'SP' && roll(2) === 0 ? decimal(roll(50_000), roll(100), 2) : '',
    },
    scheme,
  );
  return { record, scheme, typed: hasCharges ? record.reqOthChrg : null };
}

/** The columns and lines that the server computes for a record. Throws if the totals sent differ from its own. */
function asServed(record: RequestInput, scheme: string) {
  const { draft: written, stated } = readRequestInput(record);
  const draft = asKept(written);
  const totals = priceDraft(draft, schemeById(scheme))?.totals ?? null;
  if (totals === null || stated === null) throw new Error(`${record.reqRefNo} cannot be priced`);
  if (totalsMessage(totals, stated) !== null) throw new Error(`${record.reqRefNo} has other totals`);
  const nothing = { branch: 1, sales: null, delivery: null, state: null };
  return { ...requestColumns(draft, nothing, totals, scheme), products: productRows(draft.products) };
}

const STORE = `with given as (
    select g ->> 'ref' as ref_no, g -> 'served' as served from jsonb_array_elements($1::jsonb) as g
  ), stored as (
    insert into requests.request (ref_no, first_hash, branch, type, scheme, forex_total, fee, other_charges, gst, tcs, round_off,
      grand_total, made_on, made_by, makers)
    select g.ref_no, decode(repeat('00', 32), 'hex'), w.branch, w.type, w.scheme, w.forex_total, w.fee, w.other_charges, w.gst,
      w.tcs, w.round_off, w.grand_total, current_date, 1, '{1}'
    from given g cross join jsonb_populate_record(null::requests.request, g.served - 'products') as w
    returning srno, ref_no
  )
  insert into requests.product_line (request, line_no, product, isd, quantity, rate, amount)
  select s.srno, l.line_no, l.product, l.isd, l.quantity, l.rate, l.amount
  from stored s join given g using (ref_no)
  cross join jsonb_populate_recordset(null::requests.product_line, g.served -> 'products') as l`;

/** Computes the rules again from the typed values and returns the requests whose stored figures differ. */
const DIFFERING = `with typed as (
    select g ->> 'ref' as ref_no, g ->> 'type' as type, g ->> 'scheme' as scheme, (g ->> 'typed')::numeric as charges,
      coalesce(nullif(g ->> 'tcs', '')::numeric, 0) as tcs,
      (select sum(round((l ->> 'qty')::numeric * (l ->> 'rate')::numeric)) from jsonb_array_elements(g -> 'lines') as l) as fx
    from jsonb_array_elements($1::jsonb) as g
  ), charged as (
    select *, case when fx > 1000000 then least(60000, 5500 + round((fx - 1000000) * 0.1 / 100, 2))
      when fx > 100000 then 1000 + round((fx - 100000) * 0.5 / 100, 2) else greatest(250, round(fx / 100, 2)) end as fee
    from typed
  ), taxed as (
    select *, coalesce(charges, fee) as other,
      round(case scheme when 'FULL' then fx + coalesce(charges, fee) else fee end * 18 / 100, 2) as gst
    from charged
  ), summed as (
    select *, case when type in ('SP', 'SB') then fx + other + gst + tcs else fx - other - gst - tcs end as unrounded from taxed
  )
  select s.ref_no, s.fx, s.fee, s.other, s.gst, s.tcs, round(s.unrounded) as grand, to_jsonb(r) as stored
  from summed s left join requests.request r on r.ref_no = s.ref_no
  where (r.type, r.forex_total, r.fee, r.other_charges, r.gst, r.tcs, r.grand_total, r.round_off)
    is distinct from (s.type, s.fx, s.fee, s.other, s.gst, s.tcs, round(s.unrounded), round(s.unrounded) - s.unrounded)
  limit 5`;

it(
  `form, server and PostgreSQL agree to the paisa on ${PRICED_REQUESTS} requests`,
  async () => {
    const roll = dice(SEED);
    for (let from = 0; from < PRICED_REQUESTS; from += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, PRICED_REQUESTS - from) }, (_, index) =>
        randomRequest(from + index, roll),
      );
      const served = batch.map(({ record, scheme }) => ({
        ref: record.reqRefNo,
        served: asServed(record, scheme),
      }));
      await database.admin.query(STORE, [JSON.stringify(served)]);
      const typed = batch.map(({ record, scheme, typed: charges }) => ({
        ref: record.reqRefNo,
        type: record.reqTranType,
        scheme,
        typed: charges,
        tcs: record.reqTcs,
        lines: record.reqProductData,
      }));
      expect((await database.admin.query(DIFFERING, [JSON.stringify(typed)])).rows).toEqual([]);
    }
    const { rows } = await database.admin.query<Record<string, number>>(
      `select count(*)::integer as stored, count(distinct type)::integer as types, count(distinct scheme)::integer as schemes,
         (count(*) filter (where fee = 250) > 0)::integer as least, (count(*) filter (where fee = 60000) > 0)::integer as most
       from requests.request where ref_no like 'computed %'`,
    );
    expect(rows[0]).toEqual({ stored: PRICED_REQUESTS, types: 4, schemes: 2, least: 1, most: 1 });
  },
  30_000 + PRICED_REQUESTS * 10,
);
