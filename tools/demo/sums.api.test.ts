import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { budgetReport } from '#contract/budget/dashboard.ts';
import type { QueueGroup } from '#contract/home/queue.ts';
import type { WireRequestDetail, WireRequestRow } from '#contract/requests/desk.ts';
import type { WireUnsettledRow } from '#contract/requests/special.ts';
import { MONTHS } from '#domain/budget/budget.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { sheetFrom } from '#tools/testing/sheets.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { USERS } from './business.ts';

/**
 * Every sum that home, the requests, the dashboard and the download of the demo show, added up again from the lines of the
 * single requests. Nothing here asks the database.
 */

/** Those who work with requests; the others see none of these sums. */
const WORKING = USERS.filter(
  ({ group, inactive, blocked, mustChange }) =>
    group !== 'Franchisee' && inactive === undefined && blocked === undefined && mustChange === undefined,
).map(({ id }) => id);

let world: World;
const sessions = new Map<string, string>();
const details = new Map<number, WireRequestDetail>();

const ask = async <Reply>(
  user: string,
  endpoint: string,
  action: string,
  ...more: object[]
): Promise<Reply> => {
  const fields = [sessions.get(user) ?? '', action, ...more.map((each) => JSON.stringify(each))];
  return (await world.post(endpoint, fields)).json as Reply;
};

/** All rows of a list, page by page. */
async function all<Row>(user: string, endpoint: string, action: string, search?: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page = { limit: 500, ...(after === '' ? {} : { after }) };
    const asked = [...(search === undefined ? [] : [search]), page].map((each) => JSON.stringify(each));
    const reply = await world.post(endpoint, [sessions.get(user) ?? '', action, ...asked]);
    rows.push(...(reply.json as unknown as Row[]));
    after = reply.headers.get('x-next');
  }
  return rows;
}

/** An amount in paise, and back. */
const paise = (amount: string): number => Math.round(Number(amount) * 100);
const sum = (amounts: readonly string[]): number =>
  amounts.reduce((total, amount) => total + paise(amount), 0);

const SEARCH = {
  ...{ srchStatus: 'ALL', srchRef: '', srchFromDate: '', srchToDate: '' },
  ...{ srchBranch: 'ALL', srchTranType: 'ALL' },
};
const requestsOf = (user: string) => all<WireRequestRow>(user, 'fxrequest_a.php', 'list', SEARCH);

const isSale = ({ req_trantype: type }: WireRequestRow) => type.startsWith('S');

/** What the lines of a request come to. */
function addedUp({ detail, product, payment }: WireRequestDetail) {
  const forex = sum(product.map(({ amnt }) => amnt));
  const charges = sum([detail.req_othchrg, detail.req_gst, detail.req_tcs]);
  const grand = forex + (isSale(detail) ? charges : -charges) + paise(detail.req_roundoff);
  const agreed = sum(
    payment
      .filter(({ paytype, settledat }) => paytype === 'SPR' && settledat === '')
      .map(({ payamnt }) => payamnt),
  );
  const isOnTheWay =
    detail.req_submitted === 1 &&
    !isSale(detail) &&
    detail.req_handover === 'DEL' &&
    ['P', 'S'].includes(detail.req_status);
  const cash = sum(payment.filter(({ paytype }) => paytype === 'CASH').map(({ payamnt }) => payamnt));
  const paid = sum(payment.map(({ payamnt }) => payamnt)) - agreed - (isOnTheWay ? cash : 0);
  // What a draft has entered has not come; of a request that was sent back, what came before has.
  const came = payment.filter(({ paytype, settledat }) => paytype !== 'SPR' || settledat !== '');
  const received = detail.req_submitted === 1 ? paid : sum(came.map(({ payamntrecv }) => payamntrecv));
  return { forex, grand, agreed, open: grand - agreed - paid, received };
}
const lineSums = (srno: number) => addedUp(details.get(srno)!);

