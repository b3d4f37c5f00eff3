import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;
let india: number;
let kerala: number;

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
  india = await srnoOf('country', 'India');
  kerala = await srnoOf('state', 'Kerala');
});
afterAll(() => world.close());

async function srnoOf(table: string, name: string): Promise<number> {
  const found = await world.database.admin.query<{ srno: number }>(
    `select srno from masters.${table} where name = $1`,
    [name],
  );
  return found.rows[0]?.srno ?? 0;
}

const save = (endpoint: string, record: object, srno = 0, headers: Record<string, string> = {}) =>
  world.post(endpoint, [admin, 'save', String(srno), JSON.stringify(record)], headers);
const detail = async (endpoint: string, srno: number) =>
  (await world.post(endpoint, [admin, 'detail', String(srno)])).json;
const list = async (endpoint: string, page: object = {}, action = 'listjson', session = admin) =>
  (await world.post(endpoint, [session, action, JSON.stringify(page)])).json;

const MANDATORY = 'Please fill mandatory feilds';
const long = (chars: number) => 'x'.repeat(chars);

/** A valid record of each master, and the field that makes it unique. */
const VALID: Readonly<Record<string, () => Record<string, unknown>>> = {
  'state_a.php': () => ({ sta_name: 'Utopia', sta_country: india, sta_active: 1 }),
  'city_a.php': () => ({ cty_name: 'Utopia', cty_state: kerala, cty_country: india, cty_active: 1 }),
  'isd_a.php': () => ({ isd_code: 'UTO', isd_name: 'Utopian Crown', isd_country: india, isd_active: 1 }),
  'area_a.php': () => ({ are_name: 'Utopia', are_branches: [], are_active: 1 }),
  'purpose_a.php': () => ({ pur_value: 'UTO', pur_name: 'Utopia', pur_active: 1 }),
  'bank_a.php': () => ({ bnk_name: 'Bank of Utopia', bnk_code: 'UTOP', bnk_active: 1 }),
  'gatewaybank_a.php': () => ({ gbk_name: 'Bank of Utopia', gbk_code: '9999', gbk_active: 1 }),
  'employee_a.php': () => ({ emp_code: 'U1', emp_name: 'Thomas More', emp_branch: 'MUM', emp_active: 1 }),
};

