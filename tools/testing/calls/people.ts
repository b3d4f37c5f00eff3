import type pg from 'pg';
import * as groups from '#contract/access/groups.ts';
import * as users from '#contract/access/users.ts';
import { sample, type Place, type RoomSamples, type Setting } from './sample.ts';

/** Right groups and users. At each place stands one user whose name has the place's mark, all in one group. */

const GROUP = 'Canaries';
/** A head-office user sees every user, a branch user those of the allowed branches; a franchise nobody. */
const SHOWN = { lists: ['A', 'B'] } as const;
const NAMED = { named: ['A', 'B'] } as const;

async function numberOf(database: pg.Client, text: string, values: readonly unknown[] = []): Promise<number> {
  const found = await database.query<{ srno: number }>(text, [...values]);
  return found.rows[0]?.srno ?? 0;
}

const groupNumber = (database: pg.Client) =>
  numberOf(
    database,
    `select srno from access.right_group where name in ($1, 'Branch staff') order by name = $1 desc limit 1`,
    [GROUP],
  );

/** The user of a place; without canaries, any user of it. */
const userAt = ({ database, place }: Pick<Setting, 'database' | 'place'>) =>
  numberOf(
    database,
    `select srno from access.account where entity = $1 order by name like 'Canary %' desc, srno limit 1`,
    [place.srno],
  );

const recordAt = async ({ database, place, word, isNew }: Setting) => ({
  umUserName: `Canary ${place.mark}`,
  umId: isNew ? `u.${word}` : `c.${place.mark}`.slice(0, 20),
  umMob: '',
  umEml: `${word}@bureau.example`,
  umEnable: 1 as const,
  umEntityType: place.type,
  umEntityCode: place.id,
  umActive: '1' as const,
  umRightGroup: await groupNumber(database),
  umEmpCode: '',
});

async function prepare(database: pg.Client, places: readonly Place[]): Promise<void> {
  const group = await numberOf(database, 'insert into access.right_group (name) values ($1) returning srno', [
    GROUP,
  ]);
  await database.query(
    `insert into access.account (user_id, name, email, entity, right_group)
     select left('c.' || mark, 20), 'Canary ' || mark, mark || '@bureau.example', srno, $2
     from jsonb_to_recordset($1) as p (mark text, srno integer)`,
    [JSON.stringify(places), group],
  );
  await database.query(
    `insert into access.account_branch (account, branch, allowed)
     select a.srno, a.entity, true from access.account a join masters.entity e on e.srno = a.entity
     where a.right_group = $1 and e.type = 'B'`,
    [group],
  );
}

const rights = [{ rt_key: 'COUNTRY', rt_query: 1 as const, rt_add: '1' as const, rt_edit: 0 as const }];

export const peopleSamples: RoomSamples = {
  prepare,
  samples: [
    sample(groups.group.list, 'none', () => ({ page: { limit: 20, q: 'a', sort: '-name' } })),
    sample(groups.group.options, 'none', () => ({ page: { limit: 20 } })),
    sample(groups.group.optionsSelect, 'none', () => ({})),
    sample(groups.group.detail, 'none', async ({ database }) => ({ srno: await groupNumber(database) })),
    sample(groups.group.save, 'none', async ({ database, word, isNew }) => ({
      srno: isNew ? 0 : await groupNumber(database),
      record: { rg_name: isNew ? `Group ${word}` : GROUP, rg_rights: rights },
    })),
    sample(groups.group.exported, 'none', () => ({ page: { sort: 'name' } })),
    sample(groups.saveGroupRights, 'none', async ({ database }) => ({
      rights: { rg_srno: await groupNumber(database), rg_rights: rights },
    })),
    sample(groups.groupMembers, SHOWN, async ({ database }) => ({
      srno: await groupNumber(database),
      page: { limit: 500 },
    })),
    sample(groups.rightKeys, 'none', () => ({})),
    sample(users.userList, SHOWN, () => ({ page: { limit: 500, q: 'canary', sort: 'name' } })),
    sample(users.userDetail, NAMED, async (setting) => ({ srno: await userAt(setting) })),
    sample(users.saveUser, NAMED, async (setting) => ({
      srno: setting.isNew ? 0 : await userAt(setting),
      record: await recordAt(setting),
    })),
    sample(users.saveBranchRights, NAMED, async (setting) => ({
      rights: {
        umSrNo: await userAt(setting),
        umRights:
          setting.place.type === 'B'
            ? [{ umRightBranch: setting.place.id, umRightBranchAllow: 1 as const }]
            : [],
      },
    })),
    sample(users.exportUsers, SHOWN, () => ({ page: { q: 'canary', sort: '-id' } })),
    sample(users.masterHeads, SHOWN, () => ({ page: { type: 'B', q: 'canary' } })),
    sample(users.endUserSessions, NAMED, async (setting) => ({ srno: await userAt(setting) })),
    sample(users.sendPasswordMail, NAMED, async (setting) => ({ srno: await userAt(setting) })),
  ],
};
