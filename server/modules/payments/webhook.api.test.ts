import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { GOOD } from '#tools/gateway/behaviour.ts';
import { forged, linkEvent, paymentEvent, post, signed } from '#tools/gateway/webhooks.ts';
import { CREDITED, NOTHING, linksOf } from '#tools/testing/links.ts';
import { addRequests, openPaidWorld, type PaidWorld } from '#tools/testing/payments.ts';
import { connectSlowly, SLOW_HOOK } from '#tools/testing/slow-clients.ts';
import { SOON } from '#tools/testing/until.ts';
import { MAX_HOOK_BODIES_PER_ADDRESS } from '#server/platform/limits.ts';

const TOKEN = 'metrics';

let world: PaidWorld;
let office: string;
let links: ReturnType<typeof linksOf>;

beforeAll(async () => {
  world = await openPaidWorld({ METRICS_TOKEN: TOKEN });
  links = linksOf(world);
  office = await world.signIn('fm.ho');
});
afterAll(() => world.close());
afterEach(() => world.gateway.behave(GOOD));

describe('a payment', () => {
  it('is credited to its request once, however often the gateway reports it', async () => {
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
    expect(events).toEqual(Array.from({ length: 10 }, () => ({ believed: true })));
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

  it('that the bank books twice is credited once, and the other one is money to return', async () => {
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
    expect(remarks.filter((remark) => remark.startsWith('Money to return: ₹10,000.00'))).toHaveLength(1);
  });

  it.each([
    ['the second', ['9999.00', '10000.00']],
    ['the second of three', ['9999.00', '10000.00', '10000.00']],
    ['the third', ['9999.00', '10000.01', '10000.00']],
  ])('with the wrong amount does not block %s', async (_, amounts) => {
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

  it('whose webhook never arrived is found by reconciliation', async () => {
    const { srno, orderId } = await links.linked();
    world.gateway.behave({ webhooks: 'dropped' });
    await world.gateway.act(orderId, 'pay');
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
    await links.askedBefore(orderId, '5 minutes');
    await links.reconcile();
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
  });

  it('that was under way when another paid the link is found by reconciliation and is money to return', async () => {
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
    // A day later the gateway is asked a last time, and then never again.
    await links.ask(`update payments.link_order set ask_until = now() where order_id = $1`, orderId);
    await links.askedBefore(orderId, '1 second');
    await links.reconcile();
    await links.reconcile();
    expect(await links.ask('select ask_until from payments.link_order where order_id = $1', orderId)).toEqual(
      [{ ask_until: null }],
    );
  });

  it('is credited although the gateway cannot be asked at first', async () => {
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

/** The number of forged webhooks that the first process counted. */
async function forgedCount(): Promise<number> {
  const page = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(/^bureau_webhooks_forged_total (\d+)$/m.exec(await page.text())?.[1]);
}

describe('a webhook that is not from the gateway', () => {
  it('forged, old, future, unreadable, for another order or amount: all get the same answer and no effect; only signed ones are stored', async () => {
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
    const [time, order] = ['It was signed at another time.', 'It names no order of ours.'];
    expect(whys).toEqual([
      time,
      time,
      time,
      order,
      order,
      order,
      'It names another amount than was asked for.',
      'It names another currency than was asked for.',
    ]);
    // A webhook that is signed by the gateway and reports a payment only causes a query.
    expect(await post(links.hook(), signed(event, secret))).toBe(200);
    await links.quiet();
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
  });

  it('must be a POST of limited size', async () => {
    expect((await fetch(links.hook())).status).toBe(404);
    const large = await fetch(links.hook(), { method: 'POST', body: 'x'.repeat(65 * 1024) });
    expect([large.status, await large.json()]).toEqual([413, { err: 'This is too large.' }]);
  });

  it('leaves one short sample a minute across all processes, and a metric', async () => {
    const second = await world.another({ PORT: '0' });
    const hooks = [links.hook(), `${second.url}/hooks/cashfree`];
    const before = await links.lastEvent();
    const countBefore = await forgedCount();
    await links.ask('delete from payments.forgery');
    const large = JSON.stringify({ data: { note: 'x'.repeat(60 * 1024) } });
    const statuses = new Set<number | null>();
    const startedAt = Date.now();
    for (let batch = 0; batch < 10; batch += 1)
      for (const status of await Promise.all(
        Array.from({ length: 40 }, (_, index) => post(hooks[index % 2] ?? '', forged(large))),
      ))
        statuses.add(status);
    expect([...statuses]).toEqual([200]);
    expect(await links.whysOf(before)).toEqual([]);
    const minutes = Math.floor(Date.now() / 60_000) - Math.floor(startedAt / 60_000) + 1;
    // An earlier test may have used up the sample of this minute.
    const samples = await links.ask<{ why: string; bytes: number; kept: number; host: string }>(
      'select why, bytes, length(body_start) as kept, host(address) as host from payments.forgery',
    );
    expect(samples.length).toBeLessThanOrEqual(minutes);
    for (const sample of samples)
      expect(sample).toEqual({
        why: 'Its signature is not right.',
        bytes: large.length,
        kept: 200,
        host: '127.0.0.1',
      });
    expect((await forgedCount()) - countBefore).toBe(200);
    await second.stop();
  });

  it('is sampled once in each minute', async () => {
    await links.ask('delete from payments.forgery');
    const fresh = await world.another({ PORT: '0' });
    await post(`${fresh.url}/hooks/cashfree`, forged('first'));
    await expect.poll(() => links.ask('select from payments.forgery'), SOON).toHaveLength(1);
    const another = await world.another({ PORT: '0' });
    await post(`${another.url}/hooks/cashfree`, forged('second'));
    await another.stop();
    const samples = await links.ask<{ minute: Date; body: string }>(
      `select minute, convert_from(body_start, 'UTF8') as body from payments.forgery`,
    );
    expect(samples[0]?.body).toBe('first');
    // There are two samples only if a new minute began between them.
    expect(new Set(samples.map(({ minute }) => minute.getTime())).size).toBe(samples.length);
    await fresh.stop();
  });

  it('does not block the gateway, however many come from the same address', async () => {
    const { srno, orderId } = await links.linked();
    const link = links.linkOf(orderId);
    world.gateway.behave({ webhooks: 'dropped' });
    const [payment] = await world.gateway.act(orderId, 'pay');
    const event = linkEvent(link, world.gateway.url, payment);
    const flood = Array.from({ length: 400 }, () => post(links.hook(), forged(event)));
    expect(await post(links.hook(), signed(event, world.gateway.clientSecret))).toBe(200);
    await Promise.all(flood);
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
  });

  it('a signed webhook that is replayed is stored once', async () => {
    const { orderId } = await links.linked();
    const recorded = signed(linkEvent(links.linkOf(orderId), world.gateway.url), world.gateway.clientSecret);
    const before = await links.lastEvent();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => post(links.hook(), recorded)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await links.whysOf(before)).toEqual(['']);
    await links.quiet();
  });

  it('a slow body is dropped in favour of a newer one', async () => {
    // With this timeout, only a newer connection can end the slow ones during the test.
    const patient = await world.another({ PORT: '0', CLIENT_WINDOW_SECONDS: '600' });
    const ended: number[] = [];
    const slow = await Promise.all(
      Array.from({ length: MAX_HOOK_BODIES_PER_ADDRESS }, () => connectSlowly(patient.url, SLOW_HOOK)),
    );
    for (const each of slow) void each.ended.then((ms) => ended.push(ms));
    await links.quiet();
    const body = JSON.stringify({ data: { link_id: 'R0-1' } });
    const statuses = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push(await post(`${patient.url}/hooks/cashfree`, signed(body, world.gateway.clientSecret)));
    expect(statuses).toEqual([200, 200, 200]);
    await expect.poll(() => ended.length, SOON).toBeGreaterThanOrEqual(1);
    // A complete body frees its slot, so later requests need not end another slow one.
    expect(ended.length).toBeLessThanOrEqual(3);
    for (const each of slow) each.close();
    await patient.stop();
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
  });
});

describe('the purge', () => {
  const purge = async () => {
    await links.ask(`select graphile_worker.add_job('platform:retention')`);
    await expect
      .poll(() => links.ask(`select from platform.job where task = 'platform:retention'`), SOON)
      .toHaveLength(0);
  };
  const add = (age: string, why: string) =>
    links.ask(
      `insert into payments.event (at, body, believed, why, signature_hash)
       values (now() - $1::text::interval, 'x', $2::text = '', $2, sha256(($1 || $2)::bytea))`,
      age,
      why,
    );

  it('removes signed webhooks after five years and samples after a week', async () => {
    await links.ask('delete from payments.event');
    await links.ask('delete from payments.forgery');
    await add('5 years 10 days', '');
    await add('4 years 11 months', '');
    await add('8 days', 'It names no order of ours.');
    await links.ask(
      `insert into payments.forgery select date_trunc('minute', now() - days * interval '1 day'), null, 'x', '', 0, ''
       from unnest(array[6, 8]) as days`,
    );
    await purge();
    expect(await links.ask('select why from payments.event order by at')).toEqual([
      { why: '' },
      { why: 'It names no order of ours.' },
    ]);
    expect(await links.ask('select from payments.forgery')).toHaveLength(1);
  });

  it('is refused by the database for webhooks younger than the law demands', async () => {
    await links.ask('delete from payments.event');
    await add('1825 days', '');
    await add('1827 days', '');
    const writer = await openClient(world.database.urls.writer);
    await writer.query(`begin; set local bureau.scope = 'all'`);
    const { rows } = await writer.query(
      `delete from payments.event returning at < now() - interval '1826 days' as "isOld"`,
    );
    await writer.query('rollback');
    await writer.end();
    expect(rows).toEqual([{ isOld: true }]);
  });

  it('the database accepts no unsigned webhook', async () => {
    await expect(
      links.ask(
        `insert into payments.event (body, believed, why) values ('x', false, 'Its signature is not right.')`,
      ),
    ).rejects.toThrow(/null value in column "signature_hash"/);
  });
});
