import { afterAll, beforeAll, expect, it } from 'vitest';
import { LAST_ADMINISTRATOR } from '#domain/access/group.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { USER_TEXTS } from '#domain/access/user.ts';
import { footprint } from '#tools/testing/matrix/footprint.ts';
import { doneReply, grant, sendSheet } from '#tools/testing/sheets.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;
let manager: string;

beforeAll(async () => {
  world = await openWorld();
  for (const user of ['bm.mum', 'fran.goa']) await grant(world, user, 'USER');
  admin = await world.signIn('admin');
  manager = await world.signIn('bm.mum');
});
afterAll(() => world.close());

const HEADER = [
  'User name',
  'User id',
  'Mobile',
  'E-mail',
  'Entity type',
  'Entity code',
  'Right group',
  'Employee code',
  'Enabled',
  'Status',
  'Send set-password mail',
] as const;
type Cells = Partial<Record<(typeof HEADER)[number], unknown>>;
const USER: Cells = {
  'User name': 'Sheet User',
  'User id': 'sheet.one',
  'E-mail': 'sheet.one@bureau.example',
  'Entity type': 'Branch',
  'Entity code': 'MUM',
  'Right group': 'branch staff',
  Enabled: 'Yes',
  Status: 'Active',
};
const send =
  (action: 'importcheck' | 'importapply') =>
  (rows: readonly Cells[], session = admin) =>
    sendSheet(world, session, 'user_a.php', action, [
      HEADER,
      ...rows.map((cells) => HEADER.map((name) => cells[name] ?? '')),
    ]);
const check = send('importcheck');
const apply = send('importapply');
const stored = async (id: string) =>
  (
    await world.database.admin.query<{ srno: number } & Record<string, unknown>>(
      `select a.srno, a.name, a.email, e.id as entity, g.name as "group", a.employee_code, a.enabled, a.active, a.version,
         array(select b.id from access.account_branch r join masters.entity b on b.srno = r.branch
           where r.account = a.srno and r.allowed order by b.id) as branches,
         exists (select from access.password p where p.account = a.srno) as has_password
       from access.account a join masters.entity e on e.srno = a.entity
       join access.right_group g on g.srno = a.right_group where a.user_id = $1`,
      [id],
    )
  ).rows[0];
const trailOf = async (srno: number) =>
  (
    await world.database.admin.query<{ action: string; call: string }>(
      `select action from platform.trail where record = 'account' and record_id = $1 order by id`,
      [String(srno)],
    )
  ).rows.map(({ action }) => action);

it('a user is added without a mail, changed, and left unchanged', async () => {
  const before = await footprint(world.database.admin);
  expect(await check([USER])).toEqual(doneReply(1, 1, 0, 0));
  expect(await footprint(world.database.admin)).toEqual(before);
  expect(await apply([USER])).toEqual(doneReply(1, 1, 0, 0));
  const added = await stored('sheet.one');
  expect(added).toMatchObject({
    name: 'Sheet User',
    entity: 'MUM',
    group: 'Branch staff',
    enabled: true,
    active: true,
    branches: ['MUM'],
    has_password: true,
    version: 1,
  });
  expect(await apply([USER])).toEqual(doneReply(1, 0, 0, 1));
  const changed = { ...USER, 'Right group': 'Sales executive', 'Employee code': 'E301' };
  expect(await apply([changed])).toEqual(doneReply(1, 0, 1, 0));
  expect(await stored('sheet.one')).toMatchObject({
    group: 'Sales executive',
    employee_code: 'E301',
    branches: ['MUM'],
    version: 2,
  });
  expect(await trailOf(added?.srno ?? 0)).toEqual(['add', 'branch rights', 'edit']);
  const { rows } = await world.database.admin.query(
    `select 1 from platform.trail where record = 'account' and call = 'user.importapply' and after ? 'found_by'`,
  );
  expect(rows).toEqual([]);
});

it('a new user gets the set-password mail once if the sheet says so', async () => {
  const mailed = { ...USER, 'User id': 'sheet.mail', 'Send set-password mail': 'Yes' };
  const other = { ...USER, 'User id': 'sheet.quiet', 'Send set-password mail': 'No' };
  expect(await apply([mailed, other])).toEqual(doneReply(2, 2, 0, 0));
  expect(await apply([mailed, other])).toEqual(doneReply(2, 0, 0, 2));
  expect(await trailOf((await stored('sheet.mail'))?.srno ?? 0)).toEqual([
    'add',
    'branch rights',
    'send set-password mail',
  ]);
  expect(await trailOf((await stored('sheet.quiet'))?.srno ?? 0)).toEqual(['add', 'branch rights']);
});

it('the mail column is optional', async () => {
  const header = HEADER.slice(0, -1);
  const rows = [header, header.map((name) => ({ ...USER, 'User id': 'sheet.short' })[name] ?? '')];
  expect(await sendSheet(world, admin, 'user_a.php', 'importapply', rows)).toEqual(doneReply(1, 1, 0, 0));
});

it('a user who is blocked by a sheet is signed out at once', async () => {
  const session = await world.signIn('staff.mum');
  const row = { ...USER, 'User name': 'Suresh Pillai', 'User id': 'staff.mum', Enabled: 'Blocked' };
  expect(await apply([row])).toEqual(doneReply(1, 0, 1, 0));
  expect((await world.post('right_a.php', [session, 'all', 'COUNTRY'])).status).toBe(401);
});

