import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { transactionRow } from '#contract/audit/transactions.ts';
import { monthOfYear } from '#domain/audit/codes.ts';
import { boundsOfMonth } from '#domain/audit/registers.ts';
import { addDays, isoDate } from '#domain/dates.ts';
import { addTransactions, closeAudit, startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { sheetFrom } from '#tools/testing/sheets.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

type AuditTransaction = z.input<typeof transactionRow>;

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
  for (const user of ['admin', 'audit.ca', 'staff.mum', 'staff.del'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const ask = (action: string, given: object, user = 'audit.ca', ...more: object[]): Promise<Answered> =>
  world.post('audit_a.php', [
    session[user] ?? '',
    action,
    JSON.stringify(given),
    ...more.map((each) => JSON.stringify(each)),
  ]);
const list = async (audit: StartedAudit, filters: object = {}): Promise<AuditTransaction[]> =>
  (await ask('filterforaudit', { srno: audit.srno, ...filters })).json as AuditTransaction[];
/** The transaction as a caller names it. */
const nameOf = ({ adt_hdrsrno, adt_trantype, adt_date, adt_tranno }: AuditTransaction) => ({
  srno: adt_hdrsrno,
  type: adt_trantype,
  date: adt_date,
  tranno: adt_tranno,
  tranmastflag: 'T',
});
const one = async (audit: StartedAudit, filters: object = {}): Promise<AuditTransaction> =>
  (await list(audit, filters))[0]!;
const addDiscrepancy = (named: object, more: object = {}, user = 'audit.ca') =>
  ask('addauditdiscrepancy', { tranmastflag: 'T', discre: 'A2 form missing', ...named, ...more }, user);
const discrepanciesOf = (audit: StartedAudit) =>
  world.sql<{ line_no: number; words: string; removed: boolean; status: string }>(
    `select line_no, words, status, removed_at is not null as removed from audit.discrepancy where audit = $1 order by line_no`,
    [audit.srno],
  );
/** Compares the tally with the transactions themselves. */
async function tallyIsRight(audit: StartedAudit): Promise<void> {
  const counted = `select type, party_type, purpose, status, count(*)::integer as n from audit.transaction where audit = $1
    group by 1, 2, 3, 4`;
  const kept = `select type, party_type, purpose, status, n from audit.tally where audit = $1 and n <> 0`;
  const [{ differences }] = (await world.sql<{ differences: number }>(
    `select count(*)::integer as differences from ((${counted} except ${kept}) union all (${kept} except ${counted})) as d`,
    [audit.srno],
  )) as [{ differences: number }];
  expect(differences).toBe(0);
}

describe('filterforaudit', () => {
  it('lists by date and line, page by page, what one sort would give (002 §7.1)', async () => {
    const audit = await newAudit();
    const { admin } = world.database;
    for (const type of ['PP', 'PB', 'SP', 'SB'] as const)
      for (const status of ['PEN', 'OK', 'DIS'] as const)
        await addTransactions(admin, audit, 9, {
          type,
          status,
          first: 1 + 10 * status.length + status.charCodeAt(0),
        });
    const expected = await world.sql<{ line_no: number }>(
      'select line_no from audit.transaction where audit = $1 order by tran_date, line_no',
      [audit.srno],
    );
    for (const limit of [1, 7, 100]) {
      const found: number[] = [];
      let after: string | null = '';
      while (after !== null) {
        const page: object = { limit, ...(after === '' ? {} : { after }) };
        const reply = await ask('filterforaudit', { srno: audit.srno, filterLimit: 'ALL' }, 'audit.ca', page);
        found.push(...(reply.json as AuditTransaction[]).map(({ adt_lineno }) => adt_lineno));
        after = reply.headers.get('x-next');
      }
      expect(found).toEqual(expected.map(({ line_no }) => line_no));
    }
  });

  it('narrows by type, status and days; 10 and 20 end the list (002 §7.1, §9)', async () => {
    const audit = await newAudit();
    const { admin } = world.database;
    await addTransactions(admin, audit, 28, { type: 'SP' });
    await addTransactions(admin, audit, 3, { type: 'PB', status: 'OK' });
    expect(await list(audit)).toHaveLength(31);
    expect(await list(audit, { filterTranType: 'ALL', filterStatus: 'ALL' })).toHaveLength(31);
    expect(await list(audit, { filterTranType: 'PB' })).toHaveLength(3);
    expect(await list(audit, { filterTranType: 'MT' })).toEqual([]);
    expect(await list(audit, { filterStatus: 'PEN' })).toHaveLength(28);
    expect(await list(audit, { filterTranType: 'SP', filterStatus: 'OK' })).toEqual([]);
    const { year, month } = audit;
    const day = (of: number) => `${String(of).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`;
    const days = await list(audit, {
      filterTranType: 'SP',
      filterTranFromDate: day(5),
      filterTranToDate: day(7),
    });
    expect(days.map(({ adt_date }) => adt_date)).toEqual([day(5), day(6), day(7)]);
    for (const filterLimit of ['10', '20', 10]) {
      const reply = await ask('filterforaudit', { srno: audit.srno, filterLimit });
      expect(reply.json).toHaveLength(Number(filterLimit));
      expect(reply.headers.get('x-next')).toBeNull();
    }
  });

  it('shows the purpose by name, the lines, and the live discrepancy of a marked transaction (002 §3)', async () => {
    const audit = await newAudit();
    const [{ value, name }] = (await world.sql(
      'select value, name from masters.purpose order by srno limit 1',
    )) as [{ value: string; name: string }];
    await addTransactions(world.database.admin, audit, 1, { purpose: value });
    const listed = await one(audit);
    expect(listed).toMatchObject({
      adt_hdrsrno: audit.srno,
      adt_purpose: name,
      purpose_id: value,
      adt_status: 'PEN',
      amount: '1000.00',
      dis_lineno: 0,
      dis_text: '',
      lines: [{ product: 'CN', isd: 'USD', quantity: '10', rate: '88.50', amount: '885.00' }],
    });
    const { lineno } = (await addDiscrepancy(nameOf(listed))).json;
    expect(await one(audit)).toMatchObject({
      adt_status: 'DIS',
      dis_lineno: lineno,
      dis_status: 'P',
      dis_text: 'A2 form missing',
      marked_by: 'Anita Deshmukh',
    });
  });

  it('finds no audit of another branch', async () => {
    const audit = await newAudit('DEL');
    expect((await ask('filterforaudit', { srno: audit.srno }, 'staff.mum')).status).toBe(404);
    expect((await ask('filterforaudit', { srno: audit.srno }, 'staff.del')).status).toBe(200);
    expect((await ask('exporttran', { srno: audit.srno }, 'staff.mum')).status).toBe(404);
  });

  it('is exported with its filters and leaves a trail (docs/readings.md: exports)', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 4);
    await addTransactions(world.database.admin, audit, 2, { type: 'PP' });
    const filter = JSON.stringify({ srno: audit.srno, filterTranType: 'SP' });
    const rows = await sheetFrom(world, session['staff.mum'] ?? '', 'audit_a.php', 'exporttran', filter);
    expect(rows[0]).toEqual(expect.arrayContaining(['Date', 'Number', 'Mark']));
    expect(rows).toHaveLength(5);
    const trail = await world.sql(
      `select after from platform.trail where action = 'export' and record = 'audit transaction' order by id desc limit 1`,
    );
    expect(trail).toMatchObject([{ after: { srno: audit.srno, filterTranType: 'SP' } }]);
  });
});

describe('marks', () => {
  it('a pending transaction becomes OK once (002 §4)', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 1);
    const named = nameOf(await one(audit));
    const mark = () => ask('changestatusaudittran', { ...named, status: 'OK' });
    expect((await mark()).json).toEqual({ err: '', msg: 'The transaction is in order.' });
    expect(await one(audit)).toMatchObject({ adt_status: 'OK', marked_by: 'Anita Deshmukh' });
    expect((await mark()).json.err).toBe('This transaction is marked already. Please list again.');
    expect((await ask('changestatusaudittran', { ...named, tranno: '999', status: 'OK' })).status).toBe(404);
    const trail = await world.sql(
      `select t.after from platform.trail t where t.record = 'audit transaction' and t.action = 'mark'
       and (t.after ->> 'audit')::integer = $1`,
      [audit.srno],
    );
    expect(trail).toMatchObject([{ after: { status: 'OK', number: named.tranno } }]);
    await tallyIsRight(audit);
  });

  it('DIS is refused without its text (002 §5.1: Please fill Discrepancy.)', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 1);
    const named = nameOf(await one(audit));
    expect((await ask('changestatusaudittran', { ...named, status: 'DIS' })).json.err).toBe(
      'Please fill Discrepancy.',
    );
    expect((await addDiscrepancy(named, { discre: '  ' })).json.err).toBe('Please fill Discrepancy.');
    expect(await one(audit)).toMatchObject({ adt_status: 'PEN' });
  });

  it('a bulk purchase needs a party type for a discrepancy and keeps it with either mark (002 §5.1: Please fill Party Type.)', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 2, { type: 'PB' });
    const [first, second] = (await list(audit)).map(nameOf);
    expect((await addDiscrepancy(first!)).json.err).toBe('Please fill Party Type.');
    expect((await addDiscrepancy(first!, { partytype: 'X' })).json.err).toBe('Please fill Party Type.');
    expect((await addDiscrepancy(first!, { partytype: 'F' })).json.err).toBe('');
    expect((await ask('changestatusaudittran', { ...second!, status: 'OK', partytype: 'D' })).json.err).toBe(
      '',
    );
    expect((await list(audit)).map(({ party_type }) => party_type)).toEqual(['F', 'D']);
    await tallyIsRight(audit);
  });

  it('a text of 500 characters passes and one of 501 is refused (002 §9)', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 1);
    const named = nameOf(await one(audit));
    expect((await addDiscrepancy(named, { discre: 'x'.repeat(501) })).json.err).toBe(
      'A discrepancy can have at most 500 characters.',
    );
    expect((await addDiscrepancy(named, { discre: 'x'.repeat(500) })).json.err).toBe('');
  });

  it('a reverse takes OK and DIS back, with the discrepancy while it is pending (002 §4)', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 2);
    const [first, second] = (await list(audit)).map(nameOf);
    const reverse = (named: object) => ask('reversestatusaudittran', named);
    expect((await reverse(first!)).json.err).toBe('This transaction is not marked.');
    await ask('changestatusaudittran', { ...first!, status: 'OK' });
    expect((await reverse(first!)).json).toEqual({ err: '', msg: 'The mark is taken back.' });
    await addDiscrepancy(second!);
    expect((await reverse(second!)).json.err).toBe('');
    expect((await list(audit)).map(({ adt_status }) => adt_status)).toEqual(['PEN', 'PEN']);
    expect(await discrepanciesOf(audit)).toMatchObject([{ removed: true }]);

    await addDiscrepancy(second!, { discre: 'Again' });
    expect(await discrepanciesOf(audit)).toMatchObject([
      { removed: true },
      { removed: false, words: 'Again' },
    ]);
    await world.sql(`update audit.discrepancy set status = 'R' where audit = $1 and removed_at is null`, [
      audit.srno,
    ]);
    expect((await reverse(second!)).json.err).toBe(
      'The branch has answered this discrepancy already. It cannot be reversed.',
    );
    expect((await reverse({ ...first!, tranmastflag: 'M' })).status).toBe(404);
    await tallyIsRight(audit);
  });

  it('marklines marks those that are pending and says which (docs/readings.md: marking many transactions)', async () => {
    const [audit, other] = [await newAudit(), await newAudit()];
    const lines = await addTransactions(world.database.admin, audit, 500);
    const foreign = await addTransactions(world.database.admin, other, 1);
    await ask('changestatusaudittran', { ...nameOf(await one(audit)), status: 'OK' });
    const reply = await ask('marklines', {
      srno: audit.srno,
      lines: [...lines.slice(1), ...foreign],
      status: 'OK',
    });
    expect(reply.json).toMatchObject({
      err: '',
      msg: '499 transactions are in order.',
      marked: lines.slice(1),
    });
    expect(await one(other)).toMatchObject({ adt_status: 'PEN' });
    expect((await ask('marklines', { srno: audit.srno, lines, status: 'OK' })).json).toMatchObject({
      err: '',
      marked: [],
    });
    const tooMany = { srno: audit.srno, lines: [...lines, 1], status: 'OK' };
    expect((await ask('marklines', tooMany)).status).toBe(400);
    await tallyIsRight(audit);
  });

  it('need the add or the edit right (002 §6)', async () => {
    const audit = await newAudit();
    const lines = await addTransactions(world.database.admin, audit, 1);
    const named = nameOf(await one(audit));
    for (const [action, given] of [
      ['changestatusaudittran', { ...named, status: 'OK' }],
      ['reversestatusaudittran', named],
      ['addauditdiscrepancy', { ...named, discre: 'x' }],
      ['marklines', { srno: audit.srno, lines, status: 'OK' }],
    ] as const)
      expect((await ask(action, given, 'staff.mum')).status).toBe(403);
  });
});

