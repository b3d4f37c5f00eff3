import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRANT_TEXTS } from '#domain/access/grants.ts';
import { PROPOSAL_TEXTS } from '#domain/access/proposals.ts';
import { makeGrantWorld, type GrantWorld } from '#tools/testing/grants.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, post } from '#tools/testing/world.ts';

/** What somebody who may change right groups can do to users of other branches, who are in the same groups. */

let world: GrantWorld;

const CLERK = { MASTER: 'q', RIGHT: 'qae', COUNTRY: 'qa' } as const;

beforeAll(async () => {
  world = await makeGrantWorld();
  await world.group('Rights clerk', CLERK);
  await world.user('rights.ho', { group: 'Rights clerk', entity: 'HO' });
  await world.user('second.ho', { group: 'Rights clerk', entity: 'HO' });
  await world.user('rights.mum', { group: 'Rights clerk', entity: 'MUM', branches: ['MUM'] });
  // The franchise is controlled by another branch.
  await world.sql(
    `update masters.entity set controlling_branch = (select srno from masters.entity where id = 'DEL') where id = 'GOA'`,
  );
});
afterAll(() => world.close());

let made = 0;
/** A right group that requires a second factor, with one user. */
async function groupWith(member: { entity: string; branches?: readonly string[] } | null): Promise<string> {
  made += 1;
  const name = `Shared ${made}`;
  await world.group(name, { COUNTRY: 'qa' });
  await world.sql('update access.right_group set needs_second_factor = true where name = $1', [name]);
  if (member !== null) await world.user(`member.${made}`, { group: name, ...member });
  return name;
}

const stored = (srno: number) =>
  world.sql(
    `select name, needs_second_factor, version, (select count(*)::integer from access.group_right where right_group = srno) as keys
     from access.right_group where srno = $1`,
    [srno],
  );
const save = async (by: string, srno: number, record: object, url = world.url, version?: string) =>
  post(
    url,
    'right_group_a.php',
    fieldsBody([await world.sessionOf(by), 'save', String(srno), JSON.stringify(record)]),
    version === undefined ? {} : { 'if-match': version },
  );
const detail = async (by: string, srno: number) =>
  world.post('right_group_a.php', [await world.sessionOf(by), 'detail', String(srno)]);

const RIGHTS = {
  none: [],
  fewer: [{ rt_key: 'COUNTRY', rt_query: 1, rt_add: 0, rt_edit: 0 }],
  more: [
    { rt_key: 'COUNTRY', rt_query: 1, rt_add: 1, rt_edit: 0 },
    { rt_key: 'MASTER', rt_query: 1, rt_add: 0, rt_edit: 0 },
  ],
} as const;

