import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRANT_TEXTS, lackedFlags } from '#domain/access/grants.ts';
import type { Rights } from '#domain/rights.ts';
import { makeGrantWorld, type GrantWorld, type Letters } from '#tools/testing/grants.ts';
import { sendSheet } from '#tools/testing/sheets.ts';
import { SOON } from '#tools/testing/until.ts';

/** Who may assign what, over HTTP: the table of domain/access/grants.test.ts on a real database. */

let world: GrantWorld;

/** The clerks hold the first group. The other groups are compared with it. */
const GROUPS = {
  'Grant same': { MASTER: 'q', USER: 'qae', RIGHT: 'qae', COUNTRY: 'qa' },
  'Grant nothing': {},
  'Grant less': { USER: 'q', COUNTRY: 'a' },
  'Grant flag': { COUNTRY: 'qae' },
  'Grant key': { CURRENCY: 'q' },
} as const satisfies Readonly<Record<string, Letters>>;
const HELD: readonly string[] = ['Grant same', 'Grant nothing', 'Grant less'];

const CLERKS = {
  'clerk.ho': { entity: 'HO', branches: [] },
  'clerk.two': { entity: 'MUM', branches: ['MUM', 'PUN'] },
  'clerk.mum': { entity: 'MUM', branches: ['MUM'] },
} as const;
type Clerk = keyof typeof CLERKS;
const SEEN: Readonly<Record<Clerk, readonly string[]>> = {
  'clerk.ho': ['MUM', 'PUN', 'DEL'],
  'clerk.two': ['MUM', 'PUN'],
  'clerk.mum': ['MUM'],
};

const PLACES = [[], ['MUM'], ['MUM', 'PUN'], ['DEL'], ['MUM', 'DEL']] as const;

beforeAll(async () => {
  world = await makeGrantWorld();
  for (const [name, rights] of Object.entries(GROUPS)) await world.group(name, rights);
  for (const [id, { entity, branches }] of Object.entries(CLERKS)) {
    await world.user(id, { group: 'Grant same', entity, branches });
    await world.sessionOf(id);
  }
  // An employee of Mumbai without a user.
  await world.sql(
    `insert into masters.employee (code, name, branch, kind, sales, delivery)
     select 'E901', 'Unused Employee', srno, 'P', true, false from masters.entity where id = 'MUM'`,
  );
});
afterAll(() => world.close());

let made = 0;
const newId = () => `table.${(made += 1)}`;
const umRights = (branches: readonly string[]) =>
  branches.map((umRightBranch) => ({ umRightBranch, umRightBranchAllow: 1 }));

const cells = (Object.keys(CLERKS) as Clerk[]).flatMap((by) =>
  Object.keys(GROUPS).flatMap((group) => PLACES.map((branches) => ({ by, group, branches }))),
);

