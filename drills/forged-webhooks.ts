import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SIMULATED_CLIENT } from '#tools/gateway/simulator.ts';
import { post, signed, type Outgoing } from '#tools/gateway/webhooks.ts';
import { percentile, type Drill } from './drill.ts';
import { Ground, residentKilobytes } from './ground.ts';

const BODY_BYTES = 64 * 1024;
const AT_ONCE = 16;
/** Enough for code and buffers to reach their final size. */
const WARM_UP = 500;
const SIGNED_EVERY = 100;
const MAX_GROWN_BYTES = 1024 * 1024;
const MAX_MEMORY_GROWN_KILOBYTES = 50 * 1024;
const TOKEN = 'drill';

/**
 * Webhooks of 64 KB without a valid signature, as fast as one machine sends them, with signed ones among them: the
 * forgeries leave almost nothing behind, and every signed one is received.
 */
export const forgedWebhooks: Drill = {
  name: 'forged-webhooks',
  run: (findings, { forgeries: count }) =>
    Ground.with(async (ground) => {
      const { admin } = ground.database;
      const server = await ground.start({
        METRICS_TOKEN: TOKEN,
        GATEWAY_URL: 'http://127.0.0.1:9/pg',
        GATEWAY_CLIENT_ID: SIMULATED_CLIENT.clientId,
        GATEWAY_CLIENT_SECRET: SIMULATED_CLIENT.clientSecret,
      });
      const hook = `${server.url}/hooks/cashfree`;
      await sendMany(hook, WARM_UP, () => forgery());
      await admin.query('checkpoint');
      const sizeBefore = await sizeOf(admin);
      const memoryBefore = await residentKilobytes(server.pid);

      let highest = memoryBefore;
      const looking = setInterval(
        () => void residentKilobytes(server.pid).then((now) => (highest = Math.max(highest, now))),
        500,
      );
      const startedAt = performance.now();
      let signedCount = 0;
      const { statuses, times } = await sendMany(hook, count, (index) => {
        if (index % SIGNED_EVERY !== 0) return forgery();
        signedCount += 1;
        return signed(JSON.stringify({ data: { link_id: `R0-${index}` } }), SIMULATED_CLIENT.clientSecret);
      });
      const seconds = (performance.now() - startedAt) / 1_000;
      clearInterval(looking);
      await sleep(2_000);
      const memoryGrown = (await residentKilobytes(server.pid)) - memoryBefore;
      const sizeGrown = (await sizeOf(admin)) - sizeBefore;
      const minutes = Math.ceil(seconds / 60) + 1;
      const { rows: samples } = await admin.query<{ kept: number }>(
        'select length(body_start) as kept from payments.forgery',
      );
      const { rows: events } = await admin.query<{ count: number }>(
        `select count(*)::integer as count from payments.event`,
      );

      findings.equals('every webhook is answered alike', [...new Set(statuses)], [200]);
      findings.equals('every signed webhook is kept, and no other', events[0]?.count, signedCount);
      findings.equals(
        'the metric counts every forgery',
        await forgedCount(server.url),
        WARM_UP + count - signedCount,
      );
      findings.holds(
        'at most one short sample is kept in a minute',
        samples.length <= minutes && samples.every(({ kept }) => kept <= 200) ? [] : samples,
      );
      findings.holds(
        `the database grows by less than ${MAX_GROWN_BYTES} bytes`,
        sizeGrown < MAX_GROWN_BYTES ? [] : [sizeGrown],
      );
      findings.holds(
        `memory grows by less than ${MAX_MEMORY_GROWN_KILOBYTES} KB`,
        memoryGrown < MAX_MEMORY_GROWN_KILOBYTES ? [] : [memoryGrown],
      );
      findings.holds('nothing was logged as an error', server.errors);
      findings.figure('forged webhooks', count - signedCount);
      findings.figure('signed webhooks among them', signedCount);
      findings.figure('the database grew by, KB', sizeGrown / 1024);
      findings.figure('memory grew by, MB', memoryGrown / 1024);
      findings.figure('memory grew by, at the highest, MB', (highest - memoryBefore) / 1024);
      findings.figure('webhooks a second', count / seconds);
      findings.figure('answered in, p99 ms', percentile(times, 0.99));
    }),
};

const BODY = JSON.stringify({ data: { link_id: 'R1-1-000000000000', note: '' } }).padEnd(BODY_BYTES, ' ');

const forgery = (): Outgoing => ({
  body: BODY,
  headers: {
    'content-type': 'application/json',
    'x-webhook-timestamp': String(Date.now()),
    'x-webhook-signature': randomBytes(32).toString('base64'),
  },
});

async function sendMany(hook: string, count: number, make: (index: number) => Outgoing) {
  const statuses: (number | null)[] = [];
  const times: number[] = [];
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const startedAt = performance.now();
      statuses.push(await post(hook, make(index)));
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return { statuses, times };
}

const sizeOf = async (admin: pg.Client): Promise<number> =>
  Number(
    (await admin.query<{ size: string }>('select pg_database_size(current_database()) as size')).rows[0]
      ?.size,
  );

async function forgedCount(url: string): Promise<number> {
  const page = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(/^bureau_webhooks_forged_total (\d+)$/m.exec(await page.text())?.[1]);
}
