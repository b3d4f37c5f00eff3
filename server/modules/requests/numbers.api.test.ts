import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRequestDetail, WireRequestDocument } from '#contract/requests/desk.ts';
import { TYPE_WHOLE } from '#domain/requests/masks.ts';
import { NOT_CARRIED } from '#domain/requests/numbers.ts';
import { wordsOf } from '#tools/testing/pdf.ts';
import { readRowsOf } from '#tools/testing/read-sheet.ts';
import { EVERY_REQUEST, pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const NUMBERS = {
  reqPan: 'QEMPW7391K',
  reqTravIdNo: 'W7391824',
  reqRemitterAcctNo: '50100773918',
  reqDob: '1987-03-29',
} as const;
const WHOLE = Object.values(NUMBERS);
const MASKED = {
  req_pan: 'XXXXXX391K',
  req_travidnum: 'XXXX1824',
  req_bankacctno: 'XXXXXXX3918',
  req_dob: 'XXXX-XX-XX',
};
const SHOWN = {
  req_pan: NUMBERS.reqPan,
  req_travidnum: NUMBERS.reqTravIdNo,
  req_bankacctno: NUMBERS.reqRemitterAcctNo,
  req_dob: NUMBERS.reqDob,
};

let world: World;
const sessions = new Map<string, string>();

/**
 * The people of the test. `staff.mum` only views: the list, one request and the customer box. `zm.west` approves and
 * may not enter requests. `dlv1.mum` is the rider whom the request names, `dlv2.mum` another one of the same branch.
 */
const PEOPLE = [
  'sales.mum',
  'staff.mum',
  'zm.west',
  'dlv1.mum',
  'dlv2.mum',
  'audit.ca',
  'sales.del',
  'bm.mum',
];

beforeAll(async () => {
  world = await openWorld();
  await world.sql(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select g.srno, k.key, true, false, false
     from access.right_group g, unnest('{TRANREQUESTDETAIL,NEWTRANREQUEST}'::text[]) as k (key) where g.name = 'Branch staff'`,
  );
  await world.sql(
    `update access.group_right set may_add = false, may_edit = false
     where right_key = 'NEWTRANREQUEST' and right_group = (select srno from access.right_group where name = 'Zonal manager')`,
  );
  for (const user of PEOPLE) sessions.set(user, await world.signIn(user));
});
afterAll(() => world.close());

const sessionOf = (user: string) => sessions.get(user) ?? '';
const ask = (user: string, endpoint: string, fields: readonly string[], headers = {}) =>
  world.post(endpoint, [sessionOf(user), ...fields], headers);

async function save(given: GivenRequest = {}, user = 'sales.mum', headers = {}) {
  const record = pricedRequest('SP', { ...NUMBERS, reqRemitterBankCode: '3021', ...given });
  return ask(user, 'newfxrequest_a.php', ['save', JSON.stringify(record)], headers);
}
async function made(given: GivenRequest = {}): Promise<number> {
  const { json } = await save(given);
  expect(json).toMatchObject({ err: '' });
  return json.srno as number;
}
const detailOf = async (srno: number, user: string) =>
  ((await ask(user, 'fxrequest_a.php', ['detail', String(srno)])).json as WireRequestDetail).detail;
const show = (srno: number, user: string) => ask(user, 'fxrequest_a.php', ['numbers', String(srno)]);

/** The bytes of a file that a call sends, or the text of its refusal. */
async function fetchFile(user: string, ...fields: readonly string[]) {
  const numbered = [sessionOf(user), ...fields].map((field, at) => [at + 1, field] as const);
  const body = new URLSearchParams(Object.fromEntries(numbered));
  const response = await fetch(`${world.url}/api/fxrequest_a.php`, { method: 'POST', body });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isFile = response.headers.get('content-type')?.startsWith('application/json') !== true;
  return { bytes, isFile, text: isFile ? '' : bytes.toString() };
}

async function addDocument(srno: number): Promise<WireRequestDocument> {
  const form = new FormData();
  const meta = {
    sid: sessionOf('sales.mum'),
    uploadType: 'KYC',
    srno,
    pageright: 'NEWTRANREQUEST',
    docid: 1,
    remark: '',
  };
  form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([new Uint8Array(pdfSample())]), 'passport.pdf');
  const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
  const { docdetail } = (await response.json()) as { docdetail: WireRequestDocument[] };
  return docdetail[0] as WireRequestDocument;
}

/** Everything that a user can get about a request, as text. */
async function everythingAbout(srno: number, user: string): Promise<Record<string, string>> {
  const calls: Record<string, readonly [endpoint: string, ...fields: string[]]> = {
    detail: ['fxrequest_a.php', 'detail', String(srno)],
    list: ['fxrequest_a.php', 'list', JSON.stringify({ ...EVERY_REQUEST, srchRef: String(srno) })],
    'list by PAN': [
      'fxrequest_a.php',
      'list',
      JSON.stringify(EVERY_REQUEST),
      JSON.stringify({ q: NUMBERS.reqPan }),
    ],
    'payment link': ['fxrequest_a.php', 'paymentlink', String(srno)],
    customer: ['newfxrequest_a.php', 'customer', JSON.stringify({ by: 'pan', value: NUMBERS.reqPan })],
    customers: ['newfxrequest_a.php', 'customers', JSON.stringify({ q: NUMBERS.reqPan })],
    'customer details': ['newfxrequest_a.php', 'customerdetails', String(srno)],
    'delivery steps': ['delivery_a.php', 'steps', String(srno)],
    home: ['home_a.php', 'queue'],
    'notes to send': ['cnout_a.php', 'list', JSON.stringify({ srchBranch: 'MUM', reqDeliveryExecutive: '' })],
  };
  const found: Record<string, string> = {};
  for (const [name, [endpoint, ...fields]] of Object.entries(calls))
    found[name] = (await ask(user, endpoint, fields)).text;
  const paper = await fetchFile(user, 'paper', String(srno), 'memo');
  found['paper'] = paper.isFile ? await wordsOf(paper.bytes) : paper.text;
  const sheet = await fetchFile(user, 'export', JSON.stringify({ ...EVERY_REQUEST, srchRef: String(srno) }));
  found['export'] = sheet.isFile ? JSON.stringify(await readRowsOf(sheet.bytes)) : sheet.text;
  return found;
}

/** The calls whose reply holds one of the four numbers whole. */
const holdingWhole = (replies: Readonly<Record<string, string>>) =>
  Object.entries(replies)
    .filter(([, text]) => WHOLE.some((number) => text.includes(number)))
    .map(([name]) => name);

describe('the numbers of a request', () => {
  let srno: number;
  let document: WireRequestDocument;
  beforeAll(async () => {
    srno = await made();
    document = await addDocument(srno);
  });

  it.each([
    ['the maker', 'sales.mum', ['detail', 'customer', 'customer details', 'paper']],
    ['an approver', 'zm.west', ['detail', 'customer', 'customer details', 'paper']],
    ['somebody else who enters requests', 'bm.mum', ['detail', 'customer', 'customer details', 'paper']],
    ['the rider who carries it', 'dlv1.mum', ['detail', 'paper']],
    // A paper leaves a trail entry, as the call that shows the numbers does.
    ['a viewer of the branch', 'staff.mum', ['paper']],
    ['a rider who does not carry it', 'dlv2.mum', []],
    ['an auditor', 'audit.ca', []],
    ['a user of another branch', 'sales.del', []],
  ])('are whole for %s only where they are needed', async (_, user, expected) => {
    expect(holdingWhole(await everythingAbout(srno, user))).toEqual(expected);
  });

  it('are masked in one shape, and everything else stays', async () => {
    const whole = await detailOf(srno, 'sales.mum');
    expect(whole).toMatchObject({ ...SHOWN, req_numbers: 'whole' });
    for (const [user, req_numbers] of [
      ['staff.mum', 'shown'],
      ['dlv2.mum', 'masked'],
    ] as const) {
      const masked = await detailOf(srno, user);
      expect(masked).toEqual({ ...whole, ...MASKED, req_numbers, can: masked.can });
    }
    const box = await ask('staff.mum', 'newfxrequest_a.php', ['customerdetails', String(srno)]);
    expect(box.json).toMatchObject({ ...MASKED, req_mobile: 'XXXXXX2345', req_travname: 'Kavya Iyer' });
    const empty = await made({ reqPan: '', reqDob: '', reqRemitterAcctNo: '', reqRemitterBankCode: '' });
    expect(await detailOf(empty, 'staff.mum')).toMatchObject({
      req_pan: '',
      req_dob: '',
      req_bankacctno: '',
    });
  });

  it('are shown to a viewer by a call that leaves a trail entry without them', async () => {
    const shown = await show(srno, 'staff.mum');
    expect(shown.json).toEqual(SHOWN);
    const trail = await world.sql<{ action: string; after: unknown; who: string }>(
      `select t.action, t.after, a.user_id as who from platform.trail t join access.account a on a.srno = t.actor
       where t.record = 'request' and t.record_id = $1 and t.action = 'show numbers'`,
      [String(srno)],
    );
    expect(trail).toEqual([
      {
        action: 'show numbers',
        who: 'staff.mum',
        after: { shown: ['id_number', 'pan', 'account_number', 'date_of_birth'] },
      },
    ]);
  });

  it('are shown to no rider who does not carry the request, and to nobody outside the branch', async () => {
    expect((await show(srno, 'dlv2.mum')).json).toMatchObject({ err: NOT_CARRIED });
    expect((await show(srno, 'dlv1.mum')).json).toMatchObject(SHOWN);
    expect((await show(srno, 'sales.del')).status).toBe(404);
    expect((await show(srno, 'audit.ca')).status).toBe(403);
  });

  it('are not in the papers and documents that a rider can open', async () => {
    const named = JSON.stringify({
      srno: document.doc_srno,
      filename: document.doc_filename,
      docid: document.doc_id,
    });
    for (const [user, isOpen] of [
      ['sales.mum', true],
      ['staff.mum', true],
      ['dlv1.mum', true],
      ['dlv2.mum', false],
    ] as const) {
      const viewed = (await ask(user, 'fxrequest_a.php', ['docview', named])).text;
      expect(viewed.includes(NOT_CARRIED), user).toBe(!isOpen);
      for (const fields of [
        ['docdownload', named],
        ['paper', String(srno), 'memo'],
      ]) {
        const { isFile, text } = await fetchFile(user, ...fields);
        expect(isFile, user).toBe(isOpen);
        if (!isOpen) expect(text).toContain(NOT_CARRIED);
      }
    }
  });

  it('are whole for whoever made the request, also without the right to enter more', async () => {
    const own = await made();
    await world.sql(
      `update requests.request set made_by = a.srno from access.account a where a.user_id = 'staff.mum' and request.srno = $1`,
      [own],
    );
    expect(await detailOf(own, 'staff.mum')).toMatchObject({ ...SHOWN, req_numbers: 'whole' });
  });

  it('are whole for the rider whose notes are on the way to them, until these are with somebody else', async () => {
    const [line] = await world.sql<{ holder: number; branch: number }>(
      `select h.srno as holder, e.branch from notes.holder h join masters.employee e on e.srno = h.employee where e.code = 'E112'`,
    );
    const held = await made();
    expect(await detailOf(held, 'dlv2.mum')).toMatchObject(MASKED);
    await world.sql(
      `insert into notes.line (request, line_no, branch, product, isd, quantity, holder) values ($1, 1, $2, 'CN', 'USD', 500, $3)`,
      [held, line?.branch, line?.holder],
    );
    expect(await detailOf(held, 'dlv2.mum')).toMatchObject(SHOWN);
    await world.sql('delete from notes.line where request = $1', [held]);
    expect(await detailOf(held, 'dlv2.mum')).toMatchObject(MASKED);
  });
});

describe('a masked number', () => {
  it('is never stored, whoever sends it', async () => {
    const draft = { reqDraftFinal: 'D' as const };
    const srno = await made(draft);
    const { req_version, req_refno } = await detailOf(srno, 'sales.mum');
    for (const masked of [
      { reqTravIdNo: MASKED.req_travidnum },
      { reqRemitterAcctNo: MASKED.req_bankacctno },
    ]) {
      const given = { ...draft, ...masked };
      expect((await save(given)).json['err'], JSON.stringify(masked)).toContain(TYPE_WHOLE);
      const again = await save({ ...given, reqSrNo: srno, reqRefNo: req_refno }, 'sales.mum', {
        'If-Match': `"${req_version}"`,
      });
      expect(again.json['err']).toContain(TYPE_WHOLE);
    }
    // Neither of these has the shape of its field.
    for (const masked of [{ reqPan: MASKED.req_pan }, { reqDob: MASKED.req_dob }])
      expect((await save({ ...draft, ...masked })).json['err'], JSON.stringify(masked)).not.toBe('');
    expect(await detailOf(srno, 'sales.mum')).toMatchObject(SHOWN);
  });
});
