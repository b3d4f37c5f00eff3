import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { Hook } from '#server/platform/http/hooks.ts';
import type { Mailer } from '#server/platform/mail/mail.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { openGateway, webhookSecret } from './open.ts';
import { paymentHandlers } from './payments.handlers.ts';
import { returnHandlers } from './returns.handlers.ts';
import { cashfreeHook, type WebhookOptions } from './webhook.ts';

/** The payments module: payment links by the gateway, and the payments received through them. */
export const paymentsHandlers = (
  config: Config,
  mailer: Mailer,
  letterheads: Letterheads,
): readonly Bound[] => [
  ...paymentHandlers(
    {
      gateway: openGateway(config),
      mailer,
      secret: config.GATEWAY_CLIENT_SECRET,
      publicUrl: config.PUBLIC_URL,
    },
    letterheads,
  ),
  ...returnHandlers,
];

/** The webhooks by which other systems notify this module. */
export const paymentsHooks = (
  config: Config,
  options: Pick<WebhookOptions, 'database' | 'log' | 'metrics'>,
): readonly Hook[] => [
  cashfreeHook({ ...options, secret: webhookSecret(config), windowMinutes: config.GATEWAY_WEBHOOK_MINUTES }),
];

export { paymentSweeps } from './forgeries.sql.ts';
export { paymentJobs } from './payments.jobs.ts';
export { payerLink } from './payer-link.ts';
export { paymentsQueue, paymentsWaiting } from './queue.ts';
