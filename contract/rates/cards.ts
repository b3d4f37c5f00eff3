import * as z from 'zod/mini';
import { DISPLAY_VIEWS } from '#domain/rates/card.ts';
import { defineCall, defineDownload, defineStream } from '../define.ts';
import { day, json, limited, text, yesOrNo } from '../fields.ts';
import { savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** Rate cards: for staff, for the public with an unguessable key, and for wall displays with their own key. */

const row = {
  isd: z.string(),
  currencyName: ['isd_name', z.string()],
  currencyFlag: ['isd_flag', z.string()],
  buy: z.string(),
  sell: z.string(),
  /** The number of stored decimals. */
  ratePlaces: ['mid_rndnum', z.int()],
  /** ISO 8601, UTC. */
  publishedAt: ['mih_timestamp', z.string()],
  entityName: ['entity_name', z.string()],
  /** Empty for the public. */
  publishedBy: ['um_username', z.string()],
  sellsAtIbr: ['mif_sendibrsellrate', yesOrNo],
} as const;
export const rateRow = named('mid_', row);
export type RateRow = z.output<typeof rateRow>;

/** A row of a card shown by key. A page without a session has no other source for the company's name. */
export const keyedRateRow = named('mid_', { ...row, companyName: ['co_name', z.string()] });
export type KeyedRateRow = z.output<typeof keyedRateRow>;

const entityType = limited(1);
const entityId = limited(20);
const key = limited(64);

const cardChoice = json(
  named('req', {
    /** The kind of card, B or F, or the type of the user's own entity. */
    type: ['eType', entityType],
    id: ['eId', z.optional(entityId)],
    /** Defaults to today if empty. */
    date: z.union([day, z.literal('')]),
    branch: z.optional(entityId),
    franchise: z.optional(entityId),
  }),
);

/** Franchise users need no right for their own card (000 §2.7). */
const cardRight = { key: 'RATEFAN', flag: 'query', or: 'franchise' } as const;

export const rateCard = defineCall({
  endpoint: 'ratecard_a.php',
  action: 'ratecard',
  summary:
    'The card of a branch, or of a franchise of it, on a day; a franchise user gets the own one whatever is asked. Empty where there is none.',
  session: 'first',
  right: cardRight,
  effect: 'read',
  source: '000 §2.7, §3, §5, §7',
  args: { asked: cardChoice },
  reply: z.array(rateRow),
});

export const rateCardPdf = defineDownload({
  endpoint: 'ratecard_a.php',
  action: 'ratecardpdf',
  summary: 'The same card as a PDF of one page.',
  session: 'first',
  right: cardRight,
  effect: 'watched',
  source: 'docs/readings.md: rate card as PDF',
  assumed: true,
  args: { asked: cardChoice },
});

const byKey = json(named('e', { type: entityType, id: entityId, key: ['key', key] }));

export const latestRateCard = defineCall({
  endpoint: 'ratecard_a.php',
  action: 'latestratecard',
  summary: 'The newest card of an entity in reach, for a display.',
  session: 'first',
  right: { key: 'AUTORATES', flag: 'query' },
  effect: 'read',
  source: '002 §2.6, §5.2, §7.3',
  args: { asked: byKey },
  reply: z.array(rateRow),
});

export const displayedRateCard = defineCall({
  endpoint: 'ratecard_a.php',
  action: 'latestratecard',
  isTwin: true,
  summary: 'The same by the key of a display, without a session.',
  session: 'none',
  right: 'public',
  effect: 'read',
  source: '002 §2.6, §7.3; docs/readings.md: displays',
  args: { asked: byKey },
  reply: z.array(keyedRateRow),
});

export const watchDisplay = defineStream({
  endpoint: 'ratecard_a.php',
  action: 'watchdisplay',
  summary: 'Tells a display, by its key, that other rates are published or that its key was revoked.',
  session: 'none',
  right: 'public',
  effect: 'read',
  source: 'docs/readings.md: displays',
  assumed: true,
  args: { key: text(64) },
  event: z.object({ kind: z.enum(['published', 'revoked']) }),
});

export const publicRateCard = defineCall({
  endpoint: 'ratecardbatch_a.php',
  action: '',
  summary: 'The card of one entity by the key of its public card; empty for any other key.',
  session: 'none',
  right: 'public',
  effect: 'read',
  source: '000 §2.7, §7',
  args: { asked: byKey },
  reply: z.array(keyedRateRow),
});

const displays = {
  endpoint: 'ratecard_a.php',
  session: 'first',
  right: { key: 'AUTORATES', flag: 'query' },
  source: 'docs/readings.md: displays',
  assumed: true,
} as const;

export const makeDisplay = defineCall({
  ...displays,
  action: 'makedisplay',
  summary: 'A key for a new wall display of an entity; it is told this once.',
  effect: 'write',
  args: { asked: json(named('e', { id: entityId, view: ['view', z.enum(DISPLAY_VIEWS)] })) },
  reply: z.extend(savedSchema, { key: z.string() }),
});

export const displayRow = named('dsp_', {
  srno: z.int(),
  view: z.enum(DISPLAY_VIEWS),
  entityId: ['en_id', z.string()],
  entityName: ['en_name', z.string()],
  /** ISO 8601, UTC. */
  madeAt: ['madeat', z.string()],
  madeBy: ['madeby', z.string()],
});
export type DisplayRow = z.output<typeof displayRow>;

export const displayList = defineCall({
  ...displays,
  action: 'displays',
  summary: 'The wall displays in reach whose keys work, newest first; at most 200.',
  effect: 'read',
  args: {},
  reply: z.array(displayRow),
});

export const revokeDisplay = defineCall({
  ...displays,
  action: 'revokedisplay',
  summary: 'Ends a wall display: its key shows nothing from now on.',
  effect: 'write',
  args: { display: json(named('dsp_', { srno: z.int().check(z.minimum(1)) })) },
  reply: savedSchema,
});

const links = {
  endpoint: 'ratecard_a.php',
  session: 'first',
  source: 'docs/readings.md: public card',
  assumed: true,
} as const;

export const cardLink = defineCall({
  ...links,
  action: 'cardlink',
  summary: 'The address of the public card of an entity; empty where it has none.',
  right: { key: 'ENTITY', flag: 'query' },
  effect: 'read',
  args: { id: text(20) },
  reply: named('', { url: z.string(), madeAt: z.string(), madeBy: z.string() }),
});

export const renewCardLink = defineCall({
  ...links,
  action: 'renewcardlink',
  summary: 'Gives the public card of an entity a new address; the old one shows nothing from now on.',
  right: { key: 'ENTITY', flag: 'edit' },
  effect: 'write',
  args: { entity: json(named('en', { id: entityId })) },
  reply: savedSchema,
});

export const revokeCardLink = defineCall({
  ...links,
  action: 'revokecardlink',
  summary: 'Takes the public card of an entity off the net.',
  right: { key: 'ENTITY', flag: 'edit' },
  effect: 'write',
  args: { entity: json(named('en', { id: entityId })) },
  reply: savedSchema,
});
