import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestInput } from '#contract/requests/form.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { bankPayment, pricedRequest, unpricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { setRight } from '#tools/testing/rights.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(['admin', 'sales.mum', 'sales.del', 'bm.mum', 'zm.west', 'dlv1.mum']);
});
afterAll(() => desk.close());

const MANDATORY = 'Please fill mandatory feilds';

/** 001 §5: refusals and their texts. The default type is SP. */
const REFUSALS: readonly (readonly [string, GivenRequest & { readonly type?: TransactionType }, string])[] = [
  ['Final, no branch', { reqBran: '', reqSalesExecutive: '', reqDeliveryExecutive: '', reqHandOver: 'IN' }, `${MANDATORY}: Branch, Sales Executive`],
  ['Final, no sales executive', { reqSalesExecutive: '' }, `${MANDATORY}: Sales Executive`],
  ['Final, delivery without executive', { reqHandOver: 'DEL', reqDeliveryExecutive: '' }, `${MANDATORY}: Delivery Executive`],
  ['Final, no hand-over', { reqHandOver: '' }, `${MANDATORY}: Hand Over`],
  ['Final, public without traveller', { reqTravName: ' ', reqTravIdType: '', reqTravIdNo: '' }, `${MANDATORY}: Traveller Name, ID Type, ID Number`],
  ['Final, PP without traveller', { type: 'PP', reqTravName: '' }, `${MANDATORY}: Traveller Name`],
  ['Final, bulk without entity', { type: 'SB', reqEntityName: '' }, `${MANDATORY}: Entity Name`],
  ['Final, PB without entity', { type: 'PB', reqEntityName: '' }, `${MANDATORY}: Entity Name`],
  ['Final, no addresses, no state', { reqTravKAdd: '', reqTravDAdd: '', reqTravState: '' }, `${MANDATORY}: KYC Address, Delivery Address, State`],
  ['Final, no product', { reqProductData: [], reqPaymentData: [bankPayment('1')] }, `${MANDATORY}: Product`],
  ['Final, no payment and no link', { reqPaymentData: [] }, `${MANDATORY}: Payment`],
  ['Final, short', { reqPaymentData: [bankPayment('100')] }, 'Payment is short.'],
  ['Final, too much', { reqPaymentData: [bankPayment('999999')] }, 'Payment does not tally.'],
  ['Final, link and too much', { reqPaymentLink: 1, reqPaymentData: [bankPayment('999999')] }, 'Payment does not tally.'],
  ['product line without quantity', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'USD', qty: '0', rate: '88' }] }, `${MANDATORY}: Quantity`],
  ['product line without anything', { reqDraftFinal: 'D', reqProductData: [{ product: '', isd: '', qty: '', rate: '' }] }, `${MANDATORY}: Product, ISD, Quantity, Rate`],
  ['quantity of 11 characters', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'USD', qty: '12345678901', rate: '1' }] }, 'Quantity can have at most 10 characters.'],
  ['rate of 11 characters', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'USD', qty: '1', rate: '88.12345678' }] }, 'Rate can have at most 10 characters.'],
  ['payment line without amount', { reqDraftFinal: 'D', reqPaymentData: [bankPayment('0')] }, `${MANDATORY}: Amount`],
  ['payment line without type', { reqDraftFinal: 'D', reqPaymentData: [{ paytype: '', payamnt: '5' }] }, `${MANDATORY}: Payment Type`],
  ['bank without bank and reference', { reqDraftFinal: 'D', reqPaymentData: [{ paytype: 'BANK', payamnt: '5' }] }, `${MANDATORY}: Bank, Reference`],
  ['entity name of 101', { reqDraftFinal: 'D', reqEntityName: 'x'.repeat(101) }, 'Entity Name can have at most 100 characters.'],
  ['traveller name of 101', { reqDraftFinal: 'D', reqTravName: 'x'.repeat(101) }, 'Traveller Name can have at most 100 characters.'],
  ['ID number of 51', { reqDraftFinal: 'D', reqTravIdNo: '9'.repeat(51) }, 'ID Number can have at most 50 characters.'],
  ['KYC address of 501', { reqDraftFinal: 'D', reqTravKAdd: 'x'.repeat(501) }, 'KYC Address can have at most 500 characters.'],
  ['delivery address of 501', { reqDraftFinal: 'D', reqTravDAdd: 'x'.repeat(501) }, 'Delivery Address can have at most 500 characters.'],
  ['other details of 501', { reqDraftFinal: 'D', reqTravOthDetl: 'x'.repeat(501) }, 'Other Details can have at most 500 characters.'],
  ['mobile of 16', { reqDraftFinal: 'D', reqMobile: '1'.repeat(16) }, 'Mobile can have at most 15 characters.'],
  ['email of 101', { reqDraftFinal: 'D', reqEmail: 'x'.repeat(101) }, 'E-mail can have at most 100 characters.'],
  ['account number of 51', { reqDraftFinal: 'D', reqRemitterAcctNo: '1'.repeat(51) }, 'Account Number can have at most 50 characters.'],
  ['IFSC of 12', { reqDraftFinal: 'D', reqRemitterAcctIfsc: 'X'.repeat(12) }, 'IFSC can have at most 11 characters.'],
  ['reference of 51', { reqDraftFinal: 'D', reqPaymentData: [bankPayment('5', { refnum: 'x'.repeat(51) })] }, 'Reference can have at most 50 characters.'],
  ['born today or later (MSG0007)', { reqDraftFinal: 'D', reqDob: '2190-01-01' }, 'Date of birth sould be less than today'],
  ['a wrong PAN', { reqDraftFinal: 'D', reqPan: 'ABC' }, 'PAN must have 5 letters, 4 digits and 1 letter.'],
  ['an executive of another branch', { reqDraftFinal: 'D', reqSalesExecutive: 'E201' }, 'Sales Executive E201 is not one of this branch.'],
  ['a deliverer who only sells', { reqDraftFinal: 'D', reqDeliveryExecutive: 'E101' }, 'Delivery Executive E101 is not one of this branch.'],
  ['an unknown state', { reqDraftFinal: 'D', reqTravState: '99999' }, 'State is not one of the list.'],
  ['an unknown bank', { reqDraftFinal: 'D', reqPaymentData: [bankPayment('5', { paybankcode: '99999' })] }, 'Bank is not one of the list.'],
  ['an unknown gateway bank', { reqDraftFinal: 'D', reqRemitterBankCode: 'NOPE' }, 'Remitter Bank is not one of the list.'],
  ['an unknown purpose', { reqDraftFinal: 'D', reqPurpose: 'NOPE' }, 'Purpose is not one of the list.'],
  ['an unknown currency', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'ZZZ', qty: '1', rate: '1' }] }, 'ZZZ is not a currency of the list.'],
  ['an unknown hand-over', { reqDraftFinal: 'D', reqHandOver: 'BY' }, 'Hand Over is not one of the list.'],
]; // prettier-ignore

