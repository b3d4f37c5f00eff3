import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dateInIndia, formatDate } from '#domain/dates.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let auditor: AuditClient;
let second: AuditClient;
let staff: AuditClient;
let audit: StartedAudit;
let months = 0;

const today = formatDate(dateInIndia(Date.now()));

beforeAll(async () => {
  world = await openWorld();
  auditor = auditClient(world, await world.signIn('audit.ca'));
  second = auditClient(world, await world.signIn('admin'));
  staff = auditClient(world, await world.signIn('staff.mum'));
});
afterAll(() => world.close());
/** Every test has an audit of its own, two months after the one before, so that none is linked. */
beforeEach(async () => {
  months += 2;
  audit = await startAudit(world.database.admin, {
    branch: 'MUM',
    year: 2030 + Math.floor(months / 12),
    month: 1 + (months % 12),
  });
});

/** The next month's audit, linked to this one. */
async function following(): Promise<StartedAudit> {
  const next = await startAudit(world.database.admin, {
    branch: 'MUM',
    year: audit.month === 12 ? audit.year + 1 : audit.year,
    month: (audit.month % 12) + 1,
  });
  await world.sql('update audit.audit set previous = $1 where srno = $2', [audit.srno, next.srno]);
  return next;
}
const rbi = async (no: number, srno = audit.srno) =>
  (await auditor.detail(srno)).RBIGL.find((row) => row.no === no)!;
const answer = (row: { srno: number; version: number }, dtl_yesno: string, dtl_auditobservation = '') => ({
  srno: row.srno,
  version: row.version,
  dtl_yesno,
  dtl_auditobservation,
});
const trailOf = (srno = audit.srno) =>
  world.sql<{ action: string; before: any; after: any }>(
    `select action, before, after from platform.trail where record = 'audit' and record_id = $1 order by id`,
    [String(srno)],
  );
async function discrepancy(given: { status?: string; flag?: 'T' | 'M' } = {}): Promise<number> {
  const { status = 'P', flag = 'T' } = given;
  const [row] = await world.sql<{ line_no: number }>(
    `insert into audit.discrepancy (audit, branch, flag, type, tran_no, tran_date, purpose, master_type, party_name, words, on_day, status)
     select $1, $2, $3, case when $3 = 'T' then 'SP' else '' end, case when $3 = 'T' then (1000 + (random() * 8999)::integer)::text else '' end,
       case when $3 = 'T' then make_date(2030, 1, 5) end, case when $3 = 'T' then 'LEISURE' else '' end,
       case when $3 = 'M' then 'C' else '' end, case when $3 = 'M' then 'Orient Travels' else '' end, 'PAN missing',
       make_date(2030, 1, 5), $4 returning line_no`,
    [audit.srno, audit.branch, flag, status],
  );
  return row!.line_no;
}

describe('the checklists', () => {
  it('keep answers and observations, with one trail entry for the tab', async () => {
    const [one, two] = [await rbi(1), await rbi(2)];
    const { json } = await auditor.save({
      srno: audit.srno,
      auditRBIGLData: [answer(one, 'Y'), answer(two, 'N', ' Board of 14/09 ')],
    });
    expect(json.err).toBe('');
    expect(json.RBIGL.find((row: { no: number }) => row.no === 2)).toMatchObject({
      dtl_yesno: 'N',
      dtl_auditobservation: 'Board of 14/09',
      version: 2,
    });
    const entries = await trailOf();
    expect(entries).toHaveLength(1);
    expect(entries[0]?.after.rows).toEqual([
      { row: one.srno, answer: 'Y', observation: '' },
      { row: two.srno, answer: 'N', observation: 'Board of 14/09' },
    ]);
    expect(entries[0]?.before.rows).toHaveLength(2);
  });

  it('take observations of 100 characters and refuse 101 (002 §5.1, §9)', async () => {
    const row = await rbi(3);
    const of = (length: number) =>
      auditor.save({ srno: audit.srno, auditRBIGLData: [answer(row, 'N', 'o'.repeat(length))] });
    expect((await of(101)).json.err).toBe('An observation can have at most 100 characters.');
    expect((await of(100)).json.err).toBe('');
  });

  it('have locked rows, which are headings (002 §5.1)', async () => {
    const heading = await rbi(101);
    expect(heading.mst_editable).toBe(0);
    const refused = await auditor.save({ srno: audit.srno, auditRBIGLData: [answer(heading, 'Y')] });
    expect(refused.json.err).toBe('This row is a heading and has no answer.');
    const passed = await auditor.save({ srno: audit.srno, auditRBIGLData: [answer(heading, 'S')] });
    expect(passed.json.err).toBe('');
  });

  it('refuse a row of another audit, of another tab, and a row twice', async () => {
    const other = await following();
    const foreign = await rbi(1, other.srno);
    const own = await rbi(1);
    const save = (row: { srno: number; version: number }, tab = 'auditRBIGLData') =>
      auditor.save({ srno: audit.srno, [tab]: [answer(row, 'Y')] });
    expect((await save(foreign)).status).toBe(404);
    expect((await save(own, 'auditOPSGLData')).status).toBe(404);
    const twice = { srno: audit.srno, auditRBIGLData: [answer(own, 'Y'), answer(own, 'N')] };
    expect((await auditor.save(twice)).status).toBe(400);
    expect((await rbi(1)).dtl_yesno).toBe('S');
  });

  it('change nothing when one of the tabs is refused', async () => {
    const row = await rbi(1);
    const { MtssCount } = await auditor.detail(audit.srno);
    const { json } = await auditor.save({
      srno: audit.srno,
      auditRBIGLData: [answer(row, 'Y')],
      auditMtssCountData: [{ srno: MtssCount[0]?.srno, dtl_trancount: 'many' }],
    });
    expect(json.err).toBe('A count has at most 7 digits.');
    expect((await rbi(1)).dtl_yesno).toBe('S');
  });
});

