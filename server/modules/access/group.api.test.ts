import { read, utils } from '@e965/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { LAST_ADMINISTRATOR } from '#domain/access/group.ts';
import { RIGHTS, rightLevel } from '#domain/rights.ts';
import { openWorld } from '#tools/testing/world.ts';
import { SOON } from '#tools/testing/until.ts';

const world = await openWorld();
const admin = await world.signIn('admin');
afterAll(() => world.close());

const save = (srno: number, record: object, headers: Record<string, string> = {}) =>
  world.post('right_group_a.php', [admin, 'save', String(srno), JSON.stringify(record)], headers);
const saveRights = (rg_srno: number, rg_rights: object[], headers: Record<string, string> = {}) =>
  world.post('right_group_a.php', [admin, 'saveright', JSON.stringify({ rg_srno, rg_rights })], headers);
const detail = async (srno: number) =>
  (await world.post('right_group_a.php', [admin, 'detail', String(srno)])).json;
const right = (rt_key: string, letters: string) => ({
  rt_key,
  rt_query: letters.includes('q') ? 1 : 0,
  rt_add: letters.includes('a') ? '1' : '0',
  rt_edit: letters.includes('e') ? 1 : '',
});
const lettersOf = (rights: Record<string, unknown>[], key: string) => {
  const found = rights.find(({ rt_key }) => rt_key === key);
  return ['rt_query', 'rt_add', 'rt_edit'].map((flag) => found?.[flag]).join('');
};
const numberOf = async (name: string) => {
  const found = await world.database.admin.query<{ srno: number }>(
    'select srno from access.right_group where name = $1',
    [name],
  );
  return found.rows[0]?.srno ?? 0;
};