describe('assigner × assigned rights × branches', () => {
  it.each(cells)('$by assigns $group and $branches', async ({ by, group, branches }) => {
    const mayRights = HELD.includes(group);
    const mayBranches = branches.every((branch) => SEEN[by].includes(branch));
    const umRightGroup = await world.groupNumber(group);

    const added = newId();
    const adding = await world.add(by, added, { umRightGroup, umRights: umRights(branches) });
    // A branch out of scope does not exist for the caller.
    const expected = !mayBranches ? 404 : mayRights ? 200 : 403;
    expect(adding.status).toBe(expected);
    expect(await world.sql('select from access.account where user_id = $1', [added])).toHaveLength(
      expected === 200 ? 1 : 0,
    );

    const raised = newId();
    await world.user(raised, { group: 'Grant nothing', entity: 'MUM', branches: ['MUM'] });
    const raising = await world.save(by, raised, { umRightGroup, umRights: umRights(branches) });
    expect(raising.status).toBe(expected);
    expect(await world.stored(raised)).toMatchObject(
      expected === 200
        ? { group, branches: branches.toSorted() }
        : { group: 'Grant nothing', branches: ['MUM'] },
    );

    const stored = newId();
    await world.user(stored, { group, entity: 'MUM', branches });
    const before = await world.stored(stored);
    const isEditable = mayRights && mayBranches;
    const lower = { umRightGroup: await world.groupNumber('Grant nothing'), umRights: [] };
    for (const answer of [
      await world.act(by, 'endsessions', stored),
      await world.act(by, 'sendpassmail', stored),
      await world.saveBranches(by, stored, {}),
      await world.save(by, stored, { umEnable: 0 }),
      await world.save(by, stored, lower),
    ]) {
      expect([answer.status, answer.json.err]).toEqual(
        isEditable ? [200, expect.not.stringContaining('cannot')] : [403, GRANT_TEXTS.user],
      );
      if (isEditable)
        await world.sql(`update access.account set enabled = true where user_id = $1`, [stored]);
    }
    if (!isEditable) expect(await world.stored(stored)).toEqual(before);
    const shown = await world.act(by, 'detail', stored);
    expect(shown.json.umLocked).toBe(
      // A user who could be changed holds nothing afterwards.
      isEditable ? '' : GRANT_TEXTS.user,
    );
  });

  it("a head office user is out of a branch's scope and in that of the head office", async () => {
    const id = newId();
    await world.user(id, { group: 'Grant nothing', entity: 'HO' });
    expect((await world.save('clerk.ho', id, { umMob: '1' })).json.err).toBe('');
    expect((await world.save('clerk.mum', id, { umMob: '1' })).status).toBe(404);
  });

  it('a franchise user is in the scope of the controlling branch', async () => {
    const id = newId();
    await world.user(id, { group: 'Grant nothing', entity: 'GOA' });
    expect((await world.save('clerk.mum', id, { umMob: '1' })).json.err).toBe('');
  });
});

describe("a user's own record", () => {
  it.each<[string, Clerk, object]>([
    ['another right group', 'clerk.ho', { umRightGroup: 'Grant flag' }],
    ['a lesser right group', 'clerk.ho', { umRightGroup: 'Grant less' }],
    ['a branch instead of the head office', 'clerk.ho', { umEntityType: 'B', umEntityCode: 'MUM' }],
    ['another branch', 'clerk.two', { umEntityCode: 'PUN' }],
    ['fewer branches', 'clerk.two', { umRights: umRights(['MUM']) }],
    ['an employee', 'clerk.mum', { umEmpCode: 'E901' }],
  ])('cannot get %s', async (_, by, change) => {
    const group = (change as { umRightGroup?: string }).umRightGroup;
    const wanted = group === undefined ? change : { umRightGroup: await world.groupNumber(group) };
    const before = await world.stored(by);
    const { status, json } = await world.save(by, by, wanted);
    expect([status, json]).toEqual([403, { err: GRANT_TEXTS.own }]);
    expect(await world.stored(by)).toEqual(before);
  });

  it('cannot get other branches by saveright either', async () => {
    expect((await world.saveBranches('clerk.two', 'clerk.two', { MUM: 1 })).json.err).toBe(GRANT_TEXTS.own);
    expect((await world.saveBranches('clerk.two', 'clerk.two', { MUM: 1, PUN: 1 })).json.err).toBe('');
  });

  it('can get another name, mobile and e-mail address', async () => {
    const changed = { umUserName: 'Clerk of Two', umMob: '98', umEml: 'two@bureau.example' };
    const saved = await world.save('clerk.two', 'clerk.two', {
      ...changed,
      umRights: umRights(['MUM', 'PUN']),
    });
    expect([saved.status, saved.json.err]).toEqual([200, '']);
  });
});

