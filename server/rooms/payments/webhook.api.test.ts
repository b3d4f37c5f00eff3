import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GOOD } from '#tools/gateway/behaviour.ts';
import { forged, linkEvent, paymentEvent, post, signed } from '#tools/gateway/webhooks.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { addRequest, addRequests, openPaidWorld, type PaidWorld } from '#tools/testing/payments.ts';

let world: PaidWorld;
let manager: string;
let office: string;
const WAIT = { timeout: 15_000, interval: 100 } as const;

beforeAll(async () => {
  world = await openPaidWorld({ PUBLIC_CALLS_PER_MINUTE: '400' });
  manager = await world.signIn('bm.mum');
  office = await world.signIn('fm.ho');
});
afterAll(() => world.close());
afterEach(() => world.gateway.behave(GOOD));

const ask = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await world.database.admin.query<Row>(text, values)).rows;

const moneyOf = async (srno: number) => {
  const [row] = await ask<{ received: string; lines: number }>(
    `select received::text, (select count(*)::integer from requests.payment_line p where p.request = r.srno
       and p.gateway_order is not null) as lines from requests.request r where srno = $1`,
    srno,
  );
  return row;
};
const orderOf = async (srno: number): Promise<string> =>
  (await ask<{ order_id: string }>('select order_id from payments.link_order where request = $1', srno))[0]
    ?.order_id ?? '';
const remarksOf = async (srno: number): Promise<string[]> =>
  (
    await ask<{ remark: string }>('select remark from requests.activity where request = $1 order by id', srno)
  ).map(({ remark }) => remark);
const whysOf = async (since: number): Promise<string[]> =>
  (await ask<{ why: string }>('select why from payments.event where id > $1 order by id', since)).map(
    ({ why }) => why,
  );
const lastEvent = async (): Promise<number> =>
  Number((await ask<{ id: string }>('select coalesce(max(id), 0) as id from payments.event'))[0]?.id);

/** A request whose link has been sent. */
async function linked(total = 10_000): Promise<{ srno: number; orderId: string }> {
  const srno = await addRequest(world.database.admin, { total });
  const { json } = await world.post('fxrequest_a.php', [manager, 'sendpaymentlink', String(srno)]);
  expect(json.err).toBe('');
  return { srno, orderId: await orderOf(srno) };
}
const linkOf = (orderId: string) => {
  const link = world.gateway.ledger.link(orderId);
  if (link === undefined) throw new Error('no link');
  return link;
};
const hook = () => `${world.url}/hooks/cashfree`;
/** Every job that was caused so far is done. */
const quiet = () =>
  expect
    .poll(
      async () =>
        (await ask(`select from platform.job where task like 'payments:%' and state <> 'failed'`)).length,
      WAIT,
    )
    .toBe(0);

const CREDITED = { received: '10000.00', lines: 1 };
const NOTHING = { received: '0.00', lines: 0 };