describe('refusals and their texts', () => {
  it.each<[section: string, endpoint: string, wrong: () => object, err: string]>([
    ['000 §5 mandatory', 'state_a.php', () => ({ sta_name: ' ' }), MANDATORY],
    ['000 §5 mandatory', 'state_a.php', () => ({ sta_country: '' }), MANDATORY],
    ['000 §5 mandatory', 'state_a.php', () => ({ sta_country: 0 }), MANDATORY],
    [
      '000 §5 maximum',
      'state_a.php',
      () => ({ sta_name: long(51) }),
      'State can have at most 50 characters.',
    ],
    [
      'readings: duplicates',
      'state_a.php',
      () => ({ sta_name: 'kERALA' }),
      'This state is already in the list of its country.',
    ],
    [
      'readings: parents',
      'state_a.php',
      () => ({ sta_country: 999_999 }),
      'This country is not in the list.',
    ],
    ['000 §5 mandatory', 'city_a.php', () => ({ cty_name: '' }), MANDATORY],
    ['000 §5 mandatory', 'city_a.php', () => ({ cty_state: null }), MANDATORY],
    ['000 §5 mandatory', 'city_a.php', () => ({ cty_country: '' }), MANDATORY],
    ['000 §5 maximum', 'city_a.php', () => ({ cty_name: long(51) }), 'City can have at most 50 characters.'],
    [
      'readings: duplicates',
      'city_a.php',
      () => ({ cty_name: 'kochi' }),
      'This city is already in the list of its state.',
    ],
    [
      'readings: parents',
      'city_a.php',
      () => ({ cty_country: india + 1 }),
      'This state is not in the list of this country.',
    ],
    ['000 §5 mandatory', 'isd_a.php', () => ({ isd_code: '' }), MANDATORY],
    ['000 §5 mandatory', 'isd_a.php', () => ({ isd_name: '' }), MANDATORY],
    ['000 §5 maximum', 'isd_a.php', () => ({ isd_code: 'UTOP' }), 'Code can have at most 3 characters.'],
    ['000 §3 three characters', 'isd_a.php', () => ({ isd_code: 'UT' }), 'Code must be 3 letters.'],
    ['000 §3 three characters', 'isd_a.php', () => ({ isd_code: 'U2O' }), 'Code must be 3 letters.'],
    [
      '000 §5 maximum',
      'isd_a.php',
      () => ({ isd_name: long(51) }),
      'Currency can have at most 50 characters.',
    ],
    [
      'readings: mid_rndnum',
      'isd_a.php',
      () => ({ isd_rateplaces: 5 }),
      'Decimals of its rates must be 2, 3 or 4.',
    ],
    [
      'readings: order of currencies',
      'isd_a.php',
      () => ({ isd_order: 1000 }),
      'Order in lists can have at most 3 characters.',
    ],
    ['readings: flag', 'isd_a.php', () => ({ isd_flag: 'U' }), 'Flag must be a country code of 2 letters.'],
    [
      'readings: duplicates',
      'isd_a.php',
      () => ({ isd_code: 'usd' }),
      'This currency is already in the list.',
    ],
    ['readings: parents', 'isd_a.php', () => ({ isd_country: '999999' }), 'This country is not in the list.'],
    ['readings: area', 'area_a.php', () => ({ are_name: '' }), MANDATORY],
    ['readings: area', 'area_a.php', () => ({ are_name: long(51) }), 'Area can have at most 50 characters.'],
    ['readings: duplicates', 'area_a.php', () => ({ are_name: 'WEST' }), 'This area is already in the list.'],
    [
      'readings: area',
      'area_a.php',
      () => ({ are_branches: ['MUM'] }),
      'One of these branches is in another area already. A branch can be in one area only.',
    ],
    ['readings: purpose', 'purpose_a.php', () => ({ pur_value: '' }), MANDATORY],
    ['readings: purpose', 'purpose_a.php', () => ({ pur_name: '' }), MANDATORY],
    [
      'readings: purpose',
      'purpose_a.php',
      () => ({ pur_value: long(21) }),
      'Value can have at most 20 characters.',
    ],
    [
      'readings: purpose',
      'purpose_a.php',
      () => ({ pur_name: long(101) }),
      'Purpose can have at most 100 characters.',
    ],
    [
      'readings: duplicates',
      'purpose_a.php',
      () => ({ pur_value: 'medical' }),
      'This value is already taken by another purpose.',
    ],
    [
      'readings: duplicates',
      'purpose_a.php',
      () => ({ pur_name: 'Business Travel' }),
      'This purpose is already in the list.',
    ],
    ['readings: bank', 'bank_a.php', () => ({ bnk_name: '' }), MANDATORY],
    [
      'readings: bank',
      'bank_a.php',
      () => ({ bnk_name: long(101) }),
      'Bank can have at most 100 characters.',
    ],
    ['readings: bank', 'bank_a.php', () => ({ bnk_code: long(21) }), 'Code can have at most 20 characters.'],
    [
      'readings: duplicates',
      'bank_a.php',
      () => ({ bnk_name: 'hdfc bank' }),
      'This bank is already in the list.',
    ],
    [
      'readings: duplicates',
      'bank_a.php',
      () => ({ bnk_code: 'hdfc' }),
      'This code is already taken by another bank.',
    ],
    ['readings: gateway bank', 'gatewaybank_a.php', () => ({ gbk_name: '' }), MANDATORY],
    ['readings: gateway bank', 'gatewaybank_a.php', () => ({ gbk_code: '' }), MANDATORY],
    [
      'readings: duplicates',
      'gatewaybank_a.php',
      () => ({ gbk_code: '3021' }),
      'This gateway code is already in the list.',
    ],
    ['readings: employee', 'employee_a.php', () => ({ emp_code: '' }), MANDATORY],
    ['readings: employee', 'employee_a.php', () => ({ emp_name: '' }), MANDATORY],
    ['readings: employee', 'employee_a.php', () => ({ emp_branch: '' }), MANDATORY],
    [
      'readings: employee',
      'employee_a.php',
      () => ({ emp_code: long(21) }),
      'Code can have at most 20 characters.',
    ],
    [
      'readings: employee',
      'employee_a.php',
      () => ({ emp_name: long(51) }),
      'Name can have at most 50 characters.',
    ],
    [
      'readings: duplicates',
      'employee_a.php',
      () => ({ emp_code: 'e101' }),
      'This employee code is already taken.',
    ],
    ['readings: employee', 'employee_a.php', () => ({ emp_kind: 'V' }), 'This branch has a vault already.'],
    [
      'readings: employee',
      'employee_a.php',
      () => ({ emp_kind: 'V', emp_sales: 1 }),
      'A vault neither sells nor delivers.',
    ],
  ])('%s, %s', async (_, endpoint, wrong, err) => {
    const { status, json } = await save(endpoint, { ...VALID[endpoint]?.(), ...wrong() });
    expect([status, json]).toEqual([200, { err }]);
  });

  it.each(Object.keys(VALID))(
    '%s: a new record is accepted and changed once; a second change of the same version is refused',
    async (endpoint) => {
      const record = VALID[endpoint]?.() ?? {};
      const saved = await save(endpoint, record);
      expect(saved.json).toEqual({ err: '', msg: 'Saved.', srno: expect.any(Number) });
      const shown = await detail(endpoint, saved.json.srno);
      expect(shown).toMatchObject({ ...record, version: 1, changedby: 'Asha Rao' });
      expect((await save(endpoint, record, saved.json.srno, { 'if-match': '"1"' })).json.err).toBe('');
      expect((await save(endpoint, record, saved.json.srno, { 'if-match': '"1"' })).status).toBe(409);
      const record_id = String(saved.json.srno);
      const { rows } = await world.database.admin.query(
        `select action from platform.trail where record_id = $1 and call = $2 order by id`,
        [record_id, `${endpoint.replace('_a.php', '')}.save`],
      );
      expect(rows).toEqual([{ action: 'add' }, { action: 'edit' }]);
    },
  );

  it.each([
    ['state_a.php', 'country', () => ({ sta_name: 'Arcadia' }), 'This country is not active.'],
    ['isd_a.php', 'country', () => ({ isd_code: 'ARC' }), 'This country is not active.'],
    ['city_a.php', 'state', () => ({ cty_name: 'Arcadia' }), 'This state is not active.'],
  ] as const)(
    '%s: nothing new under a parent that is not active, but what is there stays',
    async (endpoint, parent, other, err) => {
      const record = { ...VALID[endpoint]?.(), ...other() };
      const { json } = await save(endpoint, record);
      const table = { country: india, state: kerala };
      const setActive = (active: boolean) =>
        world.database.admin.query(`update masters.${parent} set active = $1 where srno = $2`, [
          active,
          table[parent],
        ]);
      await setActive(false);
      try {
        expect((await save(endpoint, record, json.srno)).json.err).toBe('');
        expect((await save(endpoint, VALID[endpoint]?.() ?? {})).json.err).toBe(err);
      } finally {
        await setActive(true);
      }
    },
  );
});

