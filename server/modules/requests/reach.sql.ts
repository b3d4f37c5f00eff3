import { entitiesIn } from '#server/platform/database.ts';
import { mayDo } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';

/**
 * SQL: whether the request `r` is in the caller's scope, for the reading role, which has no row-level security. A draft
 * without a branch is visible only to its maker.
 */
export const inReach = (scope: string, actor: string) =>
  `case when r.branch is null then r.made_by = ${actor}::integer
     else ${scope}::integer[] is null or r.branch = any (${scope}) end`;

/** The same if row-level security has checked the branch. Head office would otherwise see every draft without a
 * branch. */
export const isOwnOrOfBranch = (actor: string) => `(r.branch is not null or r.made_by = ${actor}::integer)`;

/** SQL: whether the caller may open the request `r`. If `onlyOwn` is true, they may open only their own drafts. */
export const isOpenTo = (onlyOwn: string, actor: string) =>
  `(not ${onlyOwn}::boolean or (r.made_by = ${actor}::integer and not r.submitted and r.withdrawn_at is null))`;

/** A user who may write requests but not view them can open only their own drafts. */
export const seesOnlyOwnDrafts = ({ rights }: Caller): boolean =>
  !mayDo(rights, 'TRANREQUESTDETAIL', 'query');

export const reachOf = ({ scope, account }: Caller) => [entitiesIn(scope), account] as const;
