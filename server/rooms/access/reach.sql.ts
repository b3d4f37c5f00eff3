import type { WireColumns } from '#server/platform/database.ts';
import { keysetList, type List, type Sorts } from '#server/platform/db/list.ts';

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
  readonly where?: string;
  readonly given?: number;
}

/** By three indexes: the user's own words, the entities and the groups that are called so. */
const search = (text: string) =>
  `((m.name || ' ' || m.user_id) ilike ${text}
    or m.entity = any (array(select s.srno from masters.entity_ref s where s.name ilike ${text} or s.id ilike ${text}))
    or m.right_group = any (array(select s.srno from access.right_group s where s.name ilike ${text})))`;

const FROM = `access.account m join masters.entity_ref e on e.srno = m.entity
  join access.right_group g on g.srno = m.right_group`;

/**
 * A list of users, once for who sees all and once for who sees some: each statement then has the plan that fits, by
 * the order of the list or by the entities in reach.
 */
export function usersInReach(list: UsersDeclaration): {
  page(
    on: Parameters<List['page']>[0],
    reach: Reach,
    page: Parameters<List['page']>[1],
    given?: readonly unknown[],
  ): ReturnType<List['page']>;
} {
  const { where = 'true', given = 0 } = list;
  const shared = { wire: list.wire, sorts: list.sorts, from: FROM, key: 'm.srno', search };
  const everyone = keysetList({ ...shared, name: `${list.name}.all`, where, given });
  const some = keysetList({
    ...shared,
    name: `${list.name}.reach`,
    where: `${where} and ${withinReach(`$${given + 1}`)}`,
    given: given + 1,
  });
  return {
    page: (on, reach, page, values = []) =>
      reach === 'all' ? everyone.page(on, page, values) : some.page(on, page, [...values, reach]),
  };
}
