import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAST_ADMINISTRATOR } from '#domain/access/group.ts';
import { makeGrantWorld, type GrantWorld } from '#tools/testing/grants.ts';

/** Attacks by which a user with few rights could take over the business. */

let world: GrantWorld;

beforeAll(async () => {
  world = await makeGrantWorld();
  await world.group('Clerk', { MASTER: 'q', USER: 'qe' });
  await world.group('Rights clerk', { MASTER: 'q', RIGHT: 'qae' });
  await world.group('Assistant', { MASTER: 'q' });
  await world.user('clerk', { group: 'Clerk', entity: 'HO' });
  await world.user('rights.clerk', { group: 'Rights clerk', entity: 'HO' });
  await world.user('desk.mum', { group: 'Clerk', entity: 'MUM', branches: ['MUM'] });
  await world.user('assistant', { group: 'Assistant', entity: 'MUM', branches: ['MUM'] });
  await world.user('traveller', { group: 'Assistant', entity: 'MUM', branches: ['MUM', 'DEL'] });
  await world.user('second.admin', { group: 'Administrator', entity: 'HO' });
});
afterAll(() => world.close());

describe('a user with only MASTER.query and USER.edit', () => {
  it('cannot assign the Administrator group to themselves', async () => {
    const { status, json } = await world.save('clerk', 'clerk', {
      umRightGroup: await world.groupNumber('Administrator'),
    });
    expect([status, json.err]).toEqual([403, expect.stringContaining('your own right group')]);
    expect(await world.stored('clerk')).toMatchObject({ group: 'Clerk' });
  });

  it('cannot assign the Administrator group to another user', async () => {
    const { status } = await world.save('clerk', 'assistant', {
      umRightGroup: await world.groupNumber('Administrator'),
    });
    expect(status).toBe(403);
    expect(await world.stored('assistant')).toMatchObject({ group: 'Assistant' });
  });

  it.each(['admin', 'second.admin', 'bm.mum'])('cannot change the e-mail address of %s', async (victim) => {
    const before = await world.stored(victim);
    const { status } = await world.save('clerk', victim, { umEml: 'thief@elsewhere.example' });
    expect(status).toBe(403);
    expect(await world.stored(victim)).toEqual(before);
  });

  it.each(['sendpassmail', 'endsessions'])('cannot call %s for an administrator', async (action) => {
    expect((await world.act('clerk', action, 'second.admin')).status).toBe(403);
  });

  it('cannot move a user from a branch to the head office', async () => {
    const { status } = await world.save('desk.mum', 'assistant', { umEntityType: 'A', umEntityCode: 'HO' });
    expect(status).toBe(404);
    expect(await world.stored('assistant')).toMatchObject({ entity: 'MUM' });
  });

  it('cannot edit a user who sees a branch out of their own scope', async () => {
    const { status } = await world.save('desk.mum', 'traveller', { umMob: '1' });
    expect(status).toBe(403);
    expect((await world.saveBranches('desk.mum', 'traveller', { MUM: 1 })).status).toBe(403);
    expect(await world.stored('traveller')).toMatchObject({ branches: ['DEL', 'MUM'] });
  });

  it('cannot turn the unused branch rights of a franchise user into scope', async () => {
    await world.user('dormant', { group: 'Assistant', entity: 'GOA', branches: ['DEL'] });
    const { status } = await world.save('desk.mum', 'dormant', { umEntityType: 'B', umEntityCode: 'MUM' });
    expect(status).toBe(403);
    expect(await world.stored('dormant')).toMatchObject({ entity: 'GOA' });
  });

  it('cannot take over an account by e-mail and set-password mail, even of a user whom they may edit', async () => {
    const changed = await world.save('desk.mum', 'assistant', { umEml: 'thief@elsewhere.example' });
    expect([changed.status, changed.json.err]).toEqual([200, '']);
    const sent = await world.act('desk.mum', 'sendpassmail', 'assistant');
    expect([sent.status, sent.json.err]).toEqual([200, expect.stringContaining('24 hours')]);
    const reset = await world.post('login_a.php', ['reset', 'assistant', 'thief@elsewhere.example']);
    expect(reset.json.msg).toContain('24 hours');
    expect(await world.mailsAsked('assistant')).toEqual([]);
    await world.save('desk.mum', 'assistant', { umEml: 'assistant@bureau.example' });
  });
});

describe('a user with RIGHT.edit', () => {
  it('cannot add a right that they lack to a new or existing group, not even by saveright', async () => {
    const wanted = { MASTER: 'q', USER: 'qae' } as const;
    for (const answer of [
      await world.saveGroup('rights.clerk', 0, 'Kings', wanted),
      await world.saveGroup('rights.clerk', await world.groupNumber('Assistant'), 'Assistant', wanted),
      await world.saveGroupRights('rights.clerk', 'Assistant', wanted),
      await world.saveGroup('rights.clerk', await world.groupNumber('Rights clerk'), 'Rights clerk', {
        RIGHT: 'qae',
        USER: 'q',
      }),
    ])
      expect([answer.status, answer.json.err]).toEqual([403, expect.stringContaining('User')]);
    expect(await world.rightsOf('Assistant')).toEqual({ MASTER: 'q' });
  });

  it('cannot save a group with rights that they lack, not even its name', async () => {
    const number = await world.groupNumber('Administrator');
    expect((await world.saveGroup('rights.clerk', number, 'Boss', null)).status).toBe(403);
    expect((await world.saveGroup('rights.clerk', number, 'Boss', {})).status).toBe(403);
    expect((await world.saveGroupRights('rights.clerk', 'Administrator', {})).status).toBe(403);
    expect(await world.groupNumber('Administrator')).toBe(number);
  });

  it('can save a group of rights that they hold', async () => {
    const saved = await world.saveGroup('rights.clerk', 0, 'Readers', { MASTER: 'q', RIGHT: 'q' });
    expect([saved.status, saved.json.err]).toEqual([200, '']);
  });
});

describe('user number 1', () => {
  it('cannot be edited by anybody else, whatever their rights', async () => {
    for (const answer of [
      await world.save('second.admin', 'admin', { umMob: '1' }),
      await world.saveBranches('second.admin', 'admin', {}),
      await world.act('second.admin', 'sendpassmail', 'admin'),
      await world.act('second.admin', 'endsessions', 'admin'),
    ])
      expect([answer.status, answer.json.err]).toEqual([403, expect.stringContaining('user number 1')]);
  });

  it('can assign everything, limited only by the last-administrator rule', async () => {
    const group = await world.groupNumber('Administrator');
    expect((await world.save('admin', 'assistant', { umRightGroup: group })).json.err).toBe('');
    expect(await world.stored('assistant')).toMatchObject({ group: 'Administrator' });
    await world.save('admin', 'assistant', { umRightGroup: await world.groupNumber('Assistant') });
    await world.sql(`update access.account set enabled = false where user_id = 'second.admin'`);
    const own = await world.save('admin', 'admin', { umRightGroup: await world.groupNumber('Clerk') });
    expect([own.status, own.json.err]).toEqual([200, LAST_ADMINISTRATOR]);
    await world.sql(`update access.account set enabled = true where user_id = 'second.admin'`);
  });
});
