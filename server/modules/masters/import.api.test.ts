import { read, utils } from '@e965/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import type { ImportReply } from '#contract/master.ts';
import { footprint } from '#tools/testing/matrix/footprint.ts';
import { sheetSample, windowsProgramSample } from '#tools/testing/samples.ts';
import { doneReply, sendSheet, sheetFrom } from '#tools/testing/sheets.ts';
import { openWorld } from '#tools/testing/world.ts';

const HEADER = ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'];
const row = (name: unknown, ...more: unknown[]) =>
  [name, 'Testish', 'TST', 'No', 'Active'].map((cell, at) => (at === 0 ? name : (more[at - 1] ?? cell)));
const sheet = (...rows: unknown[][]) => sheetSample([HEADER, ...rows]);

const world = await openWorld();
const admin = await world.signIn('admin');
afterAll(() => world.close());

async function send(
  action: 'importcheck' | 'importapply',
  bytes: Buffer,
  session = admin,
  name = 'countries.xlsx',
) {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: session, uploadType: action }));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${world.url}/api/country_a.php`, { method: 'POST', body: form });
  return { status: response.status, json: (await response.json()) as ImportReply };
}
const check = async (bytes: Buffer, session = admin) => (await send('importcheck', bytes, session)).json;
const apply = async (bytes: Buffer, session = admin) => (await send('importapply', bytes, session)).json;
const done = (rows: number, added: number, changed: number, same: number) => ({
  error: '',
  rows,
  added,
  changed,
  same,
  errors: [],
  errorcount: 0,
});
const countries = async (like: string) =>
  (
    await world.database.admin.query<{ name: string; nationality: string; version: number; active: boolean }>(
      `select name, nationality, version, active, fatf from masters.country where name like $1 order by lower(name)`,
      [like],
    )
  ).rows;
const trailOf = async (like: string) =>
  (
    await world.database.admin.query<{
      action: string;
      before: string | null;
      after: string;
      call: string;
      actor: number;
    }>(
      `select action, before ->> 'nationality' as before, after ->> 'nationality' as after, call, actor
       from platform.trail where record = 'country' and after ->> 'name' like $1 order by id`,
      [like],
    )
  ).rows;

describe('the template', () => {
  it('has the headings and one row, and can be imported unchanged', async () => {
    const body = new URLSearchParams({ 1: admin, 2: 'importtemplate' });
    const response = await fetch(`${world.url}/api/country_a.php`, { method: 'POST', body });
    expect(response.headers.get('content-disposition')).toContain('countries-template.xlsx');
    const bytes = Buffer.from(await response.arrayBuffer());
    const book = read(bytes);
    const rows = utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
    expect(rows).toEqual([HEADER, ['India', 'Indian', 'IN', 'No', 'Active']]);
    expect(await check(bytes)).toEqual(done(1, 0, 0, 1));
  });

  it('and the export can be imported unchanged', async () => {
    const body = new URLSearchParams({ 1: admin, 2: 'export' });
    const response = await fetch(`${world.url}/api/country_a.php`, { method: 'POST', body });
    const reply = await check(Buffer.from(await response.arrayBuffer()));
    expect(reply).toEqual(done(reply.rows, 0, 0, reply.rows));
    expect(reply.rows).toBeGreaterThan(175);
  });
});

describe('an import', () => {
  it('is checked without changes, then applied, and then changes nothing', async () => {
    await apply(sheet(row('Import One', 'Old')));
    const bytes = sheet(row('import one', 'New'), row('Import Two'), row('India', 'Indian', 'IN'));
    const before = await footprint(world.database.admin);
    expect(await check(bytes)).toEqual(done(3, 1, 1, 1));
    expect(await footprint(world.database.admin)).toEqual(before);

    expect(await apply(bytes)).toEqual(done(3, 1, 1, 1));
    expect(await countries('%mport %')).toMatchObject([
      { name: 'import one', nationality: 'New', version: 2 },
      { name: 'Import Two', nationality: 'Testish', version: 1 },
    ]);
    expect(await trailOf('%mport %')).toEqual([
      { action: 'add', before: null, after: 'Old', call: 'country.importapply', actor: 1 },
      { action: 'edit', before: 'Old', after: 'New', call: 'country.importapply', actor: 1 },
      { action: 'add', before: null, after: 'Testish', call: 'country.importapply', actor: 1 },
    ]);

    expect(await apply(bytes)).toEqual(done(3, 0, 0, 3));
    expect(await trailOf('%mport %')).toHaveLength(3);
    expect((await countries('%mport %')).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('is recorded in the trail as a whole, with its file', async () => {
    await apply(sheet(row('Import Noted')));
    const { rows } = await world.database.admin.query(
      `select after from platform.trail where action = 'import' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        after: {
          file: 'countries.xlsx',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          added: 1,
          changed: 0,
        },
      },
    ]);
  });

  it('accepts .xls, columns in any order, headings in any case, empty rows and many forms of yes and no', async () => {
    const bytes = sheetSample(
      [
        ['STATUS', 'swift CODE', 'country ', 'Nationality', 'fatf'],
        ['inactive', 7, ' Import Xls ', 'N', true],
        [],
        ['1', 'X', 'Import Xls 2', 'N', 'n'],
      ],
      'biff8',
    );
    const sent = await send('importapply', bytes, admin, 'old.xls');
    expect(sent.json).toEqual(done(2, 2, 0, 0));
    expect(await countries('Import Xls%')).toMatchObject([
      { name: 'Import Xls', active: false, fatf: true },
      { name: 'Import Xls 2', active: true, fatf: false },
    ]);
  });

  it('of thousands of rows is one transaction', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => row(`Bulk ${n}`));
    expect(await apply(sheet(...rows))).toEqual(done(5_000, 5_000, 0, 0));
    expect(await countries('Bulk %')).toHaveLength(5_000);
  });

  it('concurrent with itself: one adds the rows, the others find them unchanged', async () => {
    const bytes = sheet(...Array.from({ length: 200 }, (_, n) => row(`Twin ${n}`)));
    const replies = await Promise.all([apply(bytes), apply(bytes), apply(bytes)]);
    expect(replies.map(({ added, same, error }) => [error, added, same]).sort()).toEqual([
      ['', 0, 200],
      ['', 0, 200],
      ['', 200, 0],
    ]);
    expect(await countries('Twin %')).toHaveLength(200);
  });

  it('concurrent with single saves loses none of them', async () => {
    await apply(sheet(...Array.from({ length: 20 }, (_, n) => row(`Beside ${n}`, 'Zero'))));
    const { rows } = await world.database.admin.query<{ srno: number; name: string }>(
      `select srno, name from masters.country where name like 'Beside %' order by srno`,
    );
    const save = ({ srno, name }: { srno: number; name: string }) =>
      world.post('country_a.php', [
        admin,
        'save',
        String(srno),
        JSON.stringify({
          cnt_name: name,
          cnt_nationality: 'Saved',
          cnt_swiftcode: 'TST',
          cnt_fatf: 0,
          cnt_active: 1,
        }),
      ]);
    await Promise.all([apply(sheet(...rows.map(({ name }) => row(name, 'Sheet')))), ...rows.map(save)]);
    const versions = (await countries('Beside %')).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 20 }, () => 3));
    const { rows: broken } = await world.database.admin.query(
      `select later.id from platform.trail later join platform.trail earlier
         on earlier.record = later.record and earlier.record_id = later.record_id
         and (earlier.after ->> 'version')::integer = (later.before ->> 'version')::integer
       where later.record = 'country' and later.before ->> 'name' like 'Beside %' and later.before <> earlier.after`,
    );
    expect(broken, 'what one entry left, the next found').toEqual([]);
  });
});

