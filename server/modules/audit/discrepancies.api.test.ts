import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { discrepancyRow, replyRow } from '#contract/audit/discrepancies.ts';
import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { addTransactions, closeAudit, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies, sendReply } from '#tools/testing/discrepancies.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { sheetFrom } from '#tools/testing/sheets.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

type DiscrepancyRow = z.input<typeof discrepancyRow>;
type ReplyRow = z.input<typeof replyRow>;

let world: World;
const session: Record<string, string> = {};
/** Every test has a month of its own. */
let months = 0;
async function newAudit(branch = 'MUM'): Promise<StartedAudit> {
  months += 1;
  const [year, month] = [2000 + Math.floor(months / 12), 1 + (months % 12)];
  return startAudit(world.database.admin, { branch, year, month });
}

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '20' });
  for (const user of ['admin', 'audit.ca', 'staff.mum', 'staff.del', 'zm.west'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const ask = (action: string, given: object, user = 'audit.ca', ...more: object[]): Promise<Answered> =>
  world.post('audit_a.php', [
    session[user] ?? '',
    action,
    ...[given, ...more].map((each) => JSON.stringify(each)),
  ]);
const search = (audit: StartedAudit, more: object = {}) => ({
  mode: 'V',
  type: 'T',
  srchYear: audit.year,
  srchMonth: audit.month,
  ...more,
});
const list = async (asked: object, user = 'audit.ca', page: object = {}): Promise<DiscrepancyRow[]> =>
  (await ask('listdiscrepancy', asked, user, page)).json as DiscrepancyRow[];
const numbers = (rows: readonly DiscrepancyRow[]) => rows.map(({ adis_lineno }) => adis_lineno);
const replies = async (audit: StartedAudit, lineno: number, user = 'audit.ca'): Promise<ReplyRow[]> =>
  (await ask('listauditdiscproof', { srno: audit.srno, lineno, uploadType: 'AUDITPROOF' }, user))
    .json as ReplyRow[];
const reply = (audit: StartedAudit, lineno: number, remark: string, user = 'staff.mum', more: object = {}) =>
  sendReply(world, session[user] ?? '', { srno: audit.srno, lineno, remark, ...more });
const decide = (audit: StartedAudit, lineno: number, status: string, user = 'audit.ca') =>
  ask('changediscrestatus', { hdrsrno: audit.srno, lineno, status }, user);
const submit = (audit: StartedAudit, lineno: number, user = 'staff.mum', status = 'R') =>
  ask('changediscrestatusrev', { hdrsrno: audit.srno, lineno, status }, user);
const statusOf = async (lineno: number): Promise<string> =>
  (
    await world.sql<{ status: string }>('select status from audit.discrepancy where line_no = $1', [lineno])
  )[0]!.status;

describe('listdiscrepancy', () => {
  it('shows what is pending unless a status is given (002 §2.7, §9)', async () => {
    const audit = await newAudit();
    const [p, r, d] = [
      ...(await addDiscrepancies(world.database.admin, audit, 1)),
      ...(await addDiscrepancies(world.database.admin, audit, 1, { status: 'R' })),
      ...(await addDiscrepancies(world.database.admin, audit, 1, { status: 'D' })),
    ];
    expect(numbers(await list(search(audit)))).toEqual([p]);
    for (const [status, expected] of [
      ['PEN', [p]],
      ['P', [p]],
      ['REV', [r]],
      ['R', [r]],
      ['OK', [d]],
      ['D', [d]],
      ['ALL', [p, r, d]],
    ] as const)
      expect(numbers(await list(search(audit, { status }))), status).toEqual(expected);
  });

  it('shows a transaction and a party by their names (002 §3)', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 1, { type: 'PB', first: 41 });
    const day = `01/${String(audit.month).padStart(2, '0')}/${audit.year}`;
    const marked = {
      srno: audit.srno,
      type: 'PB',
      tranno: '41',
      date: day,
      partytype: 'D',
      tranmastflag: 'T',
    };
    const added = await ask('addauditdiscrepancy', { ...marked, discre: 'No sellers memo' });
    const money = { srno: audit.srno, type: 'MT', typesub: 'WU', tranno: '8', date: day, tranmastflag: 'T' };
    await ask('addauditdiscrepancy', { ...money, discre: 'No receipt' });
    const [kind] = await world.sql<{ id: number; name: string }>(
      'select id, name from masters.document_kind order by id limit 1',
    );
    await ask(
      'addauditdiscrepancy',
      {
        srno: audit.srno,
        tranmastflag: 'M',
        mastertype: 'F',
        partyname: 'Goa',
        discre: 'Lapsed',
        masterdocument: kind!.id,
      },
      'admin',
    );
    const today = dateInIndia(Date.now());
    const [purchase, transfer] = await list(search(audit));
    expect(purchase).toMatchObject({
      adis_hdrsrno: audit.srno,
      adis_lineno: added.json.lineno,
      adis_branch: 'MUM',
      adis_branchnm: 'Mumbai Fort',
      adis_trantype: 'PB',
      adis_trantypename: 'Purchase Bulk',
      adis_tranno: '41',
      adis_trandate: day,
      adis_partytypename: 'Authorized Dealer',
      adis_discrepancy: 'No sellers memo',
      audit_discrepancy: 'No sellers memo',
      adis_status: 'P',
      adis_statusnm: 'Pending',
      adis_replies: 0,
      adis_answered: 0,
      adis_raisedby: 'Anita Deshmukh',
    });
    expect(transfer).toMatchObject({
      adis_trantypename: 'Money Transfer',
      adis_trantypesub: 'WU',
      adis_trantypesubname: 'Western Union (WU)',
    });
    expect(await list(search(audit, { type: 'M' }))).toMatchObject([
      {
        adis_mastertypenm: 'Franchise',
        adis_partyname: 'Goa',
        adis_masterdocumentnm: kind!.name,
        adis_trandate: '',
        adis_age: 0,
      },
    ]);
    const monday = addDays(today, -12);
    await addDiscrepancies(world.database.admin, audit, 1, { day: monday, daysAgo: 3 });
    const old = await list(search(audit, { fromDate: formatDate(monday), toDate: monday }));
    expect(old).toMatchObject([{ adis_age: 3 }]);
  });

  it('pages through what one sort would give, by branch, over several branches and over all', async () => {
    const audits = [await newAudit('MUM'), await newAudit('PUN'), await newAudit('DEL')];
    for (const [at, audit] of audits.entries())
      for (const status of ['P', 'R', 'D'] as const)
        for (const daysAgo of [at, 9 - at, 4])
          await addDiscrepancies(world.database.admin, audit, at === 0 ? 10 : 3, { status, daysAgo });
    const expected = async (where: string) =>
      (
        await world.sql<{ line_no: number }>(
          `select d.line_no from audit.discrepancy d join masters.entity e on e.srno = d.branch join audit.audit a on a.srno = d.audit
           where d.flag = 'T' and d.removed_at is null and ${where}
           order by (d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no`,
        )
      ).map(({ line_no }) => line_no);
    const [{ year, month }] = audits as [StartedAudit];
    const asked: [string, object, string][] = [
      ['zm.west', { status: 'ALL' }, `e.id in ('MUM', 'PUN')`],
      ['zm.west', { status: 'PEN' }, `e.id in ('MUM', 'PUN') and d.status = 'P'`],
      ['zm.west', { status: 'ALL', branch: 'PUN' }, `e.id = 'PUN'`],
      ['staff.mum', { status: 'ALL' }, `e.id = 'MUM'`],
      ['audit.ca', { status: 'ALL' }, 'true'],
      ['audit.ca', { status: 'R', branch: 'ALL' }, `d.status = 'R'`],
      ['audit.ca', { status: 'ALL', srchYear: year }, `a.year = ${year}`],
      [
        'zm.west',
        { status: 'ALL', srchYear: 0, srchMonth: month },
        `a.month = ${month} and e.id in ('MUM', 'PUN')`,
      ],
      [
        'audit.ca',
        { status: 'ALL', fromDate: `${year}-0${month}-05`, toDate: `${year}-0${month}-20` },
        `d.on_day between '${year}-0${month}-05' and '${year}-0${month}-20'`,
      ],
    ];
    for (const [user, filters, where] of asked)
      for (const limit of [9, 40, 500]) {
        const found: number[] = [];
        let after: string | null = '';
        while (after !== null) {
          const page: object = { limit, ...(after === '' ? {} : { after }) };
          const answer: Answered = await ask(
            'listdiscrepancy',
            { mode: 'V', type: 'T', ...filters },
            user,
            page,
          );
          found.push(...numbers(answer.json as DiscrepancyRow[]));
          after = answer.headers.get('x-next');
        }
        expect(found, `${user} ${JSON.stringify(filters)} ${limit}`).toEqual(await expected(where));
      }
  });

  it('an empty status or type means all of them (002 §7.2)', async () => {
    const audit = await newAudit();
    const made: number[] = [];
    for (const flag of ['T', 'M'] as const)
      for (const status of ['P', 'R', 'D'] as const)
        made.push(...(await addDiscrepancies(world.database.admin, audit, 1, { flag, status })));
    const found = async (asked: object) => numbers(await list(search(audit, asked))).sort((a, b) => a - b);
    expect(await found({ status: '', type: '' })).toEqual(made);
    expect(await found({ status: '' })).toEqual(made.slice(0, 3));
    expect(await found({ status: '', type: 'M' })).toEqual(made.slice(3));
    expect(await found({ status: 'OK', type: '' })).toEqual([made[2], made[5]]);
    expect(await found({ type: undefined })).toEqual([made[0], made[3]]);
    const pages: number[] = [];
    let after: string | null = null;
    do {
      const page: object = { limit: 2, ...(after === null ? {} : { after }) };
      const answer: Answered = await ask(
        'listdiscrepancy',
        search(audit, { status: '', type: '' }),
        'audit.ca',
        page,
      );
      pages.push(...numbers(answer.json as DiscrepancyRow[]));
      after = answer.headers.get('x-next');
    } while (after !== null);
    expect(pages).toEqual(made);
    const rows = await sheetFrom(
      ...([world, session['audit.ca'] ?? '', 'audit_a.php', 'listdiscrepancy'] as const),
      JSON.stringify(search(audit, { mode: 'D', status: '', type: '' })),
    );
    expect(rows).toHaveLength(7);
    expect(rows[0]).toEqual(expect.arrayContaining(['Number', 'Master Type']));
  });

  it('an old transaction whose discrepancy was raised today waits since today (002 §2.7)', async () => {
    const audit = await newAudit();
    const [old] = await addDiscrepancies(world.database.admin, audit, 1, { daysAgo: 5 });
    const { json } = await ask('addauditdiscrepancy', {
      ...{ srno: audit.srno, type: 'PP', tranno: '4711', tranmastflag: 'T', discre: 'No memo' },
      date: `${audit.year}-${String(audit.month).padStart(2, '0')}-01`,
    });
    const rows = await list(search(audit));
    expect(rows.map(({ adis_lineno, adis_age }) => [adis_lineno, adis_age])).toEqual([
      [old, 5],
      [json.lineno, 0],
    ]);
    const { json: detail } = await ask('detailaudit', { srno: audit.srno });
    expect(numbers(detail.Discre as DiscrepancyRow[])).toEqual([old, json.lineno]);
  });

  it('one that went back to the branch is new again, and the last of the list', async () => {
    const audit = await newAudit();
    const [first] = await addDiscrepancies(world.database.admin, audit, 1, { status: 'R', daysAgo: 9 });
    const [second] = await addDiscrepancies(world.database.admin, audit, 1, { daysAgo: 4 });
    await decide(audit, first!, 'P');
    const rows = await list(search(audit));
    expect(rows.map(({ adis_lineno, adis_age }) => [adis_lineno, adis_age])).toEqual([
      [second, 4],
      [first, 0],
    ]);
  });

  it('10 and 20 end the list, and a number finds one alone (002 §2.7)', async () => {
    const audit = await newAudit();
    const all = await addDiscrepancies(world.database.admin, audit, 25);
    for (const limit of [10, '20']) {
      const answer = await ask('listdiscrepancy', search(audit, { limit }));
      expect(answer.json).toHaveLength(Number(limit));
      expect(answer.headers.get('x-next')).toBeNull();
    }
    expect(await list(search(audit, { limit: 'ALL' }))).toHaveLength(25);
    expect(numbers(await list({ mode: 'V', type: 'M', lineno: all[3] }))).toEqual([all[3]]);
    expect(await list({ mode: 'V', type: 'T', lineno: all[3] }, 'staff.del')).toEqual([]);
    expect((await ask('listdiscrepancy', { mode: 'V', type: 'T', branch: 'DEL' }, 'staff.mum')).status).toBe(
      403,
    );
    expect((await ask('listdiscrepancy', search(audit, { srchMonth: 13 }))).status).toBe(400);
    // Not the fifth month of a year whose number begins with 01.
    expect(await list(search(audit, { srchYear: 5 }))).toEqual([]);
  });

  it('is downloaded as a sheet with its filters and leaves a trail (002 §2.7, §7.2)', async () => {
    const audit = await newAudit();
    await addDiscrepancies(world.database.admin, audit, 3);
    await addDiscrepancies(world.database.admin, audit, 2, { flag: 'M' });
    const sheet = (asked: object) =>
      sheetFrom(world, session['staff.mum'] ?? '', 'audit_a.php', 'listdiscrepancy', JSON.stringify(asked));
    const rows = await sheet(search(audit, { mode: 'D' }));
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(expect.arrayContaining(['Branch', 'Audit', 'Number', 'Discrepancy', 'Age']));
    expect(rows[1]).toEqual(expect.arrayContaining(['MUM', 'Purchase From Public', 'No memo', 'Pending']));
    const parties = await sheet(search(audit, { mode: 'D', type: 'M' }));
    expect(parties[0]).toContain('Master Type');
    expect(parties).toHaveLength(3);
    const trail = await world.sql(
      `select after ->> 'type' as type from platform.trail where action = 'export' and record = 'audit discrepancy' order by id desc limit 1`,
    );
    expect(trail).toEqual([{ type: 'M' }]);
  });
});