describe('state, city and currency', () => {
  it('lists show the names of the records they refer to', async () => {
    expect((await list('state_a.php', { q: 'kerala' }))[0]).toEqual({
      sta_srno: kerala,
      sta_name: 'Kerala',
      sta_country: india,
      sta_countryname: 'India',
      sta_active: 1,
    });
    expect((await list('city_a.php', { q: 'kochi' }))[0]).toMatchObject({
      cty_name: 'Kochi',
      cty_state: kerala,
      cty_statename: 'Kerala',
      cty_country: india,
      cty_countryname: 'India',
    });
  });

  it('a search also finds by the name of the parent', async () => {
    const found: { cty_name: string }[] = await list('city_a.php', { q: 'goa' });
    expect(found.map((row) => row.cty_name).sort()).toEqual(['Mapusa', 'Margao', 'Panaji', 'Vasco da Gama']);
  });

  it.each([
    ['state_a.php', 'sta_srno', ['name', '-country', 'srno']],
    ['city_a.php', 'cty_srno', ['-name', 'state', '-state', '-srno']],
    ['isd_a.php', 'isd_srno', ['code', '-name', 'country', '-country']],
    ['employee_a.php', 'emp_srno', ['name', '-code', 'branch', '-branch']],
  ] as const)('%s pages by key in every order', async (endpoint, key, sorts) => {
    for (const sort of sorts) {
      const whole: Record<string, number>[] = await list(endpoint, { sort });
      const paged: Record<string, number>[] = [];
      let after: string | null = null;
      do {
        const page = await world.post(endpoint, [
          admin,
          'listjson',
          JSON.stringify({ sort, limit: 7, ...(after === null ? {} : { after }) }),
        ]);
        paged.push(...page.json);
        after = page.headers.get('x-next');
      } while (after !== null);
      expect(paged.map((row) => row[key])).toEqual(whole.map((row) => row[key]));
    }
  });

  it('drop-downs are filtered by the parent, and show the option of a value even if it is inactive', async () => {
    const goa = await srnoOf('state', 'Goa');
    const cities: { name: string }[] = await list('city_a.php', { state: String(goa) }, 'ddlistjson');
    expect(cities.map(({ name }) => name)).toEqual(['Mapusa', 'Margao', 'Panaji', 'Vasco da Gama']);
    const [first] = await list('city_a.php', { state: String(goa), q: 'pan' }, 'ddlistjson');
    expect(first.name).toBe('Panaji');
    expect(await list('state_a.php', { country: String(india + 1) }, 'ddlistjson')).toEqual([]);

    await world.database.admin.query(`update masters.state set active = false where srno = $1`, [goa]);
    expect(await list('state_a.php', { q: 'Goa' }, 'ddlistjson')).toEqual([]);
    expect(await list('state_a.php', { value: String(goa) }, 'ddlistjson')).toEqual([
      { value: String(goa), name: 'Goa' },
    ]);
    await world.database.admin.query(`update masters.state set active = true where srno = $1`, [goa]);
    expect((await world.post('state_a.php', [admin, 'ddlistjson', '{"country":"x"}'])).status).toBe(400);
  });

  it('changing the country of a state also changes that of its cities', async () => {
    const { json: state } = await save('state_a.php', { sta_name: 'Avalon', sta_country: india });
    const { json: city } = await save('city_a.php', {
      cty_name: 'Camelot',
      cty_state: state.srno,
      cty_country: india,
    });
    const other = await srnoOf('country', 'United Kingdom');
    expect((await save('state_a.php', { sta_name: 'Avalon', sta_country: other }, state.srno)).json.err).toBe(
      '',
    );
    expect((await detail('city_a.php', city.srno)).cty_countryname).toBe('United Kingdom');
  });

  it('currencies are offered in the order of trade, page by page, then by code', async () => {
    const offered = async (page: object) =>
      (await list('isd_a.php', page, 'ddlistjson')).map(({ value }: { value: string }) => value);
    const all: string[] = await offered({});
    expect(all.slice(0, 8)).toEqual(['USD', 'EUR', 'GBP', 'AED', 'SGD', 'AUD', 'CAD', 'THB']);
    expect(all.slice(8)).toEqual(all.slice(8).toSorted());
    const { json } = await save('isd_a.php', {
      isd_code: 'XPT',
      isd_name: 'Platinum',
      isd_order: 2,
      isd_rateplaces: 3,
    });
    expect(await detail('isd_a.php', json.srno)).toMatchObject({ isd_order: 2, isd_rateplaces: 3 });
    expect((await offered({ limit: 4 })).slice(0, 4)).toEqual(['USD', 'EUR', 'XPT', 'GBP']);
  });

  it('a currency code is stored in capitals, its options include the flag, and status is optional', async () => {
    const { json } = await save('isd_a.php', { isd_code: 'xau', isd_name: 'Gold', isd_flag: 'ch' });
    expect(await detail('isd_a.php', json.srno)).toMatchObject({
      isd_code: 'XAU',
      isd_country: 0,
      isd_countryname: '',
      isd_flag: 'CH',
      isd_active: 1,
    });
    expect(await list('isd_a.php', { q: 'gold' }, 'ddlistjsonselect')).toEqual([
      { value: '', name: 'Select' },
      { value: 'XAU', name: 'Gold', flag: 'CH' },
    ]);
  });
});

