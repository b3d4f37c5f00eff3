import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;
let nagpur: { enCountry: number; enState: number; enCity: number };

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
  // A branch user with every right on entities in their scope.
  await world.database.admin.query(
    `update access.group_right set may_query = true, may_add = true, may_edit = true
     where right_key = 'ENTITY' and right_group = (select srno from access.right_group where name = 'Branch manager')`,
  );
  await world.database.admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, 'ENTITY', true, true, true from access.right_group where name = 'Franchisee'`,
  );
  const found = await world.database.admin.query<typeof nagpur>(
    `select country as "enCountry", state as "enState", srno as "enCity" from masters.city where name = 'Nagpur'`,
  );
  nagpur = found.rows[0] as typeof nagpur;
});
afterAll(() => world.close());

const blank = {
  enType: 'B',
  enId: '',
  enName: 'Nagpur Sitabuldi',
  enPan: '',
  enActive: 1,
  enAddress1: '12 Main Road',
  enAddress2: '',
  enAddress3: '',
  enPhoneno: '',
  enMobileno: '',
  enEmail: '',
  enBuyPercentage: '',
  enSellPercentage: '',
  enCntlBran: '',
  enLicFrom: '',
  enLicTo: '',
  enIbrCut: '',
  enIbrSellRate: 0,
  enRbiLic: '',
  enEmailRateCard: 0,
  enOthDetails: '',
  enContactPerson: '',
  enIsdAllSelective: 'A',
  enMarginType: 'P',
  enRateType: 'C',
};
let made = 0;
const newId = () => `T${(made += 1)}X`;
const branch = (change: object = {}) => ({ ...blank, ...nagpur, enId: newId(), ...change });
const franchise = (change: object = {}) =>
  branch({ enType: 'F', enCntlBran: 'MUM', enBuyPercentage: '0.75', ...change });
const councilor = (change: object = {}) => branch({ enType: 'S', enSellPercentage: '0.4', ...change });

const save = (id: string, record: object, headers: Record<string, string> = {}, session = admin) =>
  world.post('entity_a.php', [session, 'save', id, JSON.stringify(record)], headers);
const detail = (typeAndId: string, session = admin) =>
  world.post('entity_a.php', [session, 'detail', typeAndId]);
const list = (type: string, page?: object, session = admin) =>
  world.post('entity_a.php', [
    session,
    'listjson',
    type,
    ...(page === undefined ? [] : [JSON.stringify(page)]),
  ]);
const ids = (rows: { enId: string }[]) => rows.map((row) => row.enId);

/** 000 §3: every field is stored and read back. */
describe('save and detail', () => {
  it('stores every field of a franchise exactly, with all decimal places', async () => {
    const whole = franchise({
      enName: 'Surat Diamond Forex',
      enPan: 'aacfs1234k',
      enAddress2: 'Varachha Road',
      enAddress3: 'Opposite the market',
      enPhoneno: '0261 255 1100',
      enMobileno: '98250 11001',
      enEmail: 'surat@forex.example, rates@forex.example',
      enBuyPercentage: '0.750',
      enSellPercentage: '12345.6789',
      enLicFrom: '2026-04-01',
      enLicTo: '2027-03-31',
      enIbrCut: '0.00000001',
      enIbrSellRate: '1',
      enRbiLic: 'FRN/MUM/SUR/0300',
      enEmailRateCard: 1,
      enOthDetails: 'Sundays closed',
      enContactPerson: 'Hetal Desai',
      enIsdAllSelective: 'S',
      enIsdList: ['USD', 'EUR', 'USD'],
      enMarginType: 'F',
      enRateType: 'O',
    });
    const saved = await save('', whole);
    expect(saved.json).toEqual({ err: '', msg: 'Saved.', srno: expect.any(Number), enId: whole.enId });
    expect(saved.headers.get('etag')).toBe('"1"');
    const { json, headers } = await detail(`F^${whole.enId}`);
    expect(headers.get('etag')).toBe('"1"');
    expect(json).toEqual({
      ...whole,
      enSrno: saved.json.srno,
      enPan: 'AACFS1234K',
      enIbrSellRate: 1,
      enIsdList: ['EUR', 'USD'],
      enCountryName: 'India',
      enStateName: 'Maharashtra',
      enCityName: 'Nagpur',
      enCntlBranName: 'Mumbai Fort',
      enDocuments: [],
      version: 1,
      changedby: 'Asha Rao',
      changedat: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it('treats 0 as a new record and applies default choices', async () => {
    const record = branch({
      enActive: '',
      enIsdAllSelective: '',
      enMarginType: '',
      enRateType: '',
      enCntlBran: 'MUM',
    });
    expect((await save('0', record)).json.err).toBe('');
    expect((await detail(`B^${record.enId}`)).json).toMatchObject({
      enActive: 1,
      enIsdAllSelective: 'A',
      enMarginType: 'P',
      enRateType: 'C',
      enCntlBran: '',
    });
  });

  it('keeps the selected currencies when none are sent', async () => {
    const record = councilor({ enIsdAllSelective: 'S', enIsdList: ['AUD', 'USD'] });
    await save('', record);
    const { enIsdList, ...without } = record as typeof record & { enIsdList: string[] };
    expect(enIsdList).toEqual(['AUD', 'USD']);
    await save(record.enId, { ...without, enName: 'Renamed' });
    expect((await detail(`S^${record.enId}`)).json).toMatchObject({
      enName: 'Renamed',
      enIsdList: ['AUD', 'USD'],
    });
    await save(record.enId, { ...without, enIsdList: ['EUR', 'USD'] });
    expect((await detail(`S^${record.enId}`)).json.enIsdList).toEqual(['EUR', 'USD']);
  });

  it('writes the state before and after to the trail of its branch, including currencies', async () => {
    const record = franchise({ enIsdAllSelective: 'S', enIsdList: ['USD'] });
    await save('', record);
    await save(record.enId, { ...record, enBuyPercentage: '1.50', enIsdList: ['EUR'] });
    const { rows } = await world.database.admin.query(
      `select action, actor, call, (select id from masters.entity where srno = t.branch) as branch,
         before -> 'buy_percentage' as was, after -> 'buy_percentage' as is, before -> 'currencies' as had, after -> 'currencies' as has
       from platform.trail t where record = 'entity' and record_id = $1 order by id`,
      [record.enId],
    );
    const shared = { actor: 1, call: 'entity.save', branch: 'MUM' };
    expect(rows).toEqual([
      { ...shared, action: 'add', was: null, is: 0.75, had: null, has: ['USD'] },
      { ...shared, action: 'edit', was: 0.75, is: 1.5, had: ['USD'], has: ['EUR'] },
    ]);
  });

  it('answers 404 for a missing record, by type and id', async () => {
    expect((await detail('B^NOSUCH')).status).toBe(404);
    expect((await detail('F^MUM')).status).toBe(404);
    expect((await save('NOSUCH', branch({ enId: 'NOSUCH' }))).status).toBe(404);
    expect((await detail('A^HO')).status).toBe(400);
    expect((await save('HO', branch({ enId: 'HO' }))).status).toBe(404);
  });

  it('clears a wrong PAN and says so (000 §5)', async () => {
    const record = branch({ enPan: 'ABCDE1234F' });
    expect((await save('', record)).json).toEqual({
      err: '',
      msg: 'Saved. The PAN was cleared: it must have 5 letters, 4 digits and 1 letter, the fourth letter one of A B C F G H J L P T.',
      srno: expect.any(Number),
      enId: record.enId,
    });
    expect((await detail(`B^${record.enId}`)).json.enPan).toBe('');
  });
});

/** 000 §5: mandatory fields, with the missing ones named, and maximum lengths. domain/ tests the rules themselves. */
describe('refusals', () => {
  it.each<[string, () => object, string]>([
    ['a name', () => branch({ enName: ' ' }), 'Please fill mandatory feilds: Name'],
    [
      'address, country and state',
      () => branch({ enAddress1: '', enCountry: '', enState: '' }),
      'Please fill mandatory feilds: Address line 1, Country, State',
    ],
    [
      'what a franchise needs',
      () => franchise({ enCntlBran: '', enBuyPercentage: '0' }),
      'Please fill mandatory feilds: Controlling branch, Buy percentage',
    ],
    [
      'what a councilor needs',
      () => councilor({ enSellPercentage: '0.00' }),
      'Please fill mandatory feilds: Sell percentage',
    ],
    ['a right id', () => branch({ enId: 'n-1' }), 'Entity id must have 2 to 20 capital letters or digits.'],
    ['an id of its own', () => branch({ enId: 'MUM' }), 'This entity id is already in use.'],
    ['name of 101', () => branch({ enName: 'x'.repeat(101) }), 'Name can have at most 100 characters.'],
    ['PAN of 11', () => branch({ enPan: 'AACFS1234KK' }), 'PAN can have at most 10 characters.'],
    [
      'address line 1 of 101',
      () => branch({ enAddress1: 'x'.repeat(101) }),
      'Address line 1 can have at most 100 characters.',
    ],
    [
      'address line 2 of 101',
      () => branch({ enAddress2: 'x'.repeat(101) }),
      'Address line 2 can have at most 100 characters.',
    ],
    [
      'address line 3 of 101',
      () => branch({ enAddress3: 'x'.repeat(101) }),
      'Address line 3 can have at most 100 characters.',
    ],
    [
      'e-mail of 501',
      () => branch({ enEmail: `${'x'.repeat(495)}@a.com` }),
      'E-mail can have at most 500 characters.',
    ],
    ['phone of 51', () => branch({ enPhoneno: '1'.repeat(51) }), 'Phone can have at most 50 characters.'],
    ['mobile of 51', () => branch({ enMobileno: '1'.repeat(51) }), 'Mobile can have at most 50 characters.'],
    [
      'contact person of 51',
      () => branch({ enContactPerson: 'x'.repeat(51) }),
      'Contact person can have at most 50 characters.',
    ],
    [
      'other details of 501',
      () => branch({ enOthDetails: 'x'.repeat(501) }),
      'Other details can have at most 500 characters.',
    ],
    [
      'RBI licence of 101',
      () => branch({ enRbiLic: 'x'.repeat(101) }),
      'RBI licence can have at most 100 characters.',
    ],
    [
      'buy percentage of 11',
      () => branch({ enBuyPercentage: '1.234567890' }),
      'Buy percentage can have at most 10 characters.',
    ],
    [
      'sell percentage of 11',
      () => branch({ enSellPercentage: '1.234567890' }),
      'Sell percentage can have at most 10 characters.',
    ],
    ['IBR cut of 11', () => branch({ enIbrCut: '1.234567890' }), 'IBR cut can have at most 10 characters.'],
    [
      'a licence the right way round',
      () => branch({ enLicFrom: '2026-04-02', enLicTo: '2026-04-01' }),
      'Licence to cannot be before licence from.',
    ],
    ['a branch that is one', () => franchise({ enCntlBran: 'GOA' }), 'Please pick valid branch'],
    ['a branch that is there', () => franchise({ enCntlBran: 'NOSUCH' }), 'Please pick valid branch'],
    [
      'a country that is there',
      () => branch({ enCountry: '999999' }),
      'Please pick a country from the list.',
    ],
    [
      'a state of the country',
      () => branch({ enCountry: nagpur.enCountry + 1, enCity: 0 }),
      'Please pick a state of this country.',
    ],
    [
      'a city of the state',
      () => branch({ enState: nagpur.enState + 1 }),
      'Please pick a city of this state.',
    ],
  ])('requires %s', async (_, record, err) => {
    const { status, json } = await save('', record());
    expect([status, json]).toEqual([200, { err }]);
  });

  it('accepts the maximum length of each field', async () => {
    const record = franchise({
      enName: 'x'.repeat(100),
      enAddress1: 'x'.repeat(100),
      enAddress2: 'x'.repeat(100),
      enAddress3: 'x'.repeat(100),
      enEmail: `${'x'.repeat(488)}@bureau.test`,
      enPhoneno: '1'.repeat(50),
      enMobileno: '1'.repeat(50),
      enContactPerson: 'x'.repeat(50),
      enOthDetails: 'x'.repeat(500),
      enRbiLic: 'x'.repeat(100),
      enBuyPercentage: '9999999999',
      enSellPercentage: '0.12345678',
      enIbrCut: '.123',
    });
    expect((await save('', record)).json.err).toBe('');
    expect((await detail(`F^${record.enId}`)).json).toMatchObject({
      enBuyPercentage: '9999999999',
      enSellPercentage: '0.12345678',
      enIbrCut: '0.123',
    });
  });

  it('id and type cannot be changed', async () => {
    const record = councilor();
    await save('', record);
    expect((await save(record.enId, { ...record, enId: 'OTHER1' })).json.err).toBe(
      'The id of an entity cannot be changed.',
    );
    const asFranchise = { ...record, enType: 'F', enCntlBran: 'MUM', enBuyPercentage: '1' };
    expect((await save(record.enId, asFranchise)).json.err).toBe('The type of an entity cannot be changed.');
  });
});

describe('two concurrent editors', () => {
  it('the second learns who was first, and a fresh detail shows the change', async () => {
    const record = franchise();
    await save('', record);
    const manager = await world.signIn('bm.mum');
    await save(record.enId, { ...record, enContactPerson: 'First' }, { 'if-match': '"1"' }, manager);
    const second = await save(record.enId, { ...record, enContactPerson: 'Second' }, { 'if-match': '"1"' });
    expect([second.status, second.json]).toEqual([
      409,
      {
        err: 'This record was changed by Bhavna Shah meanwhile. Please look at it again before saving.',
        changedby: 'Bhavna Shah',
        changedat: expect.any(String),
        version: 2,
      },
    ]);
    expect((await detail(`F^${record.enId}`)).json).toMatchObject({ enContactPerson: 'First', version: 2 });
    const over = await save(record.enId, { ...record, enContactPerson: 'Second' }, { 'if-match': '"2"' });
    expect(over.json.err).toBe('');
  });
});

describe('scope', () => {
  it('a branch user sees the allowed branches and the entities they control, in every call', async () => {
    const manager = await world.signIn('bm.mum');
    expect(ids((await list('B', {}, manager)).json)).toEqual(['MUM']);
    const under = ids((await list('F', {}, manager)).json);
    expect(under).toContain('GOA');
    expect(under).not.toContain('JAI');
    expect((await list('S', { q: 'Overseas' }, manager)).json).toEqual([]);
    expect((await detail('B^MUM', manager)).status).toBe(200);
    expect((await detail('F^GOA', manager)).status).toBe(200);
    for (const other of ['B^DEL', 'F^JAI', 'S^COUN1'])
      expect((await detail(other, manager)).status).toBe(404);
    const choose = (...fields: string[]) => world.post('entity_a.php', [manager, ...fields]);
    expect((await choose('ddlistjson', 'B')).json).toEqual([{ value: 'MUM', name: 'Mumbai Fort' }]);
    expect((await choose('ddlistjson', 'A')).json).toEqual([]);
    expect((await choose('ddlistjsonfranchise', 'DEL')).json).toEqual([]);
    expect((await choose('ddlistjsonfranchise', 'MUM')).json).toContainEqual({
      value: 'GOA',
      name: 'Goa Panjim Forex',
    });
  });

  it('a branch user adds franchisees under their own branch only, and adds no branch', async () => {
    const manager = await world.signIn('bm.mum');
    expect((await save('', franchise(), {}, manager)).json.err).toBe('');
    expect((await save('', franchise({ enCntlBran: 'DEL' }), {}, manager)).status).toBe(403);
    expect((await save('', franchise({ enCntlBran: 'NOSUCH' }), {}, manager)).status).toBe(403);
    expect((await save('', councilor(), {}, manager)).json.err).toBe(
      'Please fill mandatory feilds: Controlling branch',
    );
    const added = await save('', branch(), {}, manager);
    expect([added.status, added.json]).toEqual([403, { err: 'Only head office can add a branch.' }]);
    expect((await save('JAI', franchise({ enId: 'JAI' }), {}, manager)).status).toBe(404);
  });

  it('a franchise user sees their own entity but not its branch, and changes nothing', async () => {
    const own = await world.signIn('fran.goa');
    expect(ids((await list('F', {}, own)).json)).toEqual(['GOA']);
    expect((await list('B', {}, own)).json).toEqual([]);
    expect((await detail('F^GOA', own)).json).toMatchObject({
      enId: 'GOA',
      enCntlBran: '',
      enCntlBranName: '',
    });
    expect((await save('GOA', franchise({ enId: 'GOA' }), {}, own)).status).toBe(403);
  });
});

describe('lists', () => {
  it('lists mask the PAN and use the names of the specification', async () => {
    const [row] = (await list('F', { q: 'GOA' })).json;
    expect(row).toEqual({
      enSrno: expect.any(Number),
      enType: 'F',
      enId: 'GOA',
      enName: 'Goa Panjim Forex',
      enPan: 'XXXXXX210L',
      enCntlBran: 'MUM',
      enCntlBranName: 'Mumbai Fort',
      enContactPerson: 'Francis Fernandes',
      enMobileno: '98225 66100',
      enLicTo: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      enActive: 1,
    });
  });

  it.each(['name', '-name', 'id', '-id', 'licto', '-licto', 'srno'])('pages by key, by %s', async (sort) => {
    const whole = ids((await list('F', { sort })).json);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page = await list('F', { sort, limit: 2, ...(after === null ? {} : { after }) });
      paged.push(...ids(page.json));
      after = page.headers.get('x-next');
    } while (after !== null);
    expect(paged).toEqual(whole);
    expect(whole.length).toBeGreaterThan(4);
  });

  it('an inactive entity is not in the drop-downs', async () => {
    const record = franchise({ enActive: 0, enName: 'Closed Counter' });
    await save('', record);
    const { json } = await world.post('entity_a.php', [admin, 'ddlistjson', 'F']);
    expect(json.map(({ value }: { value: string }) => value)).not.toContain(record.enId);
    expect(json).toContainEqual({ value: 'GOA', name: 'Goa Panjim Forex' });
  });

  it('the export contains the rows shown, with dates as dates, and is recorded in the trail', async () => {
    const body = new URLSearchParams({ 1: admin, 2: 'export', 3: 'F', 4: JSON.stringify({ q: 'Goa' }) });
    const response = await fetch(`${world.url}/api/entity_a.php`, { method: 'POST', body });
    expect(response.headers.get('content-disposition')).toContain('franchisees.xlsx');
    const sheet = read(await response.arrayBuffer(), { cellDates: true }).Sheets['Franchisees'] ?? {};
    expect(utils.sheet_to_json(sheet)).toEqual([
      {
        'Entity id': 'GOA',
        Name: 'Goa Panjim Forex',
        PAN: 'XXXXXX210L',
        'Controlling branch': 'Mumbai Fort',
        'Contact person': 'Francis Fernandes',
        Mobile: '98225 66100',
        'Licence to': expect.any(Date),
        Status: 'Active',
      },
    ]);
    const { rows } = await world.database.admin.query(
      `select actor, after from platform.trail where action = 'export' and record = 'entity'`,
    );
    expect(rows).toEqual([{ actor: 1, after: { type: 'F', q: 'Goa' } }]);
  });
});

it('a save clears the caches of other processes only if it changes cached fields', async () => {
  const record = councilor();
  await save('', record);
  const heard: string[] = [];
  const client = world.database.admin;
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query('listen access_changed');
  await save(record.enId, { ...record, enContactPerson: 'Someone' });
  await client.query('select 1');
  expect(heard).toEqual([]);
  await save(record.enId, { ...record, enName: 'Another name' });
  await client.query('select 1');
  expect(heard).toEqual(['everything']);
  await client.query('unlisten access_changed');
});
