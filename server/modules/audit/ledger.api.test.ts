import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from '@e965/xlsx';
import { daysOfMonth } from '#domain/audit/registers.ts';
import { addDays } from '#domain/dates.ts';
import { startAudit, type StartedAudit } from '#tools/testing/audits.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { tellTransfers, type TestTransfer } from '#tools/testing/notes.ts';
import { addRegistered, downloadFrom, sheetRows } from '#tools/testing/registers.ts';
import { FLM8_LINES } from './ledger.present.ts';

/** FLM1 and FLM8 from the ledger of notes (docs/readings.md: registers of the audit). */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(['admin', 'audit.ca', 'staff.mum', 'staff.del']);
});
afterAll(() => desk.close());

type Row = Record<string, unknown>;
/** Title, firm, licence, branch, and an empty line. */
const LINES_ABOVE = 5;
const COLUMNS = {
  opening: 'Opening',
  PP: 'Purchases from public',
  PB: 'Purchases from dealers',
  IN: 'Other receipts',
  SP: 'Sales to public',
  SB: 'Sales to dealers',
  OUT: 'Other issues',
  closing: 'Closing',
} as const;
const TYPES = ['PP', 'PB', 'SP', 'SB'] as const;
const paise = (row: Row | undefined, column: keyof typeof COLUMNS) =>
  Math.round(Number(row?.[COLUMNS[column]] ?? 0) * 100);
const isBalanced = (row: Row) =>
  paise(row, 'opening') + paise(row, 'PP') + paise(row, 'PB') + paise(row, 'IN') ===
  paise(row, 'closing') + paise(row, 'SP') + paise(row, 'SB') + paise(row, 'OUT');

const form = async ({ srno }: StartedAudit, name: 'FLM1' | 'FLM8', user = 'audit.ca'): Promise<Row[]> => {
  const { status, bytes } = await downloadFrom(desk, user, 'flmregister', { srno, form: name });
  expect(status).toBe(200);
  return sheetRows(bytes, LINES_ABOVE);
};

/** What In Hand says that a branch had at the end of a day, by currency. */
async function inHand(branch: string, day: string): Promise<Record<string, number>> {
  const response = await fetch(`${desk.url}/api/report_a.php`, {
    method: 'POST',
    body: new URLSearchParams({
      1: desk.sessionOf('admin'),
      2: 'INHANDREPORT',
      3: JSON.stringify({ mode: 'Download', branch, empcode: '', tilldate: day }),
    }),
  });
  const held: Record<string, number> = {};
  for (const row of sheetRows(Buffer.from(await response.arrayBuffer())))
    if (row['Product'] === 'Currency')
      held[String(row['Currency'])] =
        (held[String(row['Currency'])] ?? 0) + Math.round(Number(row['Quantity']) * 100);
  return held;
}

/** The notes in the registers of the month, by type and currency, in hundredths. */
async function inRegisters(
  { branch, year, month }: StartedAudit,
  type: string,
  isd: string,
): Promise<number> {
  const [sum] = await desk.sql<{ quantity: string }>(
    `select coalesce(sum(l.quantity), 0)::text as quantity from requests.request r join requests.product_line l on l.request = r.srno
     where r.branch = $1 and r.type = $2 and l.isd = $3 and l.product = 'CN' and num_nulls(r.bm_by, r.zm_by, r.cm_by, r.fm_by) = 0
       and date_trunc('month', r.submitted_at at time zone 'Asia/Kolkata') = make_date($4, $5, 1)`,
    [branch, type, isd, year, month],
  );
  return Math.round(Number(sum?.quantity) * 100);
}

