import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants, cellsOf, tellTransfers, type TestTransfer } from '#tools/testing/notes.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

let world: World;
const sessions = new Map<string, string>();
const USERS = ['admin', 'bm.mum', 'bm.del', 'zm.west', 'dlv1.mum', 'dlv2.mum', 'sales.mum', 'cm.ho'];

beforeAll(async () => {
  world = await openWorld();
  for (const user of USERS) sessions.set(user, await world.signIn(user));
});
afterAll(() => world.close());

const query = (text: string, values: unknown[] = []) => world.database.admin.query(text, values);

/** A sale from the opening stock to the customer over three days, and a purchase in euros at the counter. */
const CHAIN: readonly TestTransfer[] = [
  { at: '2025-10-01T10:00:00+05:30', kind: 'stock', from: 'OUTSIDE', to: 'VMUM', quantity: 1_000 },
  { at: '2025-10-01T23:59:59.999999+05:30', kind: 'out', from: 'VMUM', to: 'TRANSIT', quantity: 300, request: 41 },
  { at: '2025-10-02T00:00:00+05:30', kind: 'accept', from: 'TRANSIT', to: 'E111', quantity: 300, request: 41 },
  { at: '2025-10-03T12:00:00+05:30', kind: 'deliver', from: 'E111', to: 'CUSTOMER', quantity: 300, request: 41 },
  {
    at: '2025-10-03T15:30:00+05:30',
    kind: 'hand over',
    from: 'CUSTOMER',
    to: 'VMUM',
    quantity: 50.5,
    isd: 'EUR',
    request: 42,
  },
]; // prettier-ignore

beforeEach(async () => {
  await query(
    `truncate notes.transfer, notes.movement, notes.line, notes.slip, notes.balance restart identity cascade`,
  );
  await tellTransfers(world.database.admin, CHAIN);
});

const ask = (user: string, key: string, asked: object) =>
  world.post('report_a.php', [sessions.get(user) ?? '', key, JSON.stringify(asked)]);
const inHand = (user: string, asked: object) =>
  ask(user, 'INHANDREPORT', { mode: 'View', empcode: '', tilldate: '2025-10-31', ...asked });
const inOut = (user: string, asked: object) =>
  ask(user, 'INOUTREPORT', {
    mode: 'View',
    empcode: '',
    fromdate: '2025-10-01',
    todate: '2025-10-31',
    ...asked,
  });

const rowsOf = async (answered: ReturnType<typeof ask>) => {
  const { status, json } = await answered;
  expect([status, json.err]).toEqual([200, '']);
  return cellsOf(json.html as string);
};

