import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { json, limited, optionalJson, srno, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';
import { denominationsInput } from './notes.ts';

/** The last steps of a request (schedule, deliver or collect, hand over in the branch), and undoing them. */

const shared = {
  endpoint: 'delivery_a.php',
  session: 'first',
  source: '001 §4; docs/readings.md: delivery steps',
  assumed: true,
} as const;
const query = { key: 'TRANREQUESTDETAIL', flag: 'query' } as const;

const doneSchema = z.object({ err: z.string(), msg: z.string() });
const answer = z.object({ ok: z.boolean(), why: z.string() });

const stepsReply = named('', {
  status: ['req_status', z.string()],
  /** A delivery is confirmed with a proof. */
  asksProof: ['proof', yesOrNo],
  can: z.object({ schedule: answer, deliver: answer, handover: answer, undo: answer }),
  /** The holders of the notes of each line that are out. */
  notes: z.array(
    named('', {
      lineNo: ['lno', z.int()],
      isd: z.string(),
      quantity: ['qty', z.string()],
      holder: z.string(),
    }),
  ),
});
export type DeliverySteps = z.output<typeof stepsReply>;

export const deliverySteps = defineCall({
  ...shared,
  action: 'steps',
  summary:
    'Which of the last steps the user can take with a request now, in words why not, and where its notes are.',
  right: query,
  effect: 'read',
  args: { srno: srno() },
  reply: stepsReply,
});

/** Optional for every hand-over, by line: the number of notes of each face value. */
const denominations = z.record(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), denominationsInput);
const handing = { srno: srno(), counted: optionalJson(z.object({ denominations })) } as const;

export const scheduleDelivery = defineCall({
  ...shared,
  action: 'schedule',
  summary: 'Plans the delivery of what moves no notes at first: a purchase to be collected, or a card.',
  right: { key: 'CNOUT', flag: 'edit' },
  effect: 'write',
  args: { srno: srno() },
  reply: doneSchema,
});

export const confirmDelivery = defineCall({
  ...shared,
  action: 'deliver',
  summary: 'The executive confirms that the notes were delivered to, or collected from, the customer.',
  right: { key: 'HANDOVER', flag: 'edit' },
  effect: 'write',
  args: handing,
  reply: doneSchema,
});

export const handOver = defineCall({
  ...shared,
  action: 'handover',
  summary: 'Hands notes over in the branch: from the vault to the customer, or the other way for a purchase.',
  right: { key: 'HANDOVER', flag: 'edit' },
  effect: 'write',
  args: handing,
  reply: doneSchema,
});

export const undoDelivery = defineCall({
  ...shared,
  action: 'undo',
  summary: 'Takes the last of these steps back, with a reason; the ledger posts the notes back.',
  right: { key: 'VAULTSTOCK', flag: 'edit' },
  effect: 'write',
  args: { srno: srno(), why: json(z.object({ reason: limited(250) })) },
  reply: doneSchema,
});
