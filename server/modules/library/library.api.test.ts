import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { libraryDetail, listedDocument } from '#contract/library/documents.ts';
import { addDays, dateInIndia } from '#domain/dates.ts';
import { addLibraryDocument } from '#tools/testing/library.ts';
import { sheetFrom } from '#tools/testing/sheets.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  // A branch manager who may add documents for the own branch.
  await world.sql(
    `update access.group_right set may_add = true where right_key = 'GUIDELINE'
       and right_group = (select right_group from access.account where user_id = 'bm.mum')`,
  );
  for (const user of ['admin', 'cm.ho', 'staff.mum', 'staff.del', 'bm.mum', 'zm.west'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());
/** Every test lists its own documents alone. */
beforeEach(async () => {
  await world.sql('truncate library.reminded, library.file_text, library.file, library.document');
});

const ask = (action: string, given: object, user = 'cm.ho', more: object[] = [], headers = {}) =>
  world.post(
    'guideline_a.php',
    [session[user] ?? '', action, ...[given, ...more].map((each) => JSON.stringify(each))],
    headers,
  );
const list = async (
  search: object = {},
  user = 'cm.ho',
  page: object = {},
): Promise<z.input<typeof listedDocument>[]> =>
  (await ask('getdocs', { mode: 'V', ...search }, user, [page])).json as z.input<typeof listedDocument>[];
const names = (rows: readonly z.input<typeof listedDocument>[]) =>
  rows.map(({ rdoc_docname }) => rdoc_docname);
const add = (given: Parameters<typeof addLibraryDocument>[1] = {}) =>
  addLibraryDocument(world.database.admin, given);

/** One document of each category, as a client sends it. */
const COMPLETE = {
  A: {
    docname: 'RBI licence',
    category: 'A',
    submittedAt: '31/12/2023',
    expirydate: '31/12/2026',
    visibleto: 'U',
  },
  G: {
    docname: 'Master Direction',
    category: 'G',
    submittedAt: '01/01/2026',
    submittedBy: 'RBI',
    visibleto: 'U',
  },
  P: {
    docname: 'Cash handling',
    category: 'P',
    submittedAt: '18/05/2026',
    submittedBy: 'Operations',
    visibleto: 'U',
  },
  R: {
    docname: 'FLM 8',
    category: 'R',
    submittedAt: '08/11/2026',
    submittedBy: 'Meera Nair',
    submittedTo: 'RBI',
    visibleto: 'U',
  },
} as const;

describe('insertdetail', () => {
  it('adds a document of each category and answers msg 1 with its number (002 §7.4)', async () => {
    for (const [category, document] of Object.entries(COMPLETE)) {
      const { json } = await ask('insertdetail', document);
      expect(json, category).toMatchObject({ err: '', msg: '1', srno: expect.any(Number) });
      const { json: found } = await ask('getdocdetails', { srno: json.srno });
      expect(found).toMatchObject({
        rdoc_docname: document.docname,
        rdoc_category: category,
        rdoc_visibleto: 'U',
        rdoc_active: 1,
        rdoc_files: 0,
        rdoc_filename: '',
        files: [],
      });
    }
    const [report] = await list({ category: 'R' });
    expect(report).toMatchObject({
      rdoc_issuedate: '2026-11-08',
      rdoc_reportsubmitto: 'RBI',
      rdoc_by: 'Meera Nair',
    });
  });

  const MANDATORY = 'Please fill mendatory fields.';
  const REQUIRED = 'Please fill required fields.';
  it.each([
    ['G', { docname: ' ' }, MANDATORY],
    ['G', { category: '' }, MANDATORY],
    ['R', { submittedAt: '' }, REQUIRED],
    ['R', { submittedBy: ' ' }, REQUIRED],
    ['R', { submittedTo: '' }, REQUIRED],
    ['G', { submittedAt: '' }, REQUIRED],
    ['G', { submittedBy: '' }, REQUIRED],
    ['P', { submittedAt: '' }, REQUIRED],
    ['P', { submittedBy: '' }, REQUIRED],
    ['A', { submittedAt: '' }, REQUIRED],
    ['A', { expirydate: '' }, REQUIRED],
    ['G', { visibleto: 'B', branch: '' }, "Branch Can't be empty."],
    ['G', { docname: 'x'.repeat(101) }, 'A document name can have at most 100 characters.'],
    ['G', { submittedAt: '31/02/2026' }, 'Please enter a valid date.'],
    ['A', { expirydate: '30/12/2023' }, 'A document does not expire before its date of issue.'],
  ] as const)('%s with %j is refused: %s (002 §5.3)', async (category, wrong, text) => {
    const { status, json } = await ask('insertdetail', { ...COMPLETE[category], ...wrong });
    expect({ status, err: json.err }).toEqual({ status: 200, err: text });
    expect(await world.sql('select from library.document')).toEqual([]);
  });

  it('takes a name of 100 characters (002 §9)', async () => {
    const { json } = await ask('insertdetail', { ...COMPLETE.G, docname: 'x'.repeat(100) });
    expect(json.err).toBe('');
  });

  it('takes a recipient for reports alone', async () => {
    await ask('insertdetail', { ...COMPLETE.G, submittedTo: 'FIU' });
    expect(await list()).toMatchObject([{ rdoc_reportsubmitto: '' }]);
    expect((await ask('insertdetail', { ...COMPLETE.R, submittedTo: 'SEBI' })).status).toBe(400);
  });

  it('needs the add flag; a direct call without it gets 403 (002 §6)', async () => {
    expect((await ask('insertdetail', COMPLETE.G, 'staff.mum')).status).toBe(403);
    expect((await ask('savechanges', { ...COMPLETE.G, srno: await add() }, 'staff.mum')).status).toBe(403);
    expect((await ask('subcategories', {}, 'staff.mum')).status).not.toBe(200);
  });

  it('of a branch manager is for the own branch, never unified (R44)', async () => {
    const own = { ...COMPLETE.G, visibleto: 'B', branch: 'MUM' };
    expect((await ask('insertdetail', own, 'bm.mum')).json.err).toBe('');
    expect((await ask('insertdetail', { ...own, branch: 'DEL' }, 'bm.mum')).status).toBe(403);
    expect((await ask('insertdetail', COMPLETE.G, 'bm.mum')).status).toBe(403);
    expect((await ask('insertdetail', { ...own, branch: 'NONE' }, 'bm.mum')).status).toBe(403);
    // Without a visibility it is of a branch, and the branch is missing.
    const { json } = await ask('insertdetail', { ...COMPLETE.G, visibleto: '' }, 'bm.mum');
    expect(json.err).toBe("Branch Can't be empty.");
    expect(await list()).toMatchObject([{ rdoc_branch: 'MUM', rdoc_branchnm: 'Mumbai Fort' }]);
  });

  it('is done once for its key', async () => {
    const key = { 'idempotency-key': 'one-licence' };
    const first = await ask('insertdetail', COMPLETE.A, 'cm.ho', [], key);
    const second = await ask('insertdetail', COMPLETE.A, 'cm.ho', [], key);
    expect(second.json).toEqual(first.json);
    expect(await list()).toHaveLength(1);
  });
});

describe('savechanges', () => {
  it('changes every field and leaves a trail entry with both states', async () => {
    const srno = await add({ name: 'Old name' });
    const changed = {
      ...COMPLETE.R,
      visibleto: 'B',
      branch: 'DEL',
      active: 0,
      subCategory1: 'Monthly',
      srno,
    };
    expect((await ask('savechanges', changed)).json).toEqual({ err: '', msg: '1', srno });
    expect((await ask('getdocdetails', { srno })).json).toMatchObject({
      rdoc_docname: 'FLM 8',
      rdoc_category: 'R',
      rdoc_branch: 'DEL',
      rdoc_active: 0,
      rdoc_subcategory1: 'Monthly',
      rdoc_files: 1,
    });
    const [entry] = await world.sql<{ before: object; after: object }>(
      `select before, after from platform.trail where record = 'library document' and action = 'edit' and record_id = $1`,
      [String(srno)],
    );
    expect(entry?.before).toMatchObject({ name: 'Old name', category: 'G' });
    expect(entry?.after).toMatchObject({ name: 'FLM 8', category: 'R' });
  });

  it('is refused with the same texts as adding (002 §5.3)', async () => {
    const srno = await add();
    expect((await ask('savechanges', { ...COMPLETE.G, docname: '', srno })).json.err).toBe(
      'Please fill mendatory fields.',
    );
    expect((await ask('savechanges', { ...COMPLETE.R, submittedTo: '', srno })).json.err).toBe(
      'Please fill required fields.',
    );
    expect((await ask('savechanges', { ...COMPLETE.R, visibleto: 'B', srno })).json.err).toBe(
      "Branch Can't be empty.",
    );
  });

  it('of a version that somebody has changed since is refused with who and when', async () => {
    const srno = await add();
    const { headers } = await ask('getdocdetails', { srno });
    const seen = { 'if-match': headers.get('etag') ?? '' };
    expect((await ask('savechanges', { ...COMPLETE.G, srno }, 'admin', [], seen)).json.err).toBe('');
    const { status, text } = await ask('savechanges', { ...COMPLETE.P, srno }, 'cm.ho', [], seen);
    expect(status).toBe(409);
    expect(text).toContain('Asha Rao');
    expect(names(await list())).toEqual(['Master Direction']);
  });

  it('of a unified document, or one of another branch, is not for a branch manager (R44)', async () => {
    const own = { ...COMPLETE.G, visibleto: 'B', branch: 'MUM' };
    const [unified, delhi, mumbai] = [
      await add(),
      await add({ branch: 'DEL' }),
      await add({ branch: 'MUM' }),
    ];
    expect((await ask('savechanges', { ...own, srno: unified }, 'bm.mum')).status).toBe(403);
    expect((await ask('savechanges', { ...own, srno: delhi }, 'bm.mum')).status).toBe(404);
    expect((await ask('savechanges', { ...own, srno: 999_999 }, 'bm.mum')).status).toBe(404);
    expect((await ask('savechanges', { ...own, branch: 'DEL', srno: mumbai }, 'bm.mum')).status).toBe(403);
    expect((await ask('savechanges', { ...own, srno: mumbai }, 'bm.mum')).json.err).toBe('');
    const rows = await list({}, 'bm.mum');
    expect(rows.map(({ rdoc_srno, rdoc_inreach }) => [rdoc_srno, rdoc_inreach])).toEqual([
      [unified, 0],
      [mumbai, 1],
    ]);
  });
});

describe('getdocs', () => {
  it('shows a branch the unified documents and its own, active and with a file (002 §2.9, R39)', async () => {
    await add({ name: 'unified' });
    await add({ name: 'of MUM', branch: 'MUM' });
    await add({ name: 'of DEL', branch: 'DEL' });
    await add({ name: 'inactive', active: false });
    await add({ name: 'file missing', hash: null });
    await add({ name: 'lapsed', category: 'A', dated: '2019-01-01', expires: '2020-01-01' });
    expect(names(await list({}, 'staff.mum')).sort()).toEqual(['lapsed', 'of MUM', 'unified']);
    expect(names(await list({}, 'staff.del')).sort()).toEqual(['lapsed', 'of DEL', 'unified']);
    expect(names(await list({}, 'zm.west')).sort()).toEqual(['lapsed', 'of MUM', 'unified']);
    expect(await list()).toHaveLength(6);
  });

  it('believes status and addright only as far as the right goes (R40)', async () => {
    await add({ name: 'active' });
    await add({ name: 'inactive', active: false });
    await add({ name: 'file missing', hash: null });
    for (const status of ['', 'ALL', '0', '1'])
      expect(names(await list({ status, addright: '1' }, 'staff.mum')), status).toEqual(['active']);
    expect(names(await list({ status: '0', addright: '0' }))).toEqual(['inactive']);
    expect(names(await list({ status: '1' })).sort()).toEqual(['active', 'file missing']);
    expect(await list({ status: 'ALL' })).toHaveLength(3);
  });

  it('filters by category and by the period of the date, both days included', async () => {
    await add({ name: 'first', dated: '2026-03-01' });
    await add({ name: 'last', dated: '2026-03-31', category: 'P' });
    await add({ name: 'before', dated: '2026-02-28' });
    await add({ name: 'after', dated: '2026-04-01' });
    const period = { searchperiod: 'PERIOD', frmdate: '01/03/2026', todate: '31/03/2026' };
    for (const user of ['cm.ho', 'staff.mum']) {
      expect(names(await list(period, user))).toEqual(['last', 'first']);
      expect(names(await list({ ...period, category: 'P' }, user))).toEqual(['last']);
      // All means all, whatever the dates say.
      expect(await list({ ...period, searchperiod: 'ALL' }, user)).toHaveLength(4);
      expect(names(await list({ ...period, frmdate: '' }, user))).toEqual(['last', 'first', 'before']);
    }
    expect((await ask('getdocs', { ...period, frmdate: '31/02/2026' })).status).toBe(400);
  });

  it('ends after 10 or 50, and without a limit goes on page by page (R5)', async () => {
    for (let day = 1; day <= 12; day += 1)
      await add({ name: `of day ${day}`, dated: `2026-03-${String(day).padStart(2, '0')}` });
    expect(await list({ limit: '10' })).toHaveLength(10);
    expect((await ask('getdocs', { limit: '10' })).headers.get('x-next')).toBeNull();
    expect(await list({ limit: 50 })).toHaveLength(12);
    for (const user of ['cm.ho', 'staff.mum'])
      for (const search of [{ limit: '' }, { category: 'G' }]) {
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const answer: Answered = await ask('getdocs', search, user, [
            { limit: 5, ...(after ? { after } : {}) },
          ]);
          seen.push(...names(answer.json as z.input<typeof listedDocument>[]));
          after = answer.headers.get('x-next');
        } while (after !== null);
        expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => `of day ${12 - at}`));
      }
    expect((await ask('getdocs', {}, 'cm.ho', [{ sort: 'name' }])).status).toBe(400);
  });

  it('finds a text in the name, the sub-category and the issuer, in reach alone', async () => {
    await add({ name: 'Liberalised Remittance Scheme' });
    await add({ name: 'Trade licence', branch: 'DEL', sub1: 'remittance' });
    for (let n = 0; n < 60; n += 1) await add({ name: `Circular ${n}`, dated: '2026-05-01' });
    expect(names(await list({}, 'cm.ho', { q: 'REMITT' })).sort()).toEqual([
      'Liberalised Remittance Scheme',
      'Trade licence',
    ]);
    // The newest fifty do not have it, so that the index of the text finds it.
    expect(names(await list({}, 'staff.mum', { q: 'remittance', limit: 5 }))).toEqual([
      'Liberalised Remittance Scheme',
    ]);
    expect(names(await list({ category: 'A' }, 'cm.ho', { q: 'remittance', limit: 5 }))).toEqual([]);
    expect(await list({}, 'cm.ho', { q: 'reserve bank', limit: 7 })).toHaveLength(7);
    expect(await list({}, 'cm.ho', { q: '100%' })).toEqual([]);
  });

  it('lists what has lapsed, and what lapses within 60 days and within a year, the first first', async () => {
    const today = dateInIndia(Date.now());
    const ending = (days: number, branch: string | null = null) =>
      add({ name: `in ${days}`, category: 'A', dated: '2020-01-01', expires: addDays(today, days), branch });
    for (const days of [-10, -1, 1, 45, 62, 300, 400]) await ending(days);
    await ending(30, 'DEL');
    expect(names(await list({ expiry: 'LAPSED' }))).toEqual(['in -10', 'in -1']);
    expect(names(await list({ expiry: 'SOON' }))).toEqual(['in 1', 'in 30', 'in 45']);
    expect(names(await list({ expiry: 'SOON' }, 'staff.mum'))).toEqual(['in 1', 'in 45']);
    expect(names(await list({ expiry: 'YEAR', category: 'A' }, 'staff.mum'))).toEqual([
      'in 1',
      'in 45',
      'in 62',
      'in 300',
    ]);
    expect(names(await list({ expiry: 'YEAR' }, 'cm.ho', { q: 'in 3' }))).toEqual(['in 30', 'in 300']);
    const { json } = await world.post('guideline_a.php', [session['staff.mum'] ?? '', 'expiring']);
    expect(json).toMatchObject({ today, lapsed: 2, soon: 2, year: 4, reminders: [60, 30, 7] });
    expect((json.past as { name: string }[]).map(({ name }) => name)).toEqual(['in -1', 'in -10']);
    expect((json.coming as { name: string }[]).map(({ name }) => name)).toEqual([
      'in 1',
      'in 45',
      'in 62',
      'in 300',
    ]);
  });

  it('gives the same list as a file, with the status for who may add alone (R40)', async () => {
    await add({ name: '=1+1', branch: 'MUM' });
    await add({ name: 'of DEL', branch: 'DEL' });
    const mine = await sheetFrom(
      world,
      session['staff.mum'] ?? '',
      'guideline_a.php',
      'getdocs',
      JSON.stringify({ mode: 'D' }),
    );
    expect(mine).toHaveLength(2);
    expect(mine[0]).not.toContain('Status');
    expect(mine[1]?.slice(0, 2)).toEqual(['=1+1', 'Guideline']);
    const all = await sheetFrom(
      world,
      session['cm.ho'] ?? '',
      'guideline_a.php',
      'getdocs',
      JSON.stringify({ mode: 'D' }),
    );
    expect(all).toHaveLength(3);
    expect(all[0]).toContain('Status');
    expect(
      await world.sql(`select from platform.trail where record = 'library document' and action = 'export'`),
    ).toHaveLength(2);
  });
});

