import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GOOD } from '#tools/gateway/behaviour.ts';
import { forged, linkEvent, paymentEvent, post, signed } from '#tools/gateway/webhooks.ts';
import { CREDITED, NOTHING, linksOf } from '#tools/testing/links.ts';
import { addRequests, openPaidWorld, type PaidWorld } from '#tools/testing/payments.ts';
import { SOON } from '#tools/testing/until.ts';

const PER_MINUTE = 400;

let world: PaidWorld;
let office: string;
let links: ReturnType<typeof linksOf>;

beforeAll(async () => {
  world = await openPaidWorld({ PUBLIC_CALLS_PER_MINUTE: String(PER_MINUTE) });
  links = linksOf(world);
  office = await world.signIn('fm.ho');
});
afterAll(() => world.close());
afterEach(() => world.gateway.behave(GOOD));

describe('a payment', () => {
  it('is received on its request once, however often the gateway tells of it', async () => {
    const { srno, orderId } = await links.linked();
    world.gateway.behave({ times: 5, forge: true });
    await world.gateway.act(orderId, 'pay');
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
    await links.quiet();
    expect(await links.moneyOf(srno)).toEqual(CREDITED);
    expect(
      await links.ask(
        `select state, ask_until > now() as is_asked from payments.link_order where order_id = $1`,
        orderId,
      ),
    ).toEqual([{ state: 'paid', is_asked: true }]);
    expect(
      await links.ask(
        `select outcome, status, amount::text from payments.payment where order_id = $1`,
        orderId,
      ),
    ).toEqual([{ outcome: 'credited', status: 'SUCCESS', amount: '10000.00' }]);
    const events = await links.ask<{ believed: boolean }>(
      'select believed from payments.event where order_id = $1 or order_id is null',
      orderId,
    );
    expect(events.filter(({ believed }) => believed)).toHaveLength(10);
    expect(events.filter(({ believed }) => !believed).length).toBeGreaterThanOrEqual(10);
    const trail = await links.ask(
      `select action from platform.trail where record = 'payment' and after->>'order' = $1`,
      orderId,
    );
    expect(trail).toEqual([{ action: 'credit' }]);
  });

  it('that failed or was abandoned is noted and credits nothing', async () => {
    const { srno, orderId } = await links.linked();
    await world.gateway.act(orderId, 'fail');
    await world.gateway.act(orderId, 'drop');
    await world.gateway.act(orderId, 'pay', { account: '999999999', ifsc: 'HDFC0000001' });
    await links.quiet();
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
    const payments = await links.ask(
      'select status, outcome from payments.payment where order_id = $1 order by id',
      orderId,
    );
    expect(payments).toEqual([
      { status: 'FAILED', outcome: null },
      { status: 'USER_DROPPED', outcome: null },
      { status: 'FAILED', outcome: null },
    ]);
    await world.gateway.act(orderId, 'pay');
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
  });

  it('that the bank books twice is credited once, and the other is money to return', async () => {
    const { srno, orderId } = await links.linked();
    world.gateway.behave({ twice: true });
    await world.gateway.act(orderId, 'pay');
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
    await links.quiet();
    expect(await links.moneyOf(srno)).toEqual(CREDITED);
    const outcomes = await links.ask(
      'select outcome, why from payments.payment where order_id = $1 order by outcome',
      orderId,
    );
    expect(outcomes).toEqual([
      { outcome: 'credited', why: '' },
      { outcome: 'to return', why: 'the link was paid before' },
    ]);
    const remarks = await links.remarksOf(srno);
    expect(remarks.filter((remark) => remark.startsWith('Money to return: INR 10000.00'))).toHaveLength(1);
  });

  it.each([
    ['the second', ['9999.00', '10000.00']],
    ['the second of three', ['9999.00', '10000.00', '10000.00']],
    ['the third', ['9999.00', '10000.01', '10000.00']],
  ])('that is not the amount asked for does not stand in the way of %s', async (_, amounts) => {
    const { srno, orderId } = await links.linked();
    world.gateway.behave({ webhooks: 'dropped' });
    const link = links.linkOf(orderId);
    for (const amount of amounts) {
      const [payment] = await world.gateway.act(orderId, 'pay');
      if (payment === undefined) throw new Error('no payment');
      link.payments.splice(-1, 1, { ...payment, payment_amount: Number(amount) });
    }
    await post(links.hook(), signed(linkEvent(link, world.gateway.url), world.gateway.clientSecret));
    await links.quiet();
    expect(await links.moneyOf(srno)).toEqual(CREDITED);
    const decided = await links.ask<{ amount: string; outcome: string }>(
      'select amount::text, outcome, why from payments.payment where order_id = $1 order by id',
      orderId,
    );
    const first = amounts.indexOf('10000.00');
    expect(decided).toEqual(
      amounts.map((amount, index) => ({
        amount,
        outcome: index === first ? 'credited' : 'to return',
        why:
          index === first
            ? ''
            : amount === '10000.00'
              ? 'the link was paid before'
              : 'it is not the amount that was asked for',
      })),
    );
    const remarks = await links.remarksOf(srno);
    expect(remarks.filter((remark) => remark.startsWith('Money to return'))).toHaveLength(1);
  });

  it('whose webhook never came is found by asking', async () => {
    const { srno, orderId } = await links.linked();
    world.gateway.behave({ webhooks: 'dropped' });
    await world.gateway.act(orderId, 'pay');
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
    await links.askedBefore(orderId, '5 minutes');
    await links.reconcile();
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
  });

  it('that was under way when another paid the link is found by asking, and is money to return', async () => {
    const { srno, orderId } = await links.linked();
    await world.gateway.act(orderId, 'pay');
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
    await links.quiet();
    world.gateway.behave({ webhooks: 'dropped' });
    await world.gateway.act(orderId, 'pay');
    await links.askedBefore(orderId, '1 hour');
    await links.reconcile();
    await expect
      .poll(async () => (await links.remarksOf(srno)).at(-1) ?? '', SOON)
      .toMatch(/^Money to return/);
    expect(await links.moneyOf(srno)).toEqual(CREDITED);
    // A day later it is asked a last time, and then never again.
    await links.ask(`update payments.link_order set ask_until = now() where order_id = $1`, orderId);
    await links.askedBefore(orderId, '1 second');
    await links.reconcile();
    await links.reconcile();
    expect(await links.ask('select ask_until from payments.link_order where order_id = $1', orderId)).toEqual(
      [{ ask_until: null }],
    );
  });

  it('comes through although the gateway cannot be asked at first', async () => {
    const { srno, orderId } = await links.linked();
    const link = links.linkOf(orderId);
    world.gateway.behave({ webhooks: 'dropped' });
    const [payment] = await world.gateway.act(orderId, 'pay');
    world.gateway.behave({ api: 'down' });
    expect(
      await post(
        links.hook(),
        signed(linkEvent(link, world.gateway.url, payment), world.gateway.clientSecret),
      ),
    ).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await links.ask(
              `select from platform.job where task = 'payments:settle' and attempts > 0 and state = 'waiting'`,
            )
          ).length,
        SOON,
      )
      .toBe(1);
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
    world.gateway.behave(GOOD);
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
  });
});

