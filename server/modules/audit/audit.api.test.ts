import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDetail, auditHeader } from '#contract/audit/audit.ts';
import { dateInIndia, formatDate } from '#domain/dates.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { startAudit } from '#tools/testing/audits.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type AuditDetail = z.input<typeof auditDetail>;
type AuditHeader = z.input<typeof auditHeader>;

let world: World;
let auditor: AuditClient;
let admin: AuditClient;
let staff: AuditClient;

const today = dateInIndia(Date.now());

beforeAll(async () => {
  world = await openWorld();
  auditor = auditClient(world, await world.signIn('audit.ca'));
  admin = auditClient(world, await world.signIn('admin'));
  staff = auditClient(world, await world.signIn('staff.mum'));
});
afterAll(() => world.close());

const whole = { branch: 'BLR', year: 2024, month: 2, date: '', cashier: 'Vikas Rane', bm: 'Bhavna Shah' };

describe('a new audit', () => {
  it('names everything that is missing (002 §5.1, §8)', async () => {
    const { json } = await auditor.create({ branch: '', year: 2024, month: '', cashier: '', bm: '' });
    expect(json.err).toBe(
      'Please fill mandatory feilds. Please select a valid branch. Please select a valid Month. Please put name of cashier. Please put name of Branch Manager.',
    );
  });

  it.each([
    ['branch', { branch: '' }, ' Please select a valid branch.'],
    ['month', { month: '' }, ' Please select a valid Month.'],
    ['month that has not begun', { year: 2199, month: 1 }, ' Please select a valid Month.'],
    ['month before the first year', { year: 2021 }, ' Please select a valid Month.'],
    ['cashier', { cashier: '  ' }, ' Please put name of cashier.'],
    ['manager', { bm: '' }, ' Please put name of Branch Manager.'],
    ['known branch', { branch: 'NOWHERE' }, ' Please select a valid branch.'],
    ['branch, for a franchise is none', { branch: 'GOA' }, ' Please select a valid branch.'],
  ])('needs a %s (002 §5.1)', async (_, given, sentence) => {
    const { json } = await auditor.create({ ...whole, ...given });
    expect(json.err).toBe(`Please fill mandatory feilds.${sentence}`);
  });

  it('has names of at most 50 characters (002 §5.1, §9)', async () => {
    const long = 'n'.repeat(51);
    expect((await auditor.create({ ...whole, cashier: long })).json.err).toMatch(/at most 50/);
    expect((await auditor.create({ ...whole, bm: long })).json.err).toMatch(/at most 50/);
    const done = await auditor.create({ ...whole, month: 1, cashier: 'c'.repeat(50), bm: 'm'.repeat(50) });
    expect(done.json.err).toBe('');
  });

  it('is dated from the first of its month to today; no date means today', async () => {
    expect((await auditor.create({ ...whole, date: '31/01/2024' })).json.err).toMatch(/not before/);
    expect((await auditor.create({ ...whole, date: '2199-01-01' })).json.err).toMatch(/not after today/);
    expect((await auditor.create({ ...whole, date: '31/02/2024' })).json.err).toMatch(/valid date/);
    const { srno } = (await auditor.create({ ...whole, month: 3 })).json;
    expect((await auditor.detail(srno)).Header.hdr_date).toBe(today);
    const dated = (await auditor.create({ ...whole, month: 4, date: '01/04/2024' })).json.srno;
    expect((await auditor.detail(dated)).Header).toMatchObject({
      hdr_date: '2024-04-01',
      hdr_datedmy: '01/04/2024',
    });
  });

  it('begins with the rows of the day, unanswered, and tells who started it (002 §3)', async () => {
    const { json } = await auditor.create({ ...whole, month: 6 });
    expect(json).toMatchObject({ err: '' });
    const detail = await auditor.detail(json.srno);
    // The number alone is as good (002 §7.1: "audit srno").
    expect((await auditor.call('detailaudit', json.srno as never)).json).toEqual(detail);
    expect(detail.Header).toMatchObject({
      hdr_srno: json.srno,
      hdr_branch: 'BLR',
      hdr_branchnm: 'Bengaluru MG Road',
      entity_name: 'Bengaluru MG Road',
      hdr_year: 2024,
      hdr_month: 6,
      hdr_monthnm: 'June',
      hdr_status: 'P',
      hdr_statusnm: 'Pending',
      hdr_cashier: 'Vikas Rane',
      hdr_bm: 'Bhavna Shah',
      um_username: 'Anita Deshmukh',
      hdr_lastheadersrno: 0,
      hdr_datedmy: formatDate(today),
      hdr_reviewdatedmy: '',
      hdr_closedatedmy: '',
      fetched: 0,
    });
    for (const list of [detail.RBIGL, detail.OPSGL]) {
      const answerable = list.filter(({ mst_editable }) => mst_editable === 1);
      expect(answerable.map(({ no }) => no)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
      expect(new Set(list.map(({ dtl_yesno }) => dtl_yesno))).toEqual(new Set(['S']));
    }
    expect(detail.OPSGL.find(({ no }) => no === 21)?.mst_particulars).toBe('Staff attendance');
    expect(detail.PurCount.map(({ code }) => code)).toEqual(['PP', 'PBF', 'PBD']);
    expect(detail.MtssCount.map(({ code }) => code)).toEqual(['WU', 'TF', 'XM', 'MG']);
    const purposes = await world.sql<{ code: string }>(
      `select 'SP:' || value as code from masters.purpose where active order by name`,
    );
    expect(detail.SaleCount.map(({ code }) => code)).toEqual([...purposes.map(({ code }) => code), 'SB']);
    expect(detail.BussMis).toHaveLength(7);
    expect(detail.DISSCRSUMM).toHaveLength(6);
    expect(detail.DocUpload.map(({ value }) => value)).toEqual(['FLM3', 'FLM4', 'FLM5', 'FLM6']);
    expect(detail.DocCorporate.length).toBeGreaterThan(0);
  });

  it('keeps its rows when the purposes change afterwards', async () => {
    const { json } = await auditor.create({ ...whole, month: 7 });
    const before = await auditor.detail(json.srno);
    await world.sql(`insert into masters.purpose (value, name) values ('MOON', 'A visit to the moon')`);
    expect(await auditor.detail(json.srno)).toEqual(before);
  });

  it('leaves one trail entry', async () => {
    const { json } = await auditor.create({ ...whole, month: 8 });
    const entries = await world.sql<{ action: string; branch: number }>(
      `select action, branch from platform.trail where record = 'audit' and record_id = $1`,
      [String(json.srno)],
    );
    expect(entries.map(({ action }) => action)).toEqual(['add']);
  });

  it('of a month that has one is refused by name', async () => {
    const given = { branch: 'PUN', year: 2025, month: 10 };
    expect((await auditor.create({ ...whole, ...given })).json.err).toBe('');
    expect((await auditor.create({ ...whole, ...given })).json.err).toBe(
      'Audit Already exists for October 2025',
    );
    expect((await auditor.create({ ...whole, ...given, branch: 'DEL' })).json.err).toBe('');
  });

  it('needs the add right (002 §2.2, §6) and a branch in reach', async () => {
    expect((await staff.create({ ...whole, branch: 'MUM', month: 9 })).status).toBe(403);
    await world.sql(
      `update access.group_right set may_add = true where right_key = 'ASSESSMENT'
       and right_group = (select srno from access.right_group where name = 'Branch manager')`,
    );
    const manager = auditClient(world, await world.signIn('bm.mum'));
    expect((await manager.create({ ...whole, month: 9 })).status).toBe(403);
    expect((await manager.create({ ...whole, branch: 'MUM', month: 9 })).json.err).toBe('');
  });
});

describe('the audit of the month before', () => {
  const at = (year: number, month: number) => auditor.create({ ...whole, branch: 'DEL', year, month });
  const previousOf = async (srno: number) => (await auditor.detail(srno)).Header.hdr_lastheadersrno;

  it('is linked when the later one is begun, also over the new year', async () => {
    const earlier = (await at(2023, 12)).json.srno;
    const later = (await at(2024, 1)).json.srno;
    expect(await previousOf(later)).toBe(earlier);
    expect((await auditor.detail(later)).Header).toMatchObject({
      previous_month: 'December 2023',
      previous_status: 'P',
    });
  });

  it('is linked when the earlier one is begun, unless the later one is closed', async () => {
    const [open, closed] = [(await at(2023, 3)).json.srno, (await at(2023, 6)).json.srno];
    expect(await auditor.save({ srno: closed, hdrAuditStatus: 'C' })).toMatchObject({ status: 200 });
    const before = (await at(2023, 2)).json.srno;
    await at(2023, 5);
    expect(await previousOf(open)).toBe(before);
    expect(await previousOf(closed)).toBe(0);
  });

  it('is linked although both are begun at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const made = await Promise.all([at(2022, 2 + round * 3), at(2022, 1 + round * 3)]);
      const [later, earlier] = made.map(({ json }) => json.srno as number);
      expect(await previousOf(later ?? 0)).toBe(earlier);
    }
  });
});

