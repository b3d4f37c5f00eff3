import { entitiesIn } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';

/**
 * Whether the request `r` is in the caller's reach, for the reading role, which no row-level security holds back.
 * A draft without a branch is its maker's alone.
 */
export const inReach = (scope: string, actor: string) =>
  `case when r.branch is null then r.made_by = ${actor}::integer
     else ${scope}::integer[] is null or r.branch = any (${scope}) end`;

/** The same where row-level security has looked at the branch: head office would see every draft without one. */
export const isOwnOrOfBranch = (actor: string) => `(r.branch is not null or r.made_by = ${actor}::integer)`;

export const reachOf = ({ scope, account }: Caller) => [entitiesIn(scope), account] as const;
