import { createHash } from 'node:crypto';
import { utils, write } from '@e965/xlsx';
import type pg from 'pg';
import type { WrongCell } from '#contract/sheets.ts';
import { monthAfter } from '#domain/audit/audit.ts';
import { addDays, dateInIndia, formatDate, isoDate, type IsoDate } from '#domain/dates.ts';
import { BATCH_REFUSALS, formatMonths } from '#domain/uploads/batches.ts';
import { CELL_TEXTS } from '#domain/cells.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import { headingsOf } from '#domain/uploads/rows.ts';
import { coverMonths, storeRows, type StoredRow } from '#server/modules/uploads/index.ts';
import { executorOn } from './executor.ts';

/** The uploads of the demo: a profit and the one that replaced it, purposes, LRS transactions, and a refused sheet. */

interface DemoSheet {
  readonly kind: UploadKind;
  readonly branch: string;
  readonly file: string;
  /** The days before today on which it was uploaded. */
  readonly daysAgo: number;
  /** The cells under the headings. */
  readonly rows: readonly (readonly (string | number)[])[];
  readonly wrong?: readonly WrongCell[];
}

/** The first day of a month so many months before. */
function monthsBack(today: IsoDate, months: number): IsoDate {
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  const { year, month } = monthAfter(thisYear, thisMonth, -months);
  return isoDate(`${year}-${String(month).padStart(2, '0')}-01`);
}
const written = (firstDay: IsoDate, day: number) => formatDate(addDays(firstDay, day));
const nameOf = (firstDay: IsoDate) => formatMonths(firstDay, firstDay).toLowerCase().replace(' ', '-');

const PROFITS = [1250.5, 310, 84.25, 2210, 640.75, 95, 1480.5, 720, -60.25, 410, 1999.95, 155.5];
const LRS_PEOPLE = [
  ['Kavya Iyer', 'AAAPK1234K', 'EDUCATION', 5_000],
  ['Rohan Gupta', 'BBBPG2345G', 'MEDICAL', 2_500],
  ['Meera Nair', 'CCCPN3456N', 'LEISURE', 1_800],
  ['Arjun Singh', 'DDDPS4567S', 'EDUCATION', 9_000],
] as const;
const DOLLAR = 88.5;

function demoSheets(today: IsoDate): readonly DemoSheet[] {
  const [last, third] = [monthsBack(today, 1), monthsBack(today, 3)];
  const profitRow =
    (firstDay: IsoDate, branch: string, executive: string) => (profit: number, at: number) => [
      written(firstDay, 1 + at * 2),
      branch,
      7001 + at,
      at % 3 === 0 ? 'PP' : 'SP',
      executive,
      40_000 + at * 1_500,
      profit,
    ];
  const punes = PROFITS.map(profitRow(third, 'PUN', 'E301'));
  const mumbais = PROFITS.map(profitRow(last, 'MUM', 'E101'));
  const put = (row: number, at: number, cell: string | number) =>
    mumbais.map((cells, n) => (n === row - 2 ? cells.with(at, cell) : cells))[row - 2] ?? [];
  const badDay = `31/09/${Number(last.slice(0, 4)) - 1}`;
  const wrongRows = new Map([
    [3, put(3, 1, 'MUMB')],
    [6, put(6, 0, badDay)],
    [7, put(7, 6, '1,2O4.50')],
    [9, put(9, 4, 'E999')],
  ]);
  return [
    {
      kind: 'T',
      branch: 'PUN',
      file: `profit-pun-${nameOf(third)}.xlsx`,
      daysAgo: 62,
      rows: punes.slice(0, 11),
    },
    { kind: 'T', branch: 'PUN', file: `profit-pun-${nameOf(third)}-v2.xlsx`, daysAgo: 56, rows: punes },
    {
      kind: 'L',
      branch: 'DEL',
      file: `lrs-del-${nameOf(last)}.xlsx`,
      daysAgo: 9,
      rows: LRS_PEOPLE.map(([name, pan, purpose, dollars], at) => [
        written(last, 3 + at * 5),
        'DEL',
        8101 + at,
        name,
        pan,
        purpose,
        'USD',
        dollars,
        dollars * DOLLAR,
        dollars,
      ]),
    },
    {
      kind: 'P',
      branch: 'MUM',
      file: `purpose-mum-${nameOf(last)}.xlsx`,
      daysAgo: 7,
      rows: [
        ['LEISURE', 31, 1_840_500],
        ['EDUCATION', 9, 2_410_000],
        ['MEDICAL', 4, 655_250.5],
        ['WU', 214, 5_310_400],
        ['MG', 48, 1_120_900.75],
      ].map((cells) => [formatMonths(last, last), 'MUM', ...cells]),
    },
    {
      kind: 'T',
      branch: 'MUM',
      file: `profit-mum-${nameOf(last)}.xlsx`,
      daysAgo: 0,
      rows: mumbais.map((cells, n) => wrongRows.get(n + 2) ?? cells),
      wrong: [
        { row: 3, column: 'Branch', found: 'MUMB', message: CELL_TEXTS.noBranch('MUMB', 'MUM') },
        { row: 6, column: 'Date', found: badDay, message: CELL_TEXTS.daysOfMonth('September', 30) },
        { row: 7, column: 'Profit', found: '1,2O4.50', message: CELL_TEXTS.letter('O') },
        {
          row: 9,
          column: 'Executive',
          found: 'E999',
          message: CELL_TEXTS.noExecutive('E999', 'Mumbai Fort'),
        },
      ],
    },
  ];
}