describe('a payment', () => {
  it('is received on its request once, however often the gateway tells of it', async () => {
    const { srno, orderId } = await linked();
    world.gateway.behave({ times: 5, forge: true });
    await world.gateway.act(orderId, 'pay');
    await expect.poll(() => moneyOf(srno), WAIT).toEqual(CREDITED);
    await quiet();
    expect(await moneyOf(srno)).toEqual(CREDITED);
    expect(
      await ask('select state, ask_until from payments.link_order where order_id = $1', orderId),
    ).toEqual([{ state: 'paid', ask_until: null }]);
    expect(
      await ask(`select outcome, status, amount::text from payments.payment where order_id = $1`, orderId),
    ).toEqual([{ outcome: 'credited', status: 'SUCCESS', amount: '10000.00' }]);
    const events = await ask<{ believed: boolean }>(
      'select believed from payments.event where order_id = $1 or order_id is null',
      orderId,
    );
    expect(events.filter(({ believed }) => believed)).toHaveLength(10);
    expect(events.filter(({ believed }) => !believed).length).toBeGreaterThanOrEqual(10);
    const trail = await ask(
      `select action from platform.trail where record = 'payment' and after->>'order' = $1`,
      orderId,
    );
    expect(trail).toEqual([{ action: 'credit' }]);
  });

  it('that failed or was abandoned is noted and credits nothing', async () => {
    const { srno, orderId } = await linked();
    await world.gateway.act(orderId, 'fail');
    await world.gateway.act(orderId, 'drop');
    await world.gateway.act(orderId, 'pay', { account: '999999999', ifsc: 'HDFC0000001' });
    await quiet();
    expect(await moneyOf(srno)).toEqual(NOTHING);
    const payments = await ask(
      'select status, outcome from payments.payment where order_id = $1 order by id',
      orderId,
    );
    expect(payments).toEqual([
      { status: 'FAILED', outcome: null },
      { status: 'USER_DROPPED', outcome: null },
      { status: 'FAILED', outcome: null },
    ]);
    await world.gateway.act(orderId, 'pay');
    await expect.poll(() => moneyOf(srno), WAIT).toEqual(CREDITED);
  });

  it('that the bank books twice is credited once, and the other is money to return', async () => {
    const { srno, orderId } = await linked();
    world.gateway.behave({ twice: true });
    await world.gateway.act(orderId, 'pay');
    await expect.poll(() => moneyOf(srno), WAIT).toEqual(CREDITED);
    await quiet();
    expect(await moneyOf(srno)).toEqual(CREDITED);
    const outcomes = await ask(
      'select outcome, why from payments.payment where order_id = $1 order by outcome',
      orderId,
    );
    expect(outcomes).toEqual([
      { outcome: 'credited', why: '' },
      { outcome: 'to return', why: 'the link was paid before' },
    ]);
    const remarks = await remarksOf(srno);
    expect(remarks.filter((remark) => remark.startsWith('Money to return: INR 10000.00'))).toHaveLength(1);
  });

  it('whose webhook never came is found by asking', async () => {
    const { srno, orderId } = await linked();
    world.gateway.behave({ webhooks: 'dropped' });
    await world.gateway.act(orderId, 'pay');
    expect(await moneyOf(srno)).toEqual(NOTHING);
    await ask(
      `update payments.link_order set asked_at = now() - interval '5 minutes' where order_id = $1`,
      orderId,
    );
    await ask(`select graphile_worker.add_job('payments:reconcile')`);
    await expect.poll(() => moneyOf(srno), WAIT).toEqual(CREDITED);
  });

  it('comes through although the gateway cannot be asked at first', async () => {
    const { srno, orderId } = await linked();
    const link = linkOf(orderId);
    world.gateway.behave({ webhooks: 'dropped' });
    const [payment] = await world.gateway.act(orderId, 'pay');
    world.gateway.behave({ api: 'down' });
    expect(
      await post(hook(), signed(linkEvent(link, world.gateway.url, payment), world.gateway.clientSecret)),
    ).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await ask(
              `select from platform.job where task = 'payments:settle' and attempts > 0 and state = 'waiting'`,
            )
          ).length,
        WAIT,
      )
      .toBe(1);
    expect(await moneyOf(srno)).toEqual(NOTHING);
    world.gateway.behave(GOOD);
    await expect.poll(() => moneyOf(srno), WAIT).toEqual(CREDITED);
  });
});

