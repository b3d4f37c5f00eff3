import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GOOD } from '#tools/gateway/behaviour.ts';
import {
  addRequest,
  openPaidWorld,
  PAYER,
  type LinkRequestInput,
  type PaidWorld,
} from '#tools/testing/payments.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { SOON } from '#tools/testing/until.ts';

let world: PaidWorld;
let manager: string;

beforeAll(async () => {
  world = await openPaidWorld();
  manager = await world.signIn('bm.mum');
});
afterAll(() => world.close());
beforeEach(() => world.catcher.clear());
afterEach(() => {
  world.gateway.behave(GOOD);
  world.catcher.behave({ kind: 'accept' });
});

const request = (asking?: LinkRequestInput) => addRequest(world.database.admin, asking);
const press = async (srno: number, session = manager) =>
  (await world.post('fxrequest_a.php', [session, 'sendpaymentlink', String(srno)])).json as {
    err: string;
    logmsg: string;
    mailmsg: string;
  };

async function ordersOf(srno: number) {
  const { rows } = await world.database.admin.query<{
    order_id: string;
    state: string;
    amount: string;
    mailed: boolean;
  }>(
    'select order_id, state, amount::text, mailed_at is not null as mailed from payments.link_order where request = $1 order by made_at',
    [srno],
  );
  return rows;
}
async function isSent(srno: number): Promise<boolean> {
  const { rows } = await world.database.admin.query<{ link_sent: boolean }>(
    'select link_sent from requests.request where srno = $1',
    [srno],
  );
  return rows[0]?.link_sent ?? false;
}

const SENT = { err: '', logmsg: 'ORDERLOGED', mailmsg: 'MAILSENT' };
const NOT_SENT = 'Unable to send Payment link. Please contact to administrator';
const NOT_LOGGED = 'Unable to write log. Please contact to administrator';

describe('a payment link', () => {
  it('is ordered for the outstanding amount, mailed, and marked as sent', async () => {
    const srno = await request({ total: 12_345 });
    await world.database.admin.query(
      `insert into requests.payment_line (request, line_no, type, amount) values ($1, 1, 'CASH', 345)`,
      [srno],
    );
    expect(await press(srno)).toEqual(SENT);
    const [order, ...others] = await ordersOf(srno);
    expect([order, others]).toEqual([
      { order_id: expect.any(String), state: 'open', amount: '12000.00', mailed: true },
      [],
    ]);
    const link = world.gateway.ledger.link(order?.order_id ?? '');
    expect(link?.asked).toMatchObject({
      link_amount: 12_000,
      link_currency: 'INR',
      customer_details: {
        customer_email: PAYER.email,
        customer_phone: '9820012345',
        customer_bank_account_number: PAYER.account,
        customer_bank_ifsc: PAYER.ifsc,
        customer_bank_code: 3021,
      },
      link_meta: { notify_url: `${world.url}/hooks/cashfree` },
    });
    const [mail, ...more] = world.catcher.mails();
    expect([mail?.to, more]).toEqual([[PAYER.email], []]);
    expect(mail?.text).toContain(`/links/${link?.key}`);
    expect(mail?.text).toContain('₹12,000.00');
    expect(mail?.text).not.toContain(PAYER.account);
    expect(await isSent(srno)).toBe(true);
    expect((await press(srno)).err).toBe('The payment link has been sent.');
  });

  it.each<[string, LinkRequestInput, string]>([
    ['e-mail', { email: '' }, 'remitter email'],
    ['bank', { bank: '' }, 'bank name'],
    ['account', { account: '' }, 'account number'],
    ['IFSC', { ifsc: '' }, 'IFSC'],
    ['IFSC of 11', { ifsc: 'HDFC00' }, 'invalid IFSC'],
    [
      'anything',
      { email: '', bank: '', account: '', ifsc: '' },
      'remitter email, bank name, account number, IFSC',
    ],
  ])('needs the %s', async (_, asking, missing) => {
    const srno = await request(asking);
    expect(await press(srno)).toEqual({ err: `Please fill mandatory feilds: ${missing}` });
    expect(await ordersOf(srno)).toEqual([]);
  });

  it('is for sales that request one, within the scope and right of the user', async () => {
    expect((await press(await request({ isRequested: false }))).err).toBe('No payment link is requested.');
    expect((await press(await request({ type: 'PP' }))).err).toBe('A payment link is for sales only.');
    const elsewhere = await request({ branch: 'DEL' });
    const answered = await world.post('fxrequest_a.php', [manager, 'sendpaymentlink', String(elsewhere)]);
    expect(answered.status).toBe(404);
    const sales = await world.signIn('sales.mum');
    const refused = await world.post('fxrequest_a.php', [sales, 'sendpaymentlink', String(elsewhere)]);
    expect(refused.status).toBe(403);
    expect(world.catcher.mails()).toEqual([]);
  });

  it('of a draft without a branch tells its maker the reason, and hides the draft from everybody else', async () => {
    const draft = pricedRequest('SP', {
      reqDraftFinal: 'D',
      reqBran: '',
      reqSalesExecutive: '',
      reqHandOver: 'IN',
      reqDeliveryExecutive: '',
      reqPaymentLink: 1,
    });
    const asMaker = async (endpoint: string, ...fields: string[]) =>
      (await world.post(endpoint, [manager, ...fields])).json;
    const { err, srno } = await asMaker('newfxrequest_a.php', 'save', JSON.stringify(draft));
    expect(err).toBe('');
    const why = 'The request has no branch yet.';
    const { detail } = await asMaker('fxrequest_a.php', 'detail', String(srno));
    expect(detail.can.link).toEqual({ ok: false, why });
    expect(await press(srno)).toEqual({ err: why });
    const admin = await world.signIn('admin');
    const hidden = await world.post('fxrequest_a.php', [admin, 'sendpaymentlink', String(srno)]);
    expect(hidden.status).toBe(404);
    expect(await ordersOf(srno)).toEqual([]);
  });

  it('requested twelve times at once results in one order and one mail', async () => {
    const srno = await request();
    const answers = await Promise.all(Array.from({ length: 12 }, () => press(srno)));
    expect(answers.filter(({ err }) => err === '')).toEqual([SENT]);
    const others = answers.map(({ err }) => err).filter((err) => err !== '');
    const polite = ['The payment link is being sent just now.', 'The payment link has been sent.'];
    expect(others.filter((err) => !polite.includes(err))).toEqual([]);
    expect(await ordersOf(srno)).toHaveLength(1);
    expect(world.catcher.mails()).toHaveLength(1);
  });
});

