import { read, utils } from '@e965/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { openWorld } from '#tools/testing/world.ts';

const world = await openWorld();
const admin = await world.signIn('admin');
afterAll(() => world.close());

const utopia = {
  cnt_name: 'Utopia',
  cnt_nationality: 'Utopian',
  cnt_swiftcode: 'UTO',
  cnt_fatf: 0,
  cnt_active: 1,
};

const save = (
  srno: number | string,
  country: object,
  headers: Record<string, string> = {},
  session = admin,
) => world.post('country_a.php', [session, 'save', String(srno), JSON.stringify(country)], headers);
const detail = (srno: number, session = admin) =>
  world.post('country_a.php', [session, 'detail', String(srno)]);
const list = (page?: object, session = admin) =>
  world.post('country_a.php', [session, 'listjson', ...(page === undefined ? [] : [JSON.stringify(page)])]);
const names = (rows: { cnt_name: string }[]) => rows.map((row) => row.cnt_name);

describe('save and detail', () => {
  it('adds a record, returns srno and version, and shows who changed it', async () => {
    const saved = await save(0, utopia);
    expect(saved.json).toEqual({ err: '', msg: 'Saved.', srno: expect.any(Number) });
    expect(saved.headers.get('etag')).toBe('"1"');
    const { json, headers } = await detail(saved.json.srno);
    expect(headers.get('etag')).toBe('"1"');
    expect(json).toEqual({
      cnt_srno: saved.json.srno,
      ...utopia,
      version: 1,
      changedby: 'Asha Rao',
      changedat: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it('accepts flags as text, trims, and treats an empty srno as a new record', async () => {
    const saved = await save('', { ...utopia, cnt_name: '  Ruritania ', cnt_fatf: '1', cnt_active: '0' });
    const { json } = await detail(saved.json.srno);
    expect(json).toMatchObject({ cnt_name: 'Ruritania', cnt_fatf: 1, cnt_active: 0 });
  });

  it('writes the state before and after to the trail, with the actor and the call', async () => {
    const { json: saved } = await save(0, { ...utopia, cnt_name: 'Freedonia' });
    await save(saved.srno, { ...utopia, cnt_name: 'Sylvania' }, { 'if-match': '"1"' });
    const { rows } = await world.database.admin.query(
      `select action, actor, call, before ->> 'name' as before, after ->> 'name' as after
       from platform.trail where record = 'country' and record_id = $1 order by id`,
      [String(saved.srno)],
    );
    expect(rows).toEqual([
      { action: 'add', actor: 1, call: 'country.save', before: null, after: 'Freedonia' },
      { action: 'edit', actor: 1, call: 'country.save', before: 'Freedonia', after: 'Sylvania' },
    ]);
  });

  it('answers 404 for a missing record', async () => {
    expect((await detail(999_999)).status).toBe(404);
    expect((await save(999_999, utopia)).status).toBe(404);
  });
});

/** 000 §5: mandatory fields and other maximum lengths. */
describe('refusals', () => {
  it.each([
    ['country', { cnt_name: '  ' }, 'Please fill mandatory feilds'],
    ['nationality', { cnt_nationality: '' }, 'Please fill mandatory feilds'],
    ['swift code', { cnt_swiftcode: '' }, 'Please fill mandatory feilds'],
    ['FATF', { cnt_fatf: '' }, 'Please fill mandatory feilds'],
    ['status', { cnt_active: null }, 'Please fill mandatory feilds'],
    ['country of 51', { cnt_name: 'x'.repeat(51) }, 'Country can have at most 50 characters.'],
    ['nationality of 51', { cnt_nationality: 'x'.repeat(51) }, 'Nationality can have at most 50 characters.'],
    ['swift code of 11', { cnt_swiftcode: 'x'.repeat(11) }, 'Swift code can have at most 10 characters.'],
    ['a name that is there', { cnt_name: 'iNDIA' }, 'This country is already in the list.'],
  ])('%s', async (_, wrong, err) => {
    const { status, json } = await save(0, { ...utopia, cnt_name: 'Nowhere', ...wrong });
    expect([status, json]).toEqual([200, { err }]);
  });

  it('accepts the maximum length of each field', async () => {
    const unique = crypto.randomUUID().slice(0, 8);
    const longest = {
      cnt_name: unique.padEnd(50, 'x'),
      cnt_nationality: 'x'.repeat(50),
      cnt_swiftcode: 'x'.repeat(10),
    };
    expect((await save(0, { ...utopia, ...longest })).json.err).toBe('');
  });

  it.each([
    [
      'a missing field',
      [
        ['1', 'SESSION'],
        ['2', 'save'],
        ['3', '0'],
      ],
    ],
    [
      'an extra field',
      [
        ['1', 'SESSION'],
        ['2', 'detail'],
        ['3', '1'],
        ['4', 'x'],
      ],
    ],
    [
      'a duplicated field',
      [
        ['1', 'SESSION'],
        ['2', 'detail'],
        ['3', '1'],
        ['3', '2'],
      ],
    ],
    [
      'a gap',
      [
        ['1', 'SESSION'],
        ['2', 'detail'],
        ['4', '1'],
      ],
    ],
    [
      'a field with another name',
      [
        ['1', 'SESSION'],
        ['2', 'detail'],
        ['srno', '1'],
      ],
    ],
    [
      'an unknown action',
      [
        ['1', 'SESSION'],
        ['2', 'drop'],
      ],
    ],
    [
      'an srno that is none',
      [
        ['1', 'SESSION'],
        ['2', 'detail'],
        ['3', '-1'],
      ],
    ],
    [
      'JSON that is none',
      [
        ['1', 'SESSION'],
        ['2', 'save'],
        ['3', '0'],
        ['4', '{'],
      ],
    ],
    [
      'a wrong type inside',
      [
        ['1', 'SESSION'],
        ['2', 'save'],
        ['3', '0'],
        ['4', '{"cnt_name":1}'],
      ],
    ],
    [
      'an order that is none',
      [
        ['1', 'SESSION'],
        ['2', 'listjson'],
        ['3', '{"sort":"fatf"}'],
      ],
    ],
    [
      'a page key that is none',
      [
        ['1', 'SESSION'],
        ['2', 'listjson'],
        ['3', '{"after":"zzz"}'],
      ],
    ],
    [
      'a limit over the most',
      [
        ['1', 'SESSION'],
        ['2', 'listjson'],
        ['3', '{"limit":501}'],
      ],
    ],
  ])('%s → 400', async (_, fields) => {
    const body = fields.map(
      ([name, value]) => `${name}=${encodeURIComponent(value === 'SESSION' ? admin : (value ?? ''))}`,
    );
    const { status, json } = await world.raw('country_a.php', body.join('&'));
    expect([status, Object.keys(json)]).toEqual([400, ['err']]);
  });
});

describe('versions and keys', () => {
  it('of two saves with the same version one succeeds, and the other learns who was faster', async () => {
    const { json: saved } = await save(0, { ...utopia, cnt_name: 'Lilliput' });
    const attempts = await Promise.all(
      ['A', 'B', 'C', 'D'].map((letter) =>
        save(saved.srno, { ...utopia, cnt_name: `Lilliput ${letter}` }, { 'if-match': '"1"' }),
      ),
    );
    const told = attempts.filter(({ status }) => status === 409);
    expect(attempts.filter(({ status, json }) => status === 200 && json.err === '')).toHaveLength(1);
    expect(told).toHaveLength(3);
    expect(told[0]?.json).toEqual({
      err: 'This record was changed by Asha Rao meanwhile. Please look at it again before saving.',
      changedby: 'Asha Rao',
      changedat: expect.any(String),
      version: 2,
    });
    expect((await detail(saved.srno)).json.version).toBe(2);
  });

  it('a bare save without a version works, as specified', async () => {
    const { json: saved } = await save(0, { ...utopia, cnt_name: 'Brobdingnag' });
    expect((await save(saved.srno, { ...utopia, cnt_name: 'Brobdingnag 2' })).json.err).toBe('');
  });

  it('the same idempotency key twice results in one row and the same answer', async () => {
    const country = { ...utopia, cnt_name: 'Laputa' };
    const key = { 'idempotency-key': 'laputa-1' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => save(0, country, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { rows } = await world.database.admin.query(
      `select srno from masters.country where name = 'Laputa'`,
    );
    expect(rows).toEqual([{ srno: answers[0]?.json.srno }]);
    const other = await save(0, { ...country, cnt_name: 'Balnibarbi' }, key);
    expect(other.status).toBe(409);
  });

  it('a refused save leaves its idempotency key free', async () => {
    const key = { 'idempotency-key': 'glubbdubdrib' };
    expect((await save(0, { ...utopia, cnt_name: '' }, key)).json.err).not.toBe('');
    expect((await save(0, { ...utopia, cnt_name: 'Glubbdubdrib' }, key)).json.err).toBe('');
  });
});

describe('lists', () => {
  it('a bare list is an array with the specified names', async () => {
    const { json } = await list();
    expect(Object.keys(json[0])).toEqual([
      'cnt_srno',
      'cnt_name',
      'cnt_nationality',
      'cnt_swiftcode',
      'cnt_fatf',
      'cnt_active',
    ]);
    expect(json.length).toBeGreaterThan(175);
  });

  it.each(['name', '-name', 'nationality', '-swiftcode', 'srno', '-srno'])(
    'pages by key, ordered by %s',
    async (sort) => {
      const whole = (await list({ sort })).json as { cnt_srno: number }[];
      const paged: { cnt_srno: number }[] = [];
      let after: string | null = null;
      do {
        const page = await list({ sort, limit: 17, ...(after === null ? {} : { after }) });
        paged.push(...page.json);
        after = page.headers.get('x-next');
      } while (after !== null);
      expect(paged.map((row) => row.cnt_srno)).toEqual(whole.map((row) => row.cnt_srno));
    },
  );

  it('searches in name, nationality and code, and treats wildcards literally', async () => {
    expect(names((await list({ q: 'emirat' })).json)).toEqual(['United Arab Emirates']);
    expect(names((await list({ q: 'Dutch' })).json)).toEqual(['Netherlands']);
    expect((await list({ q: '%' })).json).toEqual([]);
    expect((await list({ q: '_____' })).json).toEqual([]);
  });

  it('drop-downs contain only active records, with and without the select entry', async () => {
    await save(0, { ...utopia, cnt_name: 'Atlantis', cnt_active: 0 });
    const plain = (await world.post('country_a.php', [admin, 'ddlistjson'])).json as {
      value: string;
      name: string;
    }[];
    const select = (await world.post('country_a.php', [admin, 'ddlistjsonselect'])).json;
    expect(plain.map(({ name }) => name)).not.toContain('Atlantis');
    expect(select).toEqual([{ value: '', name: 'Select' }, ...plain]);
  });
});

describe('export', () => {
  it('is an .xlsx file of the list shown, and is recorded in the trail', async () => {
    await save(0, { ...utopia, cnt_name: '=cmd|calc', cnt_nationality: '=HYPERLINK("x")' });
    const body = new URLSearchParams({ 1: admin, 2: 'export', 3: JSON.stringify({ q: 'calc' }) });
    const response = await fetch(`${world.url}/api/country_a.php`, { method: 'POST', body });
    expect(response.headers.get('content-disposition')).toContain('countries.xlsx');
    const book = read(await response.arrayBuffer());
    const sheet = book.Sheets['Countries'] ?? {};
    expect(utils.sheet_to_json(sheet)).toEqual([
      {
        Country: '=cmd|calc',
        Nationality: '=HYPERLINK("x")',
        'Swift code': 'UTO',
        FATF: 'No',
        Status: 'Active',
      },
    ]);
    expect(sheet['A2'].f).toBeUndefined();
    const { rows } = await world.database.admin.query(
      `select actor, after from platform.trail where action = 'export' and record = 'country'`,
    );
    expect(rows).toEqual([{ actor: 1, after: { q: 'calc' } }]);
  });

  it('requires the right', async () => {
    const session = await world.signIn('sales.mum');
    expect((await world.post('country_a.php', [session, 'export'])).status).toBe(403);
  });
});
