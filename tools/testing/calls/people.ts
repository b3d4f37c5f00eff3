import type pg from 'pg';
import * as groups from '#contract/access/groups.ts';
import * as users from '#contract/access/users.ts';
import {
  excessSample,
  sample,
  type ExcessSetting,
  type Place,
  type ModuleSamples,
  type Setting,
} from './sample.ts';

/**
 * Right groups and users. Each place has two users with the place's mark in their names: one in a group without rights,
 * whom every caller with the right to edit users can edit, and one administrator, whom they cannot.
 */

const GROUP = 'Canaries';
/** A head-office user sees every user, a branch user those of the allowed branches, a franchise user none. */
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

/** A new group, which has no users. */
const newGroup = (database: pg.Client, word: string, needsFactor = false) =>
  numberOf(
    database,
    'insert into access.right_group (name, needs_second_factor) values ($1, $2) returning srno',
    [`Group ${word}`, needsFactor],
  );

/** The user of a place; if no canaries were prepared, any of its users. */
const userAt = ({ database, place }: Pick<Setting, 'database' | 'place'>) =>
  numberOf(
    database,
    `select srno from access.account where entity = $1 order by name like 'Canary %' desc, srno limit 1`,
    [place.srno],
  );

/** The administrator of a place. */
const chiefAt = ({ database, place }: Pick<Setting, 'database' | 'place'>) =>
  numberOf(database, `select srno from access.account where entity = $1 and name like 'Chief %'`, [
    place.srno,
  ]);

const administrators = (database: pg.Client) =>
  numberOf(database, `select srno from access.right_group where name = 'Administrator'`);

