import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRequest, openPaidWorld, type PaidWorld } from '#tools/testing/payments.ts';
import { SOON } from '#tools/testing/until.ts';

let world: PaidWorld;
let orderId: string;
let token: string;

beforeAll(async () => {
  world = await openPaidWorld();
  const srno = await addRequest(world.database.admin, { total: 2_500 });
  await world.post('fxrequest_a.php', [await world.signIn('bm.mum'), 'sendpaymentlink', String(srno)]);
  const returnUrl = world.gateway.ledger.links[0]?.asked.link_meta.return_url ?? '';
  [orderId = '', token = ''] = new URL(returnUrl).pathname.split('/').slice(2);
});
afterAll(() => world.close());

const verify = (id: string, written: string) => world.post('cashfree_a.php', ['paymentverify', id, written]);
const state = async () =>
  (
    await world.database.admin.query(
      `select (select jsonb_agg(o) from payments.link_order o) as orders, (select jsonb_agg(p) from payments.payment p) as payments,
         (select jsonb_agg(r) from requests.request r) as requests, (select count(*) from payments.event) as events,
         (select count(*) from platform.trail where call <> 'login.validate') as trail`,
    )
  ).rows;

it('the URL of the result page is too long to guess', () => {
  expect(orderId).toMatch(/^R\d+-1-[0-9a-f]{12}$/);
  expect(token).toMatch(/^[\w-]{43}$/);
});

it('shows the order while it is pending, and changes nothing', async () => {
  const before = await state();
  expect((await verify(orderId, token)).json).toEqual([
    {
      order_id: orderId,
      payment_amount: '2500.00',
      payment_completion_time: '',
      payment_status: 'PENDING',
      payment_currency: 'INR',
      bank_reference: '',
      cf_payment_id: '',
    },
  ]);
  expect(await state()).toEqual(before);
  expect(world.gateway.calls.filter((call) => call.startsWith('GET'))).toEqual([]);
});

it('shows nothing for any wrong token', async () => {
  const guesses = ['', 'x', token.slice(0, -1), `${token}x`, token.toUpperCase(), 'A'.repeat(43)];
  for (const guess of guesses) expect((await verify(orderId, guess)).json).toEqual([]);
  expect((await verify('R0-1-000000000000', token)).json).toEqual([]);
});

const payee = (id: string, written: string) => world.post('cashfree_a.php', ['payee', id, written]);

it('names the company and the branch only to whoever has the token', async () => {
  const { json } = await payee(orderId, token);
  expect(json).toEqual([
    {
      company: 'Sahyadri Forex Private Limited',
      lines: expect.arrayContaining([expect.stringContaining('GSTIN')]),
      contact1: expect.stringMatching(/\S/),
      contact2: expect.any(String),
      branch: 'Mumbai Fort',
      branchaddress: expect.stringMatching(/\S/),
      request: Number(/^R(\d+)/.exec(orderId)?.[1]),
      logo: expect.any(String),
    },
  ]);
  for (const guess of ['', token.slice(0, -1), 'A'.repeat(43)])
    expect((await payee(orderId, guess)).json).toEqual([]);
  expect((await payee('R0-1-000000000000', token)).json).toEqual([]);
});

it('shows the failed attempt, then the payment', async () => {
  await world.gateway.act(orderId, 'fail');
  await expect.poll(async () => (await verify(orderId, token)).json[0].payment_status, SOON).toBe('FAILED');
  const [payment] = await world.gateway.act(orderId, 'pay');
  await expect
    .poll(async () => (await verify(orderId, token)).json[0], SOON)
    .toEqual({
      order_id: orderId,
      payment_amount: '2500.00',
      payment_completion_time: payment?.payment_completion_time,
      payment_status: 'SUCCESS',
      payment_currency: 'INR',
      bank_reference: payment?.bank_reference,
      cf_payment_id: payment?.cf_payment_id,
    });
});

it('expires after half a year', async () => {
  await world.database.admin.query(`update payments.link_order set made_at = now() - interval '181 days'`);
  expect((await verify(orderId, token)).json).toEqual([]);
});
