import * as z from 'zod/mini';
import { QUEUE_KINDS } from '#domain/home/queue.ts';
import { defineCall } from '../define.ts';

/** The line of a request: a currency, its flag and the quantity. */
const lineSchema = z.object({ isd: z.string(), flag: z.string(), qty: z.string() });

const rowSchema = z.object({
  /** Unique within its group. */
  key: z.string(),
  /** The number of the request. */
  srno: z.int(),
  /** The customer. */
  name: z.string(),
  side: z.enum(['sell', 'buy', '']),
  /** The first lines of the request, and how many more it has. */
  lines: z.array(lineSchema),
  morelines: z.int(),
  /** Decimal text; empty if the row has no amount. */
  amount: z.string(),
  /** What head office has agreed to wait for, and what is left to pay or, of a purchase, to pay out. Decimal text. */
  agreed: z.string(),
  due: z.string(),
  /** Since when it waits. */
  since: z.string(),
  /** Who acted last, and what they wrote. */
  by: z.string(),
  reason: z.string(),
  /** What became of it, as a code of its group. */
  state: z.string(),
  version: z.int(),
  /** Only of deliveries and collections. */
  stop: z.optional(
    z.object({
      address: z.string(),
      hint: z.string(),
      mobile: z.string(),
      /** Decimal degrees; empty if the place is not known. */
      latitude: z.string(),
      longitude: z.string(),
      /** Whether this user can confirm it now, and if not, the reason in words. */
      can: z.object({ ok: z.boolean(), why: z.string() }),
      /** Whether it is confirmed with a signature or a photo. */
      proof: z.boolean(),
    }),
  ),
});
export type QueueRow = z.infer<typeof rowSchema>;

const groupSchema = z.object({
  kind: z.enum(QUEUE_KINDS),
  rows: z.array(rowSchema),
  /** Whether more wait than are listed. */
  more: z.boolean(),
});
export type QueueGroup = z.infer<typeof groupSchema>;

export const queue = defineCall({
  endpoint: 'home_a.php',
  action: 'queue',
  summary:
    'The work of this user, group by group, with why each row is there; at most 20 rows of a group. Groups without rows are absent.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: 'docs/readings.md: work queues',
  assumed: true,
  args: {},
  reply: z.array(groupSchema),
});
