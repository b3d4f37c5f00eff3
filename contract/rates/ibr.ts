import * as z from 'zod/mini';
import { IBR_FLAGS } from '#domain/rates/ibr.ts';
import { defineCall, defineStream } from '../define.ts';
import { bit, day, json, oneOf, optionalJson, page, srno, limited } from '../fields.ts';
import { savedSchema } from '../shared.ts';

/** The inter-bank rates: entry, publication, the log, the mails, and the history of one currency. */

const shared = {
  endpoint: 'ibr_a.php',
  session: 'first',
  source: '000 §2.6, §3, §5, §7',
  assumed: true,
} as const;
const query = { key: 'IBR', flag: 'query' } as const;

const MAX_CURRENCIES = 300;

const line = {
  isd: z.string(),
  isd_name: z.string(),
  isd_flag: z.string(),
  ibr: z.string(),
  /** The decimals of the currency's rates. */
  isd_rateplaces: z.int(),
} as const;
const ibrRowSchema = z.object({
  ...line,
  /** The rate in the last list published on an earlier day; empty if there is none. */
  lastibr: z.string(),
  /** The rate in the list in force, today's once one is published; empty if there is none. */
  inforceibr: z.string(),
});
export type IbrRow = z.infer<typeof ibrRowSchema>;

const listHead = {
  mih_srno: z.int(),
  /** ISO 8601, UTC. */
  mih_timestamp: z.string(),
  um_id: z.string(),
  um_username: z.string(),
  mih_flag: z.enum(IBR_FLAGS),
  /** yyyy-MM-dd, in India. */
  mih_date: z.string(),
  /** 1 for a published list that another list of the same day replaced. */
  mih_replaced: bit,
  /** 1 for the list that is in force now; at most one is. */
  mih_inforce: bit,
} as const;
const listHeadSchema = z.object(listHead);
export type IbrHead = z.infer<typeof listHeadSchema>;

const mailCountsSchema = z.object({
  /** The number of entities that receive their card by mail. */
  total: z.int(),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Entities that want the card by mail but have no address. */
  noaddress: z.int(),
  /** Mails that were not sent because newer rates were published first. */
  dropped: z.int(),
});
export type MailCounts = z.infer<typeof mailCountsSchema>;
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'noaddress', 'dropped'] as const;

export const draftIbrList = defineCall({
  ...shared,
  action: 'draftibrlist',
  summary:
    "Every active currency with its rate: today's newest list, draft or published, the last rate published before today, and the rate in force.",
  right: query,
  effect: 'read',
  args: {},
  reply: z.array(ibrRowSchema),
});

export const ibrState = defineCall({
  ...shared,
  action: 'state',
  summary:
    "Where today stands: the newest draft, today's published list, and who would receive the next one.",
  right: query,
  effect: 'read',
  source: 'docs/readings.md: IBR, calls',
  args: {},
  reply: z.object({
    date: z.string(),
    draft: z.nullable(listHeadSchema),
    final: z.nullable(listHeadSchema),
    /** The most recent published list of any day. */
    latest: z.nullable(listHeadSchema),
    cards: z.int(),
    mails: z.int(),
    noaddress: z.int(),
  }),
});

export const saveIbr = defineCall({
  ...shared,
  action: 'saveibr',
  summary:
    'Saves the rates of today: D keeps a draft, F publishes once a day, O publishes in the place of today’s list. If-Match holds the serial of the list that was seen.',
  right: { key: 'IBR', flag: 'add' },
  effect: 'write',
  stepUp: { kind: 'rates', when: ({ list }: { list: { flag: string } }) => list.flag !== 'D' },
  args: {
    list: json(
      z.object({
        flag: z.enum(IBR_FLAGS),
        ibrList: z.array(z.object({ isd: limited(3), ibr: limited(20) })).check(z.maxLength(MAX_CURRENCIES)),
      }),
    ),
  },
  reply: savedSchema,
});

export const resendEmail = defineCall({
  ...shared,
  action: 'resendemail',
  summary: 'Mails the cards of the newest published list again: to all, or only to those whose mail failed.',
  right: { key: 'IBR', flag: 'add' },
  effect: 'write',
  args: { which: optionalJson(z.object({ which: z.enum(['all', 'failed']) })) },
  reply: savedSchema,
});

export const ibrLog = defineCall({
  ...shared,
  action: 'logibr',
  summary: 'The lists saved between two days, newest first, page by page.',
  right: query,
  effect: 'read',
  args: { days: json(z.object({ logFrom: day, logTo: day })), page: page() },
  reply: z.array(listHeadSchema),
});

export const ibrOfLog = defineCall({
  ...shared,
  action: 'srnoibr',
  summary: 'The rates of one list of the log.',
  right: query,
  effect: 'read',
  args: { srno: srno() },
  reply: z.array(z.object({ ...line, ...listHead })),
});

export const ibrHistory = defineCall({
  ...shared,
  action: 'history',
  summary:
    'The published rates of one currency between two days, oldest first; at most 2,000, the newest ones.',
  right: query,
  effect: 'read',
  source: 'docs/readings.md: IBR, calls',
  args: { asked: json(z.object({ isd: limited(3), from: day, to: day })) },
  reply: z.array(z.object({ ...listHead, ibr: z.string() })),
});

export const mailCounts = defineCall({
  ...shared,
  action: 'mailcounts',
  summary: 'How far the mails of a published list are; srno 0 asks for the newest.',
  right: query,
  effect: 'read',
  source: 'docs/readings.md: IBR, calls',
  args: { srno: srno() },
  reply: mailCountsSchema,
});

const mailRowSchema = z.object({
  en_id: z.string(),
  en_name: z.string(),
  email: z.string(),
  state: z.enum(MAIL_STATES),
  tries: z.int(),
  /** Why it could not be sent; empty if there was no error. */
  error: z.string(),
  /** ISO 8601, UTC; empty until it is sent. */
  sentat: z.string(),
});
export type MailRow = z.infer<typeof mailRowSchema>;

export const mailList = defineCall({
  ...shared,
  action: 'maillist',
  summary: 'The mails of a published list in one state, by entity, page by page; srno 0 asks for the newest.',
  right: query,
  effect: 'read',
  source: 'docs/readings.md: IBR, calls',
  args: { srno: srno(), state: oneOf(MAIL_STATES), page: page() },
  reply: z.array(mailRowSchema),
});

export const watchMails = defineStream({
  ...shared,
  action: 'watchmails',
  summary: 'How far the mails of the newest published list are, told whenever it changes.',
  right: query,
  effect: 'read',
  source: 'docs/readings.md: IBR, calls',
  args: {},
  event: z.extend(mailCountsSchema, { mih_srno: z.int() }),
});
