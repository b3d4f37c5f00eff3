import * as z from 'zod/mini';
import { systemActing } from '#server/platform/database.ts';
import type { Job, JobTools } from '#server/platform/jobs/jobs.ts';
import { askAboutDue, SETTLE_JOB } from './events.sql.ts';
import type { Gateway } from './gateway.ts';
import { openGateway } from './open.ts';
import { ordersOfRound } from './payments.sql.ts';
import { settle } from './settle.ts';

const orderPayload = z.object({ order: z.string() });
const cancelPayload = z.union([orderPayload, z.object({ request: z.int(), round: z.int() })]);

function gatewayOf({ config }: JobTools): Gateway {
  const gateway = openGateway(config);
  if (gateway === null) throw new Error('No payment gateway is set up.');
  return gateway;
}

/** Asks the gateway about an order after a webhook, or after a long time without one. */
const settleJob: Job = {
  name: SETTLE_JOB,
  async run(payload, tools) {
    const { order } = z.parse(orderPayload, payload);
    await settle(order, { database: tools.database, gateway: gatewayOf(tools), call: 'job.payments.settle' });
  },
};

/** Cancels links that are no longer needed. A payment that arrived meanwhile becomes money to return. */
const cancelJob: Job = {
  name: 'payments:cancel',
  async run(payload, tools) {
    const { database } = tools;
    const which = z.parse(cancelPayload, payload);
    const orders =
      'order' in which ? [which.order] : await ordersOfRound(database.read, which.request, which.round);
    for (const order of orders) {
      const gateway = gatewayOf(tools);
      await gateway.cancelLink(order);
      await settle(order, { database, gateway, call: 'job.payments.cancel' });
    }
  },
};

/** Asks about orders regularly, because webhooks can be lost. */
const reconcileJob: Job = {
  name: 'payments:reconcile',
  cron: '*/5 * * * *',
  async run(_payload, { database, config }) {
    if (openGateway(config) === null) return;
    await database.write(systemActing('job.payments.reconcile'), (tx) => askAboutDue(tx));
  },
};

export const paymentJobs: readonly Job[] = [settleJob, cancelJob, reconcileJob];