describe('two who save', () => {
  it('the same row: the second is told who and when, and loses nothing (409)', async () => {
    const row = await rbi(5);
    expect((await auditor.save({ srno: audit.srno, auditRBIGLData: [answer(row, 'Y')] })).json.err).toBe('');
    const refused = await second.save({ srno: audit.srno, auditRBIGLData: [answer(row, 'N', 'Not seen')] });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ changedby: 'Anita Deshmukh', version: 2 });
    expect(Date.parse(refused.json.changedat)).toBeGreaterThan(Date.now() - 60_000);
    expect((await rbi(5)).dtl_yesno).toBe('Y');
    const same = await second.save({ srno: audit.srno, auditRBIGLData: [answer(row, 'Y')] });
    expect(same.json.err).toBe('');
    expect((await rbi(5)).version).toBe(2);
  });

  it('a row without a version overwrites, as a bare call of the specification does', async () => {
    const { srno } = await rbi(6);
    const bare = { srno, dtl_yesno: 'N', dtl_auditobservation: '' };
    await auditor.save({ srno: audit.srno, auditRBIGLData: [answer(await rbi(6), 'Y')] });
    expect((await second.save({ srno: audit.srno, auditRBIGLData: [bare] })).json.err).toBe('');
    expect((await rbi(6)).dtl_yesno).toBe('N');
  });
});

it('a tab whose array is absent stays byte for byte, and what is unchanged is not written', async () => {
  const tables = ['answer', 'count_row', 'mis_row', 'summary_row'];
  const stored = async () => {
    const texts: (string | undefined)[] = [];
    for (const table of tables) {
      const [row] = await world.sql<{ text: string }>(
        `select string_agg(t::text || xmin, e'\n' order by srno) as text from audit.${table} t where audit = $1`,
        [audit.srno],
      );
      texts.push(row?.text);
    }
    return texts;
  };
  const before = await stored();
  const detail = await auditor.detail(audit.srno);
  const unchanged = {
    srno: audit.srno,
    hdrAuditStatus: 'P',
    auditRBIGLData: detail.RBIGL.map((row) => answer(row, row.dtl_yesno, row.dtl_auditobservation)),
    auditPpCountData: detail.PurCount.map(({ srno, dtl_trancount }) => ({ srno, dtl_trancount })),
    auditBussMisData: detail.BussMis.map(({ srno, dtl_lastmonthamnt }) => ({ srno, dtl_lastmonthamnt })),
    auditDisscrSummData: detail.DISSCRSUMM.map(({ srno }) => ({
      srno,
      dtl_disclastmonth: null,
      dtl_discpreviouscompiled: '',
    })),
  };
  expect((await auditor.save(unchanged)).json.err).toBe('');
  expect((await auditor.save({ srno: audit.srno })).json.err).toBe('');
  expect(await stored()).toEqual(before);
  await auditor.save({ srno: audit.srno, auditRBIGLData: [answer(await rbi(1), 'Y')] });
  expect((await stored()).slice(1)).toEqual(before.slice(1));
});

describe('the counts', () => {
  it('of money transfer are typed, numbers only (002 §5.1)', async () => {
    const { MtssCount } = await auditor.detail(audit.srno);
    const save = (dtl_trancount: unknown) =>
      auditor.save({ srno: audit.srno, auditMtssCountData: [{ srno: MtssCount[1]?.srno, dtl_trancount }] });
    for (const wrong of ['12a', '1.5', '-1', '12345678'])
      expect((await save(wrong)).json.err, wrong).not.toBe('');
    expect((await save('61')).json.MtssCount[1]).toMatchObject({ dtl_trancount: 61, source: 'typed' });
    expect((await save(62)).json.MtssCount[1]).toMatchObject({ dtl_trancount: 62 });
  });

  it('of purchases and sales are not typed (002 §5.1)', async () => {
    const { PurCount, SaleCount } = await auditor.detail(audit.srno);
    for (const given of [
      { auditPpCountData: [{ srno: PurCount[0]?.srno, dtl_trancount: 5 }] },
      { auditSpCountData: [{ srno: SaleCount[0]?.srno, dtl_trancount: 5 }] },
    ])
      expect((await auditor.save({ srno: audit.srno, ...given })).json.err).toBe(
        'Purchases and sales are counted, not typed.',
      );
  });
});

