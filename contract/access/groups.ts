import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { bit, flag, json, page, serial, srno, limited } from '../fields.ts';
import { changedShape, defineMaster } from '../master.ts';
import { optionSchema, savedSchema } from '../shared.ts';

/** Right groups. A group holds the flags of its users for every right key. */

const groupRow = { rg_srno: z.int(), rg_name: z.string() } as const;
const groupRowSchema = z.object(groupRow);

const rightSchema = z.object({
  rt_key: z.string(),
  rt_desc: z.string(),
  /** Empty for a root of the tree. */
  rt_parent: z.string(),
  rt_level: z.int(),
  rt_query: bit,
  rt_add: bit,
  rt_edit: bit,
});
/** Every key of the tree, in its order, with the flags of one group. */
const groupDetailSchema = z.object({
  ...groupRow,
  /** 1 if the users of the group need a second factor. */
  rg_factor: bit,
  /** Why the caller cannot change this group; empty if they can. */
  rg_locked: z.string(),
  /** Why the caller cannot switch off the second factor; empty if they can, or if it is off. */
  rg_factorfixed: z.string(),
  rg_rights: z.array(rightSchema),
  ...changedShape,
});

const MAX_KEYS = 200;
const rightInputSchema = z.object({
  rt_key: limited(40),
  rt_query: flag,
  rt_add: flag,
  rt_edit: flag,
});
const rightInputs = z.array(rightInputSchema).check(z.maxLength(MAX_KEYS));
const groupInputSchema = z.object({
  rg_name: z.string(),
  /** Without it the group keeps its value. */
  rg_factor: z.optional(flag),
  rg_rights: z.optional(rightInputs),
});

export type GroupRow = z.infer<typeof groupRowSchema>;
export type GroupInput = z.infer<typeof groupInputSchema>;
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
    record: ({ rights }: { readonly rights: { readonly rg_srno: number } }) => String(rights.rg_srno),
    hasVersion: true,
  },
  args: { rights: json(z.object({ rg_srno: serial, rg_rights: rightInputs })) },
  reply: savedSchema,
});

const memberSchema = z.object({
  umSrNo: z.int(),
  umUserName: z.string(),
  umId: z.string(),
  umEntityName: z.string(),
  umEnable: bit,
  umActive: bit,
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
