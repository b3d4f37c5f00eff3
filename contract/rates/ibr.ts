import * as z from 'zod/mini';
import { IBR_FLAGS } from '#domain/rates/ibr.ts';
import { defineCall, defineStream } from '../define.ts';
import { day, json, limited, oneOf, optionalJson, page, srno, yesOrNo } from '../fields.ts';
import { savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

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
  isd: ['isd', z.string()],
  currencyName: ['isd_name', z.string()],
  currencyFlag: ['isd_flag', z.string()],
  ibr: ['ibr', z.string()],
  ratePlaces: ['isd_rateplaces', z.int()],
} as const;
export const ibrRow = named('', {
  ...line,
  /** The rate in the last list published on an earlier day; empty if there is none. */
  lastIbr: z.string(),
  /** The rate in the list in force, today's once one is published; empty if there is none. */
  inForceIbr: z.string(),
});
export type IbrRow = z.output<typeof ibrRow>;

const head = {
  srno: z.int(),
  /** ISO 8601, UTC. */
  savedAt: ['mih_timestamp', z.string()],
  userId: ['um_id', z.string()],
  userName: ['um_username', z.string()],
  flag: z.enum(IBR_FLAGS),
  /** yyyy-MM-dd, in India. */
  date: z.string(),
  /** Of a published list: another list of the same day replaced it. */
  isReplaced: ['mih_replaced', yesOrNo],
  /** At most one list is. */
  isInForce: ['mih_inforce', yesOrNo],
} as const;
export const ibrHead = named('mih_', head);
export type IbrHead = z.output<typeof ibrHead>;
export const loggedRate = named('mih_', { ...line, ...head });
export const pastRate = named('mih_', { ...head, ibr: line.ibr });

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
  reply: z.array(ibrRow),
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
  reply: named('', {
    date: z.string(),
    draft: z.nullable(ibrHead),
    final: z.nullable(ibrHead),
    /** The most recent published list of any day. */
    latest: z.nullable(ibrHead),
    cards: z.int(),
    mails: z.int(),
    noAddress: z.int(),
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
      named('', {
        flag: z.enum(IBR_FLAGS),
        lines: [
          'ibrList',
          z.array(z.object({ isd: limited(3), ibr: limited(20) })).check(z.maxLength(MAX_CURRENCIES)),
        ],
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
  args: { days: json(named('log', { from: day, to: day })), page: page() },
  reply: z.array(ibrHead),
});

export const ibrOfLog = defineCall({
  ...shared,
  action: 'srnoibr',
  summary: 'The rates of one list of the log.',
  right: query,
  effect: 'read',
  args: { srno: srno() },
  reply: z.array(loggedRate),
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
  reply: z.array(pastRate),
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

export const mailRow = named('', {
  entityId: ['en_id', z.string()],
  entityName: ['en_name', z.string()],
  email: z.string(),
  state: z.enum(MAIL_STATES),
  tries: z.int(),
  /** Why it could not be sent; empty if there was no error. */
  error: z.string(),
  /** ISO 8601, UTC; empty until it is sent. */
  sentAt: z.string(),
});

export const mailList = defineCall({
  ...shared,
  action: 'maillist',
  summary: 'The mails of a published list in one state, by entity, page by page; srno 0 asks for the newest.',
  right: query,
  effect: 'read',
  source: 'docs/readings.md: IBR, calls',
  args: { srno: srno(), state: oneOf(MAIL_STATES), page: page() },
  reply: z.array(mailRow),
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
