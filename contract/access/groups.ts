import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { answered, json, page, serial, srno, limited, yesOrNo } from '../fields.ts';
import { defineMaster, lastChangeFields } from '../master.ts';
import { optionSchema, savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** Right groups. A group holds the flags of its users for every right key. */

const groupRow = { srno: z.int(), name: z.string() } as const;
export const groupRowSchema = named('rg_', groupRow);

export const rightSchema = named('rt_', {
  key: z.string(),
  description: ['rt_desc', z.string()],
  /** Empty for a root of the tree. */
  parent: z.string(),
  level: z.int(),
  query: yesOrNo,
  add: yesOrNo,
  edit: yesOrNo,
});
/** Every key of the tree, in its order, with the flags of one group. */
export const groupDetailSchema = named('rg_', {
  ...groupRow,
  /** Whether the users of the group need a second factor. */
  needsFactor: ['rg_factor', yesOrNo],
  /** Why the caller cannot change this group; empty if they can. */
  locked: z.string(),
  /** Why the caller cannot switch off the second factor; empty if they can, or if it is off. */
  factorFixed: z.string(),
  rights: z.array(rightSchema),
  ...lastChangeFields,
});

const MAX_KEYS = 200;
const rightInputSchema = named('rt_', {
  key: limited(40),
  query: answered,
  add: answered,
  edit: answered,
});
const rightInputs = z.array(rightInputSchema).check(z.maxLength(MAX_KEYS));
const groupInputSchema = named('rg_', {
  name: z.string(),
  /** Without it the group keeps its value. */
  needsFactor: ['rg_factor', z.optional(answered)],
  rights: z.optional(rightInputs),
});

export type GroupRow = z.infer<typeof groupRowSchema>;
export type RightInput = z.infer<typeof rightInputSchema>;

const shared = {
  endpoint: 'right_group_a.php',
  session: 'first',
  source: '000 §2.5, §3, §5, §7',
  assumed: true,
} as const;

export const group = defineMaster({
  endpoint: shared.endpoint,
  key: 'RIGHT',
  source: shared.source,
  plural: 'right groups',
  row: groupRowSchema,
  detail: groupDetailSchema,
  written: groupInputSchema,
  stepUp: 'rights',
  checked: 'rights',
  // `assignable=1` lists only the groups that the caller may assign to a user.
  narrowedBy: ['assignable'],
});

export const saveGroupRights = defineCall({
  ...shared,
  action: 'saveright',
  summary: 'Sets the rights of a group: keys that are not named are taken away.',
  right: { key: 'RIGHT', flag: 'edit' },
  effect: 'write',
  stepUp: { kind: 'rights' },
  checked: {
    kind: 'rights',
    record: ({ rights }: { readonly rights: { readonly srno: number } }) => String(rights.srno),
    hasVersion: true,
  },
  args: { rights: json(named('rg_', { srno: serial, rights: rightInputs })) },
  reply: savedSchema,
});

export const memberSchema = named('um', {
  srno: ['umSrNo', z.int()],
  name: ['umUserName', z.string()],
  userId: ['umId', z.string()],
  entityName: z.string(),
  enabled: ['umEnable', yesOrNo],
  active: yesOrNo,
});
export type GroupMember = z.infer<typeof memberSchema>;

export const groupMembers = defineCall({
  ...shared,
  action: 'users',
  summary: 'Who is in a group, page by page, as far as the caller may see users.',
  source: 'docs/readings.md: right group, who is in it',
  right: { key: 'RIGHT', flag: 'query' },
  effect: 'read',
  args: { srno: srno(), page: page() },
  reply: z.array(memberSchema),
});

export const rightKeys = defineCall({
  endpoint: 'right_a.php',
  action: 'ddlistjson',
  summary: 'Every right key with its description, in the order of the tree.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: '000 §6, §7',
  assumed: true,
  args: {},
  reply: z.array(optionSchema),
});