describe('a reply', () => {
  it('needs a remark of at most 250 characters (002 §5.1: Please Enter remark.)', async () => {
    const audit = await newAudit();
    const [line = 0] = await addDiscrepancies(world.database.admin, audit, 1);
    for (const empty of ['', '   '])
      expect((await reply(audit, line, empty)).json.error).toBe('Please Enter remark.');
    expect((await reply(audit, line, 'x'.repeat(251))).json.error).toBe(
      'A remark can have at most 250 characters.',
    );
    expect((await reply(audit, line, 'x'.repeat(250))).json).toMatchObject({
      error: '',
      message: 'The reply is added.',
    });
    expect(await replies(audit, line)).toHaveLength(1);
  });

  it('has an optional proof with the rules of files, and is listed with who and when (002 §5.1, §7.2)', async () => {
    const audit = await newAudit();
    const [line = 0] = await addDiscrepancies(world.database.admin, audit, 1);
    const meta = {
      srno: audit.srno,
      lineno: line,
      remark: 'Memo attached',
      tranmastflag: 'T',
      trantype: 'PP',
      tranno: '1',
    };
    const send = (name: string, more: object = {}) =>
      sendReply(
        world,
        session['staff.mum'] ?? '',
        { ...meta, ...more },
        { name, bytes: new Uint8Array(pdfSample()) },
      );
    expect((await send('memo.final.pdf')).json.error).toBe('(.) not allowed in file name.');
    expect((await send('memo.exe')).json.error).not.toBe('');
    const added = await send('memo.pdf', { pageright: 'ASSESSMENT' });
    expect(added.json).toMatchObject({
      error: '',
      docdetail: [
        {
          adoc_filename: 'memo.pdf',
          adoc_remark: 'Memo attached',
          adoc_ext: 'pdf',
          status: '',
          by: 'Suresh Pillai',
        },
      ],
    });
    expect(await replies(audit, line, 'staff.mum')).toEqual(added.json.docdetail);
    expect((await send('memo.pdf', { pageright: 'FLASH' })).status).toBe(400);
    const [row] = await list(search(audit));
    expect(row).toMatchObject({ adis_replies: 1, adis_answered: 1 });
  });

  it('is possible only while the discrepancy is pending, and only in reach (002 §4)', async () => {
    const audit = await newAudit();
    const [line = 0] = await addDiscrepancies(world.database.admin, audit, 1);
    expect((await reply(audit, line, 'Not mine', 'staff.del')).status).toBe(404);
    expect((await ask('listauditdiscproof', { srno: audit.srno, lineno: line }, 'staff.del')).status).toBe(
      404,
    );
    expect((await reply({ ...audit, srno: audit.srno + 1 }, line, 'Another audit')).status).toBe(404);
    await decide(audit, line, 'R');
    expect((await reply(audit, line, 'Too late')).json.error).toBe(
      'This discrepancy is not pending any more.',
    );
    expect((await reply(audit, line, 'The auditor too', 'audit.ca')).json.error).toBe(
      'This discrepancy is not pending any more.',
    );
  });
});