describe('errors are reported by row and column, and nothing of the sheet is imported', () => {
  const MANDATORY = 'Please fill mandatory feilds';
  it.each<[string, Buffer, ImportReply['errors']]>([
    ['a missing value', sheet(row('')), [{ row: 2, column: 'Country', text: MANDATORY }]],
    [
      'an unanswered question and a word that is none, after an empty row',
      sheet([], row('Wrong A', 'x', 'X', '', 'maybe')),
      [
        { row: 3, column: 'Status', text: 'Please write Active or Inactive.' },
        { row: 3, column: 'FATF', text: MANDATORY },
      ],
    ],
    [
      'a text that is too long',
      sheet(row('Wrong B', 'x', 'x'.repeat(11))),
      [{ row: 2, column: 'Swift code', text: 'Swift code can have at most 10 characters.' }],
    ],
    [
      'a huge text',
      sheet(row('x'.repeat(32_000))),
      [{ row: 2, column: 'Country', text: 'Country can have at most 50 characters.' }],
    ],
    [
      'a truth where a name is wanted',
      sheet(row(true)),
      [{ row: 2, column: 'Country', text: 'Please write a text.' }],
    ],
    [
      'a formula',
      sheetSample([HEADER, row('x')], 'xlsx', (made) => {
        made['A2'] = { t: 'n', f: 'UPPER("x")' };
      }),
      [
        {
          row: 2,
          column: 'Country',
          text: 'This formula has no value in the file. Please put its value instead.',
        },
      ],
    ],
    [
      'merged cells',
      sheetSample([HEADER, row('Merged'), [null, 'x', 'X', 'No', 'Active']], 'xlsx', (made) => {
        made['!merges'] = [utils.decode_range('A2:A3')];
      }),
      [{ row: 3, column: 'Country', text: MANDATORY }],
    ],
    [
      'the same record twice',
      sheet(row('Wrong C'), row('WRONG c ')),
      [{ row: 3, column: '', text: 'An earlier row is the same record.' }],
    ],
    [
      'headings',
      sheetSample([['Country', 'Nationality', 'Swift code', 'Status', 'Capital', 'Country'], ['x']]),
      [
        { row: 1, column: 'FATF', text: 'This column is missing.' },
        { row: 1, column: 'Capital', text: 'There is no such column.' },
        { row: 1, column: 'Country', text: 'This column is there twice.' },
      ],
    ],
  ])('%s', async (_, bytes, errors) => {
    const reply = await check(bytes);
    expect(reply).toMatchObject({ error: '', errors, errorcount: errors.length });
    const before = await footprint(world.database.admin);
    const words = errors.length === 1 ? '1 thing is' : `${errors.length} things are`;
    expect(await apply(bytes)).toEqual({ error: `${words} wrong with the sheet. Nothing was imported.` });
    expect(await footprint(world.database.admin)).toEqual(before);
  });

  it('one wrong row among many blocks the import, and only the first errors are reported', async () => {
    const bytes = sheet(
      row('Good'),
      ...Array.from({ length: 300 }, () => row('Bad', '', '')).map((cells) => [
        ...cells.slice(0, 1),
        '',
        '',
        'No',
        'Active',
      ]),
    );
    const reply = await check(bytes);
    expect([reply.errors.length, reply.errorcount]).toEqual([200, 600]);
    expect((await apply(bytes)).error).toBe('600 things are wrong with the sheet. Nothing was imported.');
    expect(await countries('Good')).toEqual([]);
  });

  it.each([
    ['no rows', sheet(), 'countries.xlsx', 'The sheet has no rows under its headings.'],
    [
      'a program by another name',
      windowsProgramSample(),
      'countries.xlsx',
      'The file is damaged or is not what its name says.',
    ],
    ['another type', sheet(row('x')), 'countries.csv', 'This type of file is not allowed.'],
  ])('%s is refused', async (_, bytes, name, error) => {
    for (const action of ['importcheck', 'importapply'] as const)
      expect(await send(action, bytes, admin, name)).toEqual({ status: 200, json: { error } });
  });
});

