import type pg from 'pg';
import * as trail from '#contract/access/trail.ts';
import { sample, type Place, type ModuleSamples } from './sample.ts';

const IN_REACH = { lists: ['A', 'B', 'F'] } as const;
const RECORD = 'canary';

const entryOf = async (database: pg.Client, { srno }: Place): Promise<number> => {
  const found = await database.query<{ id: string }>(
    'select id from platform.trail where record = $1 and branch = $2',
    [RECORD, srno],
  );
  // Without prepared data any number works: it is then not found.
  return Number(found.rows[0]?.id ?? 1);
};

export const trailSamples: ModuleSamples = {
  /** At each place a user, and an entry about a record of that place, made by a head-office user. */
  async prepare(database, places) {
    await database.query(
      `insert into platform.trail (actor, branch, action, record, record_id, after)
       select 1, p.srno, 'edit', $2, p.mark, jsonb_build_object('name', p.mark)
       from jsonb_to_recordset($1) as p (srno integer, mark text)`,
      [JSON.stringify(places), RECORD],
    );
    await database.query(
      `insert into access.account (user_id, name, entity, right_group)
       select lower(p.mark), 'Keeper of ' || p.mark, p.srno, (select min(srno) from access.right_group)
       from jsonb_to_recordset($1) as p (srno integer, mark text)`,
      [JSON.stringify(places)],
    );
  },
  samples: [
    sample(trail.trailList, IN_REACH, () => ({ search: { record: RECORD, limit: 20 } })),
    sample(trail.trailDetail, 'named', async ({ database, place }) => ({
      id: await entryOf(database, place),
    })),
    sample(trail.trailKinds, 'none', () => ({})),
    sample(trail.trailUsers, IN_REACH, () => ({ page: { q: 'keeper' } })),
  ],
};