describe('the status of a discrepancy', () => {
  it('is set to any of the three by whoever may add or edit (002 §4)', async () => {
    const audit = await newAudit();
    const [line = 0] = await addDiscrepancies(world.database.admin, audit, 1);
    for (const [status, words] of [
      ['R', 'Review'],
      ['D', 'OK'],
      ['P', 'Pending'],
      ['D', 'OK'],
      ['R', 'Review'],
      ['P', 'Pending'],
    ] as const)
      expect((await decide(audit, line, status)).json).toEqual({
        err: '',
        msg: `The status is ${words} now.`,
      });
    expect((await decide(audit, line, 'P')).json.msg).toBe('The status is Pending already.');
    expect((await replies(audit, line)).map(({ status }) => status)).toEqual(['R', 'D', 'P', 'D', 'R', 'P']);
    expect((await decide(audit, line, 'D', 'staff.mum')).status).toBe(403);
    expect((await decide({ ...audit, srno: audit.srno + 1 }, line, 'D')).status).toBe(404);
    const trail = await world.sql(
      `select before, after from platform.trail where record = 'audit discrepancy' and record_id = $1 and action = 'decide' order by id limit 1`,
      [String(line)],
    );
    expect(trail).toEqual([{ before: { status: 'P' }, after: { status: 'R' } }]);
  });

  it('is refused with 409 if another user has changed it since', async () => {
    const audit = await newAudit();
    const [line = 0] = await addDiscrepancies(world.database.admin, audit, 1);
    const [seen] = await list(search(audit));
    await decide(audit, line, 'R', 'admin');
    const late = await world.post(
      'audit_a.php',
      [
        session['audit.ca'] ?? '',
        'changediscrestatus',
        JSON.stringify({ hdrsrno: audit.srno, lineno: line, status: 'D' }),
      ],
      { 'if-match': `"${seen!.version}"` },
    );
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({ changedby: 'Asha Rao' });
    expect(await statusOf(line)).toBe('R');
  });

  it('becomes Review by a response that has a reply since it became pending (002 §4: Please Enter remark.)', async () => {
    const audit = await newAudit();
    const [line = 0] = await addDiscrepancies(world.database.admin, audit, 1);
    expect((await submit(audit, line)).json.err).toBe('Please Enter remark.');
    await reply(audit, line, 'Here it is');
    expect((await submit(audit, line, 'staff.mum', 'D')).status).toBe(403);
    expect((await submit(audit, line, 'staff.del')).status).toBe(404);
    expect((await submit(audit, line)).json).toEqual({ err: '', msg: 'The response is submitted.' });
    expect(await statusOf(line)).toBe('R');
    expect((await submit(audit, line)).json.err).toBe('This discrepancy is not pending any more.');
    await decide(audit, line, 'P');
    expect(await list(search(audit))).toMatchObject([{ adis_replies: 1, adis_answered: 0 }]);
    expect((await submit(audit, line)).json.err).toBe('Please Enter remark.');
    await reply(audit, line, 'A better one');
    expect((await submit(audit, line)).json.err).toBe('');
    expect((await replies(audit, line)).map(({ adoc_remark, status }) => adoc_remark || status)).toEqual([
      'Here it is',
      'R',
      'P',
      'A better one',
      'R',
    ]);
  });

  it('changes in a closed audit too, and so do replies (docs/readings.md: closed audits)', async () => {
    const audit = await newAudit();
    const [line = 0] = await addDiscrepancies(world.database.admin, audit, 1);
    await closeAudit(world.database.admin, audit);
    expect((await reply(audit, line, 'After closing')).json.error).toBe('');
    expect((await submit(audit, line)).json.err).toBe('');
    expect((await decide(audit, line, 'D')).json.err).toBe('');
    expect(await statusOf(line)).toBe('D');
  });
});

describe('the discrepancies of an audit', () => {
  it('are at most 10,000, removed ones included', async () => {
    const audit = await newAudit();
    await addDiscrepancies(world.database.admin, audit, 9_999, { flag: 'M' });
    await world.sql('update audit.discrepancy set removed_at = now() where audit = $1', [audit.srno]);
    const add = () =>
      ask('addauditdiscrepancy', {
        srno: audit.srno,
        tranmastflag: 'M',
        mastertype: 'C',
        masterdocument: 1,
        partyname: 'Orient',
        discre: 'No licence',
      });
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ json }) => json.err as string).toSorted()).toEqual([
      '',
      AUDIT_REFUSALS.tooManyDiscrepancies,
    ]);
    expect((await add()).json.err).toBe(AUDIT_REFUSALS.tooManyDiscrepancies);
    const other = await newAudit();
    expect(await addDiscrepancies(world.database.admin, other, 2)).toHaveLength(2);
  });
});
