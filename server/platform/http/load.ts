import type { FastifyInstance } from 'fastify';
import { busy } from '../dispatch/problems.ts';
import type { Log } from '../log.ts';

const TICK_MS = 100;
const RETRY_SECONDS = 2;

/**
 * Refuses requests while the process is behind with its work by more than the limit: a timer that should run every
 * TICK_MS ran so much later.
 */
export function shedLoad(app: FastifyInstance, maxBehindMs: number, log: Log): void {
  let behindMs = 0;
  let dueAt = performance.now() + TICK_MS;
  const ticking = setInterval(() => {
    behindMs = performance.now() - dueAt;
    dueAt = performance.now() + TICK_MS;
    // Once for each stall, because a line for each refused request would add to the load.
    if (behindMs > maxBehindMs) log.warn({ behindMs: Math.round(behindMs) }, 'shedding load');
  }, TICK_MS);
  app.addHook('onClose', async () => clearInterval(ticking));
  app.addHook('onRequest', async () => {
    if (behindMs > maxBehindMs) throw busy(RETRY_SECONDS);
  });
}