const detailFor = (user: string, srno: number) =>
  world
    .post('fxrequest_a.php', [sessions.get(user) ?? '', 'detail', String(srno)])
    .then(({ json }) => json as WireRequestDetail);

beforeAll(async () => {
  world = await openWorld();
  for (const user of WORKING) sessions.set(user, await world.signIn(user));
  for (const { req_srno } of await requestsOf('admin'))
    details.set(req_srno, await detailFor('admin', req_srno));
}, 180_000);
afterAll(() => world.close());

it('each request of the list has the sums of its lines', async () => {
  const rows = await requestsOf('admin');
  expect(rows.length).toBeGreaterThan(250);
  for (const row of rows) {
    const { forex, grand, agreed, open } = lineSums(row.req_srno);
    expect({
      srno: row.req_srno,
      forex: paise(row.req_forextotal),
      grand: paise(row.req_grandtotal),
      agreed: paise(row.req_agreed),
      open: paise(row.req_open),
    }).toEqual({ srno: row.req_srno, forex, grand, agreed, open });
  }
  expect(rows.filter(({ req_agreed }) => paise(req_agreed) > 0).length).toBeGreaterThan(3);
});

it('each row on the home of each user has the amounts of its request', async () => {
  const seen = new Set<string>();
  for (const user of WORKING)
    for (const { kind, rows } of await ask<QueueGroup[]>(user, 'home_a.php', 'queue')) {
      // These are about one payment of the request.
      if (kind === 'special' || kind === 'refund') continue;
      for (const row of rows) {
        const { grand, agreed, open } = addedUp(await detailFor(user, row.srno));
        const words = `${user}, ${kind}, ${row.key}`;
        expect([paise(row.amount), paise(row.agreed), paise(row.due)], words).toEqual([grand, agreed, open]);
        seen.add(kind);
      }
    }
  expect([...seen]).toEqual(expect.arrayContaining(['deliver', 'bm', 'zm', 'cm', 'fm', 'link', 'draft']));
});

it('special approvals that wait are the lines that are not settled', async () => {
  const listed = await all<WireUnsettledRow>('fm.ho', 'settlement_a.php', 'list');
  const expected = [...details.values()].flatMap(({ detail, payment }) =>
    detail.req_submitted === 1
      ? payment.filter(({ paytype, settledat }) => paytype === 'SPR' && settledat === '')
      : [],
  );
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.map(({ payamnt }) => paise(payamnt)).sort()).toEqual(
    expected.map(({ payamnt }) => paise(payamnt)).sort(),
  );
});

it('the turnover of eight days is that of the requests that each user sees', async () => {
  let turnover = 0;
  for (const user of ['admin', 'sales.mum', 'bm.del', 'zm.west']) {
    const { days } = await ask<{ days: Record<'date' | 'sold' | 'bought', string>[] }>(
      user,
      'home_a.php',
      'today',
    );
    expect(days).toHaveLength(8);
    const rows = (await requestsOf(user)).filter(({ req_submitted }) => req_submitted === 1);
    for (const { date, sold, bought } of days) {
      const ofDay = rows.filter((row) => dateInIndia(Date.parse(row.req_submittedat)) === date);
      const total = (sales: boolean) =>
        ofDay
          .filter((row) => isSale(row) === sales)
          .reduce((all, row) => all + lineSums(row.req_srno).forex, 0);
      turnover += total(true);
      expect([paise(sold), paise(bought)], `${user}, ${date}`).toEqual([total(true), total(false)]);
    }
  }
  expect(turnover).toBeGreaterThan(0);
});

