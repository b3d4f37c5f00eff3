import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRequestRow, RequestSearch } from '#contract/requests/desk.ts';
import type { RequestInput } from '#contract/requests/form.ts';
import { dateInIndia } from '#domain/dates.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import { pricedRequest, type GivenRequest, EVERY_REQUEST } from '#tools/testing/requests.ts';

let desk: Desk;
const today = dateInIndia(Date.now());

beforeAll(async () => {
  desk = await openDesk(['admin', 'sales.mum', 'sales.del', 'bm.mum', 'bm.del', 'zm.west', 'cm.ho', 'fm.ho']);
});
afterAll(() => desk.close());

const save = async (record: RequestInput, user = 'sales.mum'): Promise<number> => {
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
const ALL = EVERY_REQUEST;
const listed = (user: string, search: Partial<RequestSearch> = {}, page?: object) =>
  desk.ask(user, 'fxrequest_a.php', [
    'list',
    JSON.stringify({ ...ALL, ...search }),
    ...(page === undefined ? [] : [JSON.stringify(page)]),
  ]);
const numbers = async (user: string, search: Partial<RequestSearch> = {}) =>
  ((await listed(user, search)).json as WireRequestRow[]).map(({ req_srno }) => req_srno);
const approve = async (user: string, level: string, srno: number) =>
  expect((await desk.ask(user, 'fxrequest_a.php', ['APPROVE', level, String(srno)])).json.err).toBe('');

describe('the list (001 §2)', () => {
  it('is sorted newest first and paged, each request once', async () => {
    for (let made = 0; made < 5; made += 1) await save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    for (const user of ['sales.mum', 'admin', 'zm.west'])
      for (const days of [{}, { srchFromDate: '2020-01-01', srchToDate: '31/12/2199' }]) {
        const whole = await numbers(user, days);
        expect(whole.length).toBeGreaterThanOrEqual(5);
        const paged: number[] = [];
        for (let after: string | null = ''; after !== null;) {
          const page = await listed(user, days, { limit: 3, ...(after === '' ? {} : { after }) });
          paged.push(...(page.json as WireRequestRow[]).map(({ req_srno }) => req_srno));
          after = page.headers.get('x-next');
        }
        expect(paged).toEqual(whole);
        if (!('srchFromDate' in days)) expect(paged).toEqual([...paged].sort((a, b) => b - a));
      }
  });

  it('filters show the requests that wait for each step until it is taken', async () => {
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

  it('filters by type and by day (with ALL only)', async () => {
    const srno = await save(pricedRequest('PB'));
    expect(await numbers('sales.mum', { srchTranType: 'PB' })).toContain(srno);
    expect(await numbers('sales.mum', { srchTranType: 'SB' })).not.toContain(srno);
    expect(await numbers('sales.mum', { srchFromDate: today, srchToDate: today })).toContain(srno);
    expect(await numbers('sales.mum', { srchToDate: '2020-01-01' })).toEqual([]);
    expect(await numbers('bm.mum', { srchStatus: 'APRBM', srchToDate: '2020-01-01' })).toContain(srno);
    expect((await listed('sales.mum', { srchFromDate: '31/02/2026' })).status).toBe(400);
    expect(await numbers('sales.mum', { srchTranType: 'ALL' })).toContain(srno);
    for (const srchTranType of ['XX', 'sp', 'P'])
      expect((await listed('sales.mum', { srchTranType: srchTranType as 'SP' })).status).toBe(400);
  });
});

describe('the search text', () => {
  let srno: number;
  let other: number;
  let reference: string;
  const customer: GivenRequest = { reqPan: 'BQWPK4821M', reqMobile: '9811170618', reqTravIdType: '1' };
  beforeAll(async () => {
    const record = pricedRequest('SP', { ...customer, reqTravIdNo: 'Z5170618' });
    reference = record.reqRefNo;
    srno = await save(record);
    other = await save(pricedRequest('SP', { ...customer, reqTravIdNo: 'Z5999999', reqDraftFinal: 'D' }));
    await save(pricedRequest('SP', { ...DELHI, ...customer, reqTravIdNo: 'Z5170618' }), 'sales.del');
  });
  const found = async (q: string, search: Partial<RequestSearch> = {}) =>
    ((await listed('sales.mum', search, { q })).json as WireRequestRow[]).map(({ req_srno }) => req_srno);

  it('finds a request by the end of an ID number, the whole ID number, PAN, mobile and its own number', async () => {
    expect(await found('170618')).toEqual([srno]);
    expect(await found('z517 0618')).toEqual([srno]);
    expect(await found('bqwpk4821m')).toEqual([other, srno]);
    for (const mobile of ['9811170618', '+91 98111 70618', '098111-70618'])
      expect(await found(mobile), mobile).toEqual([other, srno]);
    expect(await found(String(srno))).toEqual([srno]);
    expect(await found(reference.slice(-8).toUpperCase())).toEqual([srno]);
  });

  it('is combined with the other filters and pages by key', async () => {
    expect(await found('BQWPK4821M', { srchStatus: 'DRAFT' })).toEqual([other]);
    expect(await found('BQWPK4821M', { srchTranType: 'PP' })).toEqual([]);
    expect(await found('BQWPK4821M', { srchToDate: '2020-01-01' })).toEqual([]);
    const first = await listed('sales.mum', {}, { q: 'BQWPK4821M', limit: 1 });
    expect((first.json as WireRequestRow[]).map(({ req_srno }) => req_srno)).toEqual([other]);
    const after = first.headers.get('x-next') ?? '';
    const second = await listed('sales.mum', {}, { q: 'BQWPK4821M', limit: 1, after });
    expect((second.json as WireRequestRow[]).map(({ req_srno }) => req_srno)).toEqual([srno]);
    expect(second.headers.get('x-next')).toBeNull();
  });

  it('finds neither a short end nor the digits of an Aadhaar number, nor anything out of scope', async () => {
    expect(await found('70618')).toEqual([]);
    const hidden = await save(
      pricedRequest('SP', { reqTravIdType: '7', reqTravIdNo: '4999 9999 9990', reqMobile: '' }),
    );
    expect(await found('XXXXXXXX9990')).not.toContain(hidden);
    expect(await found('999990')).not.toContain(hidden);
    const delhi = ((await listed('bm.del', {}, { q: 'Z5170618' })).json as WireRequestRow[]).map(
      ({ req_brnno }) => req_brnno,
    );
    expect(delhi).toEqual(['DEL']);
  });
});

describe('001 §2: the serial number is combined with the other filters', () => {
  let srno: number;
  beforeAll(async () => {
    srno = await save(pricedRequest('PB'));
  });

  it.each<[string, Partial<RequestSearch>, boolean]>([
    ['001 §2', {}, true],
    ['001 §2', { srchStatus: 'APRBM' }, true],
    ['001 §2', { srchStatus: 'DRAFT' }, false],
    ['001 §2', { srchStatus: 'PAYLINK' }, false],
    ['001 §2', { srchTranType: 'PB' }, true],
    ['001 §2', { srchTranType: 'SP' }, false],
    ['001 §2', { srchFromDate: today, srchToDate: today }, true],
    ['001 §2', { srchToDate: '2020-01-01' }, false],
    ['001 §2', { srchFromDate: '2199-01-01' }, false],
    // Dates apply only with status ALL.
    ['001 §2', { srchStatus: 'APRBM', srchToDate: '2020-01-01' }, true],
    ['001 §2', { srchBranch: 'MUM' }, true],
    ['001 §2', { srchBranch: 'PUN' }, false],
  ])('%s: with %j the number is found: %j', async (_, search, isFound) => {
    expect(await numbers('zm.west', { ...search, srchRef: String(srno) })).toEqual(isFound ? [srno] : []);
  });
});

describe('001 §6, §7: a list for a branch out of scope is refused, as saving there is', () => {
  const about = { srchBranch: 'DEL' };
  it.each<[string, string, string, object]>([
    ['001 §7', 'fxrequest_a.php', 'list', { ...ALL, ...about }],
    ['001 §7', 'fxrequest_a.php', 'export', { ...ALL, ...about }],
    ['001 §7', 'cnout_a.php', 'list', { ...about, srchMovement: 'OUT', reqDeliveryExecutive: 'E111' }],
    ['001 §7', 'cnout_a.php', 'transit', { ...about, reqDeliveryExecutive: 'E111' }],
    ['001 §7', 'cnaccept_a.php', 'list', { ...about, deliveryExecutive: '' }],
    ['001 §7', 'cnraccept_a.php', 'list', { ...about, deliveryExecutive: '' }],
    ['001 §7', 'stock_a.php', 'list', about],
    ['001 §7', 'newfxrequest_a.php', 'save', pricedRequest('SP', DELHI)],
  ])('%s: %s %s', async (_, endpoint, action, argument) => {
    expect((await desk.ask('bm.mum', endpoint, [action, JSON.stringify(argument)])).status).toBe(403);
  });
});

describe('the sheet', () => {
  it('001 §4: shows Draft beside the status of a draft, and only the withdrawal of a withdrawn request', async () => {
    const draft = await save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    const row = () => sheetOf('sales.mum', { srchRef: String(draft) });
    expect(await row()).toContain(',PENDING,Draft,');
    expect((await desk.ask('sales.mum', 'fxrequest_a.php', ['WITHDRAW', String(draft)])).json.err).toBe('');
    expect(await row()).toContain(',Not Available,,');
  });

  it('001 §4: says what a request waits for, and keeps what was agreed apart from what was received', async () => {
    const total = String(pricedRequest('SP').reqGrandTotal);
    const shown = `"${Number(total).toLocaleString('en-US', { minimumFractionDigits: 2 })}"`;
    const row = async (given: GivenRequest) => {
      const srno = await save(pricedRequest('SP', { reqHandOver: 'IN', ...given }));
      return () => sheetOf('sales.mum', { srchRef: String(srno) });
    };
    const linked = await row({ reqPaymentLink: 1 });
    expect(await linked()).toContain(`,0.00,0.00,${shown},PENDING,Payment link to be sent,`);
    const special = { srno: 1, paytype: 'SPR' as const, paybankcode: '', refnum: 'CFO mail', payamnt: total };
    const agreed = await row({ reqPaymentData: [special] });
    expect(await agreed()).toContain(`,0.00,${shown},0.00,PENDING,Branch manager,`);
    // What a draft has entered has not come.
    expect(await (await row({ reqDraftFinal: 'D' }))()).toContain(',0.00,0.00,0.00,PENDING,Draft,');
    const paid = await row({});
    expect(await paid()).toContain(`,${shown},0.00,0.00,PENDING,Branch manager,`);
    await desk.sql(
      `update requests.request set bm_by = 1, bm_at = now(), zm_by = 1, zm_at = now(), cm_by = 1, cm_at = now(),
         fm_by = 1, fm_at = now() where srno = (select max(srno) from requests.request)`,
    );
    expect(await paid()).toContain(',PENDING,Hand over,');
  });
});

describe('scope (safety 10)', () => {
  it('hides other branches in the list, the detail, the export and the customer search', async () => {
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
      expect((await listed(user, { srchBranch: 'DEL' })).status).toBe(403);
      expect(
        (await desk.post('newfxrequest_a.php', [as, 'facts', JSON.stringify({ branch: 'DEL', pan: '' })]))
          .status,
      ).toBe(403);
      expect(await sheetOf(user)).not.toContain(secret);
    }
    expect(await sheetOf('sales.del')).toContain(secret);
    expect((await listed('admin', { srchBranch: 'DEL' })).text).toContain(secret);
  });

  it('a returning customer is found by ID number, PAN and mobile, never by the stored digits of an Aadhaar number', async () => {
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

  it('the facts depend on the branch and the PAN', async () => {
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

  it('the total of a PAN excludes a request that the caller can see, and no other', async () => {
    const pan = 'DDDPK4321K';
    const facts = async (user: string, branch: string, srno?: number) => {
      const { status, json } = await desk.ask(user, 'newfxrequest_a.php', [
        'facts',
        JSON.stringify({ branch, pan, srno }),
      ]);
      expect(status).toBe(200);
      return [json.yeartotal, json.yearusd] as const;
    };
    const mumbai = await save(pricedRequest('SP', { reqPan: pan }));
    const delhi = await save(pricedRequest('SP', { ...DELHI, reqPan: pan }), 'sales.del');
    const whole = ['88456.00', '1000.00'];
    const withoutOne = ['44228.00', '500.00'];
    // The law counts purchases of the person at all branches, so the total is the same for every user.
    expect(await facts('sales.mum', 'MUM')).toEqual(whole);
    expect(await facts('sales.del', 'DEL')).toEqual(whole);
    for (const [user, branch, own, other] of [
      ['sales.mum', 'MUM', mumbai, delhi],
      ['sales.del', 'DEL', delhi, mumbai],
      ['bm.mum', 'MUM', mumbai, delhi],
      ['zm.west', 'PUN', mumbai, delhi],
    ] as const) {
      expect(await facts(user, branch, own)).toEqual(withoutOne);
      expect(await facts(user, branch, other)).toEqual(await facts(user, branch, 999_999_999));
      expect(await facts(user, branch, other)).toEqual(whole);
    }
    for (const srno of [mumbai, delhi]) expect(await facts('admin', 'MUM', srno)).toEqual(withoutOne);
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
