import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  WireRequestDetail,
  WireRequestDocument,
  WireRequestRow,
  RequestSearch,
} from '#contract/requests/desk.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { pricedRequest, type GivenRequest, EVERY_REQUEST } from '#tools/testing/requests.ts';
import { setRight } from '#tools/testing/rights.ts';
import { pdfSample } from '#tools/testing/samples.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk([
    'admin',
    'sales.mum',
    'bm.mum',
    'dlv1.mum',
    'dlv2.mum',
    'zm.west',
    'cm.ho',
    'fm.ho',
  ]);
});
afterAll(() => desk.close());

async function saved(given: GivenRequest, user = 'sales.mum'): Promise<number> {
  const { json } = await desk.save(pricedRequest('SP', given), user);
  expect(json.err).toBe('');
  return json.srno as number;
}

describe('001 §2, §6: a user with NEWTRANREQUEST and without TRANREQUESTDETAIL', () => {
  const seesRequests = { group: 'Sales executive', key: 'TRANREQUESTDETAIL', flag: 'query' } as const;
  const requests: Record<string, number> = {};
  const documents: Record<string, WireRequestDocument> = {};

  async function documentOf(srno: number): Promise<WireRequestDocument> {
    const form = new FormData();
    const about = { srno, pageright: 'NEWTRANREQUEST', docid: 1, remark: '' };
    form.append('meta', JSON.stringify({ sid: desk.sessionOf('admin'), uploadType: 'KYC', ...about }));
    form.append('file', new Blob([new Uint8Array(pdfSample())]), 'passport.pdf');
    const response = await fetch(`${desk.url}/api/upload_a.php`, { method: 'POST', body: form });
    return ((await response.json()) as { docdetail: WireRequestDocument[] })
      .docdetail[0] as WireRequestDocument;
  }

  beforeAll(async () => {
    requests['the own draft'] = await saved({ reqDraftFinal: 'D' });
    requests['the own draft without a branch'] = await saved({
      reqDraftFinal: 'D',
      reqBran: '',
      reqSalesExecutive: '',
      reqHandOver: 'IN',
      reqDeliveryExecutive: '',
    });
    requests['the draft of a colleague'] = await saved({ reqDraftFinal: 'D' }, 'bm.mum');
    requests['the own request once it is submitted'] = await saved({});
    for (const [name, srno] of Object.entries(requests))
      if (!name.includes('without')) documents[name] = await documentOf(srno);
    await setRight(desk, desk.sessionOf('sales.mum'), { ...seesRequests, may: false });
  });
  afterAll(() => setRight(desk, desk.sessionOf('sales.mum'), { ...seesRequests, may: true }));

  it.each([
    ['001 §2', 'the own draft', 200],
    ['001 §2', 'the own draft without a branch', 200],
    ['001 §6', 'the draft of a colleague', 404],
    ['001 §6', 'the own request once it is submitted', 404],
  ])('%s: opening %s returns %i', async (_, which, status) => {
    const found = await desk.ask('sales.mum', 'fxrequest_a.php', ['detail', String(requests[which])]);
    expect(found.status).toBe(status);
    if (status === 200) expect((found.json as WireRequestDetail).detail.can.edit.ok).toBe(true);
  });

  it.each([
    ['001 §2', 'docview', 'the own draft', 200],
    ['001 §2', 'docdownload', 'the own draft', 200],
    ['001 §6', 'docview', 'the draft of a colleague', 404],
    ['001 §6', 'docdownload', 'the draft of a colleague', 404],
    ['001 §6', 'docview', 'the own request once it is submitted', 404],
    ['001 §6', 'docdownload', 'the own request once it is submitted', 404],
  ])('%s: %s of a document of %s returns %i', async (_, action, which, status) => {
    const { doc_srno, doc_filename, doc_id } = documents[which] as WireRequestDocument;
    const document = JSON.stringify({ srno: doc_srno, filename: doc_filename, docid: doc_id });
    const answered = await fetch(`${desk.url}/api/fxrequest_a.php`, {
      method: 'POST',
      body: new URLSearchParams({ 1: desk.sessionOf('sales.mum'), 2: action, 3: document }),
    });
    expect(answered.status).toBe(status);
  });

  it.each([
    ['list', JSON.stringify(EVERY_REQUEST)],
    ['UNLOCK', '1'],
  ])('001 §6: %s still requires TRANREQUESTDETAIL', async (action, argument) => {
    expect((await desk.ask('sales.mum', 'fxrequest_a.php', [action, argument])).status).toBe(403);
  });
});