describe('refusals with their exact texts (001 §5)', () => {
  it.each(REFUSALS)('%s', async (_, { type = 'SP', ...given }, err) => {
    const record = pricedRequest(type, given);
    const { status, json } = await desk.save(record);
    expect([status, json]).toEqual([200, { err }]);
    expect(await desk.sql('select from requests.request where ref_no = $1', [record.reqRefNo])).toEqual([]);
  });

  it.each(['reqFxTotal', 'reqGst', 'reqOthChrg', 'reqRoundOff', 'reqGrandTotal'] as const)(
    'a total that differs: %s (MSG0008)',
    async (field) => {
      const record = pricedRequest('SP');
      for (const sent of [(Number(record[field]) + 0.01).toFixed(2), field === 'reqOthChrg' ? '0' : 'x', ''])
        expect((await desk.save({ ...record, [field]: sent })).json).toEqual({
          err: 'Payment does not tally. Please check.',
        });
    },
  );

  it('a draft requires only its reference', async () => {
    const empty = Object.fromEntries(
      Object.entries(unpricedRequest('SP')).map(([name, value]) => [
        name,
        typeof value === 'string' ? '' : value,
      ]),
    ) as unknown as RequestInput;
    const record = { ...empty, reqDraftFinal: 'D' as const, reqRefNo: 'bare', reqProductData: [] };
    const { json } = await desk.save(record);
    expect(json).toMatchObject({ err: '', msg: 'The draft is saved.' });
    // Without a branch a draft is visible only to its maker, not even to head office.
    expect((await desk.detailOf(json.srno)).detail.req_brnno).toBe('');
    for (const user of ['bm.mum', 'admin'])
      expect((await desk.ask(user, 'fxrequest_a.php', ['detail', String(json.srno)])).status).toBe(404);
  });

  it('a branch out of scope, or removed by another user than the maker', async () => {
    expect((await desk.save(pricedRequest('SP', { reqBran: 'DEL' }))).status).toBe(403);
    const record = pricedRequest('SP', { reqDraftFinal: 'D' });
    const { json } = await desk.save(record);
    const homeless = { ...record, reqSrNo: json.srno, reqBran: '', reqSalesExecutive: '', reqHandOver: 'IN' };
    expect((await desk.save(homeless, 'bm.mum')).json).toEqual({ err: 'Please pick valid branch' });
    expect((await desk.save(homeless)).json.err).toBe('');
  });

  it('the right: add for a new request, edit for an existing one, and neither without it', async () => {
    expect((await desk.save(pricedRequest('SP'), 'dlv1.mum')).status).toBe(403);
    const { json } = await desk.save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    expect((await desk.save({ ...pricedRequest('SP'), reqSrNo: json.srno }, 'sales.del')).status).toBe(404);
    await setRight(desk, desk.sessionOf('zm.west'), {
      group: 'Zonal manager',
      key: 'NEWTRANREQUEST',
      flag: 'edit',
      may: false,
    });
    expect((await desk.save({ ...pricedRequest('SP'), reqSrNo: json.srno }, 'zm.west')).status).toBe(403);
    expect((await desk.save(pricedRequest('SP'), 'zm.west')).json.err).toBe('');
  });
});