/** The downloaded file, read as a spreadsheet. */
async function sheetOf(user: string, key: string, asked: object) {
  const response = await fetch(`${world.url}/api/report_a.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fieldsBody([sessions.get(user) ?? '', key, JSON.stringify({ mode: 'Download', ...asked })]),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const book = read(bytes, { cellDates: false, cellStyles: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? '']!;
  return { response, sheet, rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true }) };
}

describe('the In Hand report', () => {
  const figures = async (empcode: string, tilldate: string) =>
    (await rowsOf(inHand('bm.mum', { empcode, tilldate })))
      .filter(([product]) => product === 'Currency')
      .map(([, currency, quantity]) => `${currency?.slice(0, 3)} ${quantity}`);

  test('shows the balance after the last movement before midnight in India', async () => {
    expect(await brokenInvariants(world.database.admin)).not.toContainEqual(
      expect.stringMatching(/remembered balance|not the sum/),
    );
    expect(await figures('VMUM', '2025-09-30')).toEqual([]);
    expect(await figures('VMUM', '2025-10-01')).toEqual(['USD 700.00']);
    expect(await figures('E111', '2025-10-01')).toEqual([]);
    expect(await figures('E111', '2025-10-02')).toEqual(['USD 300.00']);
    expect(await figures('E111', '2025-10-03')).toEqual([]);
    expect(await figures('VMUM', '2025-10-03')).toEqual(['EUR 50.50', 'USD 700.00']);
    expect(await figures('VMUM', '31/12/2199')).toEqual(['EUR 50.50', 'USD 700.00']);
  });

  test('of a whole branch lists holders and notes in transit, and adds up to what the branch was given', async () => {
    const holders = async (tilldate: string, isd = 'USD') =>
      (await rowsOf(inHand('zm.west', { branch: 'MUM', tilldate, isd })))
        .filter((row) => row.length === 6 && row[3] !== '')
        .map(([, , holder, quantity]) => `${holder} ${quantity}`);
    expect(await holders('2025-10-01')).toEqual([
      'Whole branch 1,000.00',
      'Vault Mumbai Fort (VMUM) 700.00',
      'In transit 300.00',
    ]);
    expect(await holders('2025-10-02')).toEqual([
      'Whole branch 1,000.00',
      'Vault Mumbai Fort (VMUM) 700.00',
      'Dinesh Kadam (E111) 300.00',
    ]);
    expect(await holders('2025-10-03')).toEqual(['Whole branch 700.00', 'Vault Mumbai Fort (VMUM) 700.00']);
    expect(await holders('2025-10-03', 'eur')).toEqual([
      'Whole branch 50.50',
      'Vault Mumbai Fort (VMUM) 50.50',
    ]);
  });

  test('still adds up after a holder has moved to another branch', async () => {
    await query(
      `update masters.employee set branch = (select srno from masters.entity where id = 'PUN') where code = 'E111'`,
    );
    try {
      const rows = await rowsOf(inHand('admin', { branch: 'MUM', tilldate: '2025-10-02' }));
      expect(rows.map((row) => [row[2], row[3]])).toEqual([
        ['Whole branch', '1,000.00'],
        ['Vault Mumbai Fort (VMUM)', '700.00'],
        ['Held then by people who work elsewhere now', '300.00'],
        ['', ''],
      ]);
      expect(await rowsOf(inHand('admin', { branch: 'PUN', tilldate: '2025-10-02' }))).toEqual([]);
      // The admin's scope includes Mumbai, so the report of the employee still shows what they held there.
      const own = await inHand('admin', { empcode: 'E111', tilldate: '2025-10-02' });
      expect(own.json.html).toContain('300.00');
    } finally {
      await query(
        `update masters.employee set branch = (select srno from masters.entity where id = 'MUM') where code = 'E111'`,
      );
    }
  });

  test('is valued at the newest rates up to that day, and states when there are none', async () => {
    const before = await inHand('bm.mum', { empcode: 'VMUM', tilldate: '2025-10-03' });
    expect(before.json.html).toContain('No inter-bank rates had been published by then');
    await query(
      `with list as (insert into rates.ibr_list (day, flag) values ('2025-10-02', 'F') returning srno)
       insert into rates.ibr_rate (list, code, rate) select srno, 'USD', 83.123456 from list`,
    );
    const { json } = await inHand('bm.mum', { empcode: 'VMUM', tilldate: '2025-10-03' });
    expect(cellsOf(json.html)).toEqual([
      ['Currency', 'EUR Euro', '50.50', 'not known', 'not known'],
      ['Currency', 'USD US Dollar', '700.00', '83.123456', '₹58,186.42'],
      ['Total value', '', '', '', '₹58,186.42'],
    ]);
    expect(json.html).toContain('What has no inter-bank rate is not in the total value.');
    expect(json.html).toContain('02/10/2025');
    await query(
      `delete from rates.ibr_rate where list = (select srno from rates.ibr_list where day = '2025-10-02')`,
    );
    await query(`delete from rates.ibr_list where day = '2025-10-02'`);
  });

  test('links each figure to its movements', async () => {
    const { json } = await inHand('bm.mum', { empcode: 'VMUM' });
    expect(json.html).toContain(
      'href="/inoutreport?empcode=VMUM&amp;fromdate=2025-10-01&amp;todate=2025-10-31&amp;isd=USD"',
    );
    const whole = await inHand('bm.mum', { branch: 'MUM' });
    expect(whole.json.html).toContain(
      'href="/inoutreport?branch=MUM&amp;fromdate=2025-10-01&amp;todate=2025-10-31&amp;isd=USD"',
    );
  });
});

describe('the In Out report', () => {
  test('shows every movement with the balance after it, from the opening to the closing', async () => {
    expect(await rowsOf(inOut('bm.mum', { empcode: 'VMUM' }))).toEqual([
      ['EUR', '0.00', '50.50', '0.00', '50.50'],
      ['USD', '0.00', '1,000.00', '300.00', '700.00'],
      ['01/10/2025 10:00', 'Stock entry opening', 'Outside', '', '', 'USD', '1,000.00', '', '1,000.00', 'Asha Rao'],
      ['01/10/2025 23:59', 'CN Out', 'In transit', '41', '', 'USD', '', '300.00', '700.00', 'Asha Rao'],
      ['03/10/2025 15:30', 'Handed over', 'Customer', '42', '', 'EUR', '50.50', '', '50.50', 'Asha Rao'],
    ]); // prettier-ignore
    expect(await rowsOf(inOut('bm.mum', { empcode: 'E111', fromdate: '2025-10-03' }))).toEqual([
      ['USD', '300.00', '0.00', '300.00', '0.00'],
      ['03/10/2025 12:00', 'Delivered', 'Customer', '41', '', 'USD', '', '300.00', '0.00', 'Asha Rao'],
    ]);
  });

  test('begins and ends at midnight in India', async () => {
    const moments = async (fromdate: string, todate: string) =>
      (await rowsOf(inOut('bm.mum', { branch: 'MUM', fromdate, todate })))
        .filter((row) => row.length > 6)
        .map(([at]) => at);
    expect(await moments('2025-10-02', '2025-10-02')).toEqual([]);
    expect(await moments('2025-10-03', '2025-10-03')).toEqual(['03/10/2025 12:00', '03/10/2025 15:30']);
    const one = await rowsOf(
      inOut('bm.mum', { empcode: 'E111', fromdate: '02/10/2025', todate: '02/10/2025' }),
    );
    expect(one.map((row) => row[0])).toEqual(['USD', '02/10/2025 00:00']);
    const out = await rowsOf(
      inOut('bm.mum', { empcode: 'VMUM', fromdate: '2025-10-02', todate: '2025-10-02' }),
    );
    expect(out).toEqual([['USD', '700.00', '0.00', '0.00', '700.00']]);
  });

  test('of a whole branch shows what its customers and the outside gave and took', async () => {
    expect(await rowsOf(inOut('bm.mum', { branch: 'MUM', isd: 'USD' }))).toEqual([
      ['USD', '0.00', '1,000.00', '300.00', '700.00'],
      [
        ...['01/10/2025 10:00', 'Stock entry opening', 'Outside Vault Mumbai Fort (VMUM)', '', 'USD'],
        ...['1,000.00', '', '1,000.00', 'Asha Rao'],
      ],
      [
        ...['03/10/2025 12:00', 'Delivered', 'Customer Dinesh Kadam (E111)', '41', 'USD'],
        ...['', '300.00', '700.00', 'Asha Rao'],
      ],
    ]);
  });

  test('names the receiver of notes in transit, with the slip', async () => {
    await query(
      `with h as (select code, srno, branch from notes.holder_name),
         slip as (insert into notes.slip (branch, from_holder, to_holder)
           select f.branch, f.srno, t.srno from h f, h t where f.code = 'VMUM' and t.code = 'E111' returning srno, branch, from_holder, to_holder),
         moved as (insert into notes.movement (slip, branch, request, line_no, product, isd, quantity, from_holder, to_holder,
             state, decided_at)
           select srno, branch, 41, 1, 'CN', 'USD', 300, from_holder, to_holder, 'accepted', now() from slip returning srno)
       update notes.transfer set movement = moved.srno from moved where kind in ('out', 'accept')`,
    );
    const [, out] = (await rowsOf(inOut('bm.mum', { empcode: 'VMUM', isd: 'USD' }))).slice(1);
    expect(out?.slice(1, 5)).toEqual(['CN Out', 'Dinesh Kadam (E111) In transit', '41', '1']);
    const [, accepted] = await rowsOf(inOut('dlv1.mum', { empcode: 'E111' }));
    expect(accepted?.slice(1, 5)).toEqual(['CN Accept', 'Vault Mumbai Fort (VMUM) In transit', '41', '1']);
  });

  test('says so when there was no balance and no movement', async () => {
    const { json } = await inOut('bm.mum', { empcode: 'E112' });
    expect(json.html).toContain('had no notes, and none came or went, in this period.');
    const quiet = await inOut('bm.mum', { empcode: 'VMUM', fromdate: '2025-10-20' });
    expect(quiet.json.html).toContain('Nothing came or went in this period.');
  });
});

describe('access to reports', () => {
  test('requires either an existing executive or an existing branch, but not both', async () => {
    const said = async (asked: object) => (await inHand('bm.mum', asked)).json;
    expect(await said({})).toEqual({ err: 'Please select a valid executive' });
    expect(await said({ empcode: ' ' })).toEqual({ err: 'Please select a valid executive' });
    expect(await said({ empcode: 'VMUM', branch: 'MUM' })).toEqual({
      err: 'Please select either an executive or a branch, not both.',
    });
    expect((await inHand('bm.mum', { empcode: 'NOBODY' })).status).toBe(404);
    expect((await inHand('bm.mum', { branch: 'NOWHERE' })).status).toBe(404);
  });

  test('is limited to branches in scope', async () => {
    for (const call of [inHand, inOut]) {
      expect((await call('bm.del', { empcode: 'VMUM' })).status).toBe(404);
      expect((await call('bm.del', { branch: 'MUM' })).status).toBe(404);
      expect((await call('zm.west', { empcode: 'VDEL' })).status).toBe(404);
      for (const user of ['bm.mum', 'zm.west', 'cm.ho', 'admin'])
        expect((await call(user, { empcode: 'vmum' })).json.html).toContain('Vault Mumbai Fort (VMUM)');
    }
  });

  test('gives an executive without further rights only their own notes', async () => {
    for (const call of [inHand, inOut]) {
      expect((await call('dlv1.mum', { empcode: 'E111' })).json.err).toBe('');
      expect((await call('dlv1.mum', { empcode: 'E112' })).status).toBe(404);
      expect((await call('dlv1.mum', { empcode: 'VMUM' })).status).toBe(404);
      expect((await call('dlv1.mum', { branch: 'MUM' })).status).toBe(404);
    }
  });

  test('requires the right of each report', async () => {
    expect((await inHand('sales.mum', { empcode: 'E101' })).status).toBe(403);
    expect((await inOut('sales.mum', { empcode: 'E101' })).status).toBe(403);
  });

  test('excludes notes that were held at a branch out of scope', async () => {
    await query(
      `update masters.employee set branch = (select srno from masters.entity where id = 'DEL') where code = 'E111'`,
    );
    try {
      const rows = await rowsOf(inHand('bm.del', { empcode: 'E111', tilldate: '2025-10-02' }));
      expect(rows).toEqual([]);
      const { json } = await inOut('bm.del', { empcode: 'E111' });
      expect(json.html).toContain('had no notes, and none came or went');
    } finally {
      await query(
        `update masters.employee set branch = (select srno from masters.entity where id = 'MUM') where code = 'E111'`,
      );
    }
  });

  test('requires valid days in the right order', async () => {
    expect((await inHand('bm.mum', { empcode: 'VMUM', tilldate: '2025-02-30' })).status).toBe(400);
    expect((await inHand('bm.mum', { empcode: 'VMUM', tilldate: 'today' })).status).toBe(400);
    const turned = await inOut('bm.mum', { empcode: 'VMUM', fromdate: '2025-10-02', todate: '2025-10-01' });
    expect(turned.json).toEqual({ err: 'To Date cannot be before From Date.' });
    expect((await inHand('bm.mum', { empcode: 'VMUM', mode: 'Print' })).status).toBe(400);
  });

  test('is recorded in the trail of the branch', async () => {
    await inHand('zm.west', { empcode: 'VMUM' });
    await sheetOf('zm.west', 'INOUTREPORT', {
      empcode: '',
      branch: 'MUM',
      fromdate: '2025-10-01',
      todate: '2025-10-31',
    });
    const { rows } = await query(
      `select t.action, t.record, t.record_id, e.id as branch, t.after ->> 'mode' as mode from platform.trail t
       join masters.entity e on e.srno = t.branch where t.record = 'notes' order by t.id desc limit 2`,
    );
    expect(rows).toEqual([
      { action: 'export', record: 'notes', record_id: 'MUM', branch: 'MUM', mode: 'Download' },
      { action: 'report', record: 'notes', record_id: 'VMUM', branch: 'MUM', mode: 'View' },
    ]);
  });
});

describe('text entered by users', () => {
  const HOSTILE = `<script>alert(1)</script>"'&`;
  const ESCAPED = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;';
  const rename = (name: string) => query(`update masters.employee set name = $1 where code = 'E111'`, [name]);

  test('is escaped in a page', async () => {
    await rename(HOSTILE);
    await tellTransfers(world.database.admin, [
      {
        at: '2025-10-05T10:00:00+05:30',
        kind: 'stock',
        from: 'OUTSIDE',
        to: 'E111',
        quantity: 5,
        reason: `<img src=x onerror=alert(2)>`,
        by: `<b onclick='x'>`,
      },
    ]);
    try {
      const pages = await Promise.all([
        inHand('bm.mum', { empcode: 'E111' }),
        inHand('bm.mum', { branch: 'MUM' }),
        inOut('bm.mum', { empcode: 'E111' }),
        inOut('bm.mum', { branch: 'MUM' }),
      ]);
      for (const { json } of pages) {
        expect(json.html).toContain(ESCAPED);
        expect(json.html).not.toMatch(/<script|<img src=x|<b onclick/);
      }
      expect(pages[2]?.json.html).toContain('&lt;img src=x onerror=alert(2)&gt;');
      expect(pages[2]?.json.html).toContain('&lt;b onclick=&#39;x&#39;&gt;');
    } finally {
      await rename('Dinesh Kadam');
    }
  });

  test('is a text cell in a sheet, while figures and days keep their types', async () => {
    await rename('=1+1');
    await tellTransfers(world.database.admin, [
      {
        at: '2025-10-05T10:00:00+05:30',
        kind: 'stock',
        from: 'OUTSIDE',
        to: 'E111',
        quantity: 5.25,
        reason: '@SUM(A1)',
        by: '-2+3',
      },
    ]);
    try {
      const asked = { empcode: 'E111', fromdate: '2025-10-05', todate: '2025-10-31' };
      const { response, sheet, rows } = await sheetOf('bm.mum', 'INOUTREPORT', asked);
      expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet');
      expect(response.headers.get('content-disposition')).toContain('in-out-E111-2025-10-05-2025-10-31.xlsx');
      expect(rows[1]).toEqual([
        ...[new Date('2025-10-05T10:00:00Z'), 'Stock entry', 'Currency', 'USD', 'Outside'],
        ...[undefined, undefined, undefined, undefined, 5.25, undefined, 5.25, '@SUM(A1)', '-2+3'],
      ]);
      for (const reference of ['M2', 'N2']) expect(sheet[reference]).toMatchObject({ t: 's' });
      for (const reference of Object.keys(sheet)) expect(sheet[reference]).not.toHaveProperty('f');
      const hand = await sheetOf('bm.mum', 'INHANDREPORT', { empcode: 'E111', tilldate: '2025-10-31' });
      expect(hand.rows[1]?.slice(0, 6)).toEqual(['E111', '=1+1', 'Currency', 'USD', 'US Dollar', 5.25]);
      expect(hand.sheet['B2']).toMatchObject({ t: 's' });
    } finally {
      await rename('Dinesh Kadam');
    }
  });
});

