import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRANT_TEXTS } from '#domain/access/grants.ts';
import { LAST_ADMINISTRATOR } from '#domain/access/group.ts';
import { USER_TEXTS } from '#domain/access/user.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let catcher: Catcher;
let admin: string;
/** A user of Mumbai with every right on users and all rights of a sales executive. */
let desk: string;

beforeAll(async () => {
  catcher = await startCatcher();
  world = await openWorld({ ROLE: 'both', SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` });
  admin = await world.signIn('admin');
  const rights = ['USER', 'MASTER'].map((rt_key) => ({ rt_key, rt_query: 1, rt_add: 1, rt_edit: 1 }));
  const group = { rg_name: 'People desk', rg_rights: rights };
  const { json } = await world.post('right_group_a.php', [admin, 'save', '0', JSON.stringify(group)]);
  await world.database.admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select $1, right_key, may_query, may_add, may_edit from access.group_right
     where right_group = (select srno from access.right_group where name = 'Sales executive')`,
    [json.srno],
  );
  await world.database.admin.query(
    `update access.account set right_group = $1 where user_id in ('bm.mum', 'fran.goa')`,
    [json.srno],
  );
  desk = await world.signIn('bm.mum');
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

const groupOf = async (name: string) => {
  const found = await world.database.admin.query<{ srno: number }>(
    'select srno from access.right_group where name = $1',
    [name],
  );
  return found.rows[0]?.srno ?? 0;
};
const srnoOf = async (id: string) => {
  const found = await world.database.admin.query<{ srno: number }>(
    'select srno from access.account where user_id = $1',
    [id],
  );
  return found.rows[0]?.srno ?? 0;
};

let made = 0;
const person = async (changed: object = {}) => ({
  umUserName: 'Kavita Iyer',
  umId: `kavita.${(made += 1)}`,
  umMob: '98200 12345',
  umEml: `kavita.${made}@bureau.example`,
  umEnable: 1,
  umEntityType: 'B',
  umEntityCode: 'MUM',
  umActive: 1,
  umRightGroup: await groupOf('Sales executive'),
  umEmpCode: '',
  ...changed,
});

const save = (srno: number, record: object, headers: Record<string, string> = {}, session = admin) =>
  world.post('user_a.php', [session, 'save', String(srno), JSON.stringify(record)], headers);
const saveRights = (umSrNo: number, umRights: object[], session = admin) =>
  world.post('user_a.php', [session, 'saveright', JSON.stringify({ umSrNo, umRights })]);
const detail = (srno: number, session = admin) => world.post('user_a.php', [session, 'detail', String(srno)]);
const list = async (page: object, session = admin) =>
  (await world.post('user_a.php', [session, 'listjson', JSON.stringify(page)])).json as { umId: string }[];
const ids = (rows: { umId: string }[]) => rows.map(({ umId }) => umId);
const allow = (umRightBranch: string, umRightBranchAllow: unknown = 1) => ({
  umRightBranch,
  umRightBranchAllow,
});

describe('save and detail', () => {
  it('a user is added with branch rights and shown with every field', async () => {
    const record = await person({ umEmpCode: 'E301', umRights: [allow('MUM'), allow('PUN', '0')] });
    const saved = await save(0, record);
    expect(saved.json).toEqual({ err: '', msg: 'Saved.', srno: expect.any(Number) });
    const { json, headers } = await detail(saved.json.srno);
    expect(headers.get('etag')).toBe(saved.headers.get('etag'));
    expect(json).toEqual({
      ...record,
      umSrNo: saved.json.srno,
      umEntityName: 'Mumbai Fort',
      umRightGroupName: 'Sales executive',
      umLastSignIn: '',
      umRights: [
        { umRightBranch: 'MUM', umRightBranchName: 'Mumbai Fort', umRightBranchAllow: 1 },
        { umRightBranch: 'PUN', umRightBranchName: 'Pune Camp', umRightBranchAllow: 0 },
      ],
      umSessions: 0,
      umLinked: 0,
      umLocked: '',
      umMailFrom: '',
      version: 2,
      changedby: 'Asha Rao',
      changedat: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it('a save without a list of branch rights keeps them', async () => {
    const record = await person({ umRights: [allow('MUM')] });
    const { srno } = (await save(0, record)).json;
    const { umRights: _, ...bare } = record as Record<string, unknown>;
    expect((await save(srno, { ...bare, umMob: '1' })).json.err).toBe('');
    expect((await detail(srno)).json).toMatchObject({ umMob: '1', umRights: [{ umRightBranch: 'MUM' }] });
  });

  it('saveright sets the list, and the trail has before and after with the branch', async () => {
    const { srno } = (await save(0, await person({ umRights: [allow('MUM')] }))).json;
    expect((await saveRights(srno, [allow('DEL')])).json.err).toBe('');
    const { rows } = await world.database.admin.query(
      `select t.call, e.id as branch, before, after from platform.trail t join masters.entity e on e.srno = t.branch
       where record = 'account' and record_id = $1 and action = 'branch rights' order by t.id desc limit 1`,
      [String(srno)],
    );
    expect(rows).toEqual([
      { call: 'user.saveright', branch: 'MUM', before: { 2: true }, after: { 4: true } },
    ]);
  });

  it('head office is the default Master Head of its users', async () => {
    const { srno } = (await save(0, await person({ umEntityType: 'A', umEntityCode: '' }))).json;
    expect((await detail(srno)).json).toMatchObject({ umEntityType: 'A', umEntityCode: 'HO' });
  });

  it('of two saves with the same version one succeeds, and the other learns who was faster', async () => {
    const record = await person();
    const { srno } = (await save(0, record)).json;
    const answers = await Promise.all([1, 2].map(() => save(srno, record, { 'if-match': '"1"' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.changedby).toBe('Asha Rao');
  });

  it('an existing id stays, however long it is', async () => {
    const long = 'a.user.of.former.days.with.a.long.id';
    const { rows } = await world.database.admin.query<{ srno: number }>(
      `insert into access.account (user_id, name, entity, right_group)
       select $1, 'Old Hand', entity, right_group from access.account where user_id = 'staff.mum' returning srno`,
      [long],
    );
    const srno = rows[0]?.srno ?? 0;
    expect((await save(srno, await person({ umId: long }))).json.err).toBe('');
    expect((await save(srno, await person({ umId: `${long}.2` }))).json.err).toBe(USER_TEXTS.idTooLong);
  });
});

/** 000 §5: mandatory fields and other maximum lengths; 000 §6: Master Head. The specification does not give these
 * texts. */
describe('refusals', () => {
  it.each([
    ['000 §5 user name', { umUserName: '  ' }, 'Please fill mandatory feilds'],
    ['000 §5 user name of 51', { umUserName: 'x'.repeat(51) }, 'User name can have at most 50 characters.'],
    ['000 §5 user id of 51', { umId: 'x'.repeat(51) }, 'User id can have at most 50 characters.'],
    ['000 §5 mobile of 51', { umMob: '9'.repeat(51) }, 'Mobile can have at most 50 characters.'],
    ['000 §5 e-mail of 51', { umEml: `${'x'.repeat(46)}@x.in` }, 'E-mail can have at most 50 characters.'],
    ['000 §5 no id', { umId: '' }, 'Please fill mandatory feilds: User id'],
    ['a new id of 21', { umId: 'x'.repeat(21) }, USER_TEXTS.idTooLong],
    ['a new id with a space', { umId: 'a b' }, USER_TEXTS.idSymbols],
    ['an e-mail that is none', { umEml: 'kavita' }, USER_TEXTS.email],
    ['000 §5 no entity type', { umEntityType: '' }, 'Please fill mandatory feilds: Entity type'],
    [
      '000 §6 a franchise user without Master Head',
      { umEntityType: 'F', umEntityCode: '' },
      'Please fill mandatory feilds: Master Head',
    ],
    ['000 §6 a franchise user of a branch', { umEntityType: 'F' }, USER_TEXTS.wrongHead.F],
    [
      '000 §5 a branch user without a branch',
      { umEntityCode: '' },
      'Please fill mandatory feilds: Master Head',
    ],
    ['a branch user of a franchise', { umEntityCode: 'GOA' }, USER_TEXTS.wrongHead.B],
    ['a head office user of a branch', { umEntityType: 'A' }, USER_TEXTS.wrongHead.A],
    ['a councilor', { umEntityCode: 'COUN1' }, USER_TEXTS.wrongHead.B],
    ['000 §5 no right group', { umRightGroup: '' }, 'Please fill mandatory feilds: Right group'],
    ['000 §5 several', { umId: '', umActive: '' }, 'Please fill mandatory feilds: User id, Status'],
    ['a right group that is none', { umRightGroup: 999_999 }, 'There is no such right group.'],
    ['000 §5 enabled not answered', { umEnable: '' }, 'Please fill mandatory feilds: Enabled'],
    ['000 §5 active not answered', { umActive: null }, 'Please fill mandatory feilds: Status'],
    ['an id that is taken, in capitals', { umId: 'SALES.mum' }, 'This user id is already taken.'],
    ['an employee who has a user', { umEmpCode: 'e101' }, 'This employee already has a user.'],
    ['an employee whom there is not', { umEmpCode: 'E000' }, 'There is no such employee.'],
    ['a vault, which is nobody', { umEmpCode: 'VMUM' }, 'There is no such employee.'],
    ['000 §5 no branch chosen', { umRights: [allow('')] }, USER_TEXTS.branchMissing],
    ['a branch twice', { umRights: [allow('MUM'), allow('MUM', 0)] }, USER_TEXTS.branchTwice],
    ['a branch not answered', { umRights: [allow('MUM', '')] }, USER_TEXTS.allowMissing],
    ['a branch right that is a franchise', { umRights: [allow('GOA')] }, 'GOA is not a branch.'],
    [
      'branch rights of a franchise user',
      { umEntityType: 'F', umEntityCode: 'GOA', umRights: [allow('MUM')] },
      USER_TEXTS.branchOnly,
    ],
    ['a mail without an address', { umEml: '', umSendMail: 1 }, USER_TEXTS.mailNeedsAddress],
    ['a mail to who is blocked', { umEnable: 0, umSendMail: 1 }, USER_TEXTS.mailNeedsActive],
  ])('%s', async (_, wrong, err) => {
    const { status, json } = await save(0, await person(wrong));
    expect([status, json]).toEqual([200, { err }]);
  });

  it('accepts the maximum length of each field', async () => {
    const longest = { umUserName: 'x'.repeat(50), umMob: '9'.repeat(50), umEml: `${'x'.repeat(45)}@x.in` };
    const { json } = await save(0, await person({ ...longest, umId: `x${Date.now()}`.padEnd(20, 'x') }));
    expect(json.err).toBe('');
  });

  it('an entity or branch that does not exist', async () => {
    expect((await save(0, await person({ umEntityCode: 'NOWHERE' }))).status).toBe(404);
    expect((await save(0, await person({ umRights: [allow('NOWHERE')] }))).status).toBe(404);
  });
});

describe('the scope of a branch', () => {
  it('contains its own users and those of its franchises, in list, search, group and export', async () => {
    const seen = ids(await list({}, desk));
    expect(seen).toEqual(expect.arrayContaining(['sales.mum', 'fran.goa']));
    for (const hidden of ['admin', 'sales.del', 'staff.del']) expect(seen).not.toContain(hidden);
    expect(await list({ q: 'delhi' }, desk)).toEqual([]);
    const body = new URLSearchParams({ 1: desk, 2: 'export' });
    const response = await fetch(`${world.url}/api/user_a.php`, { method: 'POST', body });
    const rows = utils.sheet_to_json<Record<string, string>>(
      read(await response.arrayBuffer()).Sheets['Users'] ?? {},
    );
    expect(new Set(rows.map((row) => row['Entity code']))).toEqual(new Set(['MUM', 'GOA']));
  });

  it('is enforced: other users cannot be opened, saved or moved in, and other branches cannot be granted', async () => {
    const other = await srnoOf('sales.del');
    const own = await srnoOf('sales.mum');
    expect((await detail(other, desk)).status).toBe(404);
    expect((await save(other, await person(), {}, desk)).status).toBe(404);
    expect((await save(own, await person({ umEntityCode: 'DEL' }), {}, desk)).status).toBe(404);
    expect((await save(0, await person({ umEntityType: 'A', umEntityCode: '' }), {}, desk)).status).toBe(404);
    expect((await save(0, await person({ umRights: [allow('DEL')] }), {}, desk)).status).toBe(404);
    for (const action of ['endsessions', 'sendpassmail'])
      expect((await world.post('user_a.php', [desk, action, String(other)])).status).toBe(404);
    expect((await saveRights(other, [], desk)).status).toBe(404);
  });

  it('hides branch rights of other branches and keeps them unchanged', async () => {
    const { srno } = (await save(0, await person({ umRights: [allow('MUM'), allow('DEL', 0)] }))).json;
    expect((await detail(srno, desk)).json.umRights).toEqual([
      { umRightBranch: 'MUM', umRightBranchName: 'Mumbai Fort', umRightBranchAllow: 1 },
    ]);
    expect((await saveRights(srno, [allow('MUM', 0)], desk)).json.err).toBe('');
    expect((await detail(srno)).json.umRights).toMatchObject([
      { umRightBranch: 'DEL', umRightBranchAllow: 0 },
      { umRightBranch: 'MUM', umRightBranchAllow: 0 },
    ]);
  });

  it('does not allow changing a user who also sees another branch, and says why', async () => {
    const { srno } = (await save(0, await person({ umRights: [allow('MUM'), allow('DEL')] }))).json;
    expect((await detail(srno, desk)).json).toMatchObject({
      umLocked: GRANT_TEXTS.user,
      umRights: [{ umRightBranch: 'MUM' }],
    });
    const refused = await saveRights(srno, [allow('MUM', 0)], desk);
    expect([refused.status, refused.json]).toEqual([403, { err: GRANT_TEXTS.user }]);
  });

  it('limits the options for Master Head', async () => {
    const heads = async (session: string, type: string) =>
      (await world.post('user_a.php', [session, 'masterhead', JSON.stringify({ type })])).json.map(
        ({ value }: { value: string }) => value,
      );
    expect([await heads(desk, 'B'), await heads(desk, 'F'), await heads(desk, 'A')]).toEqual([
      ['MUM'],
      ['GOA'],
      [],
    ]);
    expect(await heads(admin, 'A')).toEqual(['HO']);
    expect((await heads(admin, 'F')).sort()).toEqual(['GOA', 'JAI', 'KOC']);
  });

  it('is empty for a franchise, whatever its rights', async () => {
    const franchise = await world.signIn('fran.goa');
    expect(await list({}, franchise)).toEqual([]);
    expect((await detail(await srnoOf('fran.goa'), franchise)).status).toBe(404);
    expect(
      (await save(0, await person({ umEntityType: 'F', umEntityCode: 'GOA' }), {}, franchise)).status,
    ).toBe(404);
  });
});

describe('lists', () => {
  it.each([
    ['name', 'sneha', ['sales.mum']],
    ['id', 'DLV2', ['dlv2.mum']],
    ['entity', 'panjim', ['fran.goa']],
    ['entity code', 'goa', ['fran.goa']],
    ['group', 'treasury', ['ho.rates']],
    ['nothing at all', '%', []],
  ])('finds by %s', async (_, q, found) => expect(ids(await list({ q }))).toEqual(found));

  it.each(['name', '-name', 'id', '-id', 'srno', '-srno'])('pages by key, ordered by %s', async (sort) => {
    const whole = ids(await list({ sort }));
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page = await world.post('user_a.php', [
        admin,
        'listjson',
        JSON.stringify({ sort, limit: 7, ...(after === null ? {} : { after }) }),
      ]);
      paged.push(...ids(page.json));
      after = page.headers.get('x-next');
    } while (after !== null);
    expect(paged).toEqual(whole);
  });
});

it('the search text and the scope of users follow their entity and their group', async () => {
  const database = world.database.admin;
  await database.query(`update masters.entity set name = 'Kochi Harbour Forex' where id = 'KOC'`);
  const { srno } = (await save(0, await person({ umEntityType: 'F', umEntityCode: 'KOC' }))).json;
  const found = async (q: string, session = admin) =>
    (await list({ q }, session)).some((row) => (row as unknown as { umSrNo: number }).umSrNo === srno);
  expect(await found('harbour')).toBe(true);
  await database.query(`update masters.entity set name = 'Kochi Backwater Forex' where id = 'KOC'`);
  expect([await found('harbour'), await found('backwater')]).toEqual([false, true]);
  expect(await found('backwater', desk)).toBe(false);
  await database.query(
    `update masters.entity set controlling_branch = (select srno from masters.entity where id = 'MUM') where id = 'KOC'`,
  );
  expect(await found('backwater', desk)).toBe(true);
  const group = await groupOf('Sales executive');
  const rename = (rg_name: string) =>
    world.post('right_group_a.php', [admin, 'save', String(group), JSON.stringify({ rg_name })]);
  await rename('Counter sales');
  expect(await found('counter sales')).toBe(true);
  await rename('Sales executive');
  expect(await found('counter sales')).toBe(false);
  await database.query(
    `update masters.entity set name = 'Kochi Marine Drive Forex',
       controlling_branch = (select srno from masters.entity where id = 'BLR') where id = 'KOC'`,
  );
});

describe('sessions', () => {
  it('are counted, and ended all at once', async () => {
    const srno = await srnoOf('staff.mum');
    const sessions = [await world.signIn('staff.mum'), await world.signIn('staff.mum')];
    const { json } = await detail(srno);
    expect(json.umSessions).toBe(2);
    expect(json.umLastSignIn).toMatch(/^\d{4}-/);
    const ended = await world.post('user_a.php', [admin, 'endsessions', String(srno)]);
    expect(ended.json).toEqual({ err: '', msg: '2 sessions ended.', srno });
    for (const session of sessions)
      expect((await world.post('right_a.php', [session, 'all', 'USER'])).status).toBe(401);
    expect((await detail(srno)).json.umSessions).toBe(0);
  });

  it.each([
    ['blocked', { umEnable: 0 }, 'MSG0004'],
    ['inactive', { umActive: 0 }, 'MSG0003'],
  ])('of a user who is %s end permanently, in every process', async (_, change, code) => {
    const srno = await srnoOf('staff.del');
    const session = await world.signIn('staff.del');
    const second = await world.another();
    const record = await person({ umId: 'staff.del', umEntityCode: 'DEL', ...change });
    expect((await save(srno, record)).json.err).toBe('');
    const elsewhere = async () => {
      const body = new URLSearchParams({ 1: session, 2: 'all', 3: 'USER' });
      return (await fetch(`${second.url}/api/right_a.php`, { method: 'POST', body })).status;
    };
    await expect.poll(elsewhere, SOON).toBe(401);
    const refused = await world.post('login_a.php', ['validate', 'staff.del', DEMO_PASSWORD, 'WEB']);
    expect(refused.json).toEqual({ status: code });
    await save(srno, await person({ umId: 'staff.del', umEntityCode: 'DEL' }));
    expect((await world.post('right_a.php', [session, 'all', 'USER'])).status).toBe(401);
    expect(await world.signIn('staff.del')).toHaveLength(43);
  });
});

describe('the set-password mail', () => {
  const linkFor = async (address: string) => {
    const mail = await catcher.waitFor((candidate) => candidate.to.includes(address), 60_000);
    catcher.clear();
    expect(mail.subject).toBe('Bureau: choose your password');
    return /#reset=([\w-]{43})/.exec(mail.text)?.[1] ?? '';
  };
  const finish = (token: string) =>
    world.post('login_a.php', [
      'resetfinish',
      JSON.stringify({ token, new: 'Monsoon2027', rnew: 'Monsoon2027' }),
    ]);
  const enter = (user: string, password: string) =>
    world.post('login_a.php', ['validate', user, password, 'WEB']);

  it('lets a new user without a password sign in', async () => {
    const record = await person({ umSendMail: 1 });
    const { srno } = (await save(0, record)).json;
    expect((await enter(record.umId, DEMO_PASSWORD)).json).toEqual({ status: 'MSG0001' });
    const { rows } = await world.database.admin.query(
      'select must_change_password from access.account where srno = $1',
      [srno],
    );
    expect(rows).toEqual([{ must_change_password: true }]);
    expect((await finish(await linkFor(record.umEml))).json.err).toBe('');
    expect((await enter(record.umId, 'Monsoon2027')).json).toMatchObject({
      status: 'MSG0000',
      chg_pw_on_logon: 0,
    });
  });

  it('can be sent later, and its link becomes invalid when the address changes', async () => {
    const record = await person();
    const { srno } = (await save(0, record)).json;
    const sent = await world.post('user_a.php', [admin, 'sendpassmail', String(srno)]);
    expect(sent.json).toEqual({
      err: '',
      msg: `A set-password mail is on its way to ${record.umEml}.`,
      srno,
    });
    const token = await linkFor(record.umEml);
    await save(srno, { ...record, umEml: 'other@bureau.example' });
    expect((await finish(token)).json.err).toMatch(/used or is too old/);
  });

  it('is refused for a user who cannot sign in', async () => {
    const { json } = await world.post('user_a.php', [admin, 'sendpassmail', String(await srnoOf('gone'))]);
    expect(json).toEqual({ err: USER_TEXTS.mailNeedsActive });
  });
});

describe('the last administrator', () => {
  const asAdmin = async (changed: object) =>
    person({
      umId: 'admin',
      umEntityType: 'A',
      umEntityCode: 'HO',
      umRightGroup: await groupOf('Administrator'),
      ...changed,
    });

  it.each([
    ['block', { umEnable: 0 }],
    ['deactivate', { umActive: 0 }],
    ['move to a branch', { umEntityType: 'B', umEntityCode: 'MUM' }],
  ])('cannot %s themselves', async (_, change) => {
    const { json } = await save(1, await asAdmin(change));
    expect(json).toEqual({ err: LAST_ADMINISTRATOR });
  });

  it('cannot take a group with fewer rights', async () => {
    const { json } = await save(1, await asAdmin({ umRightGroup: await groupOf('Treasury') }));
    expect(json).toEqual({ err: LAST_ADMINISTRATOR });
  });

  it('when two administrators block each other at the same moment, one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await person({
        umEntityType: 'A',
        umEntityCode: 'HO',
        umRightGroup: await groupOf('Administrator'),
      });
      const { srno } = (await save(0, other)).json;
      const answers = await Promise.all([
        save(1, await asAdmin({ umEnable: 0 })),
        save(srno, { ...other, umEnable: 0 }),
      ]);
      const said = answers.map(({ status, json }) => (status === 401 ? 401 : json.err));
      const [winner, loser] = said[0] === '' ? said : said.toReversed();
      expect(winner).toBe('');
      // A user who is blocked before the second call is checked is refused.
      expect([LAST_ADMINISTRATOR, 401]).toContain(loser);
      const { rows } = await world.database.admin.query(
        'select count(*)::integer as n from access.account where enabled and srno in (1, $1)',
        [srno],
      );
      expect(rows).toEqual([{ n: 1 }]);
      await world.database.admin.query(`update access.account set enabled = srno = 1 where srno in (1, $1)`, [
        srno,
      ]);
      admin = await world.signIn('admin');
    }
  });
});
