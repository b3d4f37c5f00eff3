import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { Reach } from './reach.sql.ts';

/** Whose users a caller may see and save. A franchise has no say over users, not even its own. */
export const reachOf = (caller: Caller): Reach => (caller.entity.type === 'F' ? [] : caller.scope);
