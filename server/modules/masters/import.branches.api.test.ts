import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { footprint } from '#tools/testing/matrix/footprint.ts';
import { doneReply, grant, sendSheet } from '#tools/testing/sheets.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Masters that refer to branches: rows with a branch out of scope are refused. */

let world: World;
let admin: string;
let manager: string;

beforeAll(async () => {
  world = await openWorld();
  for (const key of ['EMPLOYEE', 'AREA']) await grant(world, 'bm.mum', key);
  admin = await world.signIn('admin');
  manager = await world.signIn('bm.mum');
});
afterAll(() => world.close());

const EMPLOYEE = ['Code', 'Name', 'Branch id', 'Kind', 'Sales', 'Delivery', 'Status'];
const employees =
  (action: 'importcheck' | 'importapply') =>
  (rows: unknown[][], session = admin) =>
    sendSheet(world, session, 'employee_a.php', action, [EMPLOYEE, ...rows]);
const check = employees('importcheck');
const apply = employees('importapply');
const stored = async (code: string) =>
  (
    await world.database.admin.query(
      `select m.code, m.name, e.id as branch, m.kind, m.sales, m.delivery, m.active, m.version
       from masters.employee m join masters.entity e on e.srno = m.branch where m.code like $1 order by m.code`,
      [code],
    )
  ).rows;
const trailOf = async (record: string, name: string) =>
  (
    await world.database.admin.query(
      `select t.action, t.before ->> 'name' as before, t.after ->> 'name' as after, e.id as branch
       from platform.trail t left join masters.entity e on e.srno = t.branch
       where t.record = $1 and t.after ->> 'name' like $2 order by t.id`,
      [record, name],
    )
  ).rows;
const REFUSED = { status: 200, error: '1 thing is wrong with the sheet. Nothing was imported.' };

describe('employees', () => {
  it('are added, changed by code, and left unchanged', async () => {
    const rows = [
      ['e901', 'Sheet One', 'mum', 'Person', 'Yes', '', ''],
      ['E902', 'Sheet Two', 'DEL', '', 'no', 'yes', 'Inactive'],
    ];
    const before = await footprint(world.database.admin);
    expect(await check(rows)).toEqual(doneReply(2, 2, 0, 0));
    expect(await footprint(world.database.admin)).toEqual(before);
    expect(await apply(rows)).toEqual(doneReply(2, 2, 0, 0));
    expect(await apply(rows)).toEqual(doneReply(2, 0, 0, 2));
    const changed = [rows[0] ?? [], ['E902', 'Sheet Second', 'PUN', 'P', 'No', 'Yes', 'Active']];
    expect(await check(changed)).toEqual(doneReply(2, 0, 1, 1));
    expect(await apply(changed)).toEqual(doneReply(2, 0, 1, 1));
    expect(await stored('E90_')).toEqual([
      {
        code: 'E901',
        name: 'Sheet One',
        branch: 'MUM',
        kind: 'P',
        sales: true,
        delivery: false,
        active: true,
        version: 1,
      },
      {
        code: 'E902',
        name: 'Sheet Second',
        branch: 'PUN',
        kind: 'P',
        sales: false,
        delivery: true,
        active: true,
        version: 2,
      },
    ]);
    expect(await trailOf('employee', 'Sheet %')).toEqual([
      { action: 'add', before: null, after: 'Sheet One', branch: 'MUM' },
      { action: 'add', before: null, after: 'Sheet Two', branch: 'DEL' },
      { action: 'edit', before: 'Sheet Two', after: 'Sheet Second', branch: 'PUN' },
    ]);
  });

  it.each<[string, unknown[], string, string]>([
    ['no name', ['E910', '', 'MUM', '', '', '', ''], 'Name', 'Please fill mandatory feilds'],
    ['no branch', ['E910', 'X', '', '', '', '', ''], 'Branch id', 'Please fill mandatory feilds'],
    [
      'a long code',
      ['E'.repeat(21), 'X', 'MUM', '', '', '', ''],
      'Code',
      'Code can have at most 20 characters.',
    ],
    ['a strange kind', ['E910', 'X', 'MUM', 'Robot', '', '', ''], 'Kind', 'Please write Person or Vault.'],
    ['no such branch', ['E910', 'X', 'NOWHERE', '', '', '', ''], 'Branch id', 'There is no such record.'],
    [
      'a vault that sells',
      ['VNEW', 'X', 'GOA', 'Vault', 'Yes', '', ''],
      'Kind',
      'A vault neither sells nor delivers.',
    ],
    ['a second vault', ['VNEW', 'X', 'MUM', 'Vault', '', '', ''], 'Kind', 'This branch has a vault already.'],
  ])('%s is reported by row and column', async (_, row, column, text) => {
    const good = ['E911', 'Fine', 'MUM', '', '', '', ''];
    expect((await check([good, row])).errors).toEqual([{ row: 3, column, text }]);
    expect(await apply([good, row])).toEqual(REFUSED);
    expect(await stored('E91_')).toEqual([]);
  });

  it('of an inactive branch cannot be added, but existing ones may stay', async () => {
    await world.database.admin.query(`update masters.entity set active = false where id = 'BLR'`);
    const row = ['E401', 'Bindu Gowda', 'BLR', 'Person', 'Yes', 'No', 'Active'];
    expect(await apply([row])).toEqual(doneReply(1, 0, 1, 0));
    expect((await check([['E912', ...row.slice(1)]])).errors).toEqual([
      { row: 2, column: 'Branch id', text: 'This branch is not active.' },
    ]);
    await world.database.admin.query(`update masters.entity set active = true where id = 'BLR'`);
  });

  it('out of scope can be neither added nor changed', async () => {
    const own = ['E921', 'Own', 'MUM', '', '', '', ''];
    expect(await apply([own], manager)).toEqual(doneReply(1, 1, 0, 0));
    const foreign = ['E922', 'Foreign', 'DEL', '', '', '', ''];
    expect((await check([own, foreign], manager)).errors).toEqual([
      { row: 3, column: 'Branch id', text: 'There is no such record.' },
    ]);
    expect(await apply([own, foreign], manager)).toEqual(REFUSED);
    const taken = ['E201', 'Stolen', 'MUM', '', '', '', ''];
    expect((await check([taken], manager)).errors).toEqual([
      { row: 2, column: '', text: 'This record is there already, out of your reach.' },
    ]);
    expect((await apply([taken], manager)).error).toBe('This employee code is already taken.');
    expect(await stored('E201')).toMatchObject([{ name: 'Sahil Kapoor', branch: 'DEL', version: 1 }]);
  });
});

