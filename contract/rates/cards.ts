import * as z from 'zod/mini';
import { DISPLAY_VIEWS } from '#domain/rates/card.ts';
import { defineCall, defineDownload, defineStream } from '../define.ts';
import { bit, day, json, text, limited } from '../fields.ts';
import { savedSchema } from '../shared.ts';

/** Rate cards: for staff, for the public with an unguessable key, and for wall displays with their own key. */

const rateRowSchema = z.object({
  mid_isd: z.string(),
  isd_name: z.string(),
  isd_flag: z.string(),
  mid_buy: z.string(),
  mid_sell: z.string(),
  /** The number of stored decimals. */
  mid_rndnum: z.int(),
  /** When the list was published: ISO 8601, UTC. */
  mih_timestamp: z.string(),
  entity_name: z.string(),
  /** The name of the publisher; empty for the public. */
  um_username: z.string(),
  mif_sendibrsellrate: bit,
});
export type RateRow = z.infer<typeof rateRowSchema>;

/** A row of a card shown by key. A page without a session has no other source for the company's name. */
const keyedRateRowSchema = z.extend(rateRowSchema, { co_name: z.string() });
export type KeyedRateRow = z.infer<typeof keyedRateRowSchema>;

const entityType = limited(1);
const entityId = limited(20);
const key = limited(64);

const cardChoice = json(
  z.object({
    /** The kind of card, B or F, or the type of the user's own entity. */
    eType: entityType,
    eId: z.optional(entityId),
    /** Defaults to today if empty. */
    reqDate: z.union([day, z.literal('')]),
    reqBranch: z.optional(entityId),
    reqFranchise: z.optional(entityId),
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
  reply: z.array(rateRowSchema),
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

const byKey = json(z.object({ eType: entityType, eId: entityId, key }));

export const latestRateCard = defineCall({
  endpoint: 'ratecard_a.php',
  action: 'latestratecard',
  summary: 'The newest card of an entity in reach, for a display.',
  session: 'first',
  right: { key: 'AUTORATES', flag: 'query' },
  effect: 'read',
  source: '002 §2.6, §5.2, §7.3',
  args: { asked: byKey },
  reply: z.array(rateRowSchema),
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
  reply: z.array(keyedRateRowSchema),
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
  reply: z.array(keyedRateRowSchema),
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
  args: { asked: json(z.object({ eId: entityId, view: z.enum(DISPLAY_VIEWS) })) },
  reply: z.extend(savedSchema, { key: z.string() }),
});

const displayRowSchema = z.object({
  dsp_srno: z.int(),
  dsp_view: z.enum(DISPLAY_VIEWS),
  en_id: z.string(),
  en_name: z.string(),
  /** ISO 8601, UTC. */
  madeat: z.string(),
  madeby: z.string(),
});
export type DisplayRow = z.infer<typeof displayRowSchema>;

export const displayList = defineCall({
  ...displays,
  action: 'displays',
  summary: 'The wall displays in reach whose keys work, newest first; at most 200.',
  effect: 'read',
  args: {},
  reply: z.array(displayRowSchema),
});

export const revokeDisplay = defineCall({
  ...displays,
  action: 'revokedisplay',
  summary: 'Ends a wall display: its key shows nothing from now on.',
  effect: 'write',
  args: { display: json(z.object({ dsp_srno: z.int().check(z.minimum(1)) })) },
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
  reply: z.object({ url: z.string(), madeat: z.string(), madeby: z.string() }),
});

export const renewCardLink = defineCall({
  ...links,
  action: 'renewcardlink',
  summary: 'Gives the public card of an entity a new address; the old one shows nothing from now on.',
  right: { key: 'ENTITY', flag: 'edit' },
  effect: 'write',
  args: { entity: json(z.object({ enId: entityId })) },
  reply: savedSchema,
});

export const revokeCardLink = defineCall({
  ...links,
  action: 'revokecardlink',
  summary: 'Takes the public card of an entity off the net.',
  right: { key: 'ENTITY', flag: 'edit' },
  effect: 'write',
  args: { entity: json(z.object({ enId: entityId })) },
  reply: savedSchema,
});
