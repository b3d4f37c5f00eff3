import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MONTHS } from '#domain/budget/budget.ts';
import { MAX_BATCHES_A_DAY } from '#domain/uploads/batches.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { grant } from '#tools/testing/sheets.ts';
import { batchesOf, downloadUpload, sendSheet, uploadSheet } from '#tools/testing/uploads.ts';

/** Months that are covered, replaced and taken back (002 §7.3; docs/readings.md: the page of the uploads). */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(['admin', 'fm.ho'], { DATABASE_CONNECTIONS: '12' });
});
afterAll(() => desk.close());

interface ReportRow {
  readonly branch: string;
  readonly actual: readonly string[];
  readonly uploaded: readonly number[];
}

/** A long time ago, so that neither the demo nor the calendar matters. */
const YEAR = '2021-2022';
const reportOf = async (branch: string, type: 'BRANCH' | 'EXECUTIVE' = 'BRANCH') => {
  const asked = { finyear: YEAR, mode: 'View', srchType: type, srchOneAll: 'ALL', srchBran: branch };
  const { json } = await desk.ask('admin', 'misbudget_a.php', ['getreport', JSON.stringify(asked)]);
  return json.rows as ReportRow[];
};
const actualOf = async (branch: string, month: (typeof MONTHS)[number]) => {
  const row = (await reportOf(branch)).find((each) => each.branch === branch);
  const at = MONTHS.indexOf(month);
  return row === undefined ? undefined : [row.actual[at], row.uploaded[at]];
};
/** What the requests of a branch earned in a month. */
const earn = (branch: string, month: string, amount: string) =>
  desk.sql(
    `insert into requests.earned (branch, month, amount, requests, without_rate)
     select srno, $2, $3, 4, 0 from masters.entity where id = $1`,
    [branch, month, amount],
  );
const profits = (month: string, ...amounts: readonly string[]) =>
  uploadSheet('T', ...amounts.map((Profit, at) => ({ Date: `${month}-05`, Number: at + 1, Profit })));

describe('a month of a branch', () => {
  it('shows the margin of the requests, then the profit that was uploaded, then the one that replaced it', async () => {
    await earn('PUN', '2021-05-01', '777.77');
    await earn('PUN', '2021-06-01', '100.00');
    await earn('MUM', '2021-05-01', '55.55');
    expect(await actualOf('PUN', 'may')).toEqual(['777.77', 0]);

    expect((await sendSheet(desk, 'T', profits('2021-05', '0.01', '0.02', '-1000.10'))).json.msg).toBe('1');
    expect(await actualOf('PUN', 'may'), 'to the paisa').toEqual(['-1000.07', 1]);
    expect(await actualOf('PUN', 'jun'), 'the next month stays').toEqual(['100.00', 0]);
    expect(await actualOf('MUM', 'may'), 'the other branch stays').toEqual(['55.55', 0]);
    expect(await reportOf('PUN', 'EXECUTIVE')).toMatchObject([{ code: 'E301', actualtotal: '-1000.07' }]);

    const again = await sendSheet(desk, 'T', profits('2021-05', '5.00'));
    expect(again.json).toMatchObject({
      msg: '0',
      error: 'Upload Error!',
      message: 'May 2021 of PUN is uploaded already.',
      covered: [
        {
          branch: 'PUN',
          month: '2021-05-01',
          rowsbefore: 3,
          sumbefore: '-1000.07',
          rowsafter: 1,
          sumafter: '5.00',
        },
      ],
    });
    expect(await actualOf('PUN', 'may')).toEqual(['-1000.07', 1]);

    const replaced = await sendSheet(desk, 'T', profits('2021-05', '5.00', '0.05'), { replace: 1 });
    expect(replaced.json.msg).toBe('1');
    expect(await actualOf('PUN', 'may')).toEqual(['5.05', 1]);
    const [newest, refused, first] = await batchesOf(desk);
    expect([newest, refused, first].map((batch) => batch?.bat_state)).toEqual([
      'applied',
      'refused',
      'replaced',
    ]);
    expect(first, 'it stays in the history').toMatchObject({ bat_rows: 3, bat_covered: 1, bat_counting: 0 });
  });

  it('keeps its other months when one of them is replaced', async () => {
    const two = uploadSheet('T', { Date: '05/07/2021', Profit: 1 }, { Date: '05/08/2021', Profit: 2 });
    const { json } = await sendSheet(desk, 'T', two);
    await sendSheet(desk, 'T', profits('2021-08', '20.00'), { replace: 1 });
    expect([await actualOf('PUN', 'jul'), await actualOf('PUN', 'aug')]).toEqual([
      ['1.00', 1],
      ['20.00', 1],
    ]);
    const partly = (await batchesOf(desk)).find(({ bat_srno }) => bat_srno === json.batch);
    expect(partly).toMatchObject({ bat_state: 'applied', bat_covered: 2, bat_counting: 1 });
  });

  it('is the same sum as its rows, after all that', async () => {
    const sums = await desk.sql(
      `select branch, executive, month, sum(profit) as profit, count(*)::integer as transactions
       from uploads.profit_row group by 1, 2, 3 order by 1, 2, 3`,
    );
    expect(await desk.sql('select * from uploads.profit_month order by 1, 2, 3')).toEqual(sums);
    const stray = await desk.sql(
      `select from uploads.profit_row r where not exists (
         select from uploads.covered c where c.kind = 'T' and c.batch = r.batch and c.branch = r.branch and c.month = r.month)`,
    );
    expect(stray, 'every row counts').toHaveLength(0);
  });
});

