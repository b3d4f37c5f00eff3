import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { flashHeader } from '#contract/flash/flash.ts';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { closeFlash, flashClient, makeFlash, type FlashClient } from '#tools/testing/flash.ts';
import { documentSample, pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type FlashHeader = z.input<typeof flashHeader>;

let world: World;
let auditor: FlashClient;
let staff: FlashClient;
const today = dateInIndia(Date.now());

beforeAll(async () => {
  world = await openWorld();
  auditor = flashClient(world, await world.signIn('audit.ca'));
  staff = flashClient(world, await world.signIn('staff.del'));
});
afterAll(() => world.close());

const whole = { branch: 'DEL', cashier: 'Ravi Kumar', remark: 'Morning', date: '05/03/2024' };
const save = (given: object = {}) => auditor.call('saveheaderdata', { ...whole, ...given });
const old = (given: object = {}, file: { name: string; bytes: Uint8Array } | null = PDF) =>
  auditor.upload(
    { uploadType: 'FLASHDOC', uploaddoc: 'OLDFLASH', audittype: 'O', pageright: 'FLASH', ...whole, ...given },
    file,
  );
const PDF = { name: 'paper.pdf', bytes: pdfSample() };
const details = async (id: number) => (await auditor.call('flasheditdetails', { id })).json as FlashHeader;
const stored = () =>
  world.sql(`select from flash.audit a join masters.entity e on e.srno = a.branch where e.id = 'DEL'`);

describe('a new flash audit', () => {
  it.each([
    ['cashier', { cashier: ' ' }],
    ['date', { date: '' }],
    ['branch', { branch: '' }],
  ])('needs a %s, of either type (002 §5.4, §8)', async (_, given) => {
    const before = (await stored()).length;
    expect((await save(given)).json.err).toBe('Please fill mandatory feilds.');
    expect((await old(given)).json.error).toBe('Please fill mandatory feilds.');
    expect(await stored()).toHaveLength(before);
  });

  it('is added once for a branch and a day, in whatever way (002 §4, §8)', async () => {
    const { json } = await save();
    expect(json).toEqual({ err: '', msg: '1', srno: expect.any(Number) });
    expect((await save({ cashier: 'Another' })).json).toMatchObject({
      err: 'Audit Already exists for 05/03/2024',
      msg: '2',
    });
    expect((await old()).json).toEqual({ error: 'Audit Already exists for 05/03/2024' });
    expect(await details(json.srno)).toMatchObject({
      branch: 'DEL',
      date: '05/03/2024',
      cashier: 'Ravi Kumar',
      remark: 'Morning',
      status: 'P',
      statusnm: 'Pending',
      audittype: 'N',
      dataexist: 0,
      auditor: 'Anita Deshmukh',
    });
  });

  it('is not after today (docs/readings.md R32) and on a day that exists', async () => {
    const tomorrow = formatDate(addDays(today, 1));
    expect((await save({ date: tomorrow })).json.err).toBe('The date of an audit is not after today.');
    expect((await old({ date: tomorrow })).json.error).toBe('The date of an audit is not after today.');
    expect((await save({ date: '31/02/2024' })).json.err).toBe('Please enter a valid date.');
  });

  it('says that it cannot be added where there is no such branch (002 §8)', async () => {
    const text = 'Not able to add data. Please contact to administrator.';
    expect((await save({ branch: 'NOWHERE' })).json.err).toBe(text);
    expect((await save({ branch: 'GOA' })).json.err).toBe(text);
  });

  it('has a cashier of 50 and a remark of 250 characters (R32)', async () => {
    expect((await save({ date: '2024-03-07', cashier: 'c'.repeat(51) })).json.err).toMatch(/at most 50/);
    expect((await save({ date: '2024-03-07', remark: 'r'.repeat(251) })).json.err).toMatch(/at most 250/);
    const done = await save({ date: '2024-03-07', cashier: 'c'.repeat(50), remark: 'r'.repeat(250) });
    expect(done.json.err).toBe('');
  });

  it('cannot be added or changed with the query right alone (002 §6)', async () => {
    const { srno } = await makeFlash(world.database.admin, { branch: 'DEL' });
    const answers = await Promise.all([
      staff.call('saveheaderdata', { ...whole, date: '2024-04-01' }),
      staff.call('headerstatus', { status: 'R', hdrsrno: srno }),
      staff.call('fetchcurrencydata', { hdrsrno: srno }),
      staff.call('transactiondetail', { srno, transactionnum: '1', saletype: 'SP' }),
      staff.upload({ uploadType: 'FLASHDOC', uploaddoc: 'OLDFLASH', ...whole, date: '2024-04-01' }, PDF),
      staff.upload({ uploadType: 'CURRENCYUPLOAD', hdrsrno: srno }, PDF),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  });
});

describe('an old flash audit', () => {
  it('needs a file, with one dot in its name, of at most 10 MB (002 §5.4)', async () => {
    const date = '2024-05-01';
    expect((await old({ date }, null)).json.error).toBe('Please select a file to upload.');
    expect((await old({ date }, { name: 'a.b.pdf', bytes: pdfSample() })).json.error).toBe(
      '(.) not allowed in file name.',
    );
    const large = Buffer.concat([pdfSample(), Buffer.alloc(10_485_761)]);
    expect((await old({ date }, { name: 'large.pdf', bytes: large })).json.error).toBe(
      'Please select a file with in 10 MB size.',
    );
    expect(await world.sql(`select from flash.audit where on_day = '2024-05-01'`)).toEqual([]);
  });

  it('is closed from the start, and its file is shown and downloaded (002 §2.10, R31)', async () => {
    const { json } = await old({ date: '02/05/2024' });
    expect(json.error).toBe('');
    expect(await details(json.srno)).toMatchObject({
      audittype: 'O',
      status: 'C',
      filename: 'paper.pdf',
      ext: 'pdf',
    });
    const named = { doctype: 'OLDFLASH', srno: json.srno, filename: 'paper.pdf' };
    const shown = (await auditor.call('docview', named)).json;
    expect(shown).toMatchObject({ typ: 'application/pdf', desc: 'Flash audit', fname: 'paper.pdf' });
    expect(Buffer.from(shown.bs64, 'base64').equals(pdfSample())).toBe(true);
    expect((await auditor.call('docview', { ...named, filename: 'other.pdf' })).status).toBe(404);
    expect((await auditor.call('headerstatus', { status: 'P', hdrsrno: json.srno })).json.err).toBe(
      'This audit is closed.',
    );
    expect((await auditor.call('fetchcurrencydata', { hdrsrno: json.srno })).json.err).toBe(
      'This audit is closed.',
    );
  });

  it('is not opened by who sees the discrepancies alone', async () => {
    const { json } = await old({ date: '04/05/2024' });
    await world.sql(
      `update access.group_right set may_query = false where right_key = 'FLASH' and right_group = (
         select right_group from access.account where user_id = 'staff.del')`,
    );
    const narrowed = flashClient(world, await world.signIn('staff.del'));
    const named = { doctype: 'OLDFLASH', srno: json.srno, filename: 'paper.pdf' };
    expect((await narrowed.call('docview', named)).status).toBe(403);
    expect((await narrowed.call('docdownload', named)).status).toBe(403);
    await world.sql(
      `update access.group_right set may_query = true where right_key = 'FLASH' and right_group = (
         select right_group from access.account where user_id = 'staff.del')`,
    );
  });

  it('that is a document for another program is only downloaded', async () => {
    const { json } = await old({ date: '03/05/2024' }, { name: 'paper.docx', bytes: await documentSample() });
    const named = { doctype: 'OLDFLASH', srno: json.srno, filename: 'paper.docx' };
    expect((await auditor.call('docview', named)).json.err).toMatch(/download/);
  });
});

describe('the list', () => {
  it('is of a branch and a status, the newest day first (002 §2.10)', async () => {
    for (const day of ['2019-02-01', '2019-02-03', '2019-02-02'])
      await makeFlash(world.database.admin, { branch: 'PUN', day, status: day.endsWith('2') ? 'R' : 'P' });
    const list = async (search: object) =>
      ((await auditor.call('headerdata', search)).json as FlashHeader[]).filter(({ date }) =>
        date.endsWith('2019'),
      );
    expect((await list({ branch: 'PUN' })).map(({ date }) => date)).toEqual([
      '03/02/2019',
      '02/02/2019',
      '01/02/2019',
    ]);
    expect((await list({ branch: 'PUN', status: 'R' })).map(({ date }) => date)).toEqual(['02/02/2019']);
    expect(await list({ branch: 'PUN', status: 'C' })).toEqual([]);
    expect((await list({ branch: 'ALL', status: 'ALL' })).length).toBeGreaterThanOrEqual(3);
  });

  it('goes on page by page', async () => {
    const first = await auditor.call('headerdata', { branch: 'PUN' }, { limit: 2 });
    const key = first.headers.get('x-next');
    const second = await auditor.call('headerdata', { branch: 'PUN' }, { limit: 500, after: key });
    const dates = [...first.json, ...second.json].map(({ srno }: FlashHeader) => srno);
    expect(new Set(dates).size).toBe(dates.length);
    const all = await auditor.call('headerdata', { branch: 'PUN' });
    expect(dates).toEqual((all.json as FlashHeader[]).map(({ srno }) => srno));
  });

  it('shows nothing of another branch', async () => {
    await makeFlash(world.database.admin, { branch: 'MUM' });
    const { json } = await staff.call('headerdata', {});
    expect(new Set((json as FlashHeader[]).map(({ branch }) => branch))).toEqual(new Set(['DEL']));
    expect((await staff.call('headerdata', { branch: 'MUM' })).status).toBe(403);
  });
});

describe('the status of a flash audit', () => {
  it('changes freely until it is closed (002 §4)', async () => {
    const { srno } = await makeFlash(world.database.admin);
    for (const status of ['R', 'P', 'R', 'C'] as const)
      expect((await auditor.call('headerstatus', { status, hdrsrno: srno })).json).toMatchObject({
        err: '',
        status,
      });
    expect((await auditor.call('headerstatus', { status: 'P', hdrsrno: srno })).json.err).toBe(
      'This audit is closed.',
    );
  });

  it('is not changed by who has seen an earlier version', async () => {
    const { srno } = await makeFlash(world.database.admin);
    await auditor.call('headerstatus', { status: 'R', hdrsrno: srno });
    const answer = await auditor.callSeeing(1, 'headerstatus', { status: 'C', hdrsrno: srno });
    expect(answer.status).toBe(409);
    expect((await details(srno)).status).toBe('R');
  });

  it('stays closed, whoever changes it', async () => {
    const { srno } = await makeFlash(world.database.admin);
    await closeFlash(world.database.admin, srno);
    await expect(
      world.sql(`update flash.audit set status = 'P', closed_at = null where srno = $1`, [srno]),
    ).rejects.toMatchObject({ constraint: 'flash_closed' });
  });
});