test('a page is a complete document with the one style that the content security policy allows', async () => {
  const { json } = await inHand('bm.mum', { empcode: 'VMUM' });
  const html = json.html as string;
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).not.toMatch(/<script|<link|javascript:|\son\w+=|\sstyle=/i);
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  const { REPORT_STYLE_SOURCE } = await import('#server/platform/report/style.ts');
  const { hash } = await import('node:crypto');
  expect(`'sha256-${hash('sha256', style, 'base64')}'`).toBe(REPORT_STYLE_SOURCE);
});

// This test is last because such a long page and file keep this process, and the server in it, busy.
test('a long report shows the first two thousand movements and sends the reader to the file for the rest', async () => {
  // The balances are computed here because the trigger of the ledger is slow for thousands of rows in one transaction.
  await query(
    `begin; set local session_replication_role = replica;
     with pair as (
       select v.branch, v.srno as vault, o.srno as outside from notes.holder_name v
       join notes.holder o on o.branch = v.branch and o.kind = 'outside' where v.code = 'VMUM'
     ), balances as (
       insert into notes.balance (holder, kind, product, isd, quantity)
       select vault, 'employee', 'CN', 'AED', 2001 from pair union all select outside, 'outside', 'CN', 'AED', -2001 from pair
     )
     insert into notes.transfer (at, kind, branch, from_holder, to_holder, product, isd, quantity, from_after, to_after, reason)
     select timestamptz '2025-10-10' + n * interval '1 second', 'stock', branch, outside, vault, 'CN', 'AED', 1, -n, n, 'many'
     from pair, generate_series(1, 2001) as n;
     commit`,
  );
  const asked = { empcode: 'VMUM', isd: 'AED', todate: '2025-10-31' };
  const { json } = await inOut('bm.mum', asked);
  const rows = cellsOf(json.html);
  expect(rows[0]).toEqual(['AED', '0.00', '–', '–', '2,001.00']);
  expect(rows).toHaveLength(2_001);
  expect(json.html).toContain('Only the first 2,000 movements are shown');
  const { rows: sheet } = await sheetOf('bm.mum', 'INOUTREPORT', { ...asked, fromdate: '2025-10-01' });
  expect(sheet).toHaveLength(1 + 2_001 + 1);
  expect(sheet.at(-1)?.slice(9, 12)).toEqual([2001, 0, 2001]);
  expect(new Set(sheet.slice(1, -1).map((row) => row[11])).size).toBe(2_001);
});
