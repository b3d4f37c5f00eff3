import type { WireColumns } from '#server/platform/database.ts';
import { keysetList, type List, type Narrow, type Sorts } from '#server/platform/db/list.ts';

/** Whose users a caller may see: everyone's, or those of these branches and the franchises they control. */
export type Reach = 'all' | readonly number[];

/** The condition on an account `m`; the place is that of the branches' serials. */
export const withinReach = (place: string) =>
  `m.entity = any (array(select r.srno from masters.entity_ref r
     where r.srno = any (${place}::integer[]) or r.controlling_branch = any (${place}::integer[])))`;

interface UsersDeclaration {
  readonly name: string;
  readonly wire: WireColumns;
  readonly sorts: Sorts;
  readonly narrow?: Narrow;
}

/** By three indexes: the user's own words, the entities and the groups that are called so. */
const search = (text: string) =>
  `((m.name || ' ' || m.user_id) ilike ${text}
    or m.entity = any (array(select s.srno from masters.entity_ref s where s.name ilike ${text} or s.id ilike ${text}))
    or m.right_group = any (array(select s.srno from access.right_group s where s.name ilike ${text})))`;

const FROM = `access.account m join masters.entity_ref e on e.srno = m.entity
  join access.right_group g on g.srno = m.right_group`;

/**
 * A list of users. Who sees some of them is one more narrowing: each statement then has the plan that fits, by the order
 * of the list or by the entities in reach.
 */
export function usersInReach({ narrow, ...list }: UsersDeclaration): {
  page(
    on: Parameters<List['page']>[0],
    reach: Reach,
    page: Parameters<List['page']>[1],
    by?: Parameters<List['page']>[2],
  ): ReturnType<List['page']>;
} {
  const users = keysetList({
    ...list,
    from: FROM,
    key: 'm.srno',
    search,
    narrow: { ...narrow, reach: withinReach },
  });
  return {
    page: (on, reach, page, by = {}) => users.page(on, page, reach === 'all' ? by : { ...by, reach }),
  };
}
