import type { Page } from '#contract/fields.ts';
import type { Executor, Scope, WireColumns } from '#server/platform/database.ts';
import { keysetList, type List, type Sorts } from '#server/platform/db/list.ts';

interface UsersDeclaration {
  readonly name: string;
  readonly wire: WireColumns;
  readonly sorts: Sorts;
  readonly where?: string;
  /** How many values `where` takes. */
  readonly given?: number;
}

interface Users {
  page(
    on: Executor,
    scope: Scope,
    page: Page | undefined,
    given?: readonly unknown[],
  ): ReturnType<List['page']>;
}

const FROM = `access.account m join masters.entity_ref e on e.srno = m.entity
  join access.right_group g on g.srno = m.right_group`;

/** A list of users, once for who sees all and once for who sees those of some branches, each with its own index. */
export function usersInReach({ name, wire, sorts, where = 'true', given = 0 }: UsersDeclaration): Users {
  const shared = { wire, sorts, from: FROM, key: 'm.srno', search: 'm.found_by' };
  const everyone = keysetList({ ...shared, name: `${name}.all`, where, given });
  const some = keysetList({
    ...shared,
    name: `${name}.reach`,
    where: `${where} and m.home_branch = any ($${given + 1}::integer[])`,
    given: given + 1,
    isReplanned: true,
  });
  return {
    page: (on, scope, page, values = []) =>
      scope === 'all' ? everyone.page(on, page, values) : some.page(on, page, [...values, scope]),
  };
}