describe('the business figures', () => {
  it('of last month are typed without a previous audit: 10 characters, digits only (002 §5.1, §9)', async () => {
    const { BussMis } = await auditor.detail(audit.srno);
    const save = (dtl_lastmonthamnt: string) =>
      auditor.save({ srno: audit.srno, auditBussMisData: [{ srno: BussMis[0]?.srno, dtl_lastmonthamnt }] });
    for (const wrong of ['12345678901', '12a', '1.5', '1,000'])
      expect((await save(wrong)).json.err, wrong).toBe('An amount has at most 10 characters, digits only.');
    expect((await save('1234567890')).json.BussMis[0].dtl_lastmonthamnt).toBe('1234567890');
    expect((await save('')).json.BussMis[0].dtl_lastmonthamnt).toBe('');
  });

  it('of last month are locked with a previous audit; a save that changes nothing passes (002 §5.1)', async () => {
    await world.sql(`update audit.mis_row set this_month = 777 where audit = $1 and code = 'PP'`, [
      audit.srno,
    ]);
    const next = await following();
    const { BussMis, DISSCRSUMM } = await auditor.detail(next.srno);
    expect(BussMis[0]?.dtl_lastmonthamnt).toBe('777');
    const save = (given: object) => auditor.save({ srno: next.srno, ...given });
    const of = (dtl_lastmonthamnt: string) => ({
      auditBussMisData: [{ srno: BussMis[0]?.srno, dtl_lastmonthamnt }],
    });
    expect((await save(of('778'))).json.err).toBe('The figures of the last month come from its own audit.');
    expect((await save(of('777'))).json.err).toBe('');
    const summed = (dtl_disclastmonth: number) => ({
      auditDisscrSummData: [{ srno: DISSCRSUMM[0]?.srno, dtl_disclastmonth, dtl_discpreviouscompiled: 0 }],
    });
    expect((await save(summed(1))).json.err).toBe('The figures of the last month come from its own audit.');
    expect((await save(summed(0))).json.err).toBe('');
  });

  it('of the summary are typed without a previous audit', async () => {
    const { DISSCRSUMM } = await auditor.detail(audit.srno);
    const { json } = await auditor.save({
      srno: audit.srno,
      auditDisscrSummData: [
        { srno: DISSCRSUMM[0]?.srno, dtl_disclastmonth: '4', dtl_discpreviouscompiled: 3 },
      ],
    });
    expect(json.DISSCRSUMM[0]).toMatchObject({ dtl_disclastmonth: 4, dtl_discpreviouscompiled: 3 });
    const { json: refused } = await auditor.save({
      srno: audit.srno,
      auditDisscrSummData: [
        { srno: DISSCRSUMM[0]?.srno, dtl_disclastmonth: '4', dtl_discpreviouscompiled: 9 },
      ],
    });
    expect(refused.err).toBe(
      'Of the discrepancies of the last month no more can be complied with than it had.',
    );
    expect((await auditor.detail(audit.srno)).DISSCRSUMM[0]).toMatchObject({ dtl_discpreviouscompiled: 3 });
  });
});

describe('the text of a discrepancy', () => {
  const correct = (adis_lineno: number, adis_discrepancy: string, version?: number) =>
    auditor.save({
      srno: audit.srno,
      auditDispcrData: [{ adis_lineno, adis_discrepancy, ...(version === undefined ? {} : { version }) }],
    });

  it('is corrected while it is pending, with 500 characters and not 501 (002 §5.1, §9)', async () => {
    const line = await discrepancy();
    expect((await correct(line, ' ')).json.err).toBe('Please fill Discrepancy.');
    expect((await correct(line, 'd'.repeat(501))).json.err).toBe(
      'A discrepancy can have at most 500 characters.',
    );
    const { json } = await correct(line, 'd'.repeat(500), 1);
    expect(json.Discre[0]).toMatchObject({ adis_discrepancy: 'd'.repeat(500), version: 2 });
    expect((await correct(line, 'Another text', 1)).status).toBe(409);
  });

  it.each(['R', 'D'])('is not corrected in status %s', async (status) => {
    const line = await discrepancy({ status });
    expect((await correct(line, 'Another text')).json.err).toBe('This discrepancy is not pending any more.');
    expect((await correct(line, 'PAN missing')).json.err).toBe('');
  });

  it('of a party too', async () => {
    const line = await discrepancy({ flag: 'M' });
    expect((await correct(line, 'Licence copy lapsed')).json.DiscreMaster[0].adis_discrepancy).toBe(
      'Licence copy lapsed',
    );
  });
});