describe('a sheet', () => {
  const HEADER = ['User name', 'User id', 'Mobile', 'E-mail', 'Entity type', 'Entity code', 'Right group'];
  const MORE = ['Employee code', 'Enabled', 'Status'];
  const row = (
    id: string,
    group: string,
    changed: { mobile?: string; code?: string; employee?: string } = {},
  ) => [
    ...['Sheeted', id, changed.mobile ?? '', '', 'Branch', changed.code ?? 'MUM', group],
    ...[changed.employee ?? '', 'Yes', 'Active'],
  ];
  const send = async (by: string, action: 'importcheck' | 'importapply', ...rows: unknown[][]) =>
    sendSheet(world, await world.sessionOf(by), 'user_a.php', action, [[...HEADER, ...MORE], ...rows]);

  it('assigns only groups that the importer holds, and reports row and column of the others', async () => {
    const rows = Object.keys(GROUPS).map((group) => row(newId(), group));
    const checked = await send('clerk.mum', 'importcheck', ...rows);
    expect(checked.errors).toEqual(
      [5, 6].map((line) => ({ row: line, column: 'Right group', text: GRANT_TEXTS.assign })),
    );
    expect((await send('clerk.mum', 'importapply', ...rows)).error).toContain('Nothing was imported.');
    expect((await send('clerk.mum', 'importapply', ...rows.slice(0, 3))).added).toBe(3);
  });

  it("cannot change users with more rights, nor the importer's own group or employee; unchanged rows are skipped", async () => {
    const above = newId();
    await world.user(above, { group: 'Grant key', entity: 'MUM', branches: ['MUM'] });
    await world.sql(
      `update access.account set name = 'Sheeted', email = '' where user_id in ($1, 'clerk.mum')`,
      [above],
    );
    expect(
      await send('clerk.mum', 'importapply', row(above, 'Grant key'), row('clerk.mum', 'Grant same')),
    ).toMatchObject({ error: '', changed: 0, same: 2 });
    const checked = await send(
      'clerk.mum',
      'importcheck',
      row(above, 'Grant key', { mobile: '1' }),
      row('clerk.mum', 'Grant less'),
    );
    expect(checked.errors).toEqual([
      { row: 2, column: 'User id', text: GRANT_TEXTS.user },
      { row: 3, column: 'User id', text: GRANT_TEXTS.own },
    ]);
    const employee = await send(
      'clerk.mum',
      'importcheck',
      row('clerk.mum', 'Grant same', { employee: 'E901' }),
    );
    expect(employee.errors.map(({ text }) => text)).toEqual([GRANT_TEXTS.own]);
  });

  it("cannot extend a user's scope by another entity", async () => {
    const dormant = newId();
    await world.user(dormant, { group: 'Grant nothing', entity: 'GOA', branches: ['DEL'] });
    const checked = await send('clerk.mum', 'importcheck', row(dormant, 'Grant nothing'));
    expect(checked.errors).toEqual([{ row: 2, column: 'Entity code', text: GRANT_TEXTS.reach }]);
  });
});

describe('a right group', () => {
  it.each(Object.keys(GROUPS))('of %s', async (name) => {
    const rights = GROUPS[name as keyof typeof GROUPS];
    const isHeld = HELD.includes(name);
    const added = await world.saveGroup('clerk.ho', 0, `${name} again`, rights);
    expect(added.status).toBe(isHeld ? 200 : 403);
    await world.group(`${name} stored`, rights);
    for (const answer of [
      await world.saveGroup('clerk.ho', await world.groupNumber(`${name} stored`), `${name} stored`, null),
      await world.saveGroupRights('clerk.ho', `${name} stored`, {}),
    ])
      expect(answer.status).toBe(isHeld ? 200 : 403);
    expect(await world.rightsOf(`${name} stored`)).toEqual(isHeld ? {} : rights);
  });

  it('is offered for assignment exactly if the caller holds its rights', async () => {
    const all = await world.sql<{ srno: number; rights: Rights }>(
      `select g.srno, coalesce(jsonb_object_agg(r.right_key, jsonb_build_object('query', r.may_query, 'add', r.may_add,
         'edit', r.may_edit)) filter (where r.right_key is not null), '{}') as rights
       from access.right_group g left join access.group_right r on r.right_group = g.srno group by g.srno`,
    );
    for (const by of ['clerk.ho', 'clerk.mum', 'bm.mum', 'admin']) {
      const session = await world.sessionOf(by);
      const { json } = await world.post('right_group_a.php', [session, 'ddlistjson', '{"assignable":"1"}']);
      const { srno: account } = await world.stored(by);
      const [own] = await world.sql<{ rights: Rights }>('select rights from access.assignments($1)', [
        [account],
      ]);
      const holder = { account, rights: own?.rights ?? {}, reach: 'all' } as const;
      const expected = all.filter((group) => lackedFlags(holder, group.rights).length === 0);
      expect(json.map(({ value }: { value: string }) => Number(value)).sort()).toEqual(
        expected.map(({ srno }) => srno).sort(),
      );
      expect(expected.length).toBeGreaterThan(1);
    }
  });

  it('the caller receives their own flags by key', async () => {
    const { json } = await world.post('right_a.php', [await world.sessionOf('clerk.mum'), 'held']);
    expect(json).toEqual({ MASTER: 'Q', USER: 'QAE', RIGHT: 'QAE', COUNTRY: 'QA' });
  });
});

