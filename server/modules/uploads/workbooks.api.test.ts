import { afterAll, beforeAll, expect, it } from 'vitest';
import { utils, write } from '@e965/xlsx';
import { headingsOf } from '#domain/uploads/rows.ts';
import { MAX_READ_UNPACKED_BYTES } from '#server/platform/limits.ts';
import { biff8Sample } from '#tools/testing/biff8.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { rawSheetSample, sheetSample } from '#tools/testing/samples.ts';
import { sendSheet } from '#tools/testing/uploads.ts';

/** Workbooks of every make, and some that are meant to do harm (002 §9). */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(['fm.ho']);
});
afterAll(() => desk.close());

const rowOf = (n: number) => ['05/10/2025', 'PUN', n, 'SP', 'E301', 100, 0.01];
const HEADINGS = headingsOf('T');
const XLS_ROWS = 65_536;

it('.xls as long as that format can be, its headings among the rows', async () => {
  const rows = Array.from({ length: XLS_ROWS - 1 }, (_, n) => rowOf(n));
  const { json } = await sendSheet(desk, 'T', biff8Sample([HEADINGS, ...rows]), {
    name: 'long.xls',
  });
  expect(json).toMatchObject({ msg: '1', rows: XLS_ROWS - 1 });
  const [sum] = await desk.sql<{ profit: string }>(
    'select sum(profit)::text as profit from uploads.profit_month',
  );
  expect(sum?.profit).toBe('655.35');
});

it('HTML named .xls', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...HEADINGS], rowOf(1)]), 'Sheet');
  const html = Buffer.from(write(book, { bookType: 'html', type: 'buffer' }) as Uint8Array);
  const { json } = await sendSheet(desk, 'T', html, { name: 'page.xls', replace: 1 });
  expect(json).toMatchObject({ msg: '1', rows: 1 });
});

it('formulas have the value that the file holds; they are not computed', async () => {
  const fileWith = (cell: { v?: number }) =>
    sheetSample([HEADINGS, rowOf(1)], 'xlsx', (sheet) => {
      sheet['G2'] = { t: 'n', f: 'F2*0.01', ...cell };
    });
  const refused = await sendSheet(desk, 'T', fileWith({}), { replace: 1 });
  expect(refused.json.errors).toMatchObject([
    {
      row: 2,
      column: 'Profit',
      message: 'This formula has no value in the file. Please put its value instead.',
    },
  ]);
  const stored = await sendSheet(desk, 'T', fileWith({ v: 12.3 }), { replace: 1 });
  expect(stored.json.msg).toBe('1');
  const [sum] = await desk.sql<{ profit: string }>(
    'select sum(profit)::text as profit from uploads.profit_month',
  );
  expect(sum?.profit).toBe('12.30');
});

it('a zip bomb is refused, and the next sheet is stored', async () => {
  const bomb = await rawSheetSample(`<sheetData>${' '.repeat(MAX_READ_UNPACKED_BYTES)}</sheetData>`);
  const { json } = await sendSheet(desk, 'T', bomb, { name: 'bomb.xlsx' });
  expect(json).toMatchObject({ msg: '0', error: 'Upload Error!' });
  const next = await sendSheet(desk, 'T', sheetSample([HEADINGS, rowOf(1)]), { replace: 1 });
  expect(next.json.msg).toBe('1');
});