describe('the status (002 §4)', () => {
  const set = (hdrAuditStatus: string, headers?: Record<string, string>) =>
    auditor.save({ srno: audit.srno, hdrAuditStatus }, headers);

  it('goes freely between Pending and Review; the review date is the last and stays', async () => {
    expect((await set('R')).json.Header).toMatchObject({
      hdr_status: 'R',
      hdr_statusnm: 'Review',
      hdr_reviewdatedmy: today,
      hdr_closedatedmy: '',
    });
    expect((await set('P')).json.Header).toMatchObject({ hdr_status: 'P', hdr_reviewdatedmy: today });
    expect((await trailOf()).map(({ action }) => action)).toEqual(['status', 'status']);
  });

  it('that is the same changes nothing', async () => {
    const { headers } = await set('P');
    expect(headers.get('etag')).toBe('"1"');
  });

  it('of another version than was seen is refused (409)', async () => {
    await set('R');
    expect((await set('P', { 'if-match': '"1"' })).status).toBe(409);
    expect((await set('P', { 'if-match': '"2"' })).json.err).toBe('');
  });

  it('Closed is for good: every write of the audit is refused', async () => {
    const row = await rbi(1);
    const line = await discrepancy();
    const detail = await auditor.detail(audit.srno);
    expect((await set('C')).json.Header).toMatchObject({
      hdr_status: 'C',
      hdr_statusnm: 'Closed',
      hdr_closedatedmy: today,
    });
    const closed = { err: 'This audit is closed.' };
    for (const written of [
      { hdrAuditStatus: 'P' },
      { hdrAuditStatus: 'C' },
      { auditRBIGLData: [answer(row, 'Y')] },
      { auditMtssCountData: [{ srno: detail.MtssCount[0]?.srno, dtl_trancount: 1 }] },
      { auditDispcrData: [{ adis_lineno: line, adis_discrepancy: 'Other' }] },
      { auditDispcrData: [{ adis_lineno: line, adis_discrepancy: '' }] },
      { auditMtssCountData: [{ srno: 999_999_999, dtl_trancount: 'many' }] },
      {},
    ])
      expect((await auditor.save({ srno: audit.srno, ...written })).json).toEqual(closed);
    for (const action of ['doautotransactioncount', 'doautofillbussmis'])
      expect((await auditor.call(action, { srno: audit.srno })).json).toEqual({
        ...closed,
        error: closed.err,
      });
    expect((await auditor.detail(audit.srno)).RBIGL).toEqual(detail.RBIGL);
  });

  it('Closed takes the rows that are sent with it, and stores the figures of the month before', async () => {
    await world.sql(`update audit.mis_row set this_month = 500 where audit = $1 and code = 'PP'`, [
      audit.srno,
    ]);
    const line = await discrepancy();
    const next = await following();
    const row = await rbi(1, next.srno);
    const { json } = await auditor.save({
      srno: next.srno,
      hdrAuditStatus: 'C',
      auditRBIGLData: [answer(row, 'Y')],
    });
    expect(json.RBIGL.find((each: { no: number }) => each.no === 1).dtl_yesno).toBe('Y');
    const figures = ({ BussMis, DISSCRSUMM }: typeof json) => [
      BussMis[0].dtl_lastmonthamnt,
      DISSCRSUMM[1].dtl_disclastmonth,
      DISSCRSUMM[1].dtl_discpreviouscompiled,
    ];
    expect(figures(json)).toEqual(['500', 1, 0]);
    await world.sql(`update audit.mis_row set this_month = 900 where audit = $1 and code = 'PP'`, [
      audit.srno,
    ]);
    await world.sql(`update audit.discrepancy set status = 'D' where line_no = $1`, [line]);
    expect(figures(await auditor.detail(next.srno))).toEqual(['500', 1, 0]);
  });
});

it('only who may add or edit saves, in reach (002 §4, §6)', async () => {
  const row = await rbi(1);
  const written = { srno: audit.srno, auditRBIGLData: [answer(row, 'Y')] };
  expect((await staff.save(written)).status).toBe(403);
  await world.sql(
    `update access.group_right set may_edit = true where right_key = 'ASSESSMENT'
     and right_group = (select srno from access.right_group where name = 'Branch manager')`,
  );
  const [mumbai, delhi] = [await world.signIn('bm.mum'), await world.signIn('bm.del')];
  expect((await auditClient(world, delhi).save(written)).status).toBe(404);
  expect((await auditClient(world, mumbai).save(written)).json.err).toBe('');
});