describe('areas', () => {
  const AREA = ['Area', 'Branch ids', 'Status'];
  const areas = (action: 'importcheck' | 'importapply', rows: unknown[][], session = admin) =>
    sendSheet(world, session, 'area_a.php', action, [AREA, ...rows]);
  const branchesOf = async (name: string): Promise<unknown> =>
    (
      await world.database.admin.query<{ branches: string[] }>(
        `select array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
           where b.area = a.srno order by e.id) as branches from masters.area a where a.name = $1`,
        [name],
      )
    ).rows[0]?.branches;

  it('import their branches, and a branch can move between areas of the sheet', async () => {
    const rows = [
      ['west', 'MUM', 'Active'],
      ['Sheet zone', 'PUN; pun', ''],
    ];
    expect(await areas('importcheck', rows)).toEqual(doneReply(2, 1, 1, 0));
    expect(await areas('importapply', rows)).toEqual(doneReply(2, 1, 1, 0));
    expect([await branchesOf('west'), await branchesOf('Sheet zone')]).toEqual([['MUM'], ['PUN']]);
    expect(await areas('importapply', rows)).toEqual(doneReply(2, 0, 0, 2));
    const { rows: told } = await world.database.admin.query(
      `select action, before -> 'branches' as before, after -> 'branches' as after from platform.trail
       where record = 'area' and call = 'area.importapply' and record_id <> 'list' order by action desc`,
    );
    expect(told).toEqual([
      { action: 'edit', before: ['MUM', 'PUN'], after: ['MUM'] },
      { action: 'add', before: null, after: ['PUN'] },
    ]);
    expect(
      await areas('importapply', [
        ['West', 'MUM, PUN', 'Active'],
        ['Sheet zone', '', ''],
      ]),
    ).toEqual(doneReply(2, 0, 2, 0));
  });

  it('report a branch that is unknown or in another area', async () => {
    const rows = [
      ['Sheet zone', 'DEL', ''],
      ['Other zone', 'MUM GOA', ''],
    ];
    expect((await areas('importcheck', rows)).errors).toEqual([
      {
        row: 2,
        column: 'Branch ids',
        text: 'One of these branches is in another area already. A branch can be in one area only.',
      },
      { row: 3, column: 'Branch ids', text: 'There is no such record.' },
      {
        row: 3,
        column: 'Branch ids',
        text: 'One of these branches is in another area already. A branch can be in one area only.',
      },
    ]);
    expect((await areas('importapply', rows)).error).toContain('Nothing was imported.');
  });

  it('keep the branches that are out of the importer’s scope', async () => {
    expect(await areas('importapply', [['West', '', 'Active']], manager)).toEqual(doneReply(1, 0, 1, 0));
    expect(await branchesOf('West')).toEqual(['PUN']);
    expect((await areas('importcheck', [['West', 'DEL', 'Active']], manager)).errors).toEqual([
      { row: 2, column: 'Branch ids', text: 'There is no such record.' },
    ]);
  });
});