describe('000 §2.1, §2.3: /in-progress lists the requests in progress of an executive', () => {
  const listed = async (user: string, search: Partial<RequestSearch> = {}, page: object = {}) => {
    const { status, json, headers } = await desk.ask(user, 'fxrequest_a.php', [
      'list',
      JSON.stringify({
        srchStatus: 'INPROGRESS',
        srchRef: '',
        srchFromDate: '',
        srchToDate: '',
        srchBranch: '',
        srchTranType: '',
        ...search,
      }),
      JSON.stringify(page),
    ]);
    expect(status).toBe(200);
    return {
      numbers: (json as WireRequestRow[]).map(({ req_srno }) => req_srno),
      next: headers.get('x-next'),
    };
  };
  const given: Readonly<Record<string, GivenRequest>> = {
    draft: { reqDraftFinal: 'D' },
    submitted: {},
    'of another executive': { reqDeliveryExecutive: 'E112' },
    withdrawn: { reqDraftFinal: 'D' },
    delivered: {},
  };
  const made: Record<string, number> = {};
  const APPROVERS = [
    ['bm.mum', 'BM'],
    ['zm.west', 'ZM'],
    ['cm.ho', 'CM'],
    ['fm.ho', 'FM'],
  ] as const;

  beforeAll(async () => {
    for (const [name, each] of Object.entries(given)) made[name] = await saved(each);
    await desk.ask('sales.mum', 'fxrequest_a.php', ['WITHDRAW', String(made['withdrawn'])]);
    for (const [user, level] of APPROVERS)
      await desk.ask(user, 'fxrequest_a.php', ['APPROVE', level, String(made['delivered'])]);
    await desk.sql(`update requests.request set status = 'D' where srno = $1`, [made['delivered']]);
  });

  it.each([
    ['000 §2.3', 'sales.mum', 'draft', true],
    ['000 §2.3', 'sales.mum', 'submitted', true],
    ['000 §2.3', 'sales.mum', 'of another executive', true],
    ['000 §2.3', 'sales.mum', 'withdrawn', false],
    ['000 §2.3', 'sales.mum', 'delivered', false],
    ['000 §2.3', 'dlv1.mum', 'submitted', true],
    ['000 §2.3', 'dlv1.mum', 'of another executive', false],
    ['000 §2.3', 'dlv1.mum', 'delivered', false],
    ['000 §2.3', 'dlv2.mum', 'submitted', false],
    ['000 §2.3', 'dlv2.mum', 'of another executive', true],
    ['000 §2.3', 'bm.mum', 'submitted', false],
    ['000 §2.3', 'admin', 'submitted', false],
  ])('%s: %s sees the request %s: %j', async (_, user, which, isShown) => {
    const srno = made[which] ?? 0;
    expect((await listed(user)).numbers.includes(srno)).toBe(isShown);
    expect((await listed(user, { srchRef: srno })).numbers).toEqual(isShown ? [srno] : []);
  });

  it('has pages, newest first, each request once', async () => {
    const { numbers } = await listed('sales.mum');
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
    const paged: number[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await listed('sales.mum', {}, { limit: 2, ...(after === '' ? {} : { after }) });
      paged.push(...page.numbers);
      after = page.next;
    }
    expect(paged).toEqual(numbers);
    expect((await listed('sales.mum', { srchTranType: 'PB' })).numbers).not.toContain(made['submitted']);
    expect((await listed('sales.mum', { srchBranch: 'MUM' })).numbers).toEqual(numbers);
  });
});
