import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { budgetRow } from '#contract/budget/budget.ts';
import { MONTHS, otherFinancialYear } from '#domain/budget/budget.ts';
import { dateInIndia, financialYearOf } from '#domain/dates.ts';
import { sheetSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;

const thisYear = financialYearOf(dateInIndia(Date.now()));
/** Years for which the demo data has no budgets. */
const [free, later] = [otherFinancialYear(thisYear, 5), otherFinancialYear(thisYear, 6)];

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
});
afterAll(() => world.close());

const ask = (action: string, fields: readonly object[], session = admin, headers = {}) =>
  world.post('budget_a.php', [session, action, ...fields.map((field) => JSON.stringify(field))], headers);
const save = (record: object, session = admin, headers = {}) => ask('save', [record], session, headers);
const one = (key: string, session = admin) => world.post('budget_a.php', [session, 'getonedetail', key]);
const list = (search: object, session = admin, page?: object) =>
  ask(
    'list',
    [{ srchType: 'BRANCH', srchTypeOneAll: 'ALL', ...search }, ...(page === undefined ? [] : [page])],
    session,
  );
const trailOf = async (id: number) =>
  (
    await world.database.admin.query<{
      action: string;
      branch: number | null;
      after: Record<string, unknown>;
    }>(
      `select action, branch, after from platform.trail where record = 'budget' and record_id = $1 order by id`,
      [String(id)],
    )
  ).rows;

