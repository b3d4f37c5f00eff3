import * as z from 'zod/mini';
import { WAITING_KINDS } from '#domain/home/waiting.ts';
import { defineStream } from '../define.ts';

const byKind = z.partialRecord(z.enum(WAITING_KINDS), z.int());

/** What the frame around the screens follows, all on one stream: a browser has few connections for all its tabs. */
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
    /** Of the kinds that are for this user; a count stops at 1,000. A mark changes when other notes wait, be they as many. */
    z.object({ kind: z.literal('waiting'), counts: byKind, marks: byKind }),
  ]),
});
