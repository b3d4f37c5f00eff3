import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { day, json, optionsPage, type Field, limited } from '../fields.ts';
import { optionSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** The audit trail: the user, the action, the time and the record. */

const shared = {
  endpoint: 'trail_a.php',
  session: 'first',
  right: { key: 'TRAIL', flag: 'query' },
  effect: 'read',
  source: 'docs/readings.md: trail',
  assumed: true,
} as const;

export const MAX_TRAIL_PAGE_ROWS = 100;

const trailSearchSchema = z.object({
  /** The user id of the user who acted. */
  user: z.optional(limited(50)),
  record: z.optional(limited(50)),
  recordid: z.optional(limited(100)),
  action: z.optional(limited(50)),
  /** Days in India, both inclusive. */
  from: z.optional(day),
  to: z.optional(day),
  after: z.optional(limited(200)),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TRAIL_PAGE_ROWS))),
});
export type TrailSearch = z.infer<typeof trailSearchSchema>;

const trailSearch: Field<TrailSearch | undefined> & { optional: true } = {
  ...(json(trailSearchSchema) as Field<TrailSearch | undefined>),
  optional: true,
};

const entryId: Field<number> = {
  form: 'number',
  codec: z.codec(z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.minimum(0)), {
    decode: (written) => Number(written),
    encode: (value) => String(value),
  }),
};

const trailRow = {
  id: z.int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The user id of the user who acted; empty if nobody was signed in. */
  user: z.string(),
  userName: z.string(),
  action: z.string(),
  record: z.string(),
  recordId: z.string(),
  /** The name of the record, if it has one. */
  name: z.string(),
  branch: z.string(),
  /** The names of the changed fields. */
  fields: z.array(z.string()),
} as const;
export const trailRowSchema = named('tr_', trailRow);
export type TrailRow = z.infer<typeof trailRowSchema>;

export const trailList = defineCall({
  ...shared,
  action: 'list',
  summary:
    'Entries of the trail, newest first. A page may be short while there is a next one: a search looks back a bounded way at a time.',
  args: { search: trailSearch },
  reply: z.array(trailRowSchema),
});

export const trailDetail = defineCall({
  ...shared,
  action: 'detail',
  summary: 'One entry: by which call and from where, and each field before and after.',
  args: { id: entryId },
  reply: named('tr_', {
    ...trailRow,
    call: z.string(),
    request: z.string(),
    address: z.string(),
    difference: z.array(
      z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
    ),
  }),
});

export const trailKinds = defineCall({
  ...shared,
  action: 'kinds',
  summary: 'The kinds of record and the actions that the trail knows, for the drop-downs of its search.',
  args: {},
  reply: z.object({ records: z.array(z.string()), actions: z.array(z.string()) }),
});

export const trailUsers = defineCall({
  ...shared,
  action: 'users',
  summary: 'Users in reach for a drop-down, by user id; the search text narrows them.',
  args: { page: optionsPage() },
  reply: z.array(optionSchema),
});