describe('a budget', () => {
  it("is saved with the payload's names, empty amounts become 0, and it is found by its key", async () => {
    const saved = await save({
      budSrno: '',
      budComp: 1,
      budItem: 1,
      budFinYear: free,
      budUniquesKey: '',
      budBran: 'MUM',
      budSalesExecutive: '',
      budApr: '1200.50',
      budMay: 3000,
      budJun: '',
      budMar: '0.5',
    });
    expect(saved.json).toEqual({ err: '', msg: 'Saved.', srno: expect.any(Number) as number });
    const key = `1-1-${free}-MUM-`;
    const found = await one(key);
    expect(found.json).toMatchObject({
      misb_srno: saved.json.srno,
      misb_compcode: 1,
      misb_itemcode: 1,
      misb_finyear: free,
      misb_uniquekey: key,
      misb_brancode: 'MUM',
      misb_branname: 'Mumbai Fort',
      misb_empcode: '',
      misb_apr: '1200.50',
      misb_may: '3000.00',
      misb_jun: '0.00',
      misb_mar: '0.50',
      misb_total: '4201.00',
      version: 1,
      changedby: 'Asha Rao',
    });
    expect(found.headers.get('etag')).toBe('"1"');
    expect((await one(String(saved.json.srno))).json).toEqual(found.json);
    expect(await trailOf(saved.json.srno)).toEqual([
      { action: 'add', branch: 2, after: expect.objectContaining({ may: 3000, fin_year: free }) as object },
    ]);
  });

  it("of an executive belongs to the executive's branch, whether the branch is sent or not", async () => {
    const saved = await save({ budFinYear: free, budBran: '', budSalesExecutive: 'e201', budDec: '10' });
    expect(saved.json.err).toBe('');
    const { json } = await one(`1-1-${free}-DEL-E201`);
    expect(json).toMatchObject({ misb_empcode: 'E201', misb_empname: 'Sahil Kapoor', misb_brancode: 'DEL' });
    expect((await one(`1-1-${free}--E201`)).json).toEqual(json);
    expect((await save({ budFinYear: free, budBran: 'MUM', budSalesExecutive: 'E201' })).json.err).toBe(
      'This executive belongs to another branch.',
    );
    expect((await save({ budFinYear: free, budSalesExecutive: 'E111' })).json.err).toBe(
      'This employee is not an active sales executive.',
    );
  });

  it('requires the branch or the executive, depending on its type', async () => {
    expect((await save({ budFinYear: free })).json.err).toBe('Please fill mandatory feilds: Branch');
    expect((await save({ budFinYear: free, budType: 'EXECUTIVE', budBran: 'MUM' })).json.err).toBe(
      'Please fill mandatory feilds: Executive',
    );
  });

  it.each([
    ['12345678901', 'August can have at most 10 characters.'],
    ['1234567.890', 'August can have at most 10 characters.'],
    ['-5', 'August is no amount in rupees.'],
    ['1.005', 'August is no amount in rupees.'],
    ['ten', 'August is no amount in rupees.'],
  ])('refuses the amount %s', async (budAug, err) => {
    expect((await save({ budFinYear: free, budBran: 'PUN', budAug })).json.err).toBe(err);
  });

  it('accepts ten digits', async () => {
    const { json } = await save({
      budFinYear: free,
      budBran: 'PUN',
      budAug: '9999999999',
      budSep: 9999999999,
    });
    expect((await one(String(json.srno))).json).toMatchObject({ misb_total: '19999999998.00' });
  });

  it('can be saved again as it was read', async () => {
    const given = { budApr: '10000000', budMay: '12345678.5', budJun: '9999999999', budJul: '0.05' };
    const { json } = await save({ budFinYear: later, budBran: 'GOA', ...given });
    const stored = (await one(String(json.srno))).json;
    expect([stored.misb_apr, stored.misb_may]).toEqual(['10000000.00', '12345678.50']);
    const again = await save({
      budSrno: json.srno,
      budFinYear: later,
      budBran: 'GOA',
      ...Object.fromEntries(
        MONTHS.map((month) => [
          `bud${month.charAt(0).toUpperCase()}${month.slice(1)}`,
          stored[`misb_${month}`] as string,
        ]),
      ),
    });
    expect(again.json.err).toBe('');
    expect((await one(String(json.srno))).json).toMatchObject({
      misb_total: stored.misb_total as string,
      version: 2,
    });
  });

  it('is unique by year, branch and executive, even under concurrent saves', async () => {
    const record = { budFinYear: free, budBran: 'BLR', budApr: '1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(record)));
    expect(answers.filter(({ json }) => json.err === '')).toHaveLength(1);
    expect(
      answers.filter(
        ({ json }) => json.err === 'There is a budget for this already. Please change that one.',
      ),
    ).toHaveLength(19);
  });

  it('is saved once per idempotency key, and the reply is the same', async () => {
    const record = { budFinYear: later, budBran: 'BLR', budApr: '1' };
    const [first, second] = [
      await save(record, admin, { 'idempotency-key': 'budget-1' }),
      await save(record, admin, { 'idempotency-key': 'budget-1' }),
    ];
    expect(first.json.err).toBe('');
    expect(second.text).toBe(first.text);
  });

  it('is changed only in the version that was seen, and keeps its year, branch and executive', async () => {
    const { json } = await save({ budFinYear: later, budBran: 'MUM', budApr: '1' });
    const record = { budSrno: json.srno, budFinYear: later, budBran: 'MUM' };
    const changed = await save({ ...record, budApr: '2' }, admin, { 'if-match': '"1"' });
    expect([changed.json.err, changed.headers.get('etag')]).toEqual(['', '"2"']);
    const late = await save({ ...record, budApr: '3' }, admin, { 'if-match': '"1"' });
    expect([late.status, late.json.version]).toEqual([409, 2]);
    for (const other of [
      { budFinYear: free },
      { budBran: 'DEL' },
      { budSalesExecutive: 'E101' },
      { budItem: 2 },
    ])
      expect((await save({ ...record, ...other })).json.err).toBe(
        'A budget stays with its year, branch and executive. Please add another one.',
      );
    expect((await one(String(json.srno))).json.misb_apr).toBe('2.00');
    expect((await trailOf(json.srno)).map(({ action }) => action)).toEqual(['add', 'edit']);
  });

  it('of another branch can be neither read nor written', async () => {
    await world.database.admin.query(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select srno, 'BUDGET', true, true, true from access.right_group where name = 'Branch manager'`,
    );
    const manager = await world.signIn('bm.del');
    const { json } = await save({ budFinYear: later, budBran: 'PUN', budApr: '1' });
    expect((await one(String(json.srno), manager)).status).toBe(404);
    expect((await one(`1-1-${later}-PUN-`, manager)).status).toBe(404);
    expect((await save({ budSrno: json.srno, budFinYear: later, budBran: 'PUN' }, manager)).status).toBe(404);
    expect((await save({ budFinYear: free, budSalesExecutive: 'E101' }, manager)).status).toBe(403);
    expect((await save({ budFinYear: later, budBran: 'PUN' }, manager)).status).toBe(403);
    // The manager can see a franchise of the branch, but cannot save its budget.
    expect((await save({ budFinYear: later, budBran: 'JAI' }, manager)).status).toBe(403);
    expect((await save({ budFinYear: later, budBran: 'DEL' }, manager)).json.err).toBe('');
    const seen = (await list({ srchFinYear: later }, manager)).json as z.input<typeof budgetRow>[];
    expect(seen.map(({ misb_brancode }) => misb_brancode)).toEqual(['DEL']);
    expect((await list({ srchTypeOneAll: 'ONE', srchBran: 'PUN' }, manager)).json).toEqual([]);
  });
});

const names = (json: unknown) =>
  (json as z.input<typeof budgetRow>[]).map((row) =>
    [row.misb_branname, row.misb_empname].filter(Boolean).join(', '),
  );

describe('the list', () => {
  it('shows the branches or executives of the current year, all or one, by name', async () => {
    expect(names((await list({})).json)).toEqual([
      'Bengaluru MG Road',
      'Delhi Connaught Place',
      'Mumbai Fort',
      'Pune Camp',
    ]);
    expect(names((await list({ srchType: 'EXECUTIVE' })).json)).toEqual([
      'Pune Camp, Prajakta Joshi',
      'Delhi Connaught Place, Sahil Kapoor',
      'Mumbai Fort, Sneha Patil',
    ]);
    expect(names((await list({ srchType: 'EXECUTIVE', srchBran: 'MUM' })).json)).toEqual([
      'Mumbai Fort, Sneha Patil',
    ]);
    const oneOf = { srchTypeOneAll: 'ONE' };
    expect(names((await list({ ...oneOf, srchBran: 'MUM' })).json)).toEqual(['Mumbai Fort']);
    expect(names((await list({ ...oneOf, srchType: 'EXECUTIVE', srchExecutive: 'E201' })).json)).toEqual([
      'Delhi Connaught Place, Sahil Kapoor',
    ]);
    expect((await list({ srchFinYear: '1999-2000' })).json).toEqual([]);
    expect((await list(oneOf)).json.err).toBe('Please fill mandatory feilds: Branch');
    expect((await list({ srchFinYear: '2026-2028' })).status).toBe(400);
  });

  it('has pages, a search by name and both sort orders', async () => {
    const first = await list({}, admin, { limit: 3 });
    const rest = await list({}, admin, { limit: 3, after: first.headers.get('x-next') });
    expect([...names(first.json), ...names(rest.json)]).toEqual(names((await list({})).json));
    expect(rest.headers.get('x-next')).toBeNull();
    expect(names((await list({}, admin, { q: 'fort' })).json)).toEqual(['Mumbai Fort']);
    expect(names((await list({ srchType: 'EXECUTIVE' }, admin, { q: 'sahil' })).json)).toHaveLength(1);
    expect(names((await list({}, admin, { sort: '-name' })).json)[0]).toBe('Pune Camp');
  });

  it('is exported with numeric amounts, and the export is in the trail', async () => {
    const response = await fetch(`${world.url}/api/budget_a.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        1: admin,
        2: 'export',
        3: JSON.stringify({ srchType: 'EXECUTIVE', srchTypeOneAll: 'ALL' }),
      }).toString(),
    });
    const book = read(Buffer.from(await response.arrayBuffer()));
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Budgets']!);
    expect(rows).toHaveLength(3);
    const stored = (await one(`1-1-${thisYear}-MUM-E101`)).json as Record<string, string>;
    expect(Number(stored['misb_apr'])).toBeGreaterThan(1_000);
    expect(rows[2]).toMatchObject({
      'Branch id': 'MUM',
      'Executive code': 'E101',
      April: Number(stored['misb_apr']),
      Total: MONTHS.reduce((sum, month) => sum + Number(stored[`misb_${month}`]), 0),
    });
    const { rows: trail } = await world.database.admin.query(
      `select after from platform.trail where action = 'export' and record = 'budget'`,
    );
    expect(trail).toEqual([{ after: { srchType: 'EXECUTIVE', srchTypeOneAll: 'ALL' } }]);
  });
});