/** Everything that must hold for FLM1 and FLM8 of an audit. */
async function checkForms(audit: StartedAudit, branch: string): Promise<Row[]> {
  const days = daysOfMonth(audit.year, audit.month);
  const [first, last] = [days[0]!, days.at(-1)!];
  const rows = await form(audit, 'FLM8');
  const of = (line: keyof typeof FLM8_LINES) => rows.filter((row) => row['Line'] === FLM8_LINES[line]);
  const nonZero = (column: 'opening' | 'closing') =>
    Object.fromEntries(
      of('summary')
        .map((row) => [row['Currency'], paise(row, column)] as const)
        .filter(([, quantity]) => quantity !== 0),
    );
  expect(of('summary').filter((row) => !isBalanced(row))).toEqual([]);
  for (const row of of('summary')) {
    expect(row['In Hand at the end']).toBe(row['Closing']);
    expect(row['Closes']).toBe('✓ equal to In Hand');
  }
  expect(nonZero('opening')).toEqual(await inHand(branch, addDays(first, -1)));
  expect(nonZero('closing')).toEqual(await inHand(branch, last));
  for (const [at, row] of of('summary').entries())
    for (const type of TYPES) {
      const isd = String(row['Currency']);
      const registers = paise(of('registers')[at], type);
      expect(registers, `${type} ${isd}`).toBe(await inRegisters(audit, type, isd));
      expect(paise(row, type), `${type} ${isd}`).toBe(
        registers - paise(of('later')[at], type) + paise(of('earlier')[at], type),
      );
    }

  // Currencies go by the order of trade.
  const currencies = of('summary').map((row) => String(row['Currency']));
  const byTrade = await desk.sql<{ code: string }>(
    `select code from masters.currency_ref where code = any ($1) order by trade_key`,
    [currencies],
  );
  expect(currencies).toEqual(byTrade.map(({ code }) => code));

  const forms = await form(audit, 'FLM1');
  const daily = forms.filter((row) => row['Date'] !== undefined);
  const totals = forms.filter((row) => row['Date'] === undefined);
  expect(totals.filter((row) => !isBalanced(row))).toEqual([]);
  expect(daily.filter((row) => !isBalanced(row))).toEqual([]);
  for (const row of of('summary')) {
    const ofCurrency = daily.filter((each) => each['Currency'] === row['Currency']);
    const total = totals.find((each) => each['Currency'] === row['Currency']);
    for (const column of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
      expect(paise(total, column)).toBe(paise(row, column));
    for (const column of [...TYPES, 'IN', 'OUT'] as const)
      expect(ofCurrency.reduce((sum, each) => sum + paise(each, column), 0)).toBe(paise(row, column));
    for (const [at, each] of ofCurrency.entries())
      expect(paise(each, 'opening')).toBe(
        at === 0 ? paise(row, 'opening') : paise(ofCurrency[at - 1], 'closing'),
      );
    if (ofCurrency.length > 0) expect(paise(ofCurrency.at(-1), 'closing')).toBe(paise(row, 'closing'));
  }
  return rows;
}

/** The same numbers in every run. */
function randomly(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('random movements of three months', () => {
  const MONTHS = [1, 2, 3] as const;
  const YEAR = 2024;
  let branch: string;
  const vault = 'VTEST';

  beforeAll(async () => {
    // A place that the demo has moved no notes of, so that the ledger of the past has no future.
    const [found] = await desk.sql<{ id: string }>(
      `select e.id from masters.entity e
       where e.type <> 'A' and not exists (select from notes.transfer t where t.branch = e.srno) order by e.srno limit 1`,
    );
    branch = found!.id;
    await desk.sql(
      `insert into masters.employee (code, name, branch, kind) select $1, 'Vault of the test', srno, 'V' from masters.entity
       where id = $2`,
      [vault, branch],
    );
    const next = randomly(20_241_116);
    const transfers: TestTransfer[] = [
      ...['USD', 'EUR', 'GBP'].map((isd) => ({
        at: `${YEAR}-01-02T09:00:00+05:30`,
        kind: 'stock',
        from: 'OUTSIDE',
        to: vault,
        quantity: 90_000,
        isd,
      })),
    ];
    for (let n = 0; n < 60; n += 1) {
      const type = TYPES[next(4)]!;
      const isd = ['USD', 'EUR', 'GBP'][next(3)]!;
      const quantity = (1 + next(50_000)) / 100;
      const day = 3 + next(80);
      const dayAt = (days: number) =>
        new Date(Date.UTC(YEAR, 0, 1 + days, next(24), next(60), 0) - 5.5 * 3_600_000).toISOString();
      const request = await addRegistered(desk.database.admin, {
        branch,
        type,
        at: dayAt(day),
        lines: [
          { isd, quantity: String(quantity), rate: '90' },
          { isd, product: 'CARD', quantity: '10', rate: '90' },
        ],
      });
      // Some are never handed over, some a month later, some taken back.
      const fate = next(5);
      if (fate === 0) continue;
      const isSale = type === 'SP' || type === 'SB';
      const [from, to] = isSale ? [vault, 'CUSTOMER'] : ['CUSTOMER', vault];
      const handed = day + (fate === 1 ? 25 : next(3));
      transfers.push({ at: dayAt(handed), kind: 'hand over', from, to, quantity, isd, request });
      if (fate === 2)
        transfers.push({
          at: dayAt(handed + 6),
          kind: 'hand over',
          from: to,
          to: from,
          quantity,
          isd,
          request,
        });
    }
    transfers.push({
      at: `${YEAR}-02-11T09:00:00+05:30`,
      kind: 'stock',
      from: vault,
      to: 'OUTSIDE',
      quantity: 12.5,
      reason: 'correction',
    });
    const inOrder = transfers.toSorted((one, other) => (Date.parse(one.at) < Date.parse(other.at) ? -1 : 1));
    await tellTransfers(desk.database.admin, inOrder, branch);
  });

  it.each(MONTHS)('balance in month %i, agree with In Hand and lead from the registers', async (month) => {
    const audit = await startAudit(desk.database.admin, { branch, year: YEAR, month });
    const rows = await checkForms(audit, branch);
    expect(rows.length).toBeGreaterThanOrEqual(12);
    if (month === 2) {
      const usd = rows.find((row) => row['Currency'] === 'USD');
      expect(paise(usd, 'OUT')).toBe(1_250);
      const earlier = rows.filter((row) => row['Line'] === FLM8_LINES.earlier);
      expect(earlier.some((row) => TYPES.some((type) => paise(row, type) > 0))).toBe(true);
    }
  });
});

/** The audit of a month, which the demo may have already. */
async function auditOf(
  branch: string,
  of: { readonly year: number; readonly month: number },
): Promise<StartedAudit> {
  const [found] = await desk.sql<StartedAudit>(
    `select a.srno, a.branch, a.year, a.month from audit.audit a join masters.entity e on e.srno = a.branch
     where e.id = $1 and a.year = $2 and a.month = $3`,
    [branch, of.year, of.month],
  );
  return found ?? startAudit(desk.database.admin, { branch, ...of });
}

it.each(['MUM', 'DEL'])('the demo balances at %s, this month and the last', async (branch) => {
  const [now] = await desk.sql<{ year: number; month: number; last_year: number; last_month: number }>(
    `select extract(year from d)::integer as year, extract(month from d)::integer as month,
       extract(year from d - interval '1 month')::integer as last_year,
       extract(month from d - interval '1 month')::integer as last_month
     from (select date_trunc('month', now() at time zone 'Asia/Kolkata') as d) as d`,
  );
  const { year, month, last_year, last_month } = now!;
  for (const of of [
    { year, month },
    { year: last_year, month: last_month },
  ]) {
    await checkForms(await auditOf(branch, of), branch);
  }
});

it.each([
  ['FLM1', 1, 'FLM 1, daily balance of foreign currency notes, January 2022'],
  ['FLM8', 2, 'FLM 8, monthly summary of foreign currency notes, February 2022'],
] as const)('%s says whose it is above the table', async (name, month, title) => {
  const { srno } = await startAudit(desk.database.admin, { branch: 'MUM', year: 2022, month });
  const { bytes } = await downloadFrom(desk, 'audit.ca', 'flmregister', { srno, form: name });
  const book = read(bytes);
  const lines = utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1 });
  expect(lines.slice(0, 4).map(([line]) => line)).toEqual([
    title,
    'Sahyadri Forex Private Limited',
    'Licence FE.MUM.FFMC.0000/2026',
    'Branch MUM Mumbai Fort',
  ]);
});

it('is for who sees the audit, with a trail entry', async () => {
  const audit = await startAudit(desk.database.admin, { branch: 'MUM', year: 2023, month: 1 });
  await form(audit, 'FLM1', 'staff.mum');
  const entries = await desk.sql(
    `select action, record, after from platform.trail where record = 'audit' and record_id = $1`,
    [String(audit.srno)],
  );
  expect(entries).toEqual([{ action: 'report', record: 'audit', after: { form: 'FLM1' } }]);
  const args = { srno: audit.srno, form: 'FLM8' };
  expect((await downloadFrom(desk, 'staff.del', 'flmregister', args)).status).toBe(404);
});