describe('saving again', () => {
  it('replaces the lines, and keeps those that the gateway paid', async () => {
    const record = pricedRequest('SP', {
      reqDraftFinal: 'D',
      reqPaymentLink: 1,
      reqPaymentData: [{ srno: 1, paytype: 'CASH', payamnt: '100' }, { srno: 2, paytype: 'CASH', payamnt: '200' }],
    }); // prettier-ignore
    const srno = (await desk.save(record)).json.srno as number;
    await desk.sql(
      `insert into requests.payment_line (request, line_no, type, amount, received, gateway_order, reference)
       values ($1, 3, 'BANK', 1000, 1000, $2, 'UTR 9')`,
      [srno, `order ${srno}`],
    );
    await desk.sql('update requests.request set received = 1000, link_sent = true where srno = $1', [srno]);
    const left = (Number(record.reqGrandTotal) - 1000).toFixed(2);
    const again = {
      ...record,
      reqSrNo: srno,
      reqDraftFinal: 'F' as const,
      reqPaymentLink: 0 as const,
      reqPaymentData: [{ srno: 3, paytype: 'BANK', payamnt: '1000.00' }, { srno: 4, paytype: 'CASH', payamnt: left }],
    }; // prettier-ignore
    expect((await desk.save(again)).json).toMatchObject({ err: '' });
    const { detail, payment } = await desk.detailOf(srno);
    expect(payment).toMatchObject([
      { srno: 1, paytype: 'CASH', payamnt: left, gatewayorder: '' },
      { srno: 3, paytype: 'BANK', payamnt: '1000.00', gatewayorder: `order ${srno}` },
    ]);
    expect(detail).toMatchObject({ req_paymentrecv: record.reqGrandTotal, req_paymentlinksent: 0 });
  });

  it('with another total voids the open link, and cancels it at the gateway', async () => {
    const record = pricedRequest('SP', { reqDraftFinal: 'D', reqPaymentLink: 1 });
    const srno = (await desk.save(record)).json.srno as number;
    await desk.sql('update requests.request set link_sent = true where srno = $1', [srno]);
    expect((await desk.save({ ...record, reqSrNo: srno, reqTravOthDetl: 'Same total' })).json.err).toBe('');
    expect((await desk.detailOf(srno)).detail.req_paymentlinksent).toBe(1);
    const dearer = pricedRequest('SP', {
      reqDraftFinal: 'D',
      reqPaymentLink: 1,
      reqProductData: [{ product: 'CN', isd: 'USD', qty: '501', rate: '88.4567' }],
    });
    await desk.save({ ...dearer, reqSrNo: srno });
    expect((await desk.detailOf(srno)).detail.req_paymentlinksent).toBe(0);
    const jobs = await desk.sql<{ payload: object }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'payments:cancel' and (payload ->> 'request')::integer = $1`,
      [srno],
    );
    expect(jobs).toEqual([{ payload: { request: srno, round: 1 } }]);
  });

  it('with another payer or account also voids the open link, unless nothing is left to pay', async () => {
    const record = pricedRequest('SP', { reqDraftFinal: 'D', reqPaymentLink: 1 });
    const srno = (await desk.save(record)).json.srno as number;
    const changes = [
      { reqEmail: 'right@bureau.example' },
      { reqRemitterAcctNo: '00112233' },
      { reqRemitterAcctIfsc: 'HDFC0000001' },
    ];
    let sent: RequestInput = { ...record, reqSrNo: srno };
    for (const change of changes) {
      await desk.sql('update requests.request set link_sent = true where srno = $1', [srno]);
      sent = { ...sent, ...change };
      expect((await desk.save(sent)).json.err).toBe('');
      expect((await desk.detailOf(srno)).detail.req_paymentlinksent).toBe(0);
    }
    expect(await desk.sql('select link_round from requests.request where srno = $1', [srno])).toEqual([
      { link_round: 1 + changes.length },
    ]);
    const order = `order ${srno}`;
    await desk.sql(
      `insert into requests.payment_line (request, line_no, type, amount, received, gateway_order, reference)
       values ($1, 1, 'BANK', $2, $2, $3, 'UTR 8')`,
      [srno, record.reqGrandTotal, order],
    );
    await desk.sql('update requests.request set link_sent = true where srno = $1', [srno]);
    expect((await desk.save({ ...sent, reqEmail: 'other@bureau.example' })).json.err).toBe('');
    expect((await desk.detailOf(srno)).detail.req_paymentlinksent).toBe(1);
  });

  it('does not turn a payment by link into a payout', async () => {
    const record = pricedRequest('SP', { reqDraftFinal: 'D', reqPaymentLink: 1 });
    const srno = (await desk.save(record)).json.srno as number;
    await desk.sql(
      `insert into requests.payment_line (request, line_no, type, amount, received, gateway_order, reference)
       values ($1, 1, 'BANK', 1000, 1000, $2, 'UTR 8')`,
      [srno, `order ${srno}`],
    );
    for (const type of ['PP', 'PB'] as const) {
      const bought = pricedRequest(type, { reqDraftFinal: 'D', reqPaymentData: [] });
      expect((await desk.save({ ...bought, reqSrNo: srno })).json.err).toBe(
        'The customer has paid for this sale by payment link, so it cannot become a purchase. Please make a new request.',
      );
    }
    expect((await desk.detailOf(srno)).detail.req_trantype).toBe('SP');
    expect((await desk.save({ ...record, reqSrNo: srno })).json.err).toBe('');
  });

  it('keeps the place if none is sent, and removes it if it is sent empty', async () => {
    const record = pricedRequest('SP', { reqDraftFinal: 'D' });
    const { json } = await desk.save({ ...record, reqLatitude: '18.932245', reqLongitude: '72.826439' });
    const placeAfter = async (given: GivenRequest) => {
      expect((await desk.save({ ...record, reqSrNo: json.srno, ...given })).json.err).toBe('');
      const { detail } = await desk.detailOf(json.srno);
      return [detail.req_latitude, detail.req_longitude];
    };
    expect(await placeAfter({})).toEqual(['18.932245', '72.826439']);
    expect(await placeAfter({ reqLatitude: '', reqLongitude: '' })).toEqual(['', '']);
    expect(await placeAfter({ reqLatitude: 19, reqLongitude: 73 })).toEqual(['19.000000', '73.000000']);
  });

  it('clears the fields that the type does not have, whatever was sent', async () => {
    const record = pricedRequest('SB', {
      reqHandOver: 'IN',
      reqDeliveryExecutive: 'E111',
      reqTravName: 'Nobody',
    });
    const { json } = await desk.save(record);
    expect((await desk.detailOf(json.srno)).detail).toMatchObject({
      req_travname: '',
      req_deliveryexecutive: '',
      req_tcs: '0.00',
    });
  });
});

describe('a settled special approval', () => {
  const special = (srno: number, payamnt: string) => ({ srno, paytype: 'SPR', payamnt, refnum: 'As agreed' });
  const cash = (payamnt: string) => ({ srno: 0, paytype: 'CASH', payamnt });
  /** Saves a Final with these payments, settles the line of this number and unlocks the request. */
  async function unlockedWith(payments: RequestInput['reqPaymentData'], settled: number) {
    const record = pricedRequest('SP', { reqPaymentData: payments });
    const { json } = await desk.save(record);
    expect(json.err).toBe('');
    const srno = json.srno as number;
    const note = JSON.stringify({ req_srno: srno, srno: settled, note: 'Cheque 7' });
    const done = await desk.ask('admin', 'settlement_a.php', ['settle', note]);
    expect(done.json.err).toBe('');
    const reason = JSON.stringify({ reason: 'Paid otherwise' });
    const unlocked = await desk.ask('bm.mum', 'fxrequest_a.php', ['UNLOCK', String(srno), reason]);
    expect(unlocked.json.err).toBe('');
    return { ...record, reqSrNo: srno };
  }
  const settledOf = async (srno: number) =>
    (await desk.detailOf(srno)).payment.map((line) => [line.paytype, line.payamnt, line.settledat !== '']);
  const total = pricedRequest('SP').reqGrandTotal;
  const rest = (...taken: number[]) =>
    (Number(total) - taken.reduce((sum, each) => sum + each, 0)).toFixed(2);

  it('stays settled while lines before it are removed and others added, in several saves', async () => {
    const record = await unlockedWith([cash(rest(1000)), special(0, '1000.00')], 2);
    const changed = {
      ...record,
      reqPaymentData: [special(2, '1000.00'), { ...bankPayment(rest(1000)), srno: 0 }],
    };
    // The form sends the numbers that it has read, also after a draft.
    for (const reqDraftFinal of ['D', 'F'] as const) {
      expect((await desk.save({ ...changed, reqDraftFinal })).json.err).toBe('');
      expect(await settledOf(record.reqSrNo)).toEqual([
        ['SPR', '1000.00', true],
        ['BANK', rest(1000), false],
      ]);
    }
  });

  it('is removed with its line, and no other line inherits it', async () => {
    const both = [special(0, '1000.00'), special(0, '1000.00'), cash(rest(1000, 1000))];
    const stays = await unlockedWith(both, 1);
    const left = { ...stays, reqPaymentData: [special(2, '1000.00'), cash(rest(1000))] };
    expect((await desk.save(left)).json.err).toBe('');
    expect(await settledOf(stays.reqSrNo)).toEqual([
      ['SPR', '1000.00', false],
      ['CASH', rest(1000), false],
    ]);
    const replaced = await unlockedWith(both, 1);
    const anew = { ...replaced, reqPaymentData: [special(0, '1000.00'), cash(rest(1000))] };
    expect((await desk.save(anew)).json.err).toBe('');
    expect(await settledOf(replaced.reqSrNo)).toEqual([
      ['SPR', '1000.00', false],
      ['CASH', rest(1000), false],
    ]);
  });

  it('is no longer settled if its amount changes, and a number sent twice is one line', async () => {
    const record = await unlockedWith([special(0, '1000.00'), cash(rest(1000))], 1);
    const reqPaymentData = [special(1, '1000.00'), special(1, '1000.00'), cash(rest(2000))];
    expect((await desk.save({ ...record, reqDraftFinal: 'D', reqPaymentData })).json.err).toBe('');
    expect(await settledOf(record.reqSrNo)).toEqual([
      ['SPR', '1000.00', true],
      ['SPR', '1000.00', false],
      ['CASH', rest(2000), false],
    ]);
    const dearer = { ...record, reqPaymentData: [special(1, '1500.00'), cash(rest(1500))] };
    expect((await desk.save(dearer)).json.err).toBe('');
    expect(await settledOf(record.reqSrNo)).toEqual([
      ['SPR', '1500.00', false],
      ['CASH', rest(1500), false],
    ]);
  });
});

describe('an Aadhaar number', () => {
  const AADHAAR = '499118665246';
  it('is never whole, neither in the database nor in a reply', async () => {
    const saved = await desk.save(
      pricedRequest('SP', { reqTravIdType: '7', reqTravIdNo: '4991 1866 5246', reqRefNo: 'aadhaar' }),
    );
    expect(saved.json.err).toBe('');
    const shown = await desk.ask('sales.mum', 'fxrequest_a.php', ['detail', String(saved.json.srno)]);
    expect(shown.json.detail.req_travidnum).toBe('XXXXXXXX5246');
    expect(saved.text + shown.text).not.toMatch(/4991 ?1866/);
    const tables = await desk.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information)'`,
    );
    for (const { name } of tables)
      expect(
        await desk.sql(
          `select from ${name} t where t::text like '%4991 1866%' or t::text like '%' || $1 || '%' limit 1`,
          [AADHAAR],
        ),
        name,
      ).toEqual([]);
    const [trail] = await desk.sql<{ after: Record<string, unknown> }>(
      `select platform.open_person(after) as after from platform.trail where record = 'request' and record_id = $1`,
      [String(saved.json.srno)],
    );
    expect(trail?.after).toMatchObject({ id_number: { ends: '5246' }, pan: { ends: '234K' } });
  });

  it('in a free text causes a warning, which the log keeps', async () => {
    const { json } = await desk.save(pricedRequest('SP', { reqTravOthDetl: `His number is ${AADHAAR}` }));
    expect(json.warnings).toContain(
      'Other Details seems to hold a whole Aadhaar number; write the last four digits only.',
    );
    const { activitylog } = await desk.detailOf(json.srno);
    expect(activitylog.some(({ acl_remark }) => /^Warning: Other Details/m.test(acl_remark))).toBe(true);
  });
});