describe('copying a year', () => {
  const copy = (asked: object, session = admin, headers = {}) => ask('copyyear', [asked], session, headers);

  it('adds missing budgets, raised by a percentage, in whole rupees', async () => {
    const { json } = await copy({ finYear: thisYear, percent: '10' });
    const [from] = [otherFinancialYear(thisYear, -1)];
    expect(json).toEqual({
      err: '',
      msg: `1 budget copied from FY ${from.slice(0, 4)}-${from.slice(-2)}. 7 had one already.`,
      copied: 1,
      there: 7,
    });
    const [before, now] = [
      (await one(`1-1-${from}-BLR-E401`)).json,
      (await one(`1-1-${thisYear}-BLR-E401`)).json,
    ];
    expect(Number(before.misb_apr)).toBeGreaterThan(500);
    expect(now.misb_apr).toBe(Math.round(Number(before.misb_apr) * 1.1).toFixed(2));
    expect((await trailOf(now.misb_srno)).map(({ action }) => action)).toEqual(['add']);
    expect((await copy({ finYear: thisYear })).json.copied).toBe(0);
  });

  it('copies the same amounts without a percentage, and also reduces amounts', async () => {
    const next = otherFinancialYear(thisYear, 1);
    expect((await copy({ finYear: next, percent: '' })).json.copied).toBe(8);
    const amounts = (row: z.input<typeof budgetRow>) => MONTHS.map((month) => row[`misb_${month}`]);
    expect(amounts((await one(`1-1-${next}-MUM-`)).json)).toEqual(
      amounts((await one(`1-1-${thisYear}-MUM-`)).json),
    );
    const after = otherFinancialYear(thisYear, 2);
    expect((await copy({ finYear: after, percent: '-50' })).json.copied).toBe(8);
    expect((await one(`1-1-${after}-MUM-`)).json.misb_apr).toBe('2025.00');
  });

  it('refuses an invalid percentage, and a year without an earlier one', async () => {
    for (const percent of ['-101', '1001', '1.234', 'x'])
      expect((await copy({ finYear: thisYear, percent })).json.err).toMatch(/^The percentage must lie/);
    expect((await copy({ finYear: '1990-1991' })).json.err).toBe('There is no budget of FY 1989-90 to copy.');
  });

  it('copies nothing if an amount would be too large, and names the branch or executive and the month', async () => {
    const from = otherFinancialYear(thisYear, 20);
    const to = otherFinancialYear(from, 1);
    const budgets = [
      { budBran: 'BLR', budApr: '1' },
      { budBran: 'MUM', budJun: '5000000000', budFeb: '9999999999' },
      { budBran: 'PUN', budMay: '9999999999' },
      { budSalesExecutive: 'E201', budDec: '5000000000' },
    ];
    for (const budget of budgets) expect((await save({ budFinYear: from, ...budget })).json.err).toBe('');
    // A budget that exists already is kept, whatever the copy would have been.
    expect((await save({ budFinYear: to, budBran: 'PUN', budMay: '2' })).json.err).toBe('');
    const most = 'would be more than ₹9,99,99,99,999.00';
    expect((await copy({ finYear: to, percent: '1000' })).json.err).toBe(
      `The amount of Mumbai Fort for June ${most}, and so would 2 others. Nothing was copied.`,
    );
    expect((await copy({ finYear: to, percent: '0.01' })).json.err).toBe(
      `The amount of Mumbai Fort for February ${most}. Nothing was copied.`,
    );
    expect(names((await list({ srchFinYear: to })).json)).toEqual(['Pune Camp']);
    expect((await list({ srchFinYear: to, srchType: 'EXECUTIVE' })).json).toEqual([]);
    expect((await copy({ finYear: to, percent: '' })).json).toMatchObject({ err: '', copied: 3, there: 1 });
    expect((await one(`1-1-${to}-MUM-`)).json.misb_feb).toBe('9999999999.00');
    const beyond = otherFinancialYear(to, 1);
    const { json } = await save({
      budSrno: (await one(`1-1-${to}-MUM-`)).json.misb_srno,
      budFinYear: to,
      budBran: 'MUM',
    });
    expect(json.err).toBe('');
    expect((await copy({ finYear: beyond, percent: '100' })).json.err).toBe(
      `The amount of Sahil Kapoor for December ${most}. Nothing was copied.`,
    );
  });

  it('skips inactive executives and those who have changed branch', async () => {
    const year = otherFinancialYear(thisYear, 4);
    const { json } = await save({ budFinYear: otherFinancialYear(year, -1), budSalesExecutive: 'E301' });
    const move = (branch: string) =>
      world.database.admin.query(
        `update masters.employee set branch = (select srno from masters.entity where id = $1) where code = 'E301'`,
        [branch],
      );
    await move('MUM');
    expect(json.err).toBe('');
    expect((await copy({ finYear: year })).json.err).toMatch(/^There is no budget of/);
    await move('PUN');
    expect((await copy({ finYear: year })).json).toMatchObject({ err: '', copied: 1 });
  });

  it('by a branch user copies the budgets in scope', async () => {
    const manager = await world.signIn('bm.del');
    const far = otherFinancialYear(thisYear, 3);
    expect((await copy({ finYear: far }, manager)).json).toMatchObject({ err: '', copied: 2, there: 0 });
  });
});