it.each<[string, Cells, [column: (typeof HEADER)[number], text: string][]]>([
  ['no name', { ...USER, 'User name': '' }, [['User name', 'Please fill mandatory feilds']]],
  ['no id', { ...USER, 'User id': '' }, [['User id', mandatoryMessage(['User id'])]]],
  [
    'an id to which nobody can sign in',
    { ...USER, 'User id': 'x'.repeat(21) },
    [['User id', USER_TEXTS.idTooLong]],
  ],
  ['a strange id', { ...USER, 'User id': 'sheet one' }, [['User id', USER_TEXTS.idSymbols]]],
  ['a wrong address', { ...USER, 'E-mail': 'nobody' }, [['E-mail', USER_TEXTS.email]]],
  ['no entity type', { ...USER, 'Entity type': '' }, [['Entity type', mandatoryMessage(['Entity type'])]]],
  [
    'a strange entity type',
    { ...USER, 'Entity type': 'Councilor' },
    [['Entity type', 'Please write Head office, Branch or Franchise.']],
  ],
  ['no entity', { ...USER, 'Entity code': '' }, [['Entity code', mandatoryMessage(['Master Head'])]]],
  ['an unknown entity', { ...USER, 'Entity code': 'QQQ' }, [['Entity code', 'There is no such entity.']]],
  ['an entity of another type', { ...USER, 'Entity code': 'GOA' }, [['Entity code', USER_TEXTS.wrongHead.B]]],
  ['no group', { ...USER, 'Right group': '' }, [['Right group', mandatoryMessage(['Right group'])]]],
  [
    'an unknown group',
    { ...USER, 'Right group': 'Kings' },
    [['Right group', 'There is no such right group.']],
  ],
  [
    'no answers',
    { ...USER, Enabled: '', Status: '' },
    [
      ['Enabled', mandatoryMessage(['Enabled', 'Status'])],
      ['Status', mandatoryMessage(['Enabled', 'Status'])],
    ],
  ],
  [
    'an unknown employee',
    { ...USER, 'Employee code': 'E999' },
    [['Employee code', 'There is no such employee.']],
  ],
  [
    'an employee who has a user',
    { ...USER, 'Employee code': 'e101' },
    [['Employee code', 'This employee already has a user.']],
  ],
  [
    'a mail to nowhere',
    { ...USER, 'E-mail': '', 'Send set-password mail': 'Yes' },
    [['E-mail', USER_TEXTS.mailNeedsAddress]],
  ],
  [
    'a mail to someone blocked',
    { ...USER, Enabled: 'Blocked', 'Send set-password mail': 'Yes' },
    [['Send set-password mail', USER_TEXTS.mailNeedsActive]],
  ],
])('%s is reported by row and column, and nobody is imported', async (_, cells, told) => {
  const wrong = { ...cells, ...(cells['User id'] === 'sheet.one' ? { 'User id': 'sheet.wrong' } : {}) };
  const sheet = [{ ...USER, 'User id': 'sheet.good' }, wrong];
  expect((await check(sheet)).errors).toEqual(told.map(([column, text]) => ({ row: 3, column, text })));
  expect((await apply(sheet)).error).toContain('Nothing was imported.');
  expect(await stored('sheet.good')).toBeUndefined();
});

it('an existing id that is too long may stay', async () => {
  const long = 'an.id.from.long.ago.that.stays';
  await world.database.admin.query(`update access.account set user_id = $1 where user_id = 'sheet.quiet'`, [
    long,
  ]);
  expect(await apply([{ ...USER, 'User id': long }])).toEqual(doneReply(1, 0, 0, 1));
});

it('the last administrator cannot be locked out', async () => {
  const row = {
    ...USER,
    'User name': 'Asha Rao',
    'User id': 'admin',
    'E-mail': 'admin@bureau.example',
    'Entity type': 'Head office',
    'Entity code': '',
    'Right group': 'Administrator',
  };
  expect(await apply([row])).toEqual(doneReply(1, 0, 0, 1));
  for (const change of [{ Status: 'Inactive' }, { Enabled: 'Blocked' }, { 'Right group': 'Treasury' }])
    expect((await apply([{ ...row, ...change }])).error).toBe(LAST_ADMINISTRATOR);
  expect(await stored('admin')).toMatchObject({
    active: true,
    enabled: true,
    group: 'Administrator',
    version: 1,
  });
});

it('a branch manager imports only users of their own branch, and a franchise nobody', async () => {
  expect(await apply([{ ...USER, 'User id': 'sheet.own' }], manager)).toEqual(doneReply(1, 1, 0, 0));
  const { errors } = await check(
    [
      { ...USER, 'User id': 'sheet.del', 'Entity code': 'DEL' },
      { ...USER, 'User id': 'sheet.ho', 'Entity type': 'Head office', 'Entity code': '' },
      { ...USER, 'User id': 'staff.del' },
      { ...USER, 'User id': 'sheet.emp', 'Employee code': 'E401' },
    ],
    manager,
  );
  expect(errors).toEqual([
    { row: 2, column: 'Entity code', text: 'There is no such entity.' },
    { row: 3, column: 'Entity code', text: 'There is no such entity.' },
    { row: 4, column: '', text: 'This record is there already, out of your reach.' },
    { row: 5, column: 'Employee code', text: 'There is no such employee.' },
  ]);
  expect((await apply([{ ...USER, 'User id': 'staff.del' }], manager)).error).toBe(
    'This user id is already taken.',
  );
  const franchise = await world.signIn('fran.goa');
  expect((await apply([{ ...USER, 'User id': 'sheet.f' }], franchise)).status).toBe(403);
});
