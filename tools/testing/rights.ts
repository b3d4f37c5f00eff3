import { until } from './until.ts';
import type { World } from './world.ts';

interface Right {
  readonly group: string;
  readonly key: string;
  readonly flag: 'query' | 'add' | 'edit';
  readonly may: boolean;
}

/**
 * Grants or revokes a right directly in the database, and waits until a session of that group shows the change. The
 * server's process learns of it by a notification, which may arrive a moment after the change.
 */
export async function setRight(
  world: World,
  session: string,
  { group, key, flag, may }: Right,
): Promise<void> {
  await world.database.admin.query(
    `update access.group_right set may_${flag} = $1
     where right_key = $2 and right_group = (select srno from access.right_group where name = $3)`,
    [may, key, group],
  );
  await until(
    async () => (await world.post('right_a.php', [session, 'all', key])).json[flag] === (may ? '1' : '0'),
    { withinMs: 20_000 },
  );
}