const bytesOf = ({ kind, rows }: DemoSheet): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([[...headingsOf(kind)], ...rows.map((row) => [...row])]),
    'Sheet',
  );
  return Buffer.from(write(book, { bookType: 'xlsx', type: 'buffer', compression: true }) as Uint8Array);
};

/** The files of the uploads of a demo that was loaded on this day. */
export const demoUploadFiles = (loadedOn: IsoDate): readonly Buffer[] => demoSheets(loadedOn).map(bytesOf);

/** The day on which the uploads of the demo were loaded. */
export const UPLOADS_LOADED_ON = `select (max(uploaded_at) at time zone 'Asia/Kolkata')::date::text as day from uploads.batch
  where uploaded_by_name = 'Farhan Qureshi' and state = 'refused'`;

const BATCH = `insert into uploads.batch (kind, file_name, hash, bytes, is_stored, state, rows, done_rows, error_count, reason, branch,
    branches, first_month, last_month, covered, uploaded_by, uploaded_by_name, uploaded_at, ended_at)
  select $1, $2, $3, $4, true, case when $6 = 0 then 'applied' else 'refused' end, $5, $5, $6, $7,
    case when $6 = 0 then e.srno end, case when $6 = 0 then array[e.srno] else '{}' end, case when $6 = 0 then $9::date end,
    case when $6 = 0 then $9::date end, case when $6 = 0 then 1 else 0 end, a.srno, a.name, $10::timestamptz, $10::timestamptz
  from masters.entity e, access.account a where e.id = $8 and a.user_id = 'fm.ho' returning srno, branch`;

/** Loads the uploads. The months and the sums are made by the statements of the product. */
export async function loadUploads(client: pg.Client): Promise<void> {
  const today = dateInIndia(Date.now());
  const tx = executorOn(client);
  for (const sheet of demoSheets(today)) {
    const { kind, file, branch, rows, wrong = [] } = sheet;
    const bytes = bytesOf(sheet);
    const month = monthsBack(today, file.includes('pun') ? 3 : 1);
    const made = await client.query<{ srno: number; branch: number }>(BATCH, [
      kind,
      file,
      createHash('sha256').update(bytes).digest('hex'),
      bytes.length,
      rows.length,
      wrong.length,
      wrong.length === 0 ? '' : BATCH_REFUSALS.wrongCells(wrong.length),
      branch,
      month,
      `${addDays(today, -sheet.daysAgo)}T${sheet.daysAgo === 0 ? '00:05' : '10:21'}:00+05:30`,
    ]);
    const batch = made.rows[0];
    if (batch === undefined) continue;
    if (wrong.length > 0) {
      await client.query('insert into uploads.wrong_cells (batch, cells) values ($1, $2)', [
        batch.srno,
        JSON.stringify(wrong),
      ]);
      continue;
    }
    await storeRows(tx, kind, batch.srno, await storedRows(client, sheet, batch.branch, month));
    await coverMonths(tx, kind, batch.srno, [{ branch: batch.branch, branchId: branch, month }], true);
  }
}

/** The rows as a reader of the sheet would give them. */
async function storedRows(
  client: pg.Client,
  { kind, rows }: DemoSheet,
  branch: number,
  month: IsoDate,
): Promise<readonly StoredRow[]> {
  const { rows: executives } = await client.query<{ srno: number; code: string }>(
    'select srno, code from masters.employee where branch = $1',
    [branch],
  );
  const iso = (day: unknown) => String(day).split('/').reverse().join('-');
  return rows.map((cells, at): StoredRow & Record<string, unknown> => {
    const shared = { n: at + 2, branch, executive: null, purpose: '' };
    if (kind === 'P')
      return { ...shared, month, purpose: String(cells[2]), transactions: cells[3], amount: cells[4] };
    const [date, , number] = cells;
    if (kind === 'T')
      return {
        ...shared,
        date: iso(date),
        number: String(number),
        type: cells[3],
        executive: executives.find(({ code }) => code === cells[4])?.srno ?? null,
        amount: cells[5],
        profit: cells[6],
      };
    const [name, pan, purpose, currency, quantity, rupees, dollars] = cells.slice(3);
    return {
      ...shared,
      date: iso(date),
      number: String(number),
      name,
      pan,
      purpose: String(purpose),
      currency,
      quantity,
      rupees,
      dollars,
    };
  });
}
