import * as z from 'zod/mini';
import { MAX_REASON_CHARS } from '#domain/notes/notes.ts';
import { defineCall } from '../define.ts';
import { json, limited, MANY_JSON_VALUES, page, srno, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/** Notes that go out, are accepted or refused, and come back. All quantities are decimal text. */

const shared = { session: 'first', source: '001 §2, §4, §5, §7', assumed: true } as const;

const code = limited(20);
const MAX_LINES = 500;

/** The number of notes of each face value. */
export const denominationsInput = z.record(
  z.string().check(z.regex(/^\d{1,7}(?:\.\d{1,2})?$/)),
  z.int().check(z.minimum(0), z.maximum(9_999_999)),
);

/** A line as a client sends it. The server only compares its currency and quantity with the stored ones. */
const lineInput = named('', {
  srno: z.union([
    z.int().check(z.minimum(1), z.maximum(999_999_999)),
    z.string().check(z.regex(/^\d{1,9}$/)),
  ]),
  lineNo: [
    'lno',
    z.union([z.int().check(z.minimum(1), z.maximum(9_999)), z.string().check(z.regex(/^\d{1,4}$/))]),
  ],
  isd: z.optional(limited(3)),
  quantity: ['qty', z.optional(z.union([limited(20), z.number()]))],
  /** Not in the specification, and optional: the number of notes of each face value. */
  denominations: z.optional(denominationsInput),
});
export type NoteLineInput = z.output<typeof lineInput>;
const lineInputs = z.array(lineInput).check(z.maxLength(MAX_LINES));

const doneSchema = z.object({ err: z.string(), msg: z.string() });

const currency = { currencyName: ['isdnm', z.string()], currencyFlag: ['isd_flag', z.string()] } as const;
const product = { product: z.string(), isd: z.string(), ...currency } as const;
/** Notes of a product and currency. */
export const heldNotes = named('', { ...product, quantity: ['qty', z.string()] });
export const summedNotes = named('', { ...product, quantity: ['qty', z.string()], lines: z.int() });
const summaryReply = z.array(summedNotes);
export type NoteSummary = z.output<typeof summaryReply>;

export const outLine = named('prd_', {
  srno: z.int(),
  lineNo: z.int(),
  isd: z.string(),
  quantity: z.string(),
  rate: z.string(),
  amount: ['prd_amnt', z.string()],
  type: ['prd_trantype', z.string()],
  product: z.string(),
  ...currency,
  date: ['req_date', z.string()],
  handover: ['req_handover', z.string()],
  customer: ['req_customer', z.string()],
  deliveryExecutive: ['req_deliveryexecutive', z.string()],
  deliveryExecutiveName: ['req_deliveryexecutivename', z.string()],
});
export type OutLine = z.output<typeof outLine>;

export const noteMovement = named('trmv_', {
  srno: z.int(),
  lineNo: z.int(),
  isd: z.string(),
  quantity: z.string(),
  product: z.string(),
  from: ['trmv_fromemp', z.string()],
  to: ['trmv_toemp', z.string()],
  sentAt: ['trmv_createat', z.string()],
  fromName: ['emp_namefrom', z.string()],
  toName: ['emp_nameto', z.string()],
  ...currency,
  slip: z.int(),
  reason: z.string(),
  /** The caller sent the notes. */
  isOwn: ['trmv_own', yesOrNo],
  type: ['req_trantype', z.string()],
  customer: ['req_customer', z.string()],
});
export type NoteMovement = z.output<typeof noteMovement>;

const holder = { branch: ['srchBranch', code], executive: ['reqDeliveryExecutive', code] } as const;

const cnout = { ...shared, endpoint: 'cnout_a.php' } as const;

export const listOut = defineCall({
  ...cnout,
  action: 'list',
  summary:
    'With the vault as executive: the note lines of approved sales that have not gone out. With a person: the lines whose notes he holds.',
  right: { key: 'CNOUT', flag: 'query' },
  effect: 'read',
  args: {
    search: json(named('', { movement: ['srchMovement', z.literal('OUT')], ...holder })),
    page: page(),
  },
  reply: z.array(outLine),
});

export const summariseOut = defineCall({
  ...cnout,
  action: 'summary',
  summary: 'What the selected lines come to, by product and currency, as the server knows them.',
  right: { key: 'CNOUT', flag: 'query' },
  effect: 'read',
  args: { list: json(lineInputs, MANY_JSON_VALUES) },
  reply: summaryReply,
});

export const moveNotes = defineCall({
  ...cnout,
  action: 'move',
  summary:
    'Sends notes from whoever holds them on their way to an executive, all of them or none. The notes of another executive are sent by whoever edits vault stock, and by nobody to themselves.',
  right: { key: 'CNOUT', flag: 'edit' },
  effect: 'write',
  args: {
    move: json(
      named('', { lines: ['moveList', lineInputs], from: ['fromemp', code], to: ['toemp', code] }),
      MANY_JSON_VALUES,
    ),
  },
  reply: z.extend(doneSchema, {
    /** The hand-over slip. */
    slip: z.int(),
  }),
});

export const listTransit = defineCall({
  ...cnout,
  source: 'docs/readings.md: CN Out, call back',
  action: 'transit',
  summary: 'What a holder has sent and the receiver has neither accepted nor rejected, oldest first.',
  right: { key: 'CNOUT', flag: 'query' },
  effect: 'read',
  args: { search: json(named('', holder)), page: page() },
  reply: z.array(noteMovement),
});

export const callBack = defineCall({
  ...cnout,
  source: 'docs/readings.md: CN Out, call back',
  action: 'callback',
  summary:
    'Calls back to their sender notes that the receiver has not answered for yet, all of them or none. An executive can for the own notes, whoever sent notes for a vault for those, and whoever edits vault stock for all.',
  right: { key: 'CNOUT', flag: 'edit' },
  effect: 'write',
  args: {
    back: json(
      named('', {
        lines: ['backList', lineInputs],
        from: ['fromemp', code],
        reason: z.optional(limited(MAX_REASON_CHARS)),
      }),
      MANY_JSON_VALUES,
    ),
  },
  reply: doneSchema,
});

export const slipLine = named('', {
  srno: z.int(),
  lineNo: ['lno', z.int()],
  ...product,
  quantity: ['qty', z.string()],
  customer: z.string(),
  state: z.string(),
  denominations: z.nullable(z.record(z.string(), z.int())),
});

const slipReply = named('', {
  slip: z.int(),
  at: z.string(),
  by: z.string(),
  branch: z.string(),
  branchName: z.string(),
  from: ['fromemp', z.string()],
  fromName: ['emp_namefrom', z.string()],
  to: ['toemp', z.string()],
  toName: ['emp_nameto', z.string()],
  lines: z.array(slipLine),
  /** The proofs of the deliveries that these notes went to, as documents of their requests. */
  proofs: z.array(
    z.object({
      /** The request. */
      srno: z.int(),
      customer: z.string(),
      /** Who received the notes. */
      by: z.string(),
      at: z.string(),
      /** Number, name and kind of the document. */
      document: z.object({ srno: z.int(), filename: z.string(), docid: z.int() }),
    }),
  ),
});
export type HandoverSlip = z.output<typeof slipReply>;

export const handoverSlip = defineCall({
  ...cnout,
  action: 'slip',
  summary: 'What was handed over at once, for print.',
  right: { key: 'CNOUT', flag: 'query' },
  effect: 'read',
  args: { srno: srno() },
  reply: slipReply,
});

/**
 * The list shows only the notes that wait for the user, or for a vault that the user keeps, whichever executive the
 * client sends. An empty branch means every branch in reach.
 */
const waitingFor = json(
  named('', {
    deliveryExecutive: ['deliveryExecutive', code],
    branch: ['srchBranch', code],
  }),
);

const accepting = (
  endpoint: 'cnaccept_a.php' | 'cnraccept_a.php',
  key: 'CNACCEPT' | 'CNRACCEPT',
  says: { readonly list: string; readonly accept: string },
) => ({
  list: defineCall({
    ...shared,
    endpoint,
    action: 'list',
    summary: says.list,
    right: { key, flag: 'query' },
    effect: 'read',
    args: { search: waitingFor, page: page() },
    reply: z.array(noteMovement),
  }),
  summary: defineCall({
    ...shared,
    endpoint,
    action: 'summary',
    summary: 'What the selected lines come to, by currency.',
    right: { key, flag: 'query' },
    effect: 'read',
    args: { list: json(lineInputs, MANY_JSON_VALUES) },
    reply: summaryReply,
  }),
  accept: defineCall({
    ...shared,
    endpoint,
    action: 'accept',
    summary: says.accept,
    right: { key, flag: 'edit' },
    effect: 'write',
    args: {
      accept: json(
        named('', {
          lines: ['acceptList', lineInputs],
          flag: key === 'CNACCEPT' ? z.enum(['Y', 'N']) : z.enum(['Y']),
          reason: z.optional(limited(MAX_REASON_CHARS)),
        }),
        MANY_JSON_VALUES,
      ),
    },
    reply: doneSchema,
  }),
});

export const cnAccept = accepting('cnaccept_a.php', 'CNACCEPT', {
  list: 'Notes on their way to the user, or to a vault that he keeps.',
  accept:
    'Accepts (Y) notes, or refuses (N) them so that they go back to their sender. Only the receiver can, once.',
});
export const cnReturn = accepting('cnraccept_a.php', 'CNRACCEPT', {
  list: 'Notes that were refused and are on their way back to the user, or to a vault that he keeps.',
  accept: 'Takes refused notes back. Only their sender can, once.',
});