describe('concurrent changes', () => {
  const waiters = async () =>
    (
      await world.sql<{ n: number }>(
        `select count(*)::integer as n from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
    )[0]?.n;

  /** Makes a change while the calls wait for the lock. They were authorised before it and decide after it. */
  async function during(change: () => Promise<unknown>, calls: () => Promise<{ status: number }>[]) {
    await world.sql('begin');
    try {
      await world.sql(`select pg_advisory_xact_lock(hashtextextended('access.grants', 0))`);
      const waiting = calls();
      await expect.poll(waiters, SOON).toBe(waiting.length);
      await change();
      await world.sql('commit');
      return (await Promise.all(waiting)).map(({ status }) => status);
    } finally {
      await world.sql('rollback');
    }
  }

  it('a group that gains a right while it is being assigned is not assigned', async () => {
    await world.group('Grant growing', {});
    const ids = [newId(), newId()];
    for (const id of ids) await world.user(id, { group: 'Grant nothing', entity: 'MUM', branches: ['MUM'] });
    const umRightGroup = await world.groupNumber('Grant growing');
    const statuses = await during(
      () =>
        world.sql(
          `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
           values ($1, 'IBR', true, true, true)`,
          [umRightGroup],
        ),
      () => [
        world.save('clerk.mum', ids[0]!, { umRightGroup }),
        world.save('clerk.ho', ids[1]!, { umRightGroup }),
        world.add('clerk.ho', newId(), { umRightGroup }),
      ],
    );
    expect(statuses).toEqual([403, 403, 403]);
  });

  it('an assigner who loses the right or is blocked cannot grant anything', async () => {
    await world.group('Grant losing', GROUPS['Grant same']);
    await world.user('clerk.losing', { group: 'Grant losing', entity: 'HO' });
    await world.user('clerk.blocked', { group: 'Grant same', entity: 'HO' });
    for (const id of ['clerk.losing', 'clerk.blocked']) await world.sessionOf(id);
    const umRightGroup = await world.groupNumber('Grant nothing');
    const statuses = await during(
      async () => {
        await world.sql(`update access.account set enabled = false where user_id = 'clerk.blocked'`);
        await world.sql(
          `delete from access.group_right where right_key = 'USER' and right_group =
             (select srno from access.right_group where name = 'Grant losing')`,
        );
      },
      () => [
        world.add('clerk.losing', newId(), { umRightGroup }),
        world.act('clerk.losing', 'endsessions', 'clerk.mum'),
        world.add('clerk.blocked', newId(), { umRightGroup }),
        world.saveGroup('clerk.blocked', 0, 'Grant later', {}),
      ],
    );
    expect(statuses).toEqual([403, 403, 401, 401]);
  });

  it('when two users take the right to grant from each other, the second is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = [newId(), newId()];
      for (const id of ids) {
        await world.user(id, { group: 'Grant same', entity: 'HO' });
        await world.sessionOf(id);
      }
      const umRightGroup = await world.groupNumber('Grant nothing');
      const [one = '', other = ''] = ids;
      const answers = await Promise.all([
        world.save(one, other, { umRightGroup }),
        world.save(other, one, { umRightGroup }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const groups = [(await world.stored(one)).group, (await world.stored(other)).group].sort();
      expect(groups).toEqual(['Grant nothing', 'Grant same']);
    }
  });
});
