import type { group } from '#contract/access/groups.ts';
import type { ReplyOf } from '#contract/define.ts';
import type { KeyRight } from '#domain/access/group.ts';
import { isRightKey } from '#domain/rights.ts';

/** The rights of a group from the server's reply. */
export const rightsOf = ({ rg_rights }: Pick<ReplyOf<typeof group.detail>, 'rg_rights'>): KeyRight[] =>
  rg_rights.flatMap(({ rt_key, rt_query, rt_add, rt_edit }) =>
    isRightKey(rt_key) && rt_query + rt_add + rt_edit > 0
      ? [{ key: rt_key, query: rt_query === 1, add: rt_add === 1, edit: rt_edit === 1 }]
      : [],
  );