describe('rights', () => {
  it('a user with only the add right cannot change existing records by a sheet', async () => {
    await world.database.admin.query(
      `update access.group_right set may_query = true, may_add = true, may_edit = false
       where right_key = 'COUNTRY' and right_group = (select right_group from access.account where user_id = 'ho.rates')`,
    );
    const adder = await world.signIn('ho.rates');
    expect(await apply(sheet(row('Adder')), adder)).toEqual(done(1, 1, 0, 0));
    expect(await apply(sheet(row('Adder')), adder)).toEqual(done(1, 0, 0, 1));
    const changes = sheet(row('Adder', 'Changed'));
    expect((await check(changes, adder)).errors).toEqual([
      { row: 2, column: '', text: 'This record is in the list already, and you may not change it.' },
    ]);
    expect((await apply(changes, adder)).error).toContain('Nothing was imported.');
    expect((await countries('Adder'))[0]?.nationality).toBe('Testish');
  });

  it('a user without the add right cannot even check a sheet', async () => {
    const sales = await world.signIn('sales.mum');
    for (const action of ['importcheck', 'importapply'] as const)
      expect((await send(action, sheet(row('x')), sales)).status).toBe(403);
    expect((await world.post('country_a.php', [sales, 'importtemplate'])).status).toBe(403);
  });
});

