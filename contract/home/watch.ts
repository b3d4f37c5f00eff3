import * as z from 'zod/mini';
import { WAITING_KINDS } from '#domain/home/waiting.ts';
import { defineStream } from '../define.ts';

const byKind = z.partialRecord(z.enum(WAITING_KINDS), z.int());

/**
 * Everything that the frame around the screens follows, on one stream, because a browser shares few connections between
 * all its tabs.
 */
export const watch = defineStream({
  endpoint: 'home_a.php',
  action: 'watch',
  summary:
    'Tells at once when the rights of the user change, when the session ends, and how many things wait for the user.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: '000 §1; docs/readings.md: live updates',
  assumed: true,
  openDuringPasswordChange: true,
  args: {},
  event: z.union([
    z.object({ kind: z.enum(['rights', 'ended']) }),
    /**
     * Only the kinds that this user sees. A count stops at 1,000. A mark changes when different notes wait, even if
     * their number stays the same.
     */
    z.object({ kind: z.literal('waiting'), counts: byKind, marks: byKind }),
  ]),
});