describe('when something fails', () => {
  it.each([
    ['down', { api: 'down' }],
    ['slow', { api: 'slow', slowMs: 6_000 }],
    ['deaf', { api: 'deaf' }],
  ] as const)(
    'the gateway is %s: nothing is sent, and the next attempt uses the same order',
    async (_, how) => {
      const srno = await request();
      world.gateway.behave(how);
      expect(await press(srno)).toEqual({ err: NOT_SENT, logmsg: 'ORDERLOGED', mailmsg: '' });
      expect([await isSent(srno), world.catcher.mails()]).toEqual([false, []]);
      const [first] = await ordersOf(srno);
      world.gateway.behave(GOOD);
      expect(await press(srno)).toEqual(SENT);
      const orders = await ordersOf(srno);
      expect(orders).toEqual([{ ...first, state: 'open', mailed: true }]);
      expect(
        world.gateway.ledger.links.filter(({ asked }) => asked.link_id === first?.order_id),
      ).toHaveLength(1);
      expect(world.catcher.mails()).toHaveLength(1);
    },
  );

  it('if the gateway has created the link but forgotten the key, the existing link is used', async () => {
    const srno = await request();
    world.gateway.behave({ api: 'deaf' });
    await press(srno);
    world.gateway.behave({ ...GOOD, keys: 'forgotten' });
    expect(await press(srno)).toEqual(SENT);
    expect(await ordersOf(srno)).toHaveLength(1);
  });

  it.each([
    ['refuses the recipient', { kind: 'reject', at: 'recipient', code: 550 }],
    ['is away', { kind: 'drop', at: 'connect' }],
    ['breaks off', { kind: 'drop', at: 'message' }],
  ] as const)(
    'the mail server %s: link-sent stays 0, and nothing is sent later automatically',
    async (_, how) => {
      const srno = await request();
      world.catcher.behave(how);
      expect(await press(srno)).toEqual({ err: NOT_SENT, logmsg: 'ORDERLOGED', mailmsg: '' });
      const [first] = await ordersOf(srno);
      expect([await isSent(srno), first?.state, first?.mailed]).toEqual([false, 'open', false]);
      world.catcher.behave({ kind: 'accept' });
      const jobs = await world.database.admin.query(
        `select from platform.job where task <> 'payments:reconcile'`,
      );
      expect([jobs.rowCount, world.catcher.mails()]).toEqual([0, []]);
      expect(await press(srno)).toEqual(SENT);
      expect((await ordersOf(srno)).map(({ order_id }) => order_id)).toEqual([first?.order_id]);
      expect(world.catcher.mails()).toHaveLength(1);
    },
  );

  it('if the order cannot be logged, nothing is sent', async () => {
    const srno = await request();
    const { admin } = world.database;
    await admin.query('revoke insert on payments.link_order from bureau_writer');
    try {
      expect(await press(srno)).toEqual({ err: NOT_LOGGED, logmsg: '', mailmsg: '' });
    } finally {
      await admin.query('grant insert on payments.link_order to bureau_writer');
    }
    expect([await isSent(srno), world.catcher.mails()]).toEqual([false, []]);
    expect(await press(srno)).toEqual(SENT);
  });

  it('an order that the gateway refuses is closed, and another replaces it after the correction', async () => {
    const srno = await request({ account: '12' });
    expect((await press(srno)).err).toBe(NOT_SENT);
    expect((await ordersOf(srno)).map(({ state }) => state)).toEqual(['refused']);
    await world.database.admin.query('update requests.request set account_number = $2 where srno = $1', [
      srno,
      PAYER.account,
    ]);
    expect(await press(srno)).toEqual(SENT);
    expect((await ordersOf(srno)).map(({ state }) => state)).toEqual(['refused', 'open']);
  });

  it('an order for another account is replaced and its link cancelled', async () => {
    const srno = await request();
    world.catcher.behave({ kind: 'drop', at: 'connect' });
    await press(srno);
    world.catcher.behave({ kind: 'accept' });
    await world.database.admin.query(
      `update requests.request set account_number = '777888999' where srno = $1`,
      [srno],
    );
    expect(await press(srno)).toEqual(SENT);
    const [first, second] = await ordersOf(srno);
    expect(second?.state).toBe('open');
    await expect.poll(() => world.gateway.ledger.link(first?.order_id ?? '')?.status, SOON).toBe('CANCELLED');
    await expect.poll(async () => (await ordersOf(srno))[0]?.state, SOON).toBe('cancelled');
  });

  it('an order whose link has ended is settled by the attempt, so that the next attempt creates another', async () => {
    const srno = await request();
    world.catcher.behave({ kind: 'drop', at: 'connect' });
    await press(srno);
    world.catcher.behave({ kind: 'accept' });
    const [first] = await ordersOf(srno);
    const link = world.gateway.ledger.link(first?.order_id ?? '');
    if (link === undefined) throw new Error('no link');
    link.status = 'EXPIRED';
    expect((await press(srno)).err).toBe(NOT_SENT);
    await expect.poll(async () => (await ordersOf(srno))[0]?.state, SOON).toBe('expired');
    expect(await press(srno)).toEqual(SENT);
    expect((await ordersOf(srno)).map(({ state }) => state)).toEqual(['expired', 'open']);
  });

  it('an order is asked about for the lifetime of its link, which the gateway may create days later', async () => {
    const srno = await request();
    world.gateway.behave({ api: 'down' });
    await press(srno);
    await world.database.admin.query(
      `update payments.link_order set made_at = now() - interval '3 days' where request = $1`,
      [srno],
    );
    world.gateway.behave(GOOD);
    expect(await press(srno)).toEqual(SENT);
    const { rows } = await world.database.admin.query(
      `select ask_until > now() + interval '30 days' as is_long from payments.link_order where request = $1`,
      [srno],
    );
    expect(rows).toEqual([{ is_long: true }]);
  });

  it('without a gateway the call is refused', async () => {
    const bare = await world.another({ ROLE: 'web', PORT: '0', GATEWAY_URL: '' });
    const srno = await request();
    const response = await fetch(`${bare.url}/api/fxrequest_a.php`, {
      method: 'POST',
      body: new URLSearchParams({ 1: manager, 2: 'sendpaymentlink', 3: String(srno) }),
    });
    expect(await response.json()).toEqual({
      err: 'Payment links cannot be sent: no payment gateway is set up.',
    });
    await bare.stop();
  });
});