describe('discrepancies added by hand', () => {
  const MANDATORY = 'Please fill mandatory feilds.';

  it('need number, type, text, the purpose of an SP and the partner of an MT (002 §5.1, §8: MSG0006)', async () => {
    const audit = await newAudit();
    const [{ value }] = (await world.sql('select value from masters.purpose order by srno limit 1')) as [
      { value: string },
    ];
    const whole = { srno: audit.srno, type: 'SP', tranno: '77', purpose: value, discre: 'No memo' };
    for (const missing of [
      { tranno: '' },
      { tranno: '0' },
      { tranno: 'A7' },
      { tranno: '12345678901' },
      { type: '' },
      { type: 'XX' },
      { discre: ' ' },
      { purpose: '' },
      { purpose: 'no such' },
      { type: 'MT' },
      { type: 'MT', typesub: 'ZZ' },
    ])
      expect((await addDiscrepancy({ ...whole, ...missing })).json.err, JSON.stringify(missing)).toBe(
        MANDATORY,
      );
    expect((await addDiscrepancy({ ...whole, discre: 'x'.repeat(501) })).json.err).toContain('at most 500');
    expect((await addDiscrepancy({ ...whole, tranno: '1234567890' })).json.err).toBe('');
    expect((await addDiscrepancy({ ...whole, type: 'MT', typesub: 'WU', purpose: '' })).json.err).toBe('');
    expect((await addDiscrepancy({ ...whole, type: 'PP', purpose: '' })).json.err).toBe('');
  });

  it('mark the transaction if the list has its number, and stand alone otherwise', async () => {
    const audit = await newAudit();
    await addTransactions(world.database.admin, audit, 3, { first: 100 });
    const marked = await addDiscrepancy({ srno: audit.srno, type: 'SP', tranno: 101, date: '' });
    expect(marked.json.err).toBe('');
    expect((await list(audit)).map(({ adt_status }) => adt_status)).toEqual(['PEN', 'DIS', 'PEN']);
    const alone = { srno: audit.srno, type: 'PP', tranno: '5000' };
    expect((await addDiscrepancy(alone)).json.err).toBe('');
    expect((await addDiscrepancy(alone)).json.err).toBe('This transaction has a discrepancy already.');
    const [{ day }] = (await world.sql(
      `select to_char(d.tran_date, 'DD/MM/YYYY') as day from audit.discrepancy d join audit.audit a on a.srno = d.audit
       and a.audited_on = d.tran_date where d.audit = $1 and d.tran_no = '5000'`,
      [audit.srno],
    )) as [{ day: string }];
    expect((await ask('reversestatusaudittran', { ...alone, date: day })).json.err).toBe('');
    expect((await addDiscrepancy(alone)).json.err).toBe('');
    expect((await addDiscrepancy({ ...alone, date: '31/02/2001' })).status).toBe(400);
  });

  it('that stand alone are of a day in the month of the audit', async () => {
    const audit = await newAudit();
    const { year, month } = audit;
    const first = isoDate(`${year}-${String(month).padStart(2, '0')}-01`);
    const last = addDays(boundsOfMonth(year, month).before, -1);
    const alone = { srno: audit.srno, type: 'PP', tranno: '1' };
    for (const date of [addDays(first, -1), addDays(last, 1), '2026-11-19'])
      expect((await addDiscrepancy({ ...alone, date })).json.err).toBe(
        `A discrepancy of this audit is of a day in ${monthOfYear(year, month)}.`,
      );
    for (const date of [first, last]) expect((await addDiscrepancy({ ...alone, date })).json.err).toBe('');
    // An audit is often made after its month: without a day it is the last one of the month.
    await world.sql(`update audit.audit set audited_on = $2 where srno = $1`, [audit.srno, addDays(last, 4)]);
    expect((await addDiscrepancy({ ...alone, tranno: '2' })).json.err).toBe('');
    expect(
      await world.sql(
        `select tran_date::text as day from audit.discrepancy where audit = $1 and tran_no = '2'`,
        [audit.srno],
      ),
    ).toEqual([{ day: last }]);
  });

  it('of the file of a party need type, name and text; 50 characters of a name pass (002 §5.1)', async () => {
    const audit = await newAudit();
    const whole = {
      srno: audit.srno,
      tranmastflag: 'M',
      mastertype: 'C',
      partyname: 'Orient Travels',
      discre: 'No PAN',
    };
    for (const missing of [{ mastertype: '' }, { mastertype: 'X' }, { partyname: ' ' }, { discre: '' }])
      expect((await ask('addauditdiscrepancy', { ...whole, ...missing })).json.err).toBe(MANDATORY);
    expect((await ask('addauditdiscrepancy', { ...whole, partyname: 'n'.repeat(51) })).json.err).toBe(
      'A party name can have at most 50 characters.',
    );
    expect((await ask('addauditdiscrepancy', { ...whole, partyname: 'n'.repeat(50) })).json.err).toBe('');
  });

  it('keep the master document from user number 1 alone (002 §6)', async () => {
    const audit = await newAudit();
    const [{ id }] = (await world.sql('select id from masters.document_kind order by id limit 1')) as [
      { id: number },
    ];
    const kept = async (user: string, masterdocument: number | string) => {
      const given = {
        srno: audit.srno,
        tranmastflag: 'M',
        mastertype: 'F',
        partyname: user,
        discre: 'Licence',
        masterdocument,
      };
      const { json } = await ask('addauditdiscrepancy', given, user);
      expect(json.err).toBe('');
      const [row] = await world.sql<{ master_document: number | null }>(
        'select master_document from audit.discrepancy where line_no = $1',
        [json.lineno],
      );
      return row!.master_document;
    };
    expect(await kept('audit.ca', id)).toBeNull();
    expect(await kept('admin', id)).toBe(id);
    expect(await kept('admin', String(id))).toBe(id);
    expect(await kept('admin', 99_999)).toBeNull();
  });
});