describe('a right group with a user out of reach', () => {
  it.each([
    ['of the head office', { entity: 'HO' }],
    ['of another branch', { entity: 'DEL', branches: ['DEL'] }],
    ['of another branch, who may see nothing', { entity: 'DEL' }],
    ['of the own branch, who sees another', { entity: 'MUM', branches: ['MUM', 'DEL'] }],
    ['of a franchise of another branch', { entity: 'GOA' }],
  ])('%s cannot be changed in any way, and says why', async (_, member) => {
    const name = await groupWith(member);
    const srno = await world.groupNumber(name);
    const before = await stored(srno);
    for (const record of [
      { rg_name: name },
      { rg_name: `${name} renamed` },
      { rg_name: name, rg_factor: 0 },
      { rg_name: name, rg_factor: 1 },
      ...Object.values(RIGHTS).map((rg_rights) => ({ rg_name: name, rg_rights })),
    ])
      expect(await save('rights.mum', srno, record)).toMatchObject({
        status: 403,
        json: { err: GRANT_TEXTS.members },
      });
    for (const rights of [{}, { COUNTRY: 'q' }, { COUNTRY: 'qa', MASTER: 'q' }] as const)
      expect((await world.saveGroupRights('rights.mum', name, rights)).json.err).toBe(GRANT_TEXTS.members);
    expect(await stored(srno)).toEqual(before);
    expect((await detail('rights.mum', srno)).json.rg_locked).toBe(GRANT_TEXTS.members);

    expect((await detail('rights.ho', srno)).json.rg_locked).toBe('');
    expect((await save('rights.ho', srno, { rg_name: name, rg_rights: RIGHTS.fewer })).json.err).toBe('');
  });

  it.each([
    ['nobody', null],
    ['users of the own branch', { entity: 'MUM', branches: ['MUM'] }],
  ])('but one with %s can', async (_, member) => {
    const name = await groupWith(member);
    const srno = await world.groupNumber(name);
    expect((await detail('rights.mum', srno)).json.rg_locked).toBe('');
    expect((await save('rights.mum', srno, { rg_name: name, rg_rights: RIGHTS.fewer })).json.err).toBe('');
    expect((await world.saveGroupRights('rights.mum', name, {})).json.err).toBe('');
  });

  it('is decided after a user who is put into it meanwhile', async () => {
    const name = await groupWith(null);
    const srno = await world.groupNumber(name);
    await world.user('latecomer', { group: 'Rights clerk', entity: 'DEL', branches: ['DEL'] });
    await world.sessionOf('rights.mum');
    await world.sql('begin');
    await world.sql(`select pg_advisory_xact_lock(hashtextextended('access.grants', 0))`);
    const waiting = [
      save('rights.mum', srno, { rg_name: `${name} taken` }),
      world.saveGroupRights('rights.mum', name, {}),
    ];
    const waiters = async () =>
      (
        await world.sql<{ n: number }>(
          `select count(*)::integer as n from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
      )[0]?.n;
    await expect.poll(waiters, SOON).toBe(waiting.length);
    await world.sql(`update access.account set right_group = $1 where user_id = 'latecomer'`, [srno]);
    await world.sql('commit');
    for (const { status, json } of await Promise.all(waiting))
      expect([status, json.err]).toEqual([403, GRANT_TEXTS.members]);
  });
});

describe('the second factor of a right group', () => {
  it('is switched on by whoever may change the group, and off by user number 1 alone', async () => {
    const name = await groupWith(null);
    const srno = await world.groupNumber(name);
    for (const by of ['rights.mum', 'rights.ho']) {
      expect(await save(by, srno, { rg_name: name, rg_factor: 0 })).toMatchObject({
        status: 403,
        json: { err: GRANT_TEXTS.factorOff },
      });
      expect((await detail(by, srno)).json.rg_factorfixed).toBe(GRANT_TEXTS.factorOff);
      // A save that leaves it as it is goes through.
      expect((await save(by, srno, { rg_name: name, rg_factor: 1 })).json.err).toBe('');
      expect((await save(by, srno, { rg_name: name })).json.err).toBe('');
    }
    expect((await save('admin', srno, { rg_name: name, rg_factor: 0 })).json.err).toBe('');
    expect((await stored(srno))[0]).toMatchObject({ needs_second_factor: false });
    expect((await save('rights.mum', srno, { rg_name: name, rg_factor: 1 })).json.err).toBe('');
  });

  it('is switched off by two persons where changes of right groups need them', async () => {
    const name = await groupWith(null);
    const srno = await world.groupNumber(name);
    const { url } = await world.another({ MAKER_CHECKER: 'rights' });
    const version = (await detail('rights.ho', srno)).headers.get('etag') ?? '';
    const proposed = await save('rights.ho', srno, { rg_name: name, rg_factor: 0 }, url, version);
    expect(proposed.json).toMatchObject({ err: '', msg: PROPOSAL_TEXTS.proposed });
    expect((await stored(srno))[0]).toMatchObject({ needs_second_factor: true });
    const checker = await world.sessionOf('second.ho');
    const [{ pr_srno, pr_changes }] = (await post(url, 'proposal_a.php', fieldsBody([checker, 'listjson'])))
      .json;
    expect(pr_changes[0].difference).toContainEqual({
      field: 'needs_second_factor',
      before: 'Yes',
      after: 'No',
    });
    const decision = JSON.stringify({ pr_srno, decision: 'approved', remark: '' });
    const decide = async (by: string) =>
      post(url, 'proposal_a.php', fieldsBody([await world.sessionOf(by), 'deciderights', decision]));
    expect((await decide('rights.ho')).json.err).toBe(PROPOSAL_TEXTS.own);
    expect((await decide('second.ho')).json.err).toBe('');
    expect((await stored(srno))[0]).toMatchObject({ needs_second_factor: false });
  });
});
