import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GOOD } from '#tools/gateway/behaviour.ts';
import { linkEvent, post, signed } from '#tools/gateway/webhooks.ts';
import { CREDITED, NOTHING, linksOf } from '#tools/testing/links.ts';
import { addRequest, openPaidWorld, type PaidWorld } from '#tools/testing/payments.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { SOON } from '#tools/testing/until.ts';

let world: PaidWorld;
let manager: string;
let links: ReturnType<typeof linksOf>;

beforeAll(async () => {
  world = await openPaidWorld();
  links = linksOf(world);
  manager = await world.signIn('bm.mum');
});
afterAll(() => world.close());
afterEach(() => world.gateway.behave(GOOD));

describe('money that no longer fits the request', () => {
  const voidRound = async (srno: number, total: number) => {
    await links.ask(
      `update requests.request set link_round = link_round + 1, link_sent = false, grand_total = $2, forex_total = $2 where srno = $1`,
      srno,
      total,
    );
  };

  it('is kept as money to return when the request has changed since', async () => {
    const { srno, orderId } = await links.linked();
    await voidRound(srno, 12_000);
    await world.gateway.act(orderId, 'pay');
    await expect
      .poll(async () => (await links.remarksOf(srno)).at(-1) ?? '', SOON)
      .toMatch(/^Money to return: ₹10,000\.00 came/);
    expect((await links.remarksOf(srno)).at(-1)).toContain(
      'because the request has changed since the link was made.',
    );
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
  });

  it('cannot arrive by a link that is cancelled with its round', async () => {
    const { srno, orderId } = await links.linked();
    await voidRound(srno, 12_000);
    await links.ask(
      `select graphile_worker.add_job('payments:cancel', json_build_object('request', $1::integer, 'round', 1))`,
      srno,
    );
    await expect.poll(() => links.linkOf(orderId).status, SOON).toBe('CANCELLED');
    await expect
      .poll(
        async () =>
          (
            await links.ask<{ state: string }>(
              'select state from payments.link_order where order_id = $1',
              orderId,
            )
          )[0]?.state,
        SOON,
      )
      .toBe('cancelled');
    const { json } = await world.post('fxrequest_a.php', [manager, 'sendpaymentlink', String(srno)]);
    expect(json.err).toBe('');
    const amounts = await links.ask(
      'select amount::text, state from payments.link_order where request = $1 order by link_round',
      srno,
    );
    expect(amounts).toEqual([
      { amount: '10000.00', state: 'cancelled' },
      { amount: '12000.00', state: 'open' },
    ]);
  });

  it('is not requested twice: saving another total cancels the link automatically', async () => {
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
    const orderId = await links.orderOf(srno);
    const product = { product: 'CN', isd: 'USD', qty: '700', rate: '88.4567' };
    expect((await save({ reqSrNo: srno, reqProductData: [product] })).err).toBe('');
    await expect.poll(() => links.linkOf(orderId).status, SOON).toBe('CANCELLED');
    expect(
      await links.ask('select link_sent, link_round from requests.request where srno = $1', srno),
    ).toEqual([{ link_sent: false, link_round: 2 }]);
  });

  it('is kept when the cancellation came too late', async () => {
    const { srno, orderId } = await links.linked();
    world.gateway.behave({ webhooks: 'dropped' });
    await world.gateway.act(orderId, 'pay');
    await voidRound(srno, 12_000);
    await links.ask(
      `select graphile_worker.add_job('payments:cancel', json_build_object('request', $1::integer, 'round', 1))`,
      srno,
    );
    await expect
      .poll(async () => (await links.remarksOf(srno)).at(-1) ?? '', SOON)
      .toMatch(/^Money to return/);
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
  });

  it('is kept when it is more than is left to pay', async () => {
    const { srno, orderId } = await links.linked();
    await links.ask(
      `insert into requests.payment_line (request, line_no, type, amount) values ($1, 1, 'CASH', 4000)`,
      srno,
    );
    await world.gateway.act(orderId, 'pay');
    await expect
      .poll(async () => (await links.remarksOf(srno)).at(-1) ?? '', SOON)
      .toContain('because less than that is left to pay.');
    expect(await links.moneyOf(srno)).toEqual(NOTHING);
  });
});