const recordAt = async ({ database, place, word, isNew }: Setting) => ({
  name: `Canary ${place.mark}`,
  userId: isNew ? `u.${word}` : `c.${place.mark}`.slice(0, 20),
  mobile: '',
  // A changed address gets no password mail for a day.
  email: `${isNew ? word : place.mark}@bureau.example`,
  enabled: true,
  entityType: place.type,
  entityCode: place.id,
  active: true,
  rightGroup: await groupNumber(database),
  employeeCode: '',
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
  await database.query(
    `insert into access.account (user_id, name, email, entity, right_group)
     select left('k.' || mark, 20), 'Chief ' || mark, 'k.' || mark || '@bureau.example', srno, $2
     from jsonb_to_recordset($1) as p (mark text, srno integer)`,
    [JSON.stringify(places), await administrators(database)],
  );
}

/** Rights that a caller can grant whose only right is to change groups. */
const rights = [{ key: 'RIGHT', query: false, add: false, edit: false }];
/** Rights that no caller of these calls holds. */
const lacked = [{ key: 'CURRENCY', query: true, add: true, edit: true }];

/** An administrator's record, with a lesser group. */
const chiefRecord = async (setting: Setting) => ({
  ...(await recordAt(setting)),
  name: `Chief ${setting.place.mark}`,
  userId: `k.${setting.place.mark}`.slice(0, 20),
});

/** The record of user number 1, who stays an administrator. */
const firstRecord = async (setting: Setting) => ({
  ...(await recordAt(setting)),
  ...{ userId: 'admin', entityType: 'A' as const, entityCode: 'HO' },
  rightGroup: await administrators(setting.database),
});

/** The caller's own record, in another right group. */
async function ownRecord({ database, caller, ...setting }: ExcessSetting) {
  if (setting.isNew) return null;
  const record = await recordAt({ database, ...setting });
  const found = await database.query<{ user_id: string; entity: string; type: 'A' | 'B' | 'F' }>(
    `select a.user_id, e.id as entity, e.type from access.account a join masters.entity e on e.srno = a.entity
     where a.srno = $1`,
    [caller.account],
  );
  const { user_id = '', entity = '', type = 'B' } = found.rows[0] ?? {};
  return {
    srno: caller.account,
    record: { ...record, userId: user_id, entityCode: entity, entityType: type },
  };
}

const allowedAt = ({ type, id }: Place) => (type === 'B' ? [{ id, isAllowed: true }] : []);

export const peopleSamples: ModuleSamples = {
  prepare,
  samples: [
    sample(groups.group.list, 'none', () => ({ page: { limit: 20, q: 'a', sort: '-name' } })),
    sample(groups.group.options, 'none', () => ({ page: { limit: 20 } })),
    sample(groups.group.optionsSelect, 'none', () => ({})),
    sample(groups.group.detail, 'none', async ({ database }) => ({ srno: await groupNumber(database) })),
    excessSample(
      groups.group.save,
      'none',
      async ({ database, word, isNew }) => ({
        srno: isNew ? 0 : await newGroup(database, word),
        record: { name: `Group ${word}`, rights },
      }),
      {
        'rights that the caller lacks': async ({ database, word, isNew }) => ({
          srno: isNew ? 0 : await newGroup(database, word),
          record: { name: `Group ${word}`, rights: lacked },
        }),
        'a change for users of other branches': async ({ database, isNew, caller }) =>
          isNew || caller.type === 'A'
            ? null
            : { srno: await groupNumber(database), record: { name: GROUP, rights } },
        'the second factor off': async ({ database, word, isNew }) =>
          isNew
            ? null
            : {
                srno: await newGroup(database, word, true),
                record: { name: word, needsFactor: false },
              },
        'a change of a group that holds more': async ({ database, word, isNew }) =>
          isNew ? null : { srno: await administrators(database), record: { name: word } },
      },
    ),
    sample(groups.group.exported, 'none', () => ({ page: { sort: 'name' } })),
    excessSample(
      groups.saveGroupRights,
      'none',
      async ({ database, word }) => ({
        rights: { srno: await newGroup(database, word), rights },
      }),
      {
        'rights that the caller lacks': async ({ database, word }) => ({
          rights: { srno: await newGroup(database, word), rights: lacked },
        }),
        'a change for users of other branches': async ({ database, caller }) =>
          caller.type === 'A' ? null : { rights: { srno: await groupNumber(database), rights } },
        'a change of a group that holds more': async ({ database }) => ({
          rights: { srno: await administrators(database), rights },
        }),
      },
    ),
    sample(groups.groupMembers, SHOWN, async ({ database }) => ({
      srno: await groupNumber(database),
      page: { limit: 500 },
    })),
    sample(groups.rightKeys, 'none', () => ({})),
    sample(users.userList, SHOWN, () => ({ page: { limit: 500, q: 'canary', sort: 'name' } })),
    sample(users.userDetail, NAMED, async (setting) => ({ srno: await userAt(setting) })),
    excessSample(
      users.saveUser,
      NAMED,
      async (setting) => ({
        srno: setting.isNew ? 0 : await userAt(setting),
        record: await recordAt(setting),
      }),
      {
        'a group that holds more': async (setting) => ({
          srno: setting.isNew ? 0 : await userAt(setting),
          record: { ...(await recordAt(setting)), rightGroup: await administrators(setting.database) },
        }),
        'a change of a user who holds more': async (setting) =>
          setting.isNew ? null : { srno: await chiefAt(setting), record: await chiefRecord(setting) },
        'a change of user number 1': async (setting) =>
          setting.isNew ? null : { srno: 1, record: await firstRecord(setting) },
        'the caller another group': ownRecord,
      },
    ),
    excessSample(
      users.saveBranchRights,
      NAMED,
      async (setting) => ({
        rights: { srno: await userAt(setting), branches: allowedAt(setting.place) },
      }),
      {
        'a change of a user who holds more': async (setting) => ({
          rights: { srno: await chiefAt(setting), branches: allowedAt(setting.place) },
        }),
        'a change of the own branches': ({ caller }) =>
          caller.type === 'B' ? { rights: { srno: caller.account, branches: [] } } : null,
      },
    ),
    sample(users.exportUsers, SHOWN, () => ({ page: { q: 'canary', sort: '-id' } })),
    sample(users.masterHeads, SHOWN, () => ({ page: { type: 'B', q: 'canary' } })),
    ...[users.endUserSessions, users.resetFactors, users.sendPasswordMail].map((call) =>
      excessSample(call, NAMED, async (setting) => ({ srno: await userAt(setting) }), {
        'this for a user who holds more': async (setting) => ({ srno: await chiefAt(setting) }),
        'this for user number 1': () => ({ srno: 1 }),
        'this for the own user': ({ caller }) =>
          call === users.resetFactors ? { srno: caller.account } : null,
      }),
    ),
    excessSample(
      users.unlinkProvider,
      NAMED,
      async (setting) => {
        const srno = await userAt(setting);
        await setting.database.query(
          `insert into access.provider_identity (account, issuer, subject) values ($1, 'https://id.example', $2)
           on conflict do nothing`,
          [srno, setting.word],
        );
        return { srno };
      },
      { 'this for user number 1': () => ({ srno: 1 }) },
    ),
  ],
};