it('entity offers the entities in reach, and one by its id (002 §7.4)', async () => {
  const offered = async (user: string, page: object = {}) =>
    (await ask('entity', page, user)).json as { value: string; name: string }[];
  expect((await offered('staff.mum')).map(({ value }) => value)).toEqual(['MUM']);
  expect((await offered('zm.west')).map(({ value }) => value)).toEqual(['MUM', 'PUN']);
  expect((await offered('cm.ho')).map(({ value }) => value)).toContain('GOA');
  expect(await offered('cm.ho', { q: 'Pune' })).toEqual([{ value: 'PUN', name: 'Pune Camp' }]);
  expect(await offered('staff.mum', { value: 'DEL' })).toEqual([]);
});

it('subcategories offers what was used before, not what another branch uses (R42)', async () => {
  for (const sub1 of ['Licence', 'Licence', 'Direction', '']) await add({ sub1 });
  await add({ sub1: 'Of Mumbai', branch: 'MUM' });
  await add({ sub1: 'Of Delhi', branch: 'DEL' });
  const offered = async (user: string) =>
    (await world.post('guideline_a.php', [session[user] ?? '', 'subcategories'])).json.first as string[];
  expect(await offered('bm.mum')).toEqual(['Direction', 'Licence', 'Of Mumbai']);
  expect(await offered('cm.ho')).toEqual(['Direction', 'Licence']);
});

it('getdocdetails of another branch, of an inactive document and of none is not found', async () => {
  const [delhi, inactive, bare] = [
    await add({ branch: 'DEL' }),
    await add({ active: false }),
    await add({ hash: null }),
  ];
  for (const srno of [delhi, inactive, bare, 999_999])
    expect((await ask('getdocdetails', { srno }, 'staff.mum')).status).toBe(404);
  for (const srno of [delhi, inactive, bare]) {
    expect(((await ask('getdocdetails', { srno })).json as z.input<typeof libraryDetail>).rdoc_srno).toBe(
      srno,
    );
    // The number alone is as good (002 §7.4).
    expect(
      ((await ask('getdocdetails', srno as never)).json as z.input<typeof libraryDetail>).rdoc_srno,
    ).toBe(srno);
  }
});