describe('masters that refer to others', () => {
  const sendTo = (endpoint: string, action: 'importcheck' | 'importapply', rows: unknown[][]) =>
    sendSheet(world, admin, endpoint, action, rows);
  const CITY = ['City', 'State', 'Country', 'Status'];

  it('find them by name, and report a missing one', async () => {
    const rows = [
      CITY,
      ['Sheetpur', 'maharashtra', 'INDIA', ''],
      ['Sheetgaon', 'Bavaria', 'India', 'Active'],
    ];
    const reply = await sendTo('city_a.php', 'importcheck', rows);
    expect(reply.errors).toEqual([{ row: 3, column: 'State', text: 'There is no such record.' }]);
    expect(await sendTo('city_a.php', 'importapply', rows.slice(0, 2))).toEqual(doneReply(1, 1, 0, 0));
    const { rows: stored } = await world.database.admin.query(
      `select c.active, s.name as state, n.name as country from masters.city c join masters.state s on s.srno = c.state
       join masters.country n on n.srno = c.country where c.name = 'Sheetpur'`,
    );
    expect(stored).toEqual([{ active: true, state: 'Maharashtra', country: 'India' }]);
  });

  it('of currencies have the decimals and the order; empty cells and older sheets leave them', async () => {
    const header = [
      'Code',
      'Currency',
      'Country',
      'Flag',
      'Decimals of its rates',
      'Order in lists',
      'Status',
    ];
    const stored = async () =>
      (
        await world.database.admin.query<{ code: string; rate_places: number; trade_order: number | null }>(
          `select code, rate_places, trade_order from masters.currency where code in ('XQA', 'XQB') order by code`,
        )
      ).rows;
    const wrong = [header, ['XQA', 'Test A', '', '', '5', '1000', 'Active']];
    expect((await sendTo('isd_a.php', 'importcheck', wrong)).errors?.map(({ column }) => column)).toEqual([
      'Decimals of its rates',
      'Order in lists',
    ]);
    const rows = [
      header,
      ['XQA', 'Test A', '', '', 3, 41, 'Active'],
      ['XQB', 'Test B', '', '', '', '', 'Active'],
    ];
    expect(await sendTo('isd_a.php', 'importapply', rows)).toEqual(doneReply(2, 2, 0, 0));
    const kept = [
      { code: 'XQA', rate_places: 3, trade_order: 41 },
      { code: 'XQB', rate_places: 2, trade_order: null },
    ];
    expect(await stored()).toEqual(kept);
    const older = [
      ['Code', 'Currency', 'Country', 'Flag', 'Status'],
      ['XQA', 'Renamed', '', '', 'Active'],
    ];
    expect(await sendTo('isd_a.php', 'importapply', older)).toEqual(doneReply(1, 0, 1, 0));
    expect(await stored()).toEqual(kept);
    await world.database.admin.query(`delete from masters.currency where code in ('XQA', 'XQB')`);
  });

  it('report a refusal by the database', async () => {
    await world.database.admin.query(`update masters.country set active = false where name = 'Bhutan'`);
    const rows = [
      ['State', 'Country', 'Status'],
      ['Sheetdzong', 'Bhutan', 'Active'],
    ];
    expect(await sendTo('state_a.php', 'importapply', rows)).toEqual({
      status: 200,
      error: 'This country is not active.',
    });
  });

  it.each([
    ['state_a.php', 30],
    ['city_a.php', 100],
    ['isd_a.php', 10],
    ['purpose_a.php', 3],
    ['bank_a.php', 3],
    ['gatewaybank_a.php', 3],
    ['area_a.php', 3],
    ['employee_a.php', 10],
    ['user_a.php', 15],
  ])('%s: its export can be imported unchanged', async (endpoint, atLeast) => {
    const rows = await sheetFrom(world, admin, endpoint, 'export');
    expect(rows.length).toBeGreaterThan(atLeast);
    const reply = await sendTo(endpoint, 'importapply', rows);
    expect(reply).toEqual(doneReply(rows.length - 1, 0, 0, rows.length - 1));
  });

  it('each has a template whose example can be imported unchanged', async () => {
    for (const endpoint of [
      'state_a.php',
      'city_a.php',
      'isd_a.php',
      'purpose_a.php',
      'bank_a.php',
      'gatewaybank_a.php',
      'area_a.php',
      'employee_a.php',
      'user_a.php',
      'entity_a.php',
    ]) {
      const rows = await sheetFrom(world, admin, endpoint, 'importtemplate');
      expect(rows).toHaveLength(2);
      expect((await sendTo(endpoint, 'importcheck', rows)).errors).toEqual([]);
    }
  });
});