it('a hundred lines off the card cause a warning each and one entry in the log', async () => {
  const line = { product: 'CN', isd: 'USD', qty: '1', rate: '300' };
  const { json } = await desk.save(
    pricedRequest('SP', { reqProductData: Array.from({ length: 100 }, () => line) }),
  );
  expect(json.err).toBe('');
  expect((json.warnings as string[]).length).toBeGreaterThanOrEqual(100);
  const { activitylog } = await desk.detailOf(json.srno);
  expect(activitylog).toHaveLength(2);
  expect(activitylog[0]?.acl_remark).toMatch(/^Warning: [^]+\nAnd \d+ more\.$/);
});

describe('the same first save again', () => {
  it('gets the same answer even if its branch and its currency are no longer active', async () => {
    const record = pricedRequest('SP', {
      reqDraftFinal: 'D',
      reqBran: 'PUN',
      reqSalesExecutive: '',
      reqHandOver: 'IN',
      reqDeliveryExecutive: '',
    });
    const first = await desk.save(record, 'admin');
    expect(first.json.err).toBe('');
    const other = { ...record, reqRefNo: `${record.reqRefNo} 2` };
    for (const [retire, restore, refused] of [
      [
        `update masters.entity set active = false where id = 'PUN'`,
        `update masters.entity set active = true where id = 'PUN'`,
        [403, expect.any(String)],
      ],
      [
        `update masters.currency set active = false where code = 'USD'`,
        `update masters.currency set active = true where code = 'USD'`,
        [200, 'USD is not a currency of the list.'],
      ],
    ] as const) {
      await desk.sql(retire);
      try {
        expect((await desk.save(record, 'admin')).text).toBe(first.text);
        const { status, json } = await desk.save(other, 'admin');
        expect([status, json.err]).toEqual(refused);
      } finally {
        await desk.sql(restore);
      }
    }
  });

  it('gets the same answer, whatever has changed since', async () => {
    const record = pricedRequest('SP', { reqDestination: 'Iran' });
    const first = await desk.save(record);
    expect(first.json.warnings).toContain('Iran is on a list of the FATF: take extra care.');
    await desk.sql(`update masters.country set fatf = false where name = 'Iran'`);
    await desk.sql(`update masters.employee set active = false where code = 'E101'`);
    try {
      const again = await desk.save(record);
      expect([again.text, again.headers.get('etag')]).toEqual([first.text, '"1"']);
      expect((await desk.save({ ...record, reqRefNo: `${record.reqRefNo} 2` })).json).toEqual({
        err: 'Sales Executive E101 is not one of this branch.',
      });
    } finally {
      await desk.sql(`update masters.country set fatf = true where name = 'Iran'`);
      await desk.sql(`update masters.employee set active = true where code = 'E101'`);
    }
  });
});
