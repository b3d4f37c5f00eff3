import * as z from 'zod/mini';
import { LICENCE_STATUSES } from '#domain/licences/status.ts';
import { defineCall } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { json, limited, yesOrNo } from '../fields.ts';
import { savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** The link of an entity to its renewal page, and the documents that are required of the entity. */

const shared = {
  endpoint: 'franchise_a.php',
  session: 'first',
  source: 'docs/readings.md: renewal link',
  assumed: true,
} as const;
const query = { key: 'FRANCHISEDOC', flag: 'query' } as const;
const add = { key: 'FRANCHISEDOC', flag: 'add' } as const;
const entity = { entity: json(z.object({ entity: limited(20) })) };

export const renewalLink = defineCall({
  ...shared,
  action: 'renewallink',
  summary: 'Whether an entity has a link that works. The link itself is only in the mail.',
  right: add,
  effect: 'read',
  args: entity,
  reply: named('', {
    /** Whether a link works or is on its way. */
    isLive: ['live', yesOrNo],
    /** ISO 8601, UTC; empty without a link, and mailedAt until the mail server has the mail. */
    madeAt: z.string(),
    madeBy: z.string(),
    expiresAt: z.string(),
    mailedAt: z.string(),
    /** The addresses of the entity; empty if it has none. */
    email: z.string(),
    /** yyyy-MM-dd; empty if the entity has no licence with a last day. */
    licenceTo: z.string(),
  }),
});

export const sendRenewalLink = defineCall({
  ...shared,
  action: 'sendrenewallink',
  summary: 'Makes a link and mails it to the entity. The link before it stops working.',
  right: add,
  effect: 'write',
  args: entity,
  reply: savedSchema,
});

export const revokeRenewalLink = defineCall({
  ...shared,
  action: 'revokerenewallink',
  summary: 'Ends the link of an entity. A call with it that begins later is refused.',
  right: add,
  effect: 'write',
  args: entity,
  reply: savedSchema,
});

export const requirement = named('', {
  /** The number of the kind of document. */
  kind: ['docid', z.int()],
  kindName: ['docname', z.string()],
  isRequired: ['required', yesOrNo],
  /** How the newest document of this kind stands; empty if there is none. */
  status: z.enum(['', ...LICENCE_STATUSES]),
  expires: ['expirydate', z.string()],
});
export type Requirement = z.output<typeof requirement>;

export const requiredDocuments = defineCall({
  ...shared,
  action: 'required',
  summary: 'Every kind of document: whether it is required of the entity, and how it stands.',
  right: query,
  effect: 'read',
  args: entity,
  reply: z.array(requirement),
});

export const saveRequired = defineCall({
  ...shared,
  action: 'saverequired',
  summary: 'Requires a kind of document of one entity, or no longer, whatever its type asks for.',
  right: add,
  effect: 'write',
  args: {
    requirement: json(
      named('', {
        entity: limited(20),
        kind: ['docid', serialNumber],
        isRequired: ['required', yesOrNo],
      }),
    ),
  },
  reply: savedSchema,
});
