import type { Executor } from './database.ts';
import type { Statement } from './db/statement.ts';
import type { Caller } from './dispatch/caller.ts';
import type { Counted, Share } from './waiting.ts';

/** Waiting work that belongs to branches, and waits for everyone who sees the branch. */

/** One share for each branch in scope, or one for all of them. */
export const sharesByBranch = ({ scope }: Caller): readonly Share[] =>
  scope === 'all' ? [{ at: null, by: null }] : scope.map((at) => ({ at, by: null }));

/** One share for work that belongs to no branch. */
export const sharedByAll = (): readonly Share[] => [{ at: null, by: null }];

type Counts = Statement<{ readonly waiting: number }>;

/** Counts by two statements: `all` for all branches together, `branches` for each of those given. */
export const countByBranch =
  ({ all, branches }: { readonly all: Counts; readonly branches: Counts }) =>
  async (on: Executor, shares: readonly Share[]): Promise<readonly Counted[]> => {
    // A caller has either one share for all branches or one for each branch, so a list of shares can hold both kinds.
    const ofBranches = shares.flatMap(({ at }) => (at === null ? [] : [at]));
    const [whole] = ofBranches.length === shares.length ? [] : await on.rows(all, [[null]]);
    const counted = ofBranches.length === 0 ? [] : await on.rows(branches, [ofBranches]);
    const byBranch = new Map(ofBranches.map((branch, at) => [branch, counted[at]]));
    return shares.map(({ at }) => (at === null ? whole : byBranch.get(at)) ?? { waiting: 0 });
  };