describe('a closed audit', () => {
  it('answers every change of its content with one text (docs/readings.md: closed audits)', async () => {
    const audit = await newAudit();
    const lines = await addTransactions(world.database.admin, audit, 3);
    const [pending, ok, dis] = (await list(audit)).map(nameOf);
    await ask('changestatusaudittran', { ...ok!, status: 'OK' });
    await addDiscrepancy(dis!);
    await closeAudit(world.database.admin, audit);
    const before = await list(audit);
    for (const [action, given] of [
      ['changestatusaudittran', { ...pending!, status: 'OK' }],
      ['changestatusaudittran', { ...ok!, status: 'OK' }],
      ['reversestatusaudittran', ok!],
      ['reversestatusaudittran', dis!],
      ['reversestatusaudittran', pending!],
      ['addauditdiscrepancy', { ...pending!, discre: 'Late' }],
      ['addauditdiscrepancy', { ...dis!, discre: 'Late' }],
      ['addauditdiscrepancy', { ...pending!, type: 'PP', tranno: '9', discre: 'Late' }],
      [
        'addauditdiscrepancy',
        { srno: audit.srno, tranmastflag: 'M', mastertype: 'C', partyname: 'P', discre: 'Late' },
      ],
      ['marklines', { srno: audit.srno, lines, status: 'OK' }],
      ['marklines', { srno: audit.srno, lines: lines.slice(1, 2), status: 'OK' }],
      // Whatever else is wrong with it.
      ['changestatusaudittran', { ...pending!, status: 'DIS' }],
      ['changestatusaudittran', { ...pending!, tranno: '777', status: 'OK' }],
      ['reversestatusaudittran', { ...pending!, tranno: '777' }],
      ['reversestatusaudittran', { ...pending!, tranmastflag: 'M' }],
      ['addauditdiscrepancy', { ...pending!, discre: '' }],
      ['addauditdiscrepancy', { ...pending!, type: 'SP', tranno: '0', purpose: '' }],
      ['addauditdiscrepancy', { ...pending!, tranno: '9', date: '01/01/1990', discre: 'Late' }],
      ['addauditdiscrepancy', { srno: audit.srno, tranmastflag: 'M' }],
      ['marklines', { srno: audit.srno, lines: [999_999_999], status: 'OK' }],
    ] as const)
      expect((await ask(action, given)).json.err, action).toBe('This audit is closed.');
    expect(await list(audit)).toEqual(before);
    await tallyIsRight(audit);
  });
});
