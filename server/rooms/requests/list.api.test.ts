import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestRow, RequestSearch } from '#contract/requests/desk.ts';
import type { RequestWritten } from '#contract/requests/form.ts';
import { dateInIndia } from '#domain/dates.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';

let desk: Desk;
const today = dateInIndia(Date.now());

beforeAll(async () => {
  desk = await openDesk(['admin', 'sales.mum', 'sales.del', 'bm.mum', 'bm.del', 'zm.west', 'cm.ho', 'fm.ho']);
});
afterAll(() => desk.close());

const save = async (record: RequestWritten, user = 'sales.mum'): Promise<number> => {
  const { json } = await desk.save(record, user);
  expect(json.err).toBe('');
  return json.srno as number;
};
const DELHI: GivenRequest = {
  reqBran: 'DEL',
  reqSalesExecutive: 'E201',
  reqHandOver: 'IN',
  reqDeliveryExecutive: '',
};
const ALL: RequestSearch = {
  srchStatus: 'ALL',
  srchRef: '',
  srchFromDate: '',
  srchToDate: '',
  srchBranch: '',
  srchTranType: '',
};
const listed = (user: string, search: Partial<RequestSearch> = {}, page?: object) =>
  desk.ask(user, 'fxrequest_a.php', [
    'list',
    JSON.stringify({ ...ALL, ...search }),
    ...(page === undefined ? [] : [JSON.stringify(page)]),
  ]);
const numbers = async (user: string, search: Partial<RequestSearch> = {}) =>
  ((await listed(user, search)).json as RequestRow[]).map(({ req_srno }) => req_srno);
const approve = async (user: string, level: string, srno: number) =>
  expect((await desk.ask(user, 'fxrequest_a.php', ['APPROVE', level, String(srno)])).json.err).toBe('');

describe('the list (001 §2)', () => {
  it('is newest first and goes on page by page, each request once', async () => {
    for (let made = 0; made < 5; made += 1) await save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    for (const user of ['sales.mum', 'admin', 'zm.west'])
      for (const days of [{}, { srchFromDate: '2020-01-01', srchToDate: '31/12/2199' }]) {
        const whole = await numbers(user, days);
        expect(whole.length).toBeGreaterThanOrEqual(5);
        const paged: number[] = [];
        for (let after: string | null = ''; after !== null;) {
          const page = await listed(user, days, { limit: 3, ...(after === '' ? {} : { after }) });
          paged.push(...(page.json as RequestRow[]).map(({ req_srno }) => req_srno));
          after = page.headers.get('x-next');
        }
        expect(paged).toEqual(whole);
        if (!('srchFromDate' in days)) expect(paged).toEqual([...paged].sort((a, b) => b - a));
      }
  });

  it('filters show what waits for each step, until it is taken', async () => {
    const draft = await save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    const link = await save(pricedRequest('SP', { reqPaymentLink: 1 }));
    const srno = await save(pricedRequest('PP'));
    const where = async (number: number, user = 'admin') => {
      const found: string[] = [];
      for (const srchStatus of ['DRAFT', 'APRBM', 'APRZM', 'APRCM', 'APRFUND', 'PAYLINK'] as const)
        if ((await numbers(user, { srchStatus })).includes(number)) found.push(srchStatus);
      return found;
    };
    for (const user of ['admin', 'zm.west']) {
      expect(await where(draft, user)).toEqual(['DRAFT']);
      expect(await where(link, user)).toEqual(['PAYLINK']);
      expect(await where(srno, user)).toEqual(['APRBM']);
    }
    await approve('bm.mum', 'BM', srno);
    expect(await where(srno, 'zm.west')).toEqual(['APRZM']);
    await approve('zm.west', 'ZM', srno);
    expect(await where(srno)).toEqual(['APRCM', 'APRFUND']);
    await approve('fm.ho', 'FM', srno);
    expect(await where(srno, 'zm.west')).toEqual(['APRCM']);
    await approve('cm.ho', 'CM', srno);
    expect(await where(srno)).toEqual([]);
  });

  it('by type, by day (with ALL only), and by number whatever else is asked', async () => {
    const srno = await save(pricedRequest('PB'));
    expect(await numbers('sales.mum', { srchTranType: 'PB' })).toContain(srno);
    expect(await numbers('sales.mum', { srchTranType: 'SB' })).not.toContain(srno);
    expect(await numbers('sales.mum', { srchFromDate: today, srchToDate: today })).toContain(srno);
    expect(await numbers('sales.mum', { srchToDate: '2020-01-01' })).toEqual([]);
    expect(await numbers('bm.mum', { srchStatus: 'APRBM', srchToDate: '2020-01-01' })).toContain(srno);
    expect(
      await numbers('sales.mum', { srchRef: String(srno), srchStatus: 'DRAFT', srchTranType: 'SP' }),
    ).toEqual([srno]);
    expect((await listed('sales.mum', { srchFromDate: '31/02/2026' })).status).toBe(400);
    expect(await numbers('sales.mum', { srchTranType: 'ALL' })).toContain(srno);
    for (const srchTranType of ['XX', 'sp', 'P'])
      expect((await listed('sales.mum', { srchTranType: srchTranType as 'SP' })).status).toBe(400);
  });
});

