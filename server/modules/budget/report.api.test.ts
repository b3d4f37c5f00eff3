import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { earningRow, reportRow, reportTotal } from '#contract/budget/dashboard.ts';
import { daysOf, MONTHS, otherFinancialYear, type Month } from '#domain/budget/budget.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { rupees, sumRupees } from '#domain/money.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;

const today = dateInIndia(Date.now());
const thisYear = financialYearOf(today);
const thisMonth = MONTHS.find((month) => daysOf(thisYear, month).to >= today) ?? 'mar';

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
});
afterAll(() => world.close());

interface Report {
  readonly err: string;
  readonly rows: readonly z.input<typeof reportRow>[];
  readonly total: z.input<typeof reportTotal>;
}
const ask = (asked: object, session = admin, page?: object) =>
  world.post('misbudget_a.php', [
    session,
    'getreport',
    JSON.stringify({ finyear: thisYear, mode: 'View', srchType: 'BRANCH', srchOneAll: 'ALL', ...asked }),
    ...(page === undefined ? [] : [JSON.stringify(page)]),
  ]);
const report = async (asked: object = {}, session = admin) => (await ask(asked, session)).json as Report;
const behind = (asked: object, session = admin, page?: object) =>
  world.post('misbudget_a.php', [
    session,
    'requests',
    JSON.stringify({ finyear: thisYear, month: thisMonth, srchBran: 'PUN', ...asked }),
    ...(page === undefined ? [] : [JSON.stringify(page)]),
  ]);
const actualOf = (row: z.input<typeof reportTotal> | undefined, month: Month = thisMonth) =>
  row?.actual[MONTHS.indexOf(month)] ?? '0.00';
const punes = async () => (await report({ srchOneAll: 'ONE', srchBran: 'PUN' })).rows[0];

/** Saves a request of Pune as Final over HTTP, so that its rates are stamped as in production. */
async function finalAt(type: 'SP' | 'PP', given: GivenRequest = {}): Promise<number> {
  const record = pricedRequest(type, {
    reqBran: 'PUN',
    reqSalesExecutive: 'E301',
    reqHandOver: 'IN',
    reqDeliveryExecutive: '',
    ...given,
  });
  const { json } = await world.post('newfxrequest_a.php', [admin, 'save', JSON.stringify(record)]);
  expect(json.err).toBe('');
  return json.srno as number;
}
const approve = (srno: number, level: string) =>
  world.post('fxrequest_a.php', [admin, 'APPROVE', level, String(srno)]);
async function approveAll(srno: number): Promise<void> {
  for (const level of ['BM', 'ZM', 'CM', 'FM']) expect((await approve(srno, level)).json.err).toBe('');
}
const ibrOf = async (srno: number) =>
  (
    await world.database.admin.query<{ ibr: string; margin: string }>(
      `select l.ibr::text, round((l.rate - l.ibr) * l.quantity, 2)::text as margin
       from requests.product_line l where l.request = $1 and l.line_no = 1`,
      [srno],
    )
  ).rows[0];
const plus = (...amounts: string[]) => sumRupees(amounts.map(rupees));
/** Every stored sum, and the same sum computed from the requests. */
async function kept(): Promise<unknown[]> {
  const { rows } = await world.database.admin.query<object>(
    'select * from requests.earned where requests <> 0 order by branch, sales_executive, month',
  );
  return rows;
}