describe('a link that ends unpaid', () => {
  const stateOf = async (orderId: string) =>
    (
      await links.ask<{ state: string }>('select state from payments.link_order where order_id = $1', orderId)
    )[0]?.state;
  const isSent = async (srno: number) =>
    (
      await links.ask<{ link_sent: boolean }>('select link_sent from requests.request where srno = $1', srno)
    )[0]?.link_sent;
  const send = async (srno: number) =>
    (await world.post('fxrequest_a.php', [manager, 'sendpaymentlink', String(srno)])).json.err as string;
  /** Ends the link at the gateway, which then sends a webhook. */
  async function end(orderId: string, status: 'EXPIRED' | 'CANCELLED'): Promise<void> {
    const link = links.linkOf(orderId);
    link.status = status;
    await post(links.hook(), signed(linkEvent(link, world.gateway.url), world.gateway.clientSecret));
    await expect.poll(() => stateOf(orderId), SOON).toBe(status.toLowerCase());
  }
  const ENDED = 'The payment link has ended unpaid. It can be sent again.';

  it.each(['EXPIRED', 'CANCELLED'] as const)('%s: can be sent again, and the log says so', async (status) => {
    const { srno, orderId } = await links.linked();
    expect(await send(srno)).toBe('The payment link has been sent.');
    await end(orderId, status);
    expect(await isSent(srno)).toBe(false);
    expect((await links.remarksOf(srno)).filter((remark) => remark === ENDED)).toHaveLength(1);
    expect(await send(srno)).toBe('');
    const orders = await links.ask<{ order_id: string; state: string }>(
      'select order_id, state from payments.link_order where request = $1 order by made_at',
      srno,
    );
    expect(orders.map(({ state }) => state)).toEqual([status.toLowerCase(), 'open']);
    await world.gateway.act(orders[1]?.order_id ?? '', 'pay');
    await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
  });

  it('does not affect its successor when the gateway reports it again', async () => {
    const { srno, orderId } = await links.linked();
    await end(orderId, 'EXPIRED');
    expect(await send(srno)).toBe('');
    await end(orderId, 'CANCELLED');
    expect(await isSent(srno)).toBe(true);
    expect((await links.remarksOf(srno)).filter((remark) => remark === ENDED)).toHaveLength(1);
  });

  it.each(['EXPIRED', 'CANCELLED'] as const)(
    '%s: is credited if it is paid after all, and closes the link that was sent in its place',
    async (status) => {
      const { srno, orderId } = await links.linked();
      await end(orderId, status);
      expect(await send(srno)).toBe('');
      const [other] = await links.ask<{ order_id: string }>(
        `select order_id from payments.link_order where request = $1 and state = 'open'`,
        srno,
      );
      // The bank was slow: the payment was under way when the link ended.
      links.linkOf(orderId).status = 'ACTIVE';
      await world.gateway.act(orderId, 'pay');
      await expect.poll(() => links.moneyOf(srno), SOON).toEqual(CREDITED);
      await expect.poll(() => links.linkOf(other?.order_id ?? '').status, SOON).toBe('CANCELLED');
      await links.quiet();
      expect(await links.moneyOf(srno)).toEqual(CREDITED);
    },
  );

  it.each(['EXPIRED', 'CANCELLED'] as const)(
    '%s: is not credited if it was replaced before',
    async (status) => {
      const srno = await addRequest(world.database.admin);
      world.catcher.behave({ kind: 'drop', at: 'connect' });
      await send(srno);
      world.catcher.behave({ kind: 'accept' });
      const orderId = await links.orderOf(srno);
      await links.ask(`update requests.request set account_number = '777888999' where srno = $1`, srno);
      expect(await send(srno)).toBe('');
      await expect.poll(() => stateOf(orderId), SOON).toBe('cancelled');
      await links.quiet();
      await end(orderId, status);
      links.linkOf(orderId).status = 'ACTIVE';
      await world.gateway.act(orderId, 'pay');
      await expect
        .poll(async () => (await links.remarksOf(srno)).at(-1) ?? '', SOON)
        .toContain('because another link stands in its place.');
      // A second payment is not credited either, although the state of the link is now paid.
      await world.gateway.act(orderId, 'pay');
      await links.quiet();
      expect(await links.moneyOf(srno)).toEqual(NOTHING);
      expect(await isSent(srno)).toBe(true);
    },
  );

  it('is found by reconciliation, on its last day and after it', async () => {
    world.gateway.behave({ webhooks: 'dropped' });
    const last = await links.linked();
    const after = await links.linked();
    const alive = await links.linked();
    for (const { orderId } of [last, after]) links.linkOf(orderId).status = 'EXPIRED';
    await links.ask(
      `update payments.link_order set made_at = now() - interval '30 days 1 hour', asked_at = now() - interval '7 hours',
         ask_until = case when order_id = $1 then now() + interval '23 hours' else now() - interval '6 hours' end
       where order_id = any ($2)`,
      last.orderId,
      [last, after, alive].map(({ orderId }) => orderId),
    );
    await links.reconcile();
    expect([await stateOf(last.orderId), await isSent(last.srno)]).toEqual(['expired', false]);
    expect([await stateOf(after.orderId), await isSent(after.srno)]).toEqual(['expired', false]);
    // A link that outlives its normal term is asked about as long as it is active.
    const [still] = await links.ask(
      'select state, ask_until > now() as is_asked from payments.link_order where order_id = $1',
      alive.orderId,
    );
    expect(still).toEqual({ state: 'open', is_asked: true });
  });
});
