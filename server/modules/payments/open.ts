import type { Config } from '#server/platform/config.ts';
import { openCashfree } from './cashfree.ts';
import type { Gateway } from './gateway.ts';

/** The gateway of the configuration; null if none is configured. */
export const openGateway = (config: Config): Gateway | null =>
  config.GATEWAY_URL === ''
    ? null
    : openCashfree({
        url: config.GATEWAY_URL,
        clientId: config.GATEWAY_CLIENT_ID,
        clientSecret: config.GATEWAY_CLIENT_SECRET,
        apiVersion: config.GATEWAY_API_VERSION,
        timeoutMs: config.GATEWAY_TIMEOUT_SECONDS * 1_000,
      });

export const webhookSecret = (config: Config): string | null =>
  config.GATEWAY_URL === '' ? null : config.GATEWAY_WEBHOOK_SECRET || config.GATEWAY_CLIENT_SECRET;
