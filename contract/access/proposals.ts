import * as z from 'zod/mini';
import { CHECKED_KINDS, CHECKER_NEEDS, MAX_PROPOSAL_REMARK_CHARS } from '#domain/access/proposals.ts';
import { defineCall } from '../define.ts';
import { json, limited, page, serial } from '../fields.ts';
import { named } from '../wire.ts';

/** Changes that wait for the approval of a second user. */

const shared = {
  endpoint: 'proposal_a.php',
  session: 'first',
  right: 'signed-in',
  source: 'docs/readings.md: proposals',
  assumed: true,
} as const;

export const proposalSchema = named('pr_', {
  srno: z.int(),
  kind: z.enum(CHECKED_KINDS),
  /** The name of the call that makes the change. */
  call: z.string(),
  /** Empty for a new record. */
  record: z.string(),
  /** The name of the user or right group that it changes; empty for others. */
  name: z.string(),
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The number of the user who made it, and so cannot decide about it. */
  maker: z.int(),
  /** What the change would write to the trail. */
  changes: z.array(
    z.object({
      action: z.string(),
      record: z.string(),
      difference: z.array(
        z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
      ),
    }),
  ),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const proposalList = defineCall({
  ...shared,
  action: 'listjson',
  summary: 'The proposals that wait, of the kinds that the caller has the right to change, page by page.',
  effect: 'read',
  args: { page: page() },
  reply: z.array(proposalSchema),
});

/** One call for each kind, because each needs the right to make such a change. */
const decision = {
  ...shared,
  effect: 'write',
  args: {
    decision: json(
      named('', {
        srno: ['pr_srno', serial],
        decision: z.enum(['approved', 'refused', 'withdrawn']),
        remark: limited(MAX_PROPOSAL_REMARK_CHARS),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
} as const;
const summaryOf = (what: string) =>
  `Approves a proposed change of ${what}, which makes it, or refuses it with a reason. The user who made the proposal can only withdraw it.`;

export const decideUsers = defineCall({
  ...decision,
  action: 'decideusers',
  summary: summaryOf('a user'),
  right: CHECKER_NEEDS.users,
  // It can reset the second factors of a user, which is always confirmed.
  stepUp: { kind: 'users', always: true },
});

export const decideRights = defineCall({
  ...decision,
  action: 'deciderights',
  summary: summaryOf('a right group'),
  right: CHECKER_NEEDS.rights,
  stepUp: { kind: 'rights' },
});

export const decideStock = defineCall({
  ...decision,
  action: 'decidestock',
  summary: summaryOf('vault stock'),
  right: CHECKER_NEEDS.stock,
});

export const decideRetention = defineCall({
  ...decision,
  action: 'decideretention',
  summary: summaryOf('a retention rule'),
  right: CHECKER_NEEDS.retention,
  stepUp: { kind: 'persons' },
});

const DECISIONS = {
  users: decideUsers,
  rights: decideRights,
  stock: decideStock,
  retention: decideRetention,
} as const;
/** The call that decides about a kind. */
export const decisionOf = (kind: keyof typeof DECISIONS) => DECISIONS[kind];