describe('earnings', () => {
  it('count when the last approval is given, in the month of Final, and not before', async () => {
    const before = await punes();
    const srno = await finalAt('SP');
    for (const level of ['BM', 'ZM', 'FM']) await approve(srno, level);
    expect(await punes()).toEqual(before);
    await approve(srno, 'CM');
    const { margin = '' } = (await ibrOf(srno)) ?? {};
    const after = await punes();
    expect(actualOf(after)).toBe(plus(actualOf(before), margin));
    expect(after?.requests).toBe((before?.requests ?? 0) + 1);
  });

  it('of a purchase are the difference between the rate and the lower price paid', async () => {
    const before = await punes();
    const srno = await finalAt('PP', {
      reqProductData: [{ product: 'CN', isd: 'USD', qty: '200', rate: '80.5' }],
    });
    await approveAll(srno);
    const { ibr = '', margin = '' } = (await ibrOf(srno)) ?? {};
    expect(Number(ibr)).toBeGreaterThan(80.5);
    expect(actualOf(await punes())).toBe(plus(actualOf(before), margin.replace('-', '')));
  });

  it('are reversed by an unlock, and counted again with the next approval', async () => {
    const before = await punes();
    const srno = await finalAt('SP');
    await approveAll(srno);
    const unlocked = await world.post('fxrequest_a.php', [
      admin,
      'UNLOCK',
      String(srno),
      JSON.stringify({ reason: 'The customer wants another sum.' }),
    ]);
    expect(unlocked.json.err).toBe('');
    expect(await punes()).toEqual(before);
  });

  it('are counted once under twenty concurrent approvals', async () => {
    const before = await punes();
    const srno = await finalAt('SP');
    for (const level of ['BM', 'ZM']) await approve(srno, level);
    await Promise.all(Array.from({ length: 20 }, (_, at) => approve(srno, at % 2 === 0 ? 'CM' : 'FM')));
    const { margin = '' } = (await ibrOf(srno)) ?? {};
    expect(actualOf(await punes())).toBe(plus(actualOf(before), margin));
  });

  it('report the number of requests without an inter-bank rate, whose lines count as zero', async () => {
    const before = await punes();
    const srno = await finalAt('SP');
    await world.database.admin.query('update requests.product_line set ibr = null where request = $1', [
      srno,
    ]);
    await approveAll(srno);
    const after = await punes();
    expect(actualOf(after)).toBe(actualOf(before));
    expect([after?.norate, after?.requests]).toEqual([
      (before?.norate ?? 0) + 1,
      (before?.requests ?? 0) + 1,
    ]);
  });

  it('always equal the sums computed from the requests', async () => {
    const asKept = await kept();
    expect(asKept.length).toBeGreaterThan(4);
    await world.database.admin.query('select requests.compute_earned()');
    expect(await kept()).toEqual(asKept);
  });

  it('count for the month in Indian time', async () => {
    const srno = await finalAt('SP');
    const { from } = daysOf(thisYear, 'may');
    await world.database.admin.query(
      `update requests.request set submitted_at = (($2::date - 1) + time '19:00') at time zone 'UTC' where srno = $1`,
      [srno, from],
    );
    const april = actualOf(await punes(), 'apr');
    const may = actualOf(await punes(), 'may');
    // 19:00 UTC on 30 April is 00:30 on 1 May in India.
    await approveAll(srno);
    const { margin = '' } = (await ibrOf(srno)) ?? {};
    expect([actualOf(await punes(), 'apr'), actualOf(await punes(), 'may')]).toEqual([
      april,
      plus(may, margin),
    ]);
  });
});

