import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestDetail, RequestWritten } from '#contract/requests/requests.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { pricedRequest, unpricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['admin', 'sales.mum', 'sales.del', 'bm.mum', 'zm.west', 'dlv1.mum'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  world.database.admin.query<Row>(text, values).then(({ rows }) => rows);
const save = (record: RequestWritten, user = 'sales.mum', headers: Record<string, string> = {}) =>
  world.post('newfxrequest_a.php', [session[user] ?? '', 'save', JSON.stringify(record)], headers);
const detailOf = async (srno: number, user = 'sales.mum') =>
  (await world.post('fxrequest_a.php', [session[user] ?? '', 'detail', String(srno)])).json as RequestDetail;

const MANDATORY = 'Please fill mandatory feilds';
const bank = (payamnt: string, more: object = {}) => ({
  paytype: 'BANK',
  paybankcode: '1',
  refnum: 'NEFT 7',
  payamnt,
  ...more,
});

/** 001 §5: what is refused, and in which words. The type is SP where none is given. */
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
  ['Final, no product', { reqProductData: [], reqPaymentData: [bank('1')] }, `${MANDATORY}: Product`],
  ['Final, no payment and no link', { reqPaymentData: [] }, `${MANDATORY}: Payment`],
  ['Final, short', { reqPaymentData: [bank('100')] }, 'Payment is short.'],
  ['Final, too much', { reqPaymentData: [bank('999999')] }, 'Payment does not tally.'],
  ['Final, link and too much', { reqPaymentLink: 1, reqPaymentData: [bank('999999')] }, 'Payment does not tally.'],
  ['product line without quantity', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'USD', qty: '0', rate: '88' }] }, `${MANDATORY}: Quantity`],
  ['product line without anything', { reqDraftFinal: 'D', reqProductData: [{ product: '', isd: '', qty: '', rate: '' }] }, `${MANDATORY}: Product, ISD, Quantity, Rate`],
  ['quantity of 11 characters', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'USD', qty: '12345678901', rate: '1' }] }, 'Quantity can have at most 10 characters.'],
  ['rate of 11 characters', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'USD', qty: '1', rate: '88.12345678' }] }, 'Rate can have at most 10 characters.'],
  ['payment line without amount', { reqDraftFinal: 'D', reqPaymentData: [bank('0')] }, `${MANDATORY}: Amount`],
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
  ['reference of 51', { reqDraftFinal: 'D', reqPaymentData: [bank('5', { refnum: 'x'.repeat(51) })] }, 'Reference can have at most 50 characters.'],
  ['born today or later (MSG0007)', { reqDraftFinal: 'D', reqDob: '2190-01-01' }, 'Date of birth sould be less than today'],
  ['a wrong PAN', { reqDraftFinal: 'D', reqPan: 'ABC' }, 'PAN must have 5 letters, 4 digits and 1 letter.'],
  ['an executive of another branch', { reqDraftFinal: 'D', reqSalesExecutive: 'E201' }, 'Sales Executive E201 is not one of this branch.'],
  ['a deliverer who only sells', { reqDraftFinal: 'D', reqDeliveryExecutive: 'E101' }, 'Delivery Executive E101 is not one of this branch.'],
  ['an unknown state', { reqDraftFinal: 'D', reqTravState: '99999' }, 'State is not one of the list.'],
  ['an unknown bank', { reqDraftFinal: 'D', reqPaymentData: [bank('5', { paybankcode: '99999' })] }, 'Bank is not one of the list.'],
  ['an unknown gateway bank', { reqDraftFinal: 'D', reqRemitterBankCode: 'NOPE' }, 'Remitter Bank is not one of the list.'],
  ['an unknown purpose', { reqDraftFinal: 'D', reqPurpose: 'NOPE' }, 'Purpose is not one of the list.'],
  ['an unknown currency', { reqDraftFinal: 'D', reqProductData: [{ product: 'CN', isd: 'ZZZ', qty: '1', rate: '1' }] }, 'ZZZ is not a currency of the list.'],
  ['an unknown hand-over', { reqDraftFinal: 'D', reqHandOver: 'BY' }, 'Hand Over is not one of the list.'],
]; // prettier-ignore