describe('save, saveright and detail', () => {
  it('a group is added with its rights, and shown with the whole tree', async () => {
    const saved = await save(0, { rg_name: ' Counter staff ', rg_rights: [right('COUNTRY', 'qa')] });
    expect(saved.json).toEqual({ err: '', msg: 'Saved.', srno: expect.any(Number) });
    const shown = await detail(saved.json.srno);
    expect(shown).toMatchObject({
      rg_srno: saved.json.srno,
      rg_name: 'Counter staff',
      changedby: 'Asha Rao',
    });
    expect(saved.headers.get('etag')).toBe(`"${shown.version}"`);
    expect(shown.rg_rights.map(({ rt_key }: { rt_key: string }) => rt_key)).toEqual(
      RIGHTS.map(({ key }) => key),
    );
    for (const { key, description, parent } of RIGHTS)
      expect(shown.rg_rights.find(({ rt_key }: { rt_key: string }) => rt_key === key)).toMatchObject({
        rt_desc: description,
        rt_parent: parent ?? '',
        rt_level: rightLevel(key),
      });
    expect(lettersOf(shown.rg_rights, 'COUNTRY')).toBe('110');
    expect(lettersOf(shown.rg_rights, 'STATE')).toBe('000');
  });

  it('a save without a list of rights keeps them', async () => {
    const { srno } = (await save(0, { rg_name: 'Kept', rg_rights: [right('COUNTRY', 'q')] })).json;
    expect((await save(srno, { rg_name: 'Kept well' })).json.err).toBe('');
    const shown = await detail(srno);
    expect([shown.rg_name, lettersOf(shown.rg_rights, 'COUNTRY')]).toEqual(['Kept well', '100']);
  });

  it('saveright removes the rights that are not listed, with before and after in one trail entry', async () => {
    const { srno } = (await save(0, { rg_name: 'Changing', rg_rights: [right('COUNTRY', 'qae')] })).json;
    await saveRights(srno, [right('STATE', 'q'), right('CITY', '')]);
    const { rg_rights } = await detail(srno);
    expect(['COUNTRY', 'STATE', 'CITY'].map((key) => lettersOf(rg_rights, key))).toEqual([
      '000',
      '100',
      '000',
    ]);
    const { rows } = await world.database.admin.query(
      `select actor, call, before, after from platform.trail
       where record = 'right_group' and record_id = $1 and action = 'rights' order by id desc limit 1`,
      [String(srno)],
    );
    expect(rows).toEqual([
      { actor: 1, call: 'right_group.saveright', before: { COUNTRY: 'QAE' }, after: { STATE: 'Q' } },
    ]);
  });

  it('a changed right takes effect at once', async () => {
    const sales = await world.signIn('sales.del');
    const group = await numberOf('Sales executive');
    const before = await detail(group);
    const held = before.rg_rights.map(({ rt_key, rt_query, rt_add, rt_edit }: Record<string, unknown>) => ({
      rt_key,
      rt_query,
      rt_add,
      rt_edit,
    }));
    expect((await world.post('country_a.php', [sales, 'listjson'])).status).toBe(403);
    await saveRights(group, [
      ...held.filter(({ rt_key }: { rt_key: string }) => rt_key !== 'COUNTRY'),
      right('COUNTRY', 'q'),
    ]);
    await expect
      .poll(async () => (await world.post('country_a.php', [sales, 'listjson'])).status, SOON)
      .toBe(200);
    await saveRights(group, held);
  });

  it('of two saves with the same version one succeeds', async () => {
    const { srno } = (await save(0, { rg_name: 'Raced' })).json;
    const { version } = await detail(srno);
    const answers = await Promise.all(
      [1, 2, 3].map(() => saveRights(srno, [right('COUNTRY', 'q')], { 'if-match': `"${version}"` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

/** 000 §5: the group is mandatory. */
describe('refusals', () => {
  it.each([
    ['no group', { rg_name: ' ' }, 'Please fill mandatory feilds'],
    ['a group of 51', { rg_name: 'x'.repeat(51) }, 'Group can have at most 50 characters.'],
    ['a group that is there', { rg_name: 'aDMINISTRATOR' }, 'This group is already in the list.'],
    ['an unknown key', { rg_name: 'y', rg_rights: [right('NOSUCH', 'q')] }, 'There is no right NOSUCH.'],
    [
      'a key twice',
      { rg_name: 'y', rg_rights: [right('CITY', 'q'), right('CITY', 'a')] },
      'A right stands twice in the list.',
    ],
  ])('%s', async (_, record, err) => {
    const { status, json } = await save(0, record);
    expect([status, json]).toEqual([200, { err }]);
  });

  it('a missing record', async () => {
    expect((await saveRights(999_999, [])).status).toBe(404);
    expect((await save(999_999, { rg_name: 'z' })).status).toBe(404);
  });
});

describe('lists', () => {
  it('right_a ddlistjson returns every key with its description', async () => {
    const { json } = await world.post('right_a.php', [admin, 'ddlistjson']);
    expect(json).toEqual(RIGHTS.map(({ key, description }) => ({ value: key, name: description })));
  });

  it('groups by name, with search and in drop-downs', async () => {
    const found = await world.post('right_group_a.php', [
      admin,
      'listjson',
      JSON.stringify({ q: 'manager' }),
    ]);
    expect(found.json.map(({ rg_name }: { rg_name: string }) => rg_name)).toEqual([
      'Branch manager',
      'Corporate manager',
      'Fund manager',
      'Zonal manager',
    ]);
    const plain = await world.post('right_group_a.php', [admin, 'ddlistjson']);
    const select = await world.post('right_group_a.php', [admin, 'ddlistjsonselect']);
    expect(plain.json).toContainEqual({ value: String(await numberOf('Auditor')), name: 'Auditor' });
    expect(select.json).toEqual([{ value: '', name: 'Select' }, ...plain.json]);
  });

  it('the users of a group, page by page', async () => {
    const group = String(await numberOf('Delivery executive'));
    const ask = (page: object) =>
      world.post('right_group_a.php', [admin, 'users', group, JSON.stringify(page)]);
    const first = await ask({ limit: 2 });
    const second = await ask({ limit: 2, after: first.headers.get('x-next') });
    expect([...first.json, ...second.json].map(({ umId }) => umId)).toEqual([
      'dlv2.mum',
      'dlv.del',
      'dlv1.mum',
    ]);
    expect(second.headers.get('x-next')).toBeNull();
  });

  it('the export has a column for each key', async () => {
    const body = new URLSearchParams({ 1: admin, 2: 'export', 3: JSON.stringify({ q: 'Treasury' }) });
    const response = await fetch(`${world.url}/api/right_group_a.php`, { method: 'POST', body });
    const [row] = utils.sheet_to_json<Record<string, string>>(
      read(await response.arrayBuffer()).Sheets['Right groups'] ?? {},
    );
    expect(row).toMatchObject({ Group: 'Treasury', Currency: 'QAE', Country: 'Q' });
    expect(row?.['User']).toBeUndefined();
  });
});

describe('the last administrator', () => {
  it('cannot be removed through rights by any call', async () => {
    const group = await numberOf('Administrator');
    for (const answer of [
      await saveRights(group, [right('RIGHT', 'qae'), right('USER', 'qa')]),
      await saveRights(group, []),
      await save(group, { rg_name: 'Administrator', rg_rights: [right('USER', 'qae')] }),
    ])
      expect([answer.status, answer.json]).toEqual([200, { err: LAST_ADMINISTRATOR }]);
    expect(lettersOf((await detail(group)).rg_rights, 'USER')).toBe('111');
  });

  it('two groups with one administrator each cannot both lose it at the same moment', async () => {
    const keepers = [right('RIGHT', 'qe'), right('USER', 'qe')];
    for (let round = 0; round < 5; round += 1) {
      const { srno } = (await save(0, { rg_name: `Second ${round}`, rg_rights: keepers })).json;
      await world.database.admin.query(`update access.account set right_group = $1 where user_id = 'cm.ho'`, [
        srno,
      ]);
      const first = await numberOf('Administrator');
      const whole = (await detail(first)).rg_rights;
      // The admin's own group keeps everything but USER, so that the session of the test stays valid.
      const less = whole.filter(({ rt_key }: { rt_key: string }) => rt_key !== 'USER');
      const answers = await Promise.all([saveRights(first, less), saveRights(srno, [])]);
      const errs = answers.map(({ json }) => json.err);
      expect(errs.filter((err) => err === LAST_ADMINISTRATOR)).toHaveLength(1);
      expect(errs.filter((err) => err === '')).toHaveLength(1);
      await saveRights(first, whole);
    }
  });
});
