import { CHECKED_KINDS, CHECKER_NEEDS } from '#domain/access/proposals.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { countProposals } from '#server/platform/dispatch/proposal.sql.ts';
import type { WaitingSource } from '#server/platform/waiting.ts';

/** The kinds of changes that a user could make, and so can decide about. */
export const kindsOf = (caller: Caller) =>
  CHECKED_KINDS.filter((kind) => meetsNeed(caller, CHECKER_NEEDS[kind]));

/** Proposals wait for whoever could make the change, but not for the user who made them. */
export const proposalsWaiting: readonly WaitingSource[] = [
  {
    kind: 'proposal',
    module: 'proposals',
    needs: [],
    sharesOf(caller) {
      const kinds = kindsOf(caller);
      const { account, scope } = caller;
      return kinds.length === 0 ? [] : [{ at: null, by: JSON.stringify({ account, kinds, scope }) }];
    },
    count: (on, shares) =>
      countProposals(
        on,
        shares.map(({ by }) => String(by)),
      ),
  },
];