describe('what is refused, in its exact words (001 §5)', () => {
  it.each(REFUSALS)('%s', async (_, { type = 'SP', ...given }, err) => {
    const record = pricedRequest(type, given);
    const { status, json } = await save(record);
    expect([status, json]).toEqual([200, { err }]);
    expect(await sql('select from requests.request where ref_no = $1', [record.reqRefNo])).toEqual([]);
  });

  it.each(['reqFxTotal', 'reqGst', 'reqOthChrg', 'reqRoundOff', 'reqGrandTotal'] as const)(
    'a total that differs: %s (MSG0008)',
    async (field) => {
      const record = pricedRequest('SP');
      for (const sent of [(Number(record[field]) + 0.01).toFixed(2), field === 'reqOthChrg' ? '0' : 'x', ''])
        expect((await save({ ...record, [field]: sent })).json).toEqual({
          err: 'Payment does not tally. Please check.',
        });
    },
  );

  it('a draft needs nothing but its reference', async () => {
    const empty = Object.fromEntries(
      Object.entries(unpricedRequest('SP')).map(([name, value]) => [
        name,
        typeof value === 'string' ? '' : value,
      ]),
    ) as unknown as RequestWritten;
    const record = { ...empty, reqDraftFinal: 'D' as const, reqRefNo: 'bare', reqProductData: [] };
    const { json } = await save(record);
    expect(json).toMatchObject({ err: '', msg: 'The draft is saved.' });
    // Without a branch it is its maker's alone, be the other of head office.
    expect((await detailOf(json.srno)).detail.req_brnno).toBe('');
    for (const user of ['bm.mum', 'admin'])
      expect(
        (await world.post('fxrequest_a.php', [session[user] ?? '', 'detail', String(json.srno)])).status,
      ).toBe(404);
  });

  it('a branch out of reach, or taken off by somebody else than the maker', async () => {
    expect((await save(pricedRequest('SP', { reqBran: 'DEL' }))).status).toBe(403);
    const record = pricedRequest('SP', { reqDraftFinal: 'D' });
    const { json } = await save(record);
    const homeless = { ...record, reqSrNo: json.srno, reqBran: '', reqSalesExecutive: '', reqHandOver: 'IN' };
    expect((await save(homeless, 'bm.mum')).json).toEqual({ err: 'Please pick valid branch' });
    expect((await save(homeless)).json.err).toBe('');
  });

  it('the right: add for a new one, edit for another, and neither without', async () => {
    expect((await save(pricedRequest('SP'), 'dlv1.mum')).status).toBe(403);
    const { json } = await save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    expect((await save({ ...pricedRequest('SP'), reqSrNo: json.srno }, 'sales.del')).status).toBe(404);
    await sql(
      `update access.group_right set may_edit = false where right_key = 'NEWTRANREQUEST'
       and right_group = (select srno from access.right_group where name = 'Zonal manager')`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await save({ ...pricedRequest('SP'), reqSrNo: json.srno }, 'zm.west')).status).toBe(403);
    expect((await save(pricedRequest('SP'), 'zm.west')).json.err).toBe('');
  });
});

/** Totals in paise, reckoned here a second time and in another way than the product does. */
function inPaise(type: string, lines: readonly (readonly [string, string])[], added: bigint, tcs: bigint) {
  const scaled = (text: string, places: number) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  };
  const halfUp = (value: bigint, by: bigint) =>
    value < 0n ? -((-value * 2n + by) / (2n * by)) : (value * 2n + by) / (2n * by);
  const forex = lines.reduce(
    (sum, [qty, rate]) => sum + halfUp(scaled(qty, 2) * scaled(rate, 8), 10n ** 10n) * 100n,
    0n,
  );
  const lakh = 10_000_000n;
  let fee = 0n;
  if (forex > 10n * lakh) fee = 550_000n + halfUp(forex - 10n * lakh, 1_000n);
  else if (forex > lakh) fee = 100_000n + halfUp(forex - lakh, 200n);
  else if (forex > 0n) fee = halfUp(forex, 100n);
  if (forex > 0n) fee = fee < 25_000n ? 25_000n : fee > 6_000_000n ? 6_000_000n : fee;
  const other = fee + added;
  const gst = halfUp((forex + other) * 18n, 100n);
  const taxed = type === 'SP' ? tcs : 0n;
  const unrounded = type.startsWith('S') ? forex + other + gst + taxed : forex - other - gst - taxed;
  const grand = halfUp(unrounded, 100n) * 100n;
  const text = (paise: bigint) => {
    const digits = String(paise < 0n ? -paise : paise).padStart(3, '0');
    return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  return {
    reqFxTotal: text(forex),
    reqOthChrg: text(other),
    reqGst: text(gst),
    reqTcs: text(taxed),
    reqRoundOff: text(grand - unrounded),
    reqGrandTotal: text(grand),
  };
}

