import type { group } from '#contract/access/groups.ts';
import type { ReplyOf } from '#contract/define.ts';
import type { KeyRight } from '#domain/access/group.ts';
import { isRightKey } from '#domain/rights.ts';

/** The rights of a group from the server's reply. */
export const rightsOf = (all: ReplyOf<typeof group.detail>['rights']): KeyRight[] =>
  all.flatMap(({ key, query, add, edit }) =>
    isRightKey(key) && (query || add || edit) ? [{ key, query, add, edit }] : [],
  );