describe('money that no longer fits', () => {
  const voidRound = async (srno: number, total: number) => {
    await ask(
      `update requests.request set link_round = link_round + 1, link_sent = false, grand_total = $2, forex_total = $2 where srno = $1`,
      srno,
      total,
    );
  };

  it('for an earlier total is kept and shown as money to return', async () => {
    const { srno, orderId } = await linked();
    await voidRound(srno, 12_000);
    await world.gateway.act(orderId, 'pay');
    await expect
      .poll(async () => (await remarksOf(srno)).at(-1) ?? '', WAIT)
      .toMatch(/^Money to return: INR 10000\.00 came/);
    expect((await remarksOf(srno)).at(-1)).toContain('because the link was for an earlier total.');
    expect(await moneyOf(srno)).toEqual(NOTHING);
  });

  it('cannot come by a link that is cancelled with its round', async () => {
    const { srno, orderId } = await linked();
    await voidRound(srno, 12_000);
    await ask(
      `select graphile_worker.add_job('payments:cancel', json_build_object('request', $1::integer, 'round', 1))`,
      srno,
    );
    await expect.poll(() => linkOf(orderId).status, WAIT).toBe('CANCELLED');
    await expect
      .poll(
        async () =>
          (
            await ask<{ state: string }>('select state from payments.link_order where order_id = $1', orderId)
          )[0]?.state,
        WAIT,
      )
      .toBe('cancelled');
    const { json } = await world.post('fxrequest_a.php', [manager, 'sendpaymentlink', String(srno)]);
    expect(json.err).toBe('');
    const amounts = await ask(
      'select amount::text, state from payments.link_order where request = $1 order by link_round',
      srno,
    );
    expect(amounts).toEqual([
      { amount: '10000.00', state: 'cancelled' },
      { amount: '12000.00', state: 'open' },
    ]);
  });

  it('is not asked for twice: saving another total cancels the link by itself', async () => {
    const sales = await world.signIn('sales.mum');
    const given = {
      reqDraftFinal: 'D',
      reqPaymentLink: 1,
      reqRemitterBankCode: '3021',
      reqRemitterAcctNo: '00112233445566',
      reqRemitterAcctIfsc: 'HDFC0000001',
    } as const;
    const save = async (more: GivenRequest) =>
      (
        await world.post('newfxrequest_a.php', [
          sales,
          'save',
          JSON.stringify(pricedRequest('SP', { ...given, ...more })),
        ])
      ).json;
    const { srno, err } = await save({});
    expect(err).toBe('');
    const sent = await world.post('fxrequest_a.php', [manager, 'sendpaymentlink', String(srno)]);
    expect(sent.json.err).toBe('');
    const orderId = await orderOf(srno);
    const product = { product: 'CN', isd: 'USD', qty: '700', rate: '88.4567' };
    expect((await save({ reqSrNo: srno, reqProductData: [product] })).err).toBe('');
    await expect.poll(() => linkOf(orderId).status, WAIT).toBe('CANCELLED');
    expect(await ask('select link_sent, link_round from requests.request where srno = $1', srno)).toEqual([
      { link_sent: false, link_round: 2 },
    ]);
  });

  it('is kept where the cancelling came too late', async () => {
    const { srno, orderId } = await linked();
    world.gateway.behave({ webhooks: 'dropped' });
    await world.gateway.act(orderId, 'pay');
    await voidRound(srno, 12_000);
    await ask(
      `select graphile_worker.add_job('payments:cancel', json_build_object('request', $1::integer, 'round', 1))`,
      srno,
    );
    await expect.poll(async () => (await remarksOf(srno)).at(-1) ?? '', WAIT).toMatch(/^Money to return/);
    expect(await moneyOf(srno)).toEqual(NOTHING);
  });

  it('is more than is left to pay', async () => {
    const { srno, orderId } = await linked();
    await ask(
      `insert into requests.payment_line (request, line_no, type, amount) values ($1, 1, 'CASH', 4000)`,
      srno,
    );
    await world.gateway.act(orderId, 'pay');
    await expect
      .poll(async () => (await remarksOf(srno)).at(-1) ?? '', WAIT)
      .toContain('because less than that is left to pay.');
    expect(await moneyOf(srno)).toEqual(NOTHING);
  });
});