describe('an import', () => {
  const headings = ['Financial year', 'Branch id', 'Executive code', 'April', 'May', 'June', 'July', 'August',
    'September', 'October', 'November', 'December', 'January', 'February', 'March']; // prettier-ignore
  const year = otherFinancialYear(thisYear, 9);
  const rest = Array.from({ length: 10 }, () => '');
  async function send(
    uploadType: 'importcheck' | 'importapply',
    rows: readonly (readonly unknown[])[],
    session = admin,
  ) {
    const form = new FormData();
    form.append('meta', JSON.stringify({ sid: session, uploadType }));
    form.append('file', new Blob([new Uint8Array(sheetSample([headings, ...rows]))]), 'budgets.xlsx');
    const response = await fetch(`${world.url}/api/budget_a.php`, { method: 'POST', body: form });
    return (await response.json()) as {
      error: string;
      added: number;
      changed: number;
      same: number;
      errors: { row: number; column: string; text: string }[];
    };
  }

  it('previews its effect first, then applies it, and the same sheet again changes nothing', async () => {
    const rows = [
      [year, 'MUM', '', 1000.5, '2000', ...rest],
      [year, '', 'E201', 10, '', ...rest],
    ];
    expect(await send('importcheck', rows)).toMatchObject({ error: '', added: 2, changed: 0, errors: [] });
    expect((await one(`1-1-${year}-MUM-`)).status).toBe(404);
    expect(await send('importapply', rows)).toMatchObject({ error: '', added: 2, changed: 0 });
    expect((await one(`1-1-${year}-MUM-`)).json).toMatchObject({
      misb_apr: '1000.50',
      misb_total: '3000.50',
    });
    expect((await one(`1-1-${year}-DEL-E201`)).json).toMatchObject({ misb_total: '10.00' });
    expect(await send('importapply', rows)).toMatchObject({ added: 0, changed: 0, same: 2 });
    const changed = [[year, 'MUM', '', 1, '', ...rest]];
    expect(await send('importapply', changed)).toMatchObject({ added: 0, changed: 1 });
  });

  it('reports errors row by row, and then imports nothing', async () => {
    const rows = [
      [year, 'PUN', '', 1, '', ...rest],
      [year, '', '', 1, '', ...rest],
      ['2026', 'PUN', '', 1, '', ...rest],
      [year, 'NOWHERE', '', 1, '', ...rest],
      [year, 'MUM', 'E201', 1, '', ...rest],
      [year, 'BLR', '', 'much', '', ...rest],
      [year, 'PUN', '', 2, '', ...rest],
    ];
    const told = await send('importcheck', rows);
    expect(told.errors.map(({ row, column, text }) => [row, column, text])).toEqual([
      [3, 'Branch id', 'Please fill mandatory feilds: Branch'],
      [4, 'Financial year', 'Please write the financial year as 2026-2027.'],
      [5, 'Branch id', 'There is no such record.'],
      [6, 'Executive code', 'This executive belongs to another branch.'],
      [7, 'April', 'April is no amount in rupees.'],
      [8, '', 'An earlier row is the same record.'],
    ]);
    expect((await send('importapply', rows)).error).toBe(
      '6 things are wrong with the sheet. Nothing was imported.',
    );
    expect((await one(`1-1-${year}-PUN-`)).status).toBe(404);
  });

  it('by a branch user is limited to their scope', async () => {
    const manager = await world.signIn('bm.del');
    const told = await send('importcheck', [[year, 'PUN', '', 1, '', ...rest]], manager);
    expect(told.errors).toEqual([{ row: 2, column: 'Branch id', text: 'There is no such record.' }]);
  });
});
