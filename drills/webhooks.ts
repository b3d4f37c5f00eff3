import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SIMULATED_CLIENT, startSimulator, type Simulator } from '#tools/gateway/simulator.ts';
import { forged, linkEvent, post, signed, type Outgoing } from '#tools/gateway/webhooks.ts';
import { addRequests, PAYER } from '#tools/testing/payments.ts';
import { percentile, type Drill } from './drill.ts';
import { Ground } from './ground.ts';

const REPEATED = 0.3;
const FORGED = 0.1;
const AT_ONCE = 16;
const AMOUNT = 500;
const LOOK_EVERY_MS = 250;
const MAX_SETTLE_MINUTES = 20;

/**
 * Thousands of webhooks, many sent twice and some forged, on two processes that share the work: every payment is
 * received exactly once, and a forger learns nothing.
 */
export const webhooks: Drill = {
  name: 'webhooks',
  run: (findings, { webhooks: count }) =>
    Ground.with(async (ground) => {
      const { admin } = ground.database;
      const gateway = await startSimulator();
      try {
        const settings = {
          ROLE: 'both',
          GATEWAY_URL: `${gateway.url}/pg`,
          GATEWAY_CLIENT_ID: SIMULATED_CLIENT.clientId,
          GATEWAY_CLIENT_SECRET: SIMULATED_CLIENT.clientSecret,
        };
        const processes = await Promise.all([ground.start(settings), ground.start(settings)]);
        const hooks = processes.map(({ url }) => `${url}/hooks/cashfree`);
        const repeats = Math.round(count * REPEATED);
        const forgeries = Math.round(count * FORGED);
        const orders = await addOrders(admin, gateway, count - repeats - forgeries);
        const bodies = await Promise.all(orders.map((order) => paidEvent(gateway, order)));

        const startedAt = performance.now();
        // Two webhooks about the same link in the same millisecond are identical and are stored once.
        const signatures = new Set<string>();
        const sign = (body: string) => {
          const outgoing = signed(body, gateway.clientSecret);
          signatures.add(outgoing.headers['x-webhook-signature'] ?? '');
          return outgoing;
        };
        const { statuses, times } = await sendAll(hooks, [
          ...bodies.map((body) => () => sign(body)),
          ...repeatsOf(bodies, repeats).map((body) => () => sign(body)),
          ...repeatsOf(bodies, forgeries).map((body) => () => forged(body)),
        ]);
        const sentMs = performance.now() - startedAt;
        await untilQuiet(admin);

        findings.equals('every webhook is answered alike', [...new Set(statuses)], [200]);
        findings.equals('every payment is received exactly once', await received(admin), {
          requests: orders.length,
          lines: orders.length,
          sum: `${orders.length * AMOUNT}.00`,
          credited: orders.length,
          returned: 0,
        });
        findings.equals('every signed webhook is kept, and no forged one', await kept(admin), {
          believed: signatures.size,
          forged: 0,
        });
        findings.figure('webhooks', count);
        findings.figure('payments', orders.length);
        findings.figure('webhooks a second', (count * 1_000) / sentMs);
        findings.figure('answered in, median ms', percentile(times, 0.5));
        findings.figure('answered in, p99 ms', percentile(times, 0.99));
        findings.figure('to the last credit, s', (performance.now() - startedAt) / 1_000);
      } finally {
        await gateway.close();
      }
    }),
};

/** Sent links, in the tables and at the gateway; only this drill reports their payments. */
async function addOrders(admin: pg.Client, gateway: Simulator, count: number): Promise<string[]> {
  const requests = await addRequests(admin, count, { total: AMOUNT });
  const { rows } = await admin.query<{ order_id: string }>(
    `insert into payments.link_order (order_id, request, link_round, amount, content_hash, token_hash, state, mailed_at, asked_at, ask_until)
     select 'R' || srno || '-1-drill', srno, 1, $2, sha256('x'), sha256('x'), 'open', now(), now(), now() + interval '1 day'
     from unnest($1::integer[]) as srno returning order_id`,
    [requests, AMOUNT],
  );
  for (const { order_id } of rows)
    gateway.ledger.make(
      JSON.stringify({
        link_id: order_id,
        link_amount: AMOUNT,
        link_currency: 'INR',
        link_purpose: 'Drill',
        customer_details: {
          customer_phone: '9999999999',
          customer_bank_account_number: PAYER.account,
          customer_bank_ifsc: PAYER.ifsc,
        },
        link_meta: {},
      }),
      '',
      false,
      gateway.url,
    );
  return rows.map(({ order_id }) => order_id);
}

async function paidEvent(gateway: Simulator, order: string): Promise<string> {
  const [payment] = await gateway.act(order, 'pay');
  const link = gateway.ledger.link(order);
  if (link === undefined) throw new Error(`the gateway has no link ${order}`);
  return linkEvent(link, gateway.url, payment);
}

const repeatsOf = (bodies: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => bodies[(index * 7) % bodies.length] ?? '');

/** In an order that mixes all kinds, the same for every run. */
async function sendAll(hooks: readonly string[], makers: readonly (() => Outgoing)[]) {
  const stride = 7_919;
  const mixed = makers.map((_, index) => makers[(index * stride) % makers.length] ?? makers[index]);
  const statuses: (number | null)[] = [];
  const times: number[] = [];
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let index = next++; index < mixed.length; index = next++) {
      const startedAt = performance.now();
      const outgoing = mixed[index]?.();
      if (outgoing === undefined) continue;
      statuses.push(await post(hooks[index % hooks.length] ?? '', outgoing));
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return { statuses, times };
}

async function untilQuiet(admin: pg.Client): Promise<void> {
  const deadline = performance.now() + MAX_SETTLE_MINUTES * 60_000;
  for (;;) {
    const { rowCount } = await admin.query(
      `select from platform.job where task = 'payments:settle' and state <> 'failed' limit 1`,
    );
    if (rowCount === 0) return;
    if (performance.now() > deadline) throw new Error('the payments were not settled in time');
    await sleep(LOOK_EVERY_MS);
  }
}

const received = async (admin: pg.Client): Promise<unknown> =>
  (
    await admin.query(
      `select count(*)::integer as requests, (select count(*)::integer from requests.payment_line where gateway_order is not null) as lines,
         sum(r.received)::text as sum, (select count(*)::integer from payments.payment where outcome = 'credited') as credited,
         (select count(*)::integer from payments.payment where outcome = 'to return') as returned
       from requests.request r join payments.link_order o on o.request = r.srno and o.state = 'paid' where r.received = r.grand_total`,
    )
  ).rows[0];

const kept = async (admin: pg.Client): Promise<unknown> =>
  (
    await admin.query(
      `select count(*) filter (where believed)::integer as believed,
         count(*) filter (where not believed)::integer as forged from payments.event`,
    )
  ).rows[0];