describe('the sheet', () => {
  it('says of a draft that it is one beside its status, and of one that was withdrawn nothing but that', async () => {
    const draft = await save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    const row = () => sheetOf('sales.mum', { srchRef: String(draft) });
    expect(await row()).toContain(',PENDING (draft),Draft,');
    expect((await desk.ask('sales.mum', 'fxrequest_a.php', ['WITHDRAW', String(draft)])).json.err).toBe('');
    expect(await row()).toContain(',Not Available,,');
  });
});

describe('reach (safety 10)', () => {
  it('of another branch nothing is seen: not in the list, the detail, the export, nor as a customer', async () => {
    const secret = 'Zahira Quux';
    const delhi = await save(
      pricedRequest('SP', {
        ...DELHI,
        reqTravName: secret,
        reqMobile: '9000000001',
        reqTravIdNo: 'SECRET77',
      }),
      'sales.del',
    );
    for (const user of ['sales.mum', 'bm.mum', 'zm.west']) {
      const as = desk.sessionOf(user);
      const replies = [
        await listed(user),
        await listed(user, { srchRef: String(delhi) }),
        await listed(user, { srchStatus: 'APRBM' }),
        await listed(user, { srchFromDate: '2020-01-01' }),
        await desk.post('newfxrequest_a.php', [
          as,
          'customer',
          JSON.stringify({ by: 'mobile', value: '9000000001' }),
        ]),
        await desk.post('newfxrequest_a.php', [
          as,
          'customer',
          JSON.stringify({ by: 'idnumber', value: 'secret77' }),
        ]),
      ];
      for (const { status, text } of replies) {
        expect(status).toBe(200);
        expect(text).not.toContain(secret);
      }
      expect((await desk.post('fxrequest_a.php', [as, 'detail', String(delhi)])).status).toBe(404);
      expect((await listed(user, { srchBranch: 'DEL' })).status).toBe(404);
      expect(
        (await desk.post('newfxrequest_a.php', [as, 'facts', JSON.stringify({ branch: 'DEL', pan: '' })]))
          .status,
      ).toBe(403);
      expect(await sheetOf(user)).not.toContain(secret);
    }
    expect(await sheetOf('sales.del')).toContain(secret);
    expect((await listed('admin', { srchBranch: 'DEL' })).text).toContain(secret);
  });

  it('a customer who returns is found by ID number, PAN and mobile, never by what is kept of an Aadhaar', async () => {
    await save(
      pricedRequest('SP', {
        reqTravIdNo: 'Z7654321',
        reqPan: 'BBBPK4321K',
        reqMobile: '9111111111',
        reqTravName: 'Returning',
      }),
    );
    await save(
      pricedRequest('SP', { reqTravIdType: '7', reqTravIdNo: '499118665246', reqTravName: 'Hidden' }),
    );
    const find = async (by: string, value: string) =>
      (await desk.ask('sales.mum', 'newfxrequest_a.php', ['customer', JSON.stringify({ by, value })])).json;
    for (const [by, value] of [
      ['idnumber', 'z7654321'],
      ['pan', 'bbbpk4321k'],
      ['mobile', '9111111111'],
    ] as const)
      expect(await find(by, value)).toMatchObject([{ req_travname: 'Returning' }]);
    expect(await find('idnumber', 'XXXXXXXX5246')).toEqual([]);
    expect(await find('pan', '')).toEqual([]);
  });

  it('the facts are of the branch and of the PAN', async () => {
    const pan = 'CCCPK4321K';
    const srno = await save(pricedRequest('SP', { reqPan: pan }));
    const { json } = await desk.ask('sales.mum', 'newfxrequest_a.php', [
      'facts',
      JSON.stringify({ branch: 'MUM', pan }),
    ]);
    expect(json).toMatchObject({ date: today, scheme: 'FULL', yeartotal: '44228.00', rateoffpercent: '2' });
    expect(json.rates.find(({ isd }: { isd: string }) => isd === 'USD').ibr).toMatch(/^8\d\./);
    expect(srno).toBeGreaterThan(0);
  });
});

async function sheetOf(user: string, search: Partial<RequestSearch> = {}): Promise<string> {
  const response = await fetch(`${desk.url}/api/fxrequest_a.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fieldsBody([desk.sessionOf(user), 'export', JSON.stringify({ ...ALL, ...search })]),
  });
  const book = read(Buffer.from(await response.arrayBuffer()));
  return Object.values(book.Sheets)
    .map((sheet) => utils.sheet_to_csv(sheet))
    .join('\n');
}