describe('what others may see', () => {
  it('a branch sees the sheets of that branch alone, and takes rows of no other', async () => {
    await grant(desk, 'bm.mum', 'UPLOADDATA');
    await grant(desk, 'bm.del', 'UPLOADDATA');
    const scoped = { ...desk, sessionOf: (user: string) => sessions.get(user) ?? desk.sessionOf(user) };
    const sessions = new Map<string, string>();
    for (const user of ['bm.mum', 'bm.del']) sessions.set(user, await desk.signIn(user));
    const one = await sendSheet(desk, 'P', uploadSheet('P', { Branch: 'MUM', Month: '03/2019' }));
    const both = uploadSheet('P', { Branch: 'MUM', Month: '04/2019' }, { Branch: 'DEL', Month: '04/2019' });
    const two = await sendSheet(desk, 'P', both);
    const asUser = (user: string): Desk => ({
      ...scoped,
      ask: (_user, endpoint, fields) => desk.post(endpoint, [sessions.get(user) ?? '', ...fields]),
    });
    const seen = async (user: string) =>
      (await batchesOf(asUser(user), user)).map(({ bat_srno }) => bat_srno);
    expect(await seen('bm.mum')).toContain(one.json.batch);
    expect(await seen('bm.mum')).not.toContain(two.json.batch);
    expect(await seen('bm.del')).not.toContain(one.json.batch);
    const file = async (user: string, batch: number) =>
      (await downloadUpload(asUser(user), user, 'file', { batch })).status;
    expect(await file('bm.mum', one.json.batch)).toBe(200);
    expect(await file('bm.mum', two.json.batch)).toBe(404);
    expect(await file('bm.del', one.json.batch)).toBe(404);

    const foreign = await sendSheet(asUser('bm.mum'), 'P', both, { user: 'bm.mum', replace: 1 });
    expect(foreign.json.errors).toMatchObject([
      { row: 3, column: 'Branch', message: 'There is no branch DEL.' },
    ]);
    expect(await seen('bm.mum'), 'their own').toContain(foreign.json.batch);
  });
});

describe('limits', () => {
  const today = `(now() at time zone 'Asia/Kolkata')::date`;
  const used = (values: string) =>
    desk.sql(
      `insert into uploads.day_use (account, day, batches, bytes, rows)
       select a.srno, d.day, ${values} from access.account a, (values (${today}), (${today} + 1)) as d (day)
       where a.user_id = 'fm.ho'
       on conflict (account, day) do update set batches = excluded.batches, bytes = excluded.bytes, rows = excluded.rows`,
    );
  const send = async () => (await sendSheet(desk, 'T', profits('2018-05', '1.00'), { replace: 1 })).json;
  afterAll(() => used('0, 0, 0'));

  it('a user has so many sheets, bytes and rows a day', async () => {
    await used(`${MAX_BATCHES_A_DAY - 1}, 0, 0`);
    expect((await send()).msg, 'the last one').toBe('1');
    expect((await send()).error).toBe('You can upload 60 sheets a day. Please go on tomorrow.');
    await used('0, 200 * 1024 * 1024 - 10, 0');
    expect((await send()).error).toBe('You can upload 200 MB a day. Please go on tomorrow.');
    await used('0, 0, 2000000');
    expect(await send()).toMatchObject({
      msg: '0',
      message: 'You can upload 20,00,000 rows a day. Please go on tomorrow.',
    });
    await used('0, 0, 1999999');
    expect((await send()).msg).toBe('1');
  });

  it('three sheets of a user are read at once, and those of dead processes are not among them', async () => {
    const reading = (age: string) =>
      desk.sql(
        `insert into uploads.batch (kind, file_name, hash, bytes, uploaded_by, uploaded_by_name, heard_at)
         select 'T', 'x.xlsx', 'h', 1, a.srno, a.name, clock_timestamp() - interval '${age}'
         from access.account a, generate_series(1, 3) where a.user_id = 'fm.ho'`,
      );
    await used('0, 0, 0');
    await reading('2 minutes');
    expect((await send()).msg).toBe('1');
    expect((await batchesOf(desk)).slice(1, 4), 'the dead ones are shown as refused').toMatchObject(
      Array.from({ length: 3 }, () => ({
        bat_state: 'refused',
        bat_reason: 'The upload was interrupted. Nothing was stored.',
      })),
    );
    await reading('0 seconds');
    expect((await send()).error).toBe('3 of your sheets are being read. Please wait for one of them.');
    await desk.sql(`update uploads.batch set state = 'refused', ended_at = now() where state = 'reading'`);
  });
});