const LINES: readonly (readonly (readonly [string, string])[])[] = [
  [['500', '88.4567']],
  [['0.5', '0.005319'], ['250000', '0.005319']],
  [['1130.75', '88.4567'], ['99.99', '102.6123'], ['1', '0.5']],
  [['99999.99', '116.4821']],
]; // prettier-ignore
const CASES = (['SP', 'SB', 'PP', 'PB'] as const).flatMap((type) =>
  (['IN', 'DEL'] as const).flatMap((handover) =>
    (['CASH', 'BANK', 'SPR', 'LINK', 'MIXED'] as const)
      .filter((payment) => payment !== 'LINK' || type.startsWith('S'))
      .map(
        (payment, index) =>
          [type, handover, payment, LINES[(index + type.length) % LINES.length] ?? []] as const,
      ),
  ),
);

describe('totals of every type, hand-over and payment (001 §9)', () => {
  it.each(CASES)('%s %s %s', async (type, handover, payment, lines) => {
    const totals = inPaise(type, lines, 12_345n, 99_950n);
    const grand = totals.reqGrandTotal;
    const half = String(Math.floor(Number(grand) / 2));
    const rest = (Number(grand) - Number(half)).toFixed(2);
    const payments = {
      CASH: [{ paytype: 'CASH', payamnt: grand }],
      BANK: [bank(grand)],
      SPR: [{ paytype: 'SPR', payamnt: grand, refnum: 'As agreed' }],
      LINK: [],
      MIXED: [{ paytype: 'CASH', payamnt: half }, bank(rest)],
    }[payment];
    const record = {
      ...unpricedRequest(type, {
        reqHandOver: handover,
        reqDeliveryExecutive: handover === 'DEL' ? 'E111' : '',
        reqProductData: lines.map(([qty, rate]) => ({ product: 'CN', isd: 'USD', qty, rate })),
        reqPaymentData: payments,
        reqPaymentLink: payment === 'LINK' ? 1 : 0,
      }),
      ...totals,
    };
    const { json } = await save(record);
    expect(json).toMatchObject({ err: '' });
    const { detail, payment: shown } = await detailOf(json.srno);
    expect(detail).toMatchObject({
      req_forextotal: totals.reqFxTotal,
      req_othchrg: totals.reqOthChrg,
      req_gst: totals.reqGst,
      req_tcs: totals.reqTcs,
      req_roundoff: totals.reqRoundOff,
      req_grandtotal: grand,
      req_paymentrecv: payment === 'LINK' ? '0.00' : grand,
      req_handover: handover,
      req_deliveryexecutive: handover === 'DEL' ? 'E111' : '',
      req_submitted: 1,
    });
    expect(shown.map(({ paytype }) => paytype)).toEqual(payments.map(({ paytype }) => paytype));
  });

  it('by the scheme of the day of the request, to the paisa', async () => {
    const draft = (await save(pricedRequest('SP', { reqDraftFinal: 'D' }))).json.srno as number;
    await sql(`insert into requests.tax_start (starts_on, scheme) values ('2020-01-01', 'RULE32')`);
    expect((await save(pricedRequest('SP'))).json.err).toBe('Payment does not tally. Please check.');
    const { json } = await save(pricedRequest('SP', {}, 'RULE32'));
    expect((await detailOf(json.srno)).detail).toMatchObject({ req_scheme: 'RULE32', req_gst: '79.61' });
    expect((await detailOf(draft)).detail.req_scheme).toBe('FULL');
    await sql(`delete from requests.tax_start where scheme = 'RULE32'`);
  });

  it('Final stamps the inter-bank rate of the day on each line, a draft does not', async () => {
    const { json } = await save(pricedRequest('SP'));
    const [line] = await sql<{ same: boolean }>(
      `select l.ibr = i.rate as same from requests.product_line l join rates.ibr_in_force i on i.code = l.isd
       where l.request = $1 order by i.day desc limit 1`,
      [json.srno],
    );
    expect(line).toEqual({ same: true });
    const draft = await save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    expect(await sql('select ibr from requests.product_line where request = $1', [draft.json.srno])).toEqual([
      { ibr: null },
    ]);
  });
});