describe('area', () => {
  it('branches out of scope are hidden and stay unchanged', async () => {
    const [west] = await list('area_a.php', { q: 'west' });
    expect(west.are_branchnames).toEqual(['Mumbai Fort', 'Pune Camp']);
    await world.database.admin.query(
      `insert into access.group_right select right_group, 'AREA', true, true, true from access.account where user_id = 'bm.mum'`,
    );
    const manager = await world.signIn('bm.mum');
    const [seen] = await list('area_a.php', { q: 'west' }, 'listjson', manager);
    expect([seen.are_branches, seen.are_branchnames]).toEqual([['MUM'], ['Mumbai Fort']]);

    const write = (are_branches: string[]) =>
      world.post('area_a.php', [
        manager,
        'save',
        String(west.are_srno),
        JSON.stringify({ are_name: 'West', are_branches }),
      ]);
    expect((await write([])).json.err).toBe('');
    expect((await detail('area_a.php', west.are_srno)).are_branches).toEqual(['PUN']);
    expect((await write(['MUM'])).json.err).toBe('');
    expect((await detail('area_a.php', west.are_srno)).are_branches).toEqual(['MUM', 'PUN']);
    expect((await write(['MUM', 'DEL'])).status).toBe(403);
  });

  it('when many users put one branch into many areas, one succeeds', async () => {
    await world.database.admin.query(
      `insert into masters.entity (id, type, name) values ('NAG', 'B', 'Nagpur Sitabuldi')`,
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        save('area_a.php', { are_name: `Zone ${n}`, are_branches: ['NAG'] }),
      ),
    );
    const errors = answers.map(({ json }) => json.err as string);
    expect(errors.filter((err) => err === '')).toHaveLength(1);
    expect(errors.filter((err) => err.startsWith('One of these branches'))).toHaveLength(5);
  });
});