describe('what is not from the gateway', () => {
  it('forged, old, of tomorrow, unreadable, of another order or amount: answered alike, kept, and worth nothing', async () => {
    const { srno, orderId } = await linked();
    const link = linkOf(orderId);
    const secret = world.gateway.clientSecret;
    const payment = {
      cf_payment_id: '1',
      order_id: 'CFPay_x',
      payment_status: 'SUCCESS',
      payment_amount: 10_000,
      payment_currency: 'INR',
      payment_message: '',
      payment_completion_time: new Date().toISOString(),
      bank_reference: 'UTR1',
    } as const;
    const claim = paymentEvent({ ...link, status: 'PAID' }, payment);
    const event = linkEvent({ ...link, status: 'PAID' }, world.gateway.url, payment);
    const before = await lastEvent();
    const good = signed(claim, secret);
    const sent = [
      forged(claim),
      { ...good, body: `${good.body} ` },
      { ...good, headers: { ...good.headers, 'x-webhook-signature': '' } },
      { body: claim, headers: { 'content-type': 'application/json' } },
      signed(claim, secret, String(Date.now() - 11 * 60_000)),
      signed(claim, secret, String(Date.now() + 11 * 60_000)),
      signed(claim, secret, 'yesterday'),
      signed('{"data":', secret),
      signed('[]', secret),
      signed(event.replaceAll(orderId, 'R0-1-000000000000'), secret),
      signed(event.replace('"link_amount":"10000.00"', '"link_amount":"1.00"'), secret),
      signed(event.replace('"link_currency":"INR"', '"link_currency":"USD"'), secret),
    ];
    const answers = new Set<string>();
    for (const each of sent) {
      const response = await fetch(hook(), { method: 'POST', body: each.body, headers: each.headers });
      answers.add(`${response.status} ${await response.text()}`);
    }
    expect([...answers]).toEqual(['200 {"received":true}']);
    const whys = await whysOf(before);
    const [signature, time, order] = [
      'Its signature is not right.',
      'It was signed at another time.',
      'It names no order of ours.',
    ];
    expect(whys).toEqual([
      signature,
      signature,
      signature,
      signature,
      time,
      time,
      time,
      order,
      order,
      order,
      'It names another amount than was asked for.',
      'It names another currency than was asked for.',
    ]);
    // Signed by the gateway itself and saying that all is paid: believed only so far as to ask.
    expect(await post(hook(), signed(event, secret))).toBe(200);
    await quiet();
    expect(await moneyOf(srno)).toEqual(NOTHING);
  });

  it('is no page, no call and no large thing', async () => {
    expect((await fetch(hook())).status).toBe(404);
    const large = await fetch(hook(), { method: 'POST', body: 'x'.repeat(65 * 1024) });
    expect([large.status, await large.json()]).toEqual([413, { err: 'This is too large.' }]);
  });

  it('does not fill the disk: beyond the limit forgeries are answered and forgotten', async () => {
    const before = await lastEvent();
    const body = JSON.stringify({ data: {} });
    const statuses = new Set<number | null>();
    for (let batch = 0; batch < 9; batch += 1)
      for (const status of await Promise.all(Array.from({ length: 50 }, () => post(hook(), forged(body)))))
        statuses.add(status);
    expect([...statuses]).toEqual([200]);
    expect((await whysOf(before)).length).toBeLessThan(400);
  });
});

describe('five hundred webhooks, three in ten repeated and one in ten forged', () => {
  it('credit each payment exactly once', async () => {
    const PAYMENTS = 300;
    const srnos = await addRequests(world.database.admin, PAYMENTS, { total: 500 });
    for (let first = 0; first < PAYMENTS; first += 20)
      await Promise.all(
        srnos
          .slice(first, first + 20)
          .map((srno) => world.post('fxrequest_a.php', [office, 'sendpaymentlink', String(srno)])),
      );
    const orders = await ask<{ order_id: string }>(
      'select order_id from payments.link_order where request = any ($1)',
      srnos,
    );
    expect(orders).toHaveLength(PAYMENTS);
    world.gateway.behave({ webhooks: 'dropped' });
    const bodies: string[] = [];
    for (const { order_id } of orders) {
      const [payment] = await world.gateway.act(order_id, 'pay');
      bodies.push(linkEvent(linkOf(order_id), world.gateway.url, payment));
    }
    const sent = Array.from({ length: 500 }, (_, index) => {
      const body = bodies[index % PAYMENTS] ?? '';
      return index >= 450 ? forged(body) : signed(body, world.gateway.clientSecret);
    });
    for (let first = 0; first < sent.length; first += 50)
      await Promise.all(sent.slice(first, first + 50).map((each) => post(hook(), each)));
    await quiet();
    const [totals] = await ask(
      `select count(*)::integer as requests, sum(received)::text as received,
         (select count(*)::integer from requests.payment_line where request = any ($1)) as lines
       from requests.request where srno = any ($1) and received = grand_total`,
      srnos,
    );
    expect(totals).toEqual({ requests: PAYMENTS, received: '150000.00', lines: PAYMENTS });
  }, 120_000);
});
