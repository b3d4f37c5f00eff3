import type { Assignment, Reach } from '#domain/access/grants.ts';
import type { Rights } from '#domain/rights.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

/** Reads the facts for the rules of domain/access/grants.ts. */

const lock = statement(
  'access.grants.lock',
  { locked: 'text' },
  `select pg_advisory_xact_lock(hashtextextended('access.grants', 0))::text as locked`,
);
/**
 * Every transaction that changes who holds which rights and branches takes this lock before it reads anything on which
 * it decides. Its reads are therefore still valid when it commits: the rights of the caller, the rights of the assigned
 * group, and the existence of an administrator.
 */
export const lockGrants = (tx: Transaction) => tx.one(lock);

const find = statement(
  'access.grants.assignments',
  {
    account: 'int4',
    right_group: 'int4',
    rights: 'jsonb',
    entity: 'text',
    reach: 'text[]?',
    employee_code: 'text',
    branches: 'jsonb',
    may_sign_in: 'bool',
  },
  'select * from access.assignments($1::integer[])',
);

/** The rights and branches of a user as this transaction sees them now. */
export interface StoredAssignment extends Assignment {
  readonly maySignIn: boolean;
}

/** Also finds users whom row-level security hides from the caller. */
export async function findAssignments(
  on: Executor,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, StoredAssignment>> {
  const rows = await on.rows(find, [accounts]);
  return new Map(
    rows.map((row) => [
      row.account,
      {
        account: row.account,
        rightGroup: row.right_group,
        rights: row.rights as Rights,
        entity: row.entity,
        reach: row.reach ?? 'all',
        employeeCode: row.employee_code,
        branches: row.branches as Readonly<Record<string, boolean>>,
        maySignIn: row.may_sign_in,
      },
    ]),
  );
}

const rights = statement(
  'access.grants.group_rights',
  { right_group: 'int4', rights: 'jsonb' },
  `select right_group, jsonb_object_agg(right_key,
     jsonb_build_object('query', may_query, 'add', may_add, 'edit', may_edit)) as rights
   from access.group_right where right_group = any ($1::integer[]) group by right_group`,
);
/** The rights of these groups. A group without rights is missing from the map. */
export const findGroupRights = async (
  on: Executor,
  groups: readonly number[],
): Promise<ReadonlyMap<number, Rights>> =>
  new Map((await on.rows(rights, [groups])).map((row) => [row.right_group, row.rights as Rights]));

const beyond = statement(
  'access.grants.used_beyond',
  { is_used: 'bool' },
  'select access.is_used_beyond($1::integer, $2::text[]) as is_used',
);
/** Whether a user of the group belongs to a branch, or sees one, outside this reach. */
export const isUsedBeyond = async (on: Executor, group: number, reach: Reach): Promise<boolean> =>
  reach !== 'all' && (await on.one(beyond, [group, reach])).is_used;

/** SQL: whether a group `m` has only rights that are in a parameter, by the rule of `lackedFlags`. */
export const heldBy = (held: string): string =>
  `not exists (select from access.group_right g where g.right_group = m.srno and g.right_key <> 'LOGOUT' and (${(
    ['query', 'add', 'edit'] as const
  )
    .map(
      (flag) =>
        `g.may_${flag} and not coalesce((${held}::jsonb -> g.right_key ->> '${flag}')::boolean, false)`,
    )
    .join(' or ')}))`;
