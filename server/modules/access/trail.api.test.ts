import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { trailList, TrailSearch } from '#contract/access/trail.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type TrailRow = z.input<typeof trailList.reply>[number];

let world: World;
let admin: string;

const list = (search?: TrailSearch | object, session = admin) =>
  world.post('trail_a.php', [session, 'list', ...(search === undefined ? [] : [JSON.stringify(search)])]);
const rows = async (search?: TrailSearch, session = admin) =>
  (await list(search, session)).json as TrailRow[];
const detail = (id: number, session = admin) => world.post('trail_a.php', [session, 'detail', String(id)]);
const save = (srno: number, country: object, session = admin) =>
  world.post('country_a.php', [session, 'save', String(srno), JSON.stringify(country)]);

const utopia = {
  cnt_name: 'Utopia',
  cnt_nationality: 'Utopian',
  cnt_swiftcode: 'UTO',
  cnt_fatf: 0,
  cnt_active: 1,
};
let utopiaSrno: number;
let manager: string;

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
  await world.database.admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select srno, key, true, true, true from access.right_group, unnest('{TRAIL,COUNTRY}'::text[]) key where name = 'Branch manager'
     on conflict do nothing`,
  );
  manager = await world.signIn('bm.mum');
  utopiaSrno = (await save(0, utopia)).json.srno as number;
  await save(utopiaSrno, { ...utopia, cnt_swiftcode: 'UTP', cnt_fatf: 1 });
  await world.post('country_a.php', [admin, 'export', '{"q":"uto"}']);
  await world.raw('login_a.php', '1=validate&2=bm.del&3=wrong&4=WEB');
});
afterAll(() => world.close());

describe('an entry', () => {
  it('says who did what, when, to which record', async () => {
    const [edit, add] = await rows({ record: 'country', recordid: String(utopiaSrno) });
    expect(edit).toEqual({
      tr_id: expect.any(Number),
      tr_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      tr_user: 'admin',
      tr_username: 'Asha Rao',
      tr_action: 'edit',
      tr_record: 'country',
      tr_recordid: String(utopiaSrno),
      tr_name: 'Utopia',
      tr_branch: 'HO',
      tr_fields: ['fatf', 'swift_code'],
    });
    expect(add).toMatchObject({ tr_action: 'add', tr_fields: [] });
  });

  it('shows each field before and after, the call and the address', async () => {
    const [edit] = await rows({ record: 'country', recordid: String(utopiaSrno), limit: 1 });
    expect((await detail(edit!.tr_id)).json).toEqual({
      ...edit,
      tr_call: 'country.save',
      tr_request: expect.any(String),
      tr_address: '127.0.0.1',
      tr_difference: [
        { field: 'fatf', before: 'No', after: 'Yes' },
        { field: 'swift_code', before: 'UTO', after: 'UTP' },
      ],
    });
  });

  it('shows the names of the records it refers to, within the scope', async () => {
    const { rows: found } = await world.database.admin.query<{
      srno: number;
      state: number;
      country: number;
    }>(`select c.srno, c.state, c.country from masters.city c where c.name = 'Kochi'`);
    const { state = 0, country = 0 } = found[0] ?? {};
    await world.post('city_a.php', [
      admin,
      'save',
      '0',
      JSON.stringify({ cty_name: 'Trailpur', cty_state: state, cty_country: country }),
    ]);
    const [added] = await rows({ record: 'city', action: 'add', limit: 1 });
    const { tr_difference } = (await detail(added!.tr_id)).json as { tr_difference: object[] };
    expect(tr_difference).toContainEqual({ field: 'state', before: null, after: `Kerala (${state})` });
    expect(tr_difference).toContainEqual({ field: 'country', before: null, after: `India (${country})` });

    const entities = await world.database.admin.query<{ id: string; srno: number }>(
      `select id, srno from masters.entity where id in ('MUM', 'DEL')`,
    );
    const numberOf = (id: string) => entities.rows.find((each) => each.id === id)?.srno ?? 0;
    await world.database.admin.query(
      `insert into platform.trail (action, record, record_id, branch, before, after)
       values ('edit', 'employee', '1', $1, jsonb_build_object('branch', $2::integer), jsonb_build_object('branch', $1::integer))`,
      [numberOf('MUM'), numberOf('DEL')],
    );
    const [moved] = await rows({ record: 'employee', action: 'edit', limit: 1 });
    const change = async (session: string) =>
      ((await detail(moved!.tr_id, session)).json as { tr_difference: object[] }).tr_difference;
    expect(await change(admin)).toEqual([
      { field: 'branch', before: 'Delhi Connaught Place (DEL)', after: 'Mumbai Fort (MUM)' },
    ]);
    expect(await change(manager)).toEqual([
      { field: 'branch', before: String(numberOf('DEL')), after: 'Mumbai Fort (MUM)' },
    ]);
  });

  it('that does not exist → 404', async () => expect((await detail(999_999_999)).status).toBe(404));

  it.each([
    [
      'sign-ins, good',
      { user: 'admin', action: 'sign-in' },
      { tr_record: 'account', tr_name: 'Asha Rao', tr_branch: 'HO' },
    ],
    [
      'and failed ones, by the account that was tried',
      { record: 'account', action: 'sign-in', limit: 1 },
      { tr_user: '', tr_name: 'Balbir Singh', tr_branch: 'DEL' },
    ],
    ['exports', { action: 'export' }, { tr_record: 'country', tr_recordid: 'list' }],
  ])('is written by %s', async (_, search, expected) => {
    expect((await rows(search))[0]).toMatchObject(expected);
  });
});

describe('a search', () => {
  it('by user ignores case, and finds nothing for an unknown one', async () => {
    const found = await rows({ user: 'ADMIN' });
    expect(found.length).toBeGreaterThan(3);
    expect(new Set(found.map((row) => row.tr_user))).toEqual(new Set(['admin']));
    expect(await rows({ user: 'nobody' })).toEqual([]);
  });

  it('combines its conditions', async () => {
    const found = await rows({ user: 'admin', record: 'country', action: 'edit' });
    expect(found.map((row) => [row.tr_action, row.tr_record])).toEqual([['edit', 'country']]);
  });

  it('by days in Indian time, both inclusive', async () => {
    await world.database.admin.query(
      `insert into platform.trail (at, action, record, record_id) values
       ('2026-03-31 18:29:59.999999Z', 'day', 'day', 'before'), ('2026-03-31 18:30:00Z', 'day', 'day', 'first'),
       ('2026-04-01 18:29:59.999999Z', 'day', 'day', 'last'), ('2026-04-01 18:30:00Z', 'day', 'day', 'after')`,
    );
    const found = await rows({ record: 'day', from: '2026-04-01', to: '2026-04-01' });
    expect(found.map((row) => row.tr_recordid)).toEqual(['last', 'first']);
    // 000 §9: the display format is accepted, too.
    expect(await rows({ record: 'day', from: '01/04/2026', to: '01/04/2026' })).toEqual(found);
    expect(await rows({ record: 'day', from: '2026-04-03' })).toEqual([]);
    expect((await rows({ record: 'day', to: '2026-03-31' })).map((row) => row.tr_recordid)).toEqual([
      'before',
    ]);
  });

  it.each([
    ['a day that is none', { from: '2026-02-31' }],
    ['a key that is none', { after: 'zzz' }],
    [
      'a key with a moment that is none',
      { after: Buffer.from('["2026-99-99T00:00:00Z","1"]').toString('base64url') },
    ],
    ['more than a page', { limit: 101 }],
    ['a wrong type', { user: true }],
  ])('with %s → 400', async (_, search) => expect((await list(search)).status).toBe(400));

  it('is paged by key, newest first, even if many entries have the same moment', async () => {
    await world.database.admin.query(
      `insert into platform.trail (at, action, record, record_id)
       select '2026-05-05 10:00:00Z'::timestamptz + make_interval(secs => n / 5), 'page', 'page', n::text from generate_series(1, 47) n`,
    );
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list({ record: 'page', limit: 10, ...(after === null ? {} : { after }) });
      seen.push(...(page.json as TrailRow[]).map((row) => row.tr_recordid));
      after = page.headers.get('x-next');
    } while (after !== null);
    const expected = Array.from({ length: 47 }, (_, n) => String(47 - n));
    expect(seen).toEqual(expected);
  });

  it('with few results reads a limited number of entries, and continues from there', async () => {
    await world.database.admin.query(
      `insert into platform.trail (at, action, record, record_id)
       select '2026-06-01 10:00:00Z'::timestamptz + make_interval(secs => n), case when n in (5, 1500) then 'rare' else 'often' end,
         'haystack', n::text from generate_series(1, 2500) n`,
    );
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const page = await list({ record: 'haystack', action: 'rare', ...(after === null ? {} : { after }) });
      pages.push((page.json as TrailRow[]).map((row) => row.tr_recordid));
      after = page.headers.get('x-next');
    } while (after !== null);
    expect(pages).toEqual([[], ['1500'], ['5']]);
  });
});

describe('a user outside head office', () => {
  it('sees the entries of the branches in scope, whoever made them', async () => {
    const { json } = await save(0, { ...utopia, cnt_name: 'Zenda' }, manager);
    await world.database.admin.query(
      `insert into platform.trail (actor, branch, action, record, record_id)
       select 1, srno, 'edit', 'entity', id from masters.entity where id in ('MUM', 'DEL')`,
    );
    const found = await rows({}, manager);
    expect(new Set(found.map((row) => row.tr_branch))).toEqual(new Set(['MUM']));
    expect(found.map((row) => `${row.tr_action} ${row.tr_record} ${row.tr_recordid}`)).toEqual(
      expect.arrayContaining([
        `add country ${json.srno}`,
        'edit entity MUM',
        expect.stringMatching(/^sign-in account/),
      ]),
    );
  });

  it.each<[string, TrailSearch]>([
    ['user', { user: 'admin' }],
    ['record', { record: 'entity', recordid: 'DEL' }],
    ['kind', { record: 'entity' }],
    ['action', { action: 'edit' }],
  ])('finds nothing of another branch by %s', async (_, search) => {
    const found = await rows(search, manager);
    expect(found.filter((row) => row.tr_branch !== 'MUM')).toEqual([]);
    expect(JSON.stringify(found)).not.toContain('DEL');
  });

  it('cannot open an entry of another branch, nor find its users', async () => {
    const [entry] = await rows({ record: 'entity', recordid: 'DEL' });
    expect((await detail(entry!.tr_id, manager)).status).toBe(404);
    const users = (await world.post('trail_a.php', [manager, 'users'])).json as { value: string }[];
    expect(users.map(({ value }) => value)).toContain('staff.mum');
    expect(users.map(({ value }) => value)).not.toContain('staff.del');
    expect((await world.post('trail_a.php', [manager, 'users', '{"q":"simran"}'])).json).toEqual([]);
  });
});

describe('the options of the drop-downs', () => {
  it('contain every kind and action once, sealed or not', async () => {
    await world.sql('select platform.seal_trail(5000)');
    await world.sql(
      `insert into platform.trail (action, record, record_id) values ('new action', 'new kind', '1')`,
    );
    const { json } = await world.post('trail_a.php', [admin, 'kinds']);
    expect(json.records).toEqual(expect.arrayContaining(['account', 'country', 'new kind']));
    expect(new Set(json.records).size).toBe(json.records.length);
    expect(json.actions).toEqual(expect.arrayContaining(['add', 'edit', 'export', 'new action', 'sign-in']));
  });

  it('contain users by id and by name', async () => {
    const find = async (q: string) =>
      (await world.post('trail_a.php', [admin, 'users', JSON.stringify({ q })])).json as unknown;
    expect(await find('asha')).toEqual([{ value: 'admin', name: 'admin · Asha Rao' }]);
    expect(await find('BM.')).toEqual([
      { value: 'bm.del', name: 'bm.del · Balbir Singh' },
      { value: 'bm.mum', name: 'bm.mum · Bhavna Shah' },
    ]);
    expect(await find('%')).toEqual([]);
    const one = await world.post('trail_a.php', [admin, 'users', '{"value":"Admin"}']);
    expect(one.json).toEqual([{ value: 'admin', name: 'admin · Asha Rao' }]);
  });
});

it('nothing is shown without the right', async () => {
  const sales = await world.signIn('sales.mum');
  for (const fields of [['list'], ['detail', '1'], ['kinds'], ['users']])
    expect((await world.post('trail_a.php', [sales, ...fields])).status).toBe(403);
});