describe('saving again', () => {
  it('takes the lines in the place of those before; what the gateway paid stays', async () => {
    const record = pricedRequest('SP', {
      reqDraftFinal: 'D',
      reqPaymentLink: 1,
      reqPaymentData: [{ srno: 1, paytype: 'CASH', payamnt: '100' }, { srno: 2, paytype: 'CASH', payamnt: '200' }],
    }); // prettier-ignore
    const srno = (await save(record)).json.srno as number;
    await sql(
      `insert into requests.payment_line (request, line_no, type, amount, received, gateway_order, reference)
       values ($1, 3, 'BANK', 1000, 1000, $2, 'UTR 9')`,
      [srno, `order ${srno}`],
    );
    await sql('update requests.request set received = 1000, link_sent = true where srno = $1', [srno]);
    const left = (Number(record.reqGrandTotal) - 1000).toFixed(2);
    const again = {
      ...record,
      reqSrNo: srno,
      reqDraftFinal: 'F' as const,
      reqPaymentLink: 0 as const,
      reqPaymentData: [{ srno: 3, paytype: 'BANK', payamnt: '1000.00' }, { srno: 4, paytype: 'CASH', payamnt: left }],
    }; // prettier-ignore
    expect((await save(again)).json).toMatchObject({ err: '' });
    const { detail, payment } = await detailOf(srno);
    expect(payment).toMatchObject([
      { srno: 1, paytype: 'CASH', payamnt: left, gatewayorder: '' },
      { srno: 3, paytype: 'BANK', payamnt: '1000.00', gatewayorder: `order ${srno}` },
    ]);
    expect(detail).toMatchObject({ req_paymentrecv: record.reqGrandTotal, req_paymentlinksent: 0 });
  });

  it('with another total the open link is void, and the gateway is told', async () => {
    const record = pricedRequest('SP', { reqDraftFinal: 'D', reqPaymentLink: 1 });
    const srno = (await save(record)).json.srno as number;
    await sql('update requests.request set link_sent = true where srno = $1', [srno]);
    expect((await save({ ...record, reqSrNo: srno, reqTravOthDetl: 'Same total' })).json.err).toBe('');
    expect((await detailOf(srno)).detail.req_paymentlinksent).toBe(1);
    const dearer = pricedRequest('SP', {
      reqDraftFinal: 'D',
      reqPaymentLink: 1,
      reqProductData: [{ product: 'CN', isd: 'USD', qty: '501', rate: '88.4567' }],
    });
    await save({ ...dearer, reqSrNo: srno });
    expect((await detailOf(srno)).detail.req_paymentlinksent).toBe(0);
    const jobs = await sql<{ payload: object }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'payments:cancel' and (payload ->> 'request')::integer = $1`,
      [srno],
    );
    expect(jobs).toEqual([{ payload: { request: srno, round: 1 } }]);
  });

  it('what a type has no room for is cleared, whatever was sent', async () => {
    const record = pricedRequest('SB', {
      reqHandOver: 'IN',
      reqDeliveryExecutive: 'E111',
      reqTravName: 'Nobody',
    });
    const { json } = await save(record);
    expect((await detailOf(json.srno)).detail).toMatchObject({
      req_travname: '',
      req_deliveryexecutive: '',
      req_tcs: '0.00',
    });
  });
});

describe('an Aadhaar number', () => {
  const AADHAAR = '499118665246';
  it('is nowhere whole: neither in the database nor in a reply', async () => {
    const saved = await save(
      pricedRequest('SP', { reqTravIdType: '7', reqTravIdNo: '4991 1866 5246', reqRefNo: 'aadhaar' }),
    );
    expect(saved.json.err).toBe('');
    const shown = await world.post('fxrequest_a.php', [
      session['sales.mum'] ?? '',
      'detail',
      String(saved.json.srno),
    ]);
    expect(shown.json.detail.req_travidnum).toBe('XXXXXXXX5246');
    expect(saved.text + shown.text).not.toMatch(/4991 ?1866/);
    const tables = await sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information)'`,
    );
    for (const { name } of tables)
      expect(
        await sql(
          `select from ${name} t where t::text like '%4991 1866%' or t::text like '%' || $1 || '%' limit 1`,
          [AADHAAR],
        ),
        name,
      ).toEqual([]);
    const [trail] = await sql<{ after: Record<string, string> }>(
      `select after from platform.trail where record = 'request' and record_id = $1`,
      [String(saved.json.srno)],
    );
    expect(trail?.after).toMatchObject({ id_number: 'XXXXXXXX5246', pan: 'XXXXXX234K' });
  });

  it('in a free text draws a warning, which the log keeps', async () => {
    const { json } = await save(pricedRequest('SP', { reqTravOthDetl: `His number is ${AADHAAR}` }));
    expect(json.warnings).toContain(
      'Other Details seems to hold a whole Aadhaar number; write the last four digits only.',
    );
    const { activitylog } = await detailOf(json.srno);
    expect(activitylog.some(({ acl_remark }) => acl_remark.startsWith('Warning: Other Details'))).toBe(true);
  });
});