describe('the report', () => {
  it('compares twelve months of budget with actual by branch, with a total', async () => {
    const { err, rows, total } = await report();
    expect(err).toBe('');
    expect(rows.map(({ code, name, branch }) => [code, name, branch])).toEqual([
      ['BLR', 'Bengaluru MG Road', 'BLR'],
      ['DEL', 'Delhi Connaught Place', 'DEL'],
      ['MUM', 'Mumbai Fort', 'MUM'],
      ['PUN', 'Pune Camp', 'PUN'],
    ]);
    expect(rows[2]?.budget[0]).toBe('4050.00');
    for (const [at] of MONTHS.entries()) {
      expect(total.budget[at]).toBe(plus(...rows.map(({ budget }) => budget[at] ?? '')));
      expect(total.actual[at]).toBe(plus(...rows.map(({ actual }) => actual[at] ?? '')));
    }
    expect(total.actualtotal).toBe(plus(...total.actual));
    expect(total.budgettotal).toBe(plus(...rows.map(({ budgettotal }) => budgettotal)));
  });

  it('can be limited to the executives of a branch, and to one of them', async () => {
    const all = (await report({ srchType: 'EXECUTIVE' })).rows;
    expect(all.map(({ code, name, branch }) => [code, name, branch])).toEqual([
      ['E401', 'Bindu Gowda', 'BLR'],
      ['E301', 'Prajakta Joshi', 'PUN'],
      ['E201', 'Sahil Kapoor', 'DEL'],
      ['E101', 'Sneha Patil', 'MUM'],
    ]);
    const ofPune = (await report({ srchType: 'EXECUTIVE', srchBran: 'PUN' })).rows;
    expect(ofPune).toEqual(all.filter(({ branch }) => branch === 'PUN'));
    expect(ofPune[0]?.actual).toEqual((await punes())?.actual);
    const one = await report({ srchType: 'EXECUTIVE', srchOneAll: 'ONE', srchSalesExecutive: 'e101' });
    expect(one.rows).toEqual(all.filter(({ code }) => code === 'E101'));
  });

  it('has pages, each with the same total', async () => {
    const first = await ask({}, admin, { limit: 3 });
    const next = await ask({}, admin, { limit: 3, after: first.headers.get('x-next') });
    const whole = await report();
    expect([...first.json.rows, ...next.json.rows]).toEqual(whole.rows);
    expect([first.json.total, next.json.total]).toEqual([whole.total, whole.total]);
    expect(next.headers.get('x-next')).toBeNull();
    expect((await ask({}, admin, { after: 'x' })).status).toBe(400);
    expect((await ask({}, admin, { sort: 'name' })).status).toBe(400);
  });

  it('is empty for a year without data, and refuses an invalid year', async () => {
    const empty = await report({ finyear: otherFinancialYear(thisYear, 40) });
    expect(empty.rows).toEqual([]);
    expect(empty.total).toMatchObject({ budgettotal: '0.00', actualtotal: '0.00', requests: 0 });
    for (const finyear of ['2026', '2026-2028', '0001-0002', '9998-9999'])
      expect((await ask({ finyear })).status).toBe(400);
    expect((await report({ srchOneAll: 'ONE' })).err).toBe('Please fill mandatory feilds: Branch');
    expect((await report({ srchType: 'EXECUTIVE', srchOneAll: 'ONE' })).err).toBe(
      'Please fill mandatory feilds: Executive',
    );
  });

  it('of a branch user contains nothing of another branch', async () => {
    const manager = await world.signIn('bm.del');
    expect((await report({}, manager)).rows.map(({ code }) => code)).toEqual(['DEL']);
    expect((await report({ srchType: 'EXECUTIVE' }, manager)).rows.map(({ code }) => code)).toEqual(['E201']);
    expect((await report({}, manager)).total.budgettotal).toBe(
      (await report({}, manager)).rows[0]?.budgettotal,
    );
    expect((await ask({ srchOneAll: 'ONE', srchBran: 'PUN' }, manager)).status).toBe(404);
    expect(
      (await ask({ srchType: 'EXECUTIVE', srchOneAll: 'ONE', srchSalesExecutive: 'E301' }, manager)).status,
    ).toBe(404);
    expect((await behind({}, manager)).status).toBe(404);
  });

  it('is downloaded with typed cells and a total, and the trail records it', async () => {
    const response = await fetch(`${world.url}/api/misbudget_a.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        1: admin,
        2: 'getreport',
        3: JSON.stringify({ finyear: thisYear, mode: 'Download', srchType: 'BRANCH', srchOneAll: 'ALL' }),
      }).toString(),
    });
    expect(response.headers.get('content-disposition')).toContain(`budget-against-actual-${thisYear}.xlsx`);
    const book = read(Buffer.from(await response.arrayBuffer()));
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Budget against actual']!);
    const { total } = await report();
    expect(rows.map((row) => row['Branch id'])).toEqual(['BLR', 'DEL', 'MUM', 'PUN', 'Total']);
    expect(rows[2]).toMatchObject({ [`Apr ${thisYear.slice(0, 4)} budget`]: 4_050 });
    expect(rows[4]).toMatchObject({
      'Year budget': Number(total.budgettotal),
      'Year actual': Number(total.actualtotal),
    });
    const { rows: trail } = await world.database.admin.query(
      `select actor, call from platform.trail where action = 'export' and record = 'misbudget'`,
    );
    expect(trail).toEqual([{ actor: 1, call: 'misbudget.getreport' }]);
  });
});

describe('the requests behind a figure', () => {
  it('add up to it, newest first, page by page', async () => {
    const rows = (await behind({})).json as z.input<typeof earningRow>[];
    expect(rows.length).toBeGreaterThan(3);
    expect(plus(...rows.map(({ margin }) => margin))).toBe(actualOf(await punes()));
    expect(rows.map(({ req_srno }) => req_srno)).toEqual(
      rows.map(({ req_srno }) => req_srno).toSorted((a, b) => b - a),
    );
    expect(rows.filter(({ norate }) => norate === 1)).toHaveLength(1);
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const page = await behind({}, admin, { limit: 2, ...(after === null ? {} : { after }) });
      seen.push(...(page.json as z.input<typeof earningRow>[]).map(({ req_srno }) => req_srno));
      after = page.headers.get('x-next');
    } while (after !== null);
    expect(seen).toEqual(rows.map(({ req_srno }) => req_srno));
    expect((await behind({ srchSalesExecutive: 'E301' })).json).toEqual(rows);
    expect((await behind({ srchSalesExecutive: 'E101' })).json).toEqual([]);
  });
});