describe('lookups', () => {
  it('purposes for the audit and banks of the gateway list the active ones, by value and name', async () => {
    const purposes: { value: string; name: string }[] = (
      await world.post('purpose_a.php', [admin, 'ddlistjsontt'])
    ).json;
    expect(purposes).toContainEqual({ value: 'MEDICAL', name: 'Medical treatment abroad' });
    const banks = (await world.post('cashfree_a.php', [admin, 'cashfreebanklist'])).json;
    expect(banks).toContainEqual({ value: '3021', name: 'HDFC Bank' });
    const hdfc = await srnoOf('gateway_bank', 'HDFC Bank');
    const off = { gbk_name: 'HDFC Bank', gbk_code: '3021', gbk_active: 0 };
    expect((await save('gatewaybank_a.php', off, hdfc)).json.err).toBe('');
    expect((await world.post('cashfree_a.php', [admin, 'cashfreebanklist'])).text).not.toContain('3021');
  });

  it('employees are seen, selected and saved by users of their branch', async () => {
    const manager = await world.signIn('bm.del');
    const codes = async (page: object, session = manager) =>
      ((await list('employee_a.php', page, 'ddlistjsonselect', session)) as { value: string }[])
        .map(({ value }) => value)
        .slice(1)
        .sort();
    expect(await codes({})).toEqual(['E201', 'E211', 'VDEL']);
    expect(await codes({ branch: 'MUM' })).toEqual([]);
    expect(await codes({ role: 'vault' })).toEqual(['VDEL']);
    expect(await codes({ branch: 'MUM', role: 'delivery' }, admin)).toEqual(['E111', 'E112']);
    expect(await codes({ role: 'sales', q: 'Sneha' }, admin)).toEqual(['E101']);
    expect(await codes({ value: 'E101' })).toEqual([]);
    const of = await world.database.admin.query<{ srno: number }>(
      `select srno from masters.employee where code = 'E101'`,
    );
    const srno = String(of.rows[0]?.srno);
    expect((await world.post('employee_a.php', [manager, 'detail', srno])).status).toBe(404);
    const mine = { emp_code: 'E101', emp_name: 'Mine now', emp_branch: 'DEL' };
    expect((await world.post('employee_a.php', [manager, 'save', srno, JSON.stringify(mine)])).status).toBe(
      404,
    );
    const elsewhere = { emp_code: 'E999', emp_name: 'Elsewhere', emp_branch: 'MUM' };
    expect(
      (await world.post('employee_a.php', [manager, 'save', '0', JSON.stringify(elsewhere)])).status,
    ).toBe(403);
    const { json } = await world.post('employee_a.php', [
      manager,
      'save',
      '0',
      JSON.stringify({ ...elsewhere, emp_branch: 'DEL' }),
    ]);
    const trail = await world.database.admin.query(
      `select e.id from platform.trail t join masters.entity e on e.srno = t.branch
       where t.record = 'employee' and t.record_id = $1`,
      [String(json.srno)],
    );
    expect(trail.rows).toEqual([{ id: 'DEL' }]);
  });

  it('branches can also be searched, within the scope', async () => {
    const zonal = await world.signIn('zm.west');
    expect(await list('user_a.php', { q: 'camp' }, 'branchallowed', zonal)).toEqual([
      { value: 'PUN', name: 'Pune Camp' },
    ]);
    expect(await list('user_a.php', { q: 'delhi' }, 'branchallowed', zonal)).toEqual([]);
    expect(await list('user_a.php', { value: 'DEL' }, 'branchallowed', zonal)).toEqual([]);
    expect(await list('user_a.php', { value: 'MUM' }, 'branchallowed', zonal)).toEqual([
      { value: 'MUM', name: 'Mumbai Fort' },
    ]);
  });
});
