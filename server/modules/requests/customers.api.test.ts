import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/define.ts';
import type { findCustomers } from '#contract/requests/customers.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';

let desk: Desk;
const KAVYA: GivenRequest = {
  reqTravName: 'Kavya Qiyer',
  reqTravIdNo: 'Q7730824',
  reqPan: 'QEMPY5298N',
  reqMobile: '7700067639',
};

beforeAll(async () => {
  desk = await openDesk(['admin', 'sales.mum', 'sales.del', 'zm.west']);
});
afterAll(() => desk.close());

async function save(given: GivenRequest): Promise<number> {
  const { json } = await desk.save(pricedRequest('SP', given));
  expect(json.err).toBe('');
  return json.srno as number;
}
const find = async (q: string, user = 'sales.mum') =>
  (await desk.ask(user, 'newfxrequest_a.php', ['customers', JSON.stringify({ q })])).json as ReplyOf<
    typeof findCustomers
  >;
const details = (srno: number, user = 'sales.mum') =>
  desk.ask(user, 'newfxrequest_a.php', ['customerdetails', String(srno)]);

it('finds a customer once by mobile, PAN, ID number and the beginning of the name, with masked numbers', async () => {
  await save(KAVYA);
  const srno = await save({ ...KAVYA, reqRemitterBankCode: '3021', reqRemitterAcctNo: '50100234' });
  for (const q of ['77000 67639', 'qempy5298n', 'q7730824', 'kavya qi', 'KAVYA QIYER'])
    expect(await find(q), q).toMatchObject([
      { req_srno: srno, name: 'Kavya Qiyer', mobile: 'XXXXXX7639', pan: 'XXXXXX298N', idnumber: 'XXXX0824' },
    ]);
  for (const q of ['', 'ka', '77000', 'avya qi', '_avya qi', 'kavya q%'])
    expect(await find(q), q).toEqual([]);
  expect((await details(srno)).json).toMatchObject({
    req_travname: 'Kavya Qiyer',
    req_mobile: '7700067639',
    req_pan: 'QEMPY5298N',
    req_bankcode: '3021',
    req_bankacctno: '50100234',
  });
});

it('shows no customer of another branch, and not the stored digits of an Aadhaar number', async () => {
  const srno = await save({ ...KAVYA, reqTravName: 'Hidden Qurve', reqMobile: '7700067640', reqPan: '' });
  for (const q of ['hidden qurve', '7700067640', 'q7730824'])
    expect(await find(q, 'sales.del'), q).toEqual([]);
  expect((await details(srno, 'sales.del')).status).toBe(404);
  expect(await find('hidden qurve', 'admin')).toHaveLength(1);
  await save({ reqTravIdType: '7', reqTravIdNo: '499118665246', reqTravName: 'Aadhaar Qolder' });
  expect(await find('XXXXXXXX5246')).toEqual([]);
});

it('finds a name in every branch of the user, however many other names each of them has', async () => {
  await desk.database.admin.query(
    `insert into requests.request (ref_no, first_hash, branch, type, traveller_name, scheme, made_on, made_by, makers)
     select 'many ' || e.id || n, sha256('x'), e.srno, 'SP', case n when 0 then 'Nadia ' || e.id else 'Zz ' || n end, 'FULL',
       current_date, 1, '{1}'
     from masters.entity e, generate_series(0, 250) n where e.id in ('MUM', 'PUN')`,
  );
  const names = async (user: string) => (await find('nadia ', user)).map(({ name }) => name).toSorted();
  expect(await names('zm.west')).toEqual(['Nadia MUM', 'Nadia PUN']);
  expect(await names('admin')).toEqual(['Nadia MUM', 'Nadia PUN']);
  expect(await names('sales.mum')).toEqual(['Nadia MUM']);
});

it('shows at most ten customers, the newest first', async () => {
  for (let at = 0; at < 12; at += 1)
    await save({
      reqDraftFinal: 'D',
      reqTravName: `Manyq ${'abcdefghijkl'[at]}`,
      reqMobile: `77654321${10 + at}`,
      reqPan: '',
    });
  const found = await find('manyq');
  expect(found).toHaveLength(10);
  expect(found[0]?.name).toBe('Manyq l');
});

it('001 §5: finds the newest request of an Indian mobile number, however each was written', async () => {
  const write = (reqMobile: string, reqTravIdNo: string) =>
    save({ ...KAVYA, reqPan: '', reqTravIdNo, reqMobile });
  const older = await write('+91 77000 67650', 'Q7730825');
  expect((await details(older)).json).toMatchObject({ req_mobile: '7700067650' });
  const newer = await write('7700067650', 'Q7730825');
  // As an earlier version has stored it: the spelling that sorts first is that of the newest request.
  const { admin } = desk.database;
  await admin.query('update requests.request set mobile = $2 where srno = $1', [newer, '+917700067650']);
  for (const value of ['7700067650', '077000 67650', '+917700067650', '+91-77000-67650']) {
    expect(await find(value), value).toMatchObject([{ req_srno: newer }]);
    const asked = JSON.stringify({ by: 'mobile', value });
    const { json } = await desk.ask('sales.mum', 'newfxrequest_a.php', ['customer', asked]);
    expect(json, value).toMatchObject([{ req_srno: newer }]);
  }
});

it('001 §5: keeps the 0 of a landline, also of one that looks like a mobile number', async () => {
  for (const [reqMobile, kept] of [
    ['022-23456789', '022-23456789'],
    ['080-23456789', '08023456789'],
  ] as const) {
    const srno = await save({ ...KAVYA, reqPan: '', reqTravIdNo: 'Q7730826', reqMobile });
    expect((await details(srno)).json).toMatchObject({ req_mobile: kept });
    expect(await find('080-23456789')).toHaveLength(kept === '08023456789' ? 1 : 0);
  }
});