describe('what is not from the gateway', () => {
  it('forged, old, of tomorrow, unreadable, of another order or amount: answered alike, kept, and worth nothing', async () => {
    const { srno, orderId } = await links.linked();
    const link = links.linkOf(orderId);
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
    const before = await links.lastEvent();
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
      const response = await fetch(links.hook(), { method: 'POST', body: each.body, headers: each.headers });
      answers.add(`${response.status} ${await response.text()}`);
    }
    expect([...answers]).toEqual(['200 {"received":true}']);
    const whys = await links.whysOf(before);
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
    expect(await post(links.hook(), signed(event, secret))).toBe(200);
    await links.quiet();
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
  });

  it('is no page, no call and no large thing', async () => {
    expect((await fetch(links.hook())).status).toBe(404);
    const large = await fetch(links.hook(), { method: 'POST', body: 'x'.repeat(65 * 1024) });
    expect([large.status, await large.json()]).toEqual([413, { err: 'This is too large.' }]);
  });

  it('does not fill the disk: beyond the limit forgeries are answered and forgotten', async () => {
    const before = await links.lastEvent();
    const body = JSON.stringify({ data: {} });
    const statuses = new Set<number | null>();
    for (let batch = 0; batch < 20; batch += 1)
      for (const status of await Promise.all(
        Array.from({ length: 50 }, () => post(links.hook(), forged(body))),
      ))
        statuses.add(status);
    expect([...statuses]).toEqual([200]);
    // The minute may be over in the middle, and another then begins.
    expect((await links.whysOf(before)).length).toBeLessThanOrEqual(2 * PER_MINUTE);
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
    const orders = await links.ask<{ order_id: string }>(
      'select order_id from payments.link_order where request = any ($1)',
      srnos,
    );
    expect(orders).toHaveLength(PAYMENTS);
    world.gateway.behave({ webhooks: 'dropped' });
    const bodies: string[] = [];
    for (const { order_id } of orders) {
      const [payment] = await world.gateway.act(order_id, 'pay');
      bodies.push(linkEvent(links.linkOf(order_id), world.gateway.url, payment));
    }
    const sent = Array.from({ length: 500 }, (_, index) => {
      const body = bodies[index % PAYMENTS] ?? '';
      return index >= 450 ? forged(body) : signed(body, world.gateway.clientSecret);
    });
    for (let first = 0; first < sent.length; first += 50)
      await Promise.all(sent.slice(first, first + 50).map((each) => post(links.hook(), each)));
    await links.quiet();
    const [totals] = await links.ask(
      `select count(*)::integer as requests, sum(received)::text as received,
         (select count(*)::integer from requests.payment_line where request = any ($1)) as lines
       from requests.request where srno = any ($1) and received = grand_total`,
      srnos,
    );
    expect(totals).toEqual({ requests: PAYMENTS, received: '150000.00', lines: PAYMENTS });
  }, 120_000);
});