it('the download of the requests has the amounts of their lines', async () => {
  const sheet = await sheetFrom(
    world,
    sessions.get('admin') ?? '',
    'fxrequest_a.php',
    'export',
    JSON.stringify(SEARCH),
  );
  const [head = [], ...rows] = sheet;
  const column = (name: string) => head.findIndex((each) => each === name);
  const sumOf = (name: string) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column(name)] ?? 0) * 100), 0);
  expect(rows).toHaveLength(details.size);
  const expected = [...details.keys()].map(lineSums);
  const total = (key: keyof ReturnType<typeof addedUp>) => expected.reduce((all, each) => all + each[key], 0);
  for (const name of ['Forex total', 'Grand total', 'Agreed by head office', 'Open', 'Received or paid out'])
    expect(column(name), `${name} in ${head.join(', ')}`).toBeGreaterThanOrEqual(0);
  expect({
    forex: sumOf('Forex total'),
    grand: sumOf('Grand total'),
    agreed: sumOf('Agreed by head office'),
    open: sumOf('Open'),
  }).toEqual({ forex: total('forex'), grand: total('grand'), agreed: total('agreed'), open: total('open') });
  expect(sumOf('Received or paid out')).toBe(total('received'));
});

it('the dashboard adds up, month by month and branch by branch, and to the requests behind it', async () => {
  const asked = { mode: 'View', srchType: 'BRANCH', srchOneAll: 'ALL' };
  const { rows, total, finyear } = await ask<z.input<typeof budgetReport.reply>>(
    'admin',
    'misbudget_a.php',
    'getreport',
    {
      ...asked,
      finyear: financialYearOf(dateInIndia(Date.now())),
    },
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const figures of [...rows, total]) {
    expect(sum(figures.budget)).toBe(paise(figures.budgettotal));
    expect(sum(figures.actual)).toBe(paise(figures.actualtotal));
  }
  for (const [at] of MONTHS.entries()) {
    expect(sum(rows.map(({ actual }) => actual[at] ?? '0'))).toBe(paise(total.actual[at] ?? '0'));
    expect(sum(rows.map(({ budget }) => budget[at] ?? '0'))).toBe(paise(total.budget[at] ?? '0'));
  }
  let compared = 0;
  for (const { code, actual, uploaded } of rows)
    for (const [at, month] of MONTHS.entries()) {
      if (uploaded[at] === 1) continue;
      compared += paise(actual[at] ?? '0') === 0 ? 0 : 1;
      const earned = await all<{ margin: string }>('admin', 'misbudget_a.php', 'requests', {
        ...{ finyear, month, srchBran: code },
      });
      expect(sum(earned.map(({ margin }) => margin)), `${code}, ${month}`).toBe(paise(actual[at] ?? '0'));
    }
  expect(compared).toBeGreaterThan(0);
});

it('the notes in hand of a branch are those of its holders, and their value is the sum of the rows', async () => {
  const digits = (shown: string) => shown.replace(/[^\d.]/g, '');
  for (const branch of ['MUM', 'DEL', 'PUN', 'BLR']) {
    const { html } = await ask<{ html: string }>('admin', 'report_a.php', 'INHANDREPORT', {
      ...{ mode: 'View', empcode: '', branch, tilldate: '31/12/2199' },
    });
    const rows = [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replace(/<[^<>]*>/g, '').trim(),
      ),
    );
    const held = new Map<string, number>();
    const wholes = new Map<string, number>();
    let currency = '';
    let value = 0;
    let total = -1;
    for (const [product = '', isd = '', holder = '', quantity = '', , worth = ''] of rows) {
      if (holder === 'Whole branch') {
        currency = `${product} ${isd}`;
        wholes.set(currency, paise(digits(quantity)));
        value += paise(digits(worth));
      } else if (quantity !== '') held.set(currency, (held.get(currency) ?? 0) + paise(digits(quantity)));
      else if (product === 'Total value') total = paise(digits(worth));
    }
    expect(wholes.size, branch).toBeGreaterThan(0);
    expect([...held], branch).toEqual([...wholes]);
    expect(total, `${branch} value`).toBe(value);
    expect(total).toBeGreaterThan(0);
  }
});