describe('the list of audits', () => {
  const shown = (rows: readonly AuditHeader[]) =>
    rows.map(({ hdr_branch, hdr_year, hdr_month }) => `${hdr_branch} ${hdr_year}-${hdr_month}`);

  it('shows the newest month first, page by page, without gaps (002 §2.2)', async () => {
    const all = await auditor.list({});
    const months = all.map(({ hdr_year, hdr_month }) => hdr_year * 12 + hdr_month);
    expect(months).toEqual([...months].sort((a, b) => b - a));
    const paged: AuditHeader[] = [];
    for (let after: string | undefined, at = 0; at < 100; at += 1) {
      const { json, next } = await auditor.listPage({}, { limit: 3, ...(after ? { after } : {}) });
      paged.push(...json);
      if (next === null) break;
      after = next;
    }
    expect(shown(paged)).toEqual(shown(all));
  });

  it('is narrowed by branch and status (002 §2.2)', async () => {
    const delhi = await auditor.list({ branch: 'DEL' });
    expect(new Set(delhi.map(({ hdr_branch }) => hdr_branch))).toEqual(new Set(['DEL']));
    const closed = await auditor.list({ branch: 'DEL', status: 'C' });
    expect(closed.length).toBeGreaterThan(0);
    expect(new Set(closed.map(({ hdr_status }) => hdr_status))).toEqual(new Set(['C']));
    const all = await auditor.list({ status: 'ALL', branch: 'ALL' });
    expect(shown(await auditor.list({ status: 'C' }))).toEqual(
      shown(all.filter(({ hdr_status }) => hdr_status === 'C')),
    );
  });

  it('is empty where there is nothing', async () => {
    expect(await auditor.list({ branch: 'BLR', status: 'R' })).toEqual([]);
  });

  it('shows a branch user the own branches only', async () => {
    const seen = await staff.list({});
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(({ hdr_branch }) => hdr_branch))).toEqual(new Set(['MUM']));
    expect((await staff.listPage({ branch: 'DEL' }, {})).status).toBe(403);
    await world.sql(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select srno, 'ASSESSMENT', true, false, false from access.right_group where name = 'Zonal manager'
       on conflict do nothing`,
    );
    const zonal = auditClient(world, await world.signIn('zm.west'));
    const west = await zonal.list({});
    expect(new Set(west.map(({ hdr_branch }) => hdr_branch))).toEqual(new Set(['MUM', 'PUN']));
    expect(shown(west)).toEqual(
      shown((await auditor.list({})).filter(({ hdr_branch }) => ['MUM', 'PUN'].includes(hdr_branch))),
    );
  });
});

it('the choices are the years from the setting to this one', async () => {
  const { json } = await auditor.call('choices');
  expect(json.today).toBe(today);
  expect(json.years[0]).toBe(Number(today.slice(0, 4)));
  expect(json.years.at(-1)).toBe(2022);
});

describe('one audit', () => {
  it('is found in reach only', async () => {
    const { srno } = await startAudit(world.database.admin, { branch: 'DEL', year: 2030, month: 1 });
    expect((await staff.call('detailaudit', { srno })).status).toBe(404);
    expect((await admin.call('detailaudit', { srno })).status).toBe(200);
    expect((await admin.call('detailaudit', { srno: 999_999_999 })).status).toBe(404);
  });

  it('shows last month beside, and the figures of last month through the link', async () => {
    const september = await startAudit(world.database.admin, { branch: 'PUN', year: 2023, month: 9 });
    await world.sql(
      `update audit.answer set answer = 'N', observation = 'Board of 14/09' where audit = $1 and list = 'RBI' and no = 2`,
      [september.srno],
    );
    await world.sql(`update audit.mis_row set this_month = 150000 where audit = $1 and code = 'PP'`, [
      september.srno,
    ]);
    await world.sql(
      `insert into audit.discrepancy (audit, branch, flag, type, tran_no, tran_date, purpose, words, on_day, status)
       select $1, $2, 'T', 'SP', n::text, '2023-09-12', 'LEISURE', 'PAN missing', '2023-09-12', case when n = 1 then 'D' else 'P' end
       from generate_series(1, 3) as n`,
      [september.srno, september.branch],
    );
    const made = await auditor.create({ ...whole, branch: 'PUN', year: 2023, month: 10 });
    const detail: AuditDetail = await auditor.detail(made.json.srno);
    expect(detail.RBIGL.find(({ no }) => no === 2)).toMatchObject({
      last_yesno: 'N',
      last_observation: 'Board of 14/09',
    });
    expect(detail.BussMis[0]?.dtl_lastmonthamnt).toBe('150000');
    expect(detail.DISSCRSUMM.find(({ code }) => code === 'S')).toMatchObject({
      dtl_discrepancies: 0,
      dtl_disclastmonth: 3,
      dtl_discpreviouscompiled: 1,
    });
    const before = await auditor.detail(september.srno);
    expect(before.SaleCount.find(({ code }) => code === 'SP:LEISURE')?.dtl_discrepancies).toBe(3);
    expect(before.Discre.map(({ adis_status }) => adis_status)).toEqual(['P', 'P', 'D']);
  });
});
