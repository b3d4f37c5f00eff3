import fc from 'fast-check';
import { utils, write, type CellObject } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { addDays, formatDate, isoDate, type IsoDate } from '#domain/dates.ts';
import { MONTH_NAMES } from '#domain/audit/codes.ts';
import { formatAmount, shortDecimal } from '#domain/numbers.ts';
import { readLegacy } from '../xlsx/legacy.ts';
import { readXlsx } from '../xlsx/sheet-reader.ts';
import type { Cell } from '../xlsx/sheet.ts';
import { ZipParts } from '../xlsx/zip-parts.ts';
import { asDay, asDecimal, type CellReader } from './cells.ts';

/** 1,000 sheets with numbers and days in every way in which spreadsheets keep them, read as a person reads them. */

const SHEETS = 1_000;
const MAX_BYTES = 10_000_000;
const TODAY = isoDate('2026-11-19');
const FIRST_DAY = isoDate('2000-01-01');
const DAYS = 9_800;
const EXCEL_DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** A cell of a sheet, and what a person reads in it. */
interface SampleCell {
  readonly cell: CellObject;
  readonly reads: CellReader;
  readonly read: string;
}

const number = (v: number): CellObject => ({ t: 'n', v });
const text = (v: string): CellObject => ({ t: 's', v });

/** Binary arithmetic leaves a trace in the last digits: 3 × 367.7 is stored as 1103.1000000000001. */
const product = (cents: number, times: number): number => (cents / 100 / times) * times;
const sumOf = (cents: number, times: number): number =>
  Array.from({ length: times }).reduce<number>((sum) => sum + cents / 100, 0);

const decimalOf = (cents: number): string => (cents / 100).toFixed(2);

/** An amount of paise, as a number with the traces of a computation or as a text. */
const amount: fc.Arbitrary<SampleCell> = fc
  .record({
    cents: fc.integer({ min: 1, max: 10 ** 13 }),
    times: fc.integer({ min: 1, max: 40 }),
    way: fc.constantFrom('plain', 'product', 'sum', 'formula', 'indian', 'rupees', 'western', 'text'),
  })
  .map(({ cents, times, way }) => {
    const read = decimalOf(cents);
    const cell = {
      plain: () => number(cents / 100),
      product: () => number(product(cents, times)),
      sum: () => number(sumOf(cents, times)),
      formula: () => ({ ...number(product(cents, times)), f: `A1*${times}` }),
      indian: () => text(formatAmount(read)),
      rupees: () => text(`₹ ${formatAmount(read)}`),
      western: () => text((cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })),
      text: () => text(` ${read} `),
    }[way]();
    return { cell, reads: asDecimal(2), read: way === 'sum' ? decimalOf(cents * times) : read };
  });

/** A rate with up to eight decimals, or one that is computed and has more. */
const rate: fc.Arbitrary<SampleCell> = fc
  .record({ units: fc.integer({ min: 1, max: 10 ** 10 }), isComputed: fc.boolean() })
  .map(({ units, isComputed }) => {
    const value = units / 10 ** 8;
    const cell = isComputed ? { ...number((value / 7) * 7), f: 'G2/E2' } : number(value);
    return { cell, reads: asDecimal(8), read: value.toFixed(8) };
  });

const short = (day: IsoDate) => (MONTH_NAMES[Number(day.slice(5, 7)) - 1] ?? '').slice(0, 3);
const dayOf = (day: IsoDate) => String(Number(day.slice(8)));
const serialOf = (day: IsoDate) => (Date.parse(day) - EXCEL_DAY_ZERO) / DAY_MS;

/** A day in eight forms. */
const FORMS: readonly ((day: IsoDate) => CellObject)[] = [
  (day) => text(formatDate(day)),
  (day) => text(formatDate(day).replaceAll('/', '-')),
  (day) => text(`${dayOf(day)}.${Number(day.slice(5, 7))}.${day.slice(0, 4)}`),
  (day) => text(`${day.slice(8)}-${short(day)}-${day.slice(0, 4)}`),
  (day) => text(`${dayOf(day)} ${MONTH_NAMES[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`),
  (day) => text(day),
  (day) => number(serialOf(day)),
  (day) => ({ ...number(serialOf(day) + 0.4), z: 'dd-mmm-yyyy' }),
];
const day: fc.Arbitrary<SampleCell> = fc
  .record({ after: fc.integer({ min: 0, max: DAYS }), form: fc.constantFrom(...FORMS) })
  .map(({ after, form }) => {
    const read = addDays(FIRST_DAY, after);
    return { cell: form(read), reads: asDay(TODAY), read };
  });

const sheet = fc.array(fc.oneof(amount, rate, day), { minLength: 1, maxLength: 20 });

function bytesOf(cells: readonly CellObject[], bookType: 'xlsx' | 'biff8'): Buffer {
  const book = utils.book_new();
  const made = Object.fromEntries(cells.map((cell, at) => [utils.encode_cell({ r: 0, c: at }), cell]));
  const end = utils.encode_cell({ r: 0, c: cells.length - 1 });
  utils.book_append_sheet(book, { ...made, '!ref': `A1:${end}` }, 'Sheet');
  return Buffer.from(write(book, { bookType, type: 'buffer' }) as Uint8Array);
}

async function cellsOf(bytes: Buffer, bookType: 'xlsx' | 'biff8'): Promise<readonly Cell[]> {
  const rows: (readonly Cell[])[] = [];
  const take = (_: number, cells: readonly Cell[]) => void rows.push(cells);
  if (bookType === 'xlsx') await readXlsx(new ZipParts(bytes, MAX_BYTES), take);
  else await readLegacy(bytes, 10, take);
  return rows[0] ?? [];
}

function readAs(reads: CellReader, cell: Cell): string {
  const reading = reads(cell);
  if ('wrong' in reading) return reading.wrong;
  return typeof reading.value === 'string' ? shortDecimal(reading.value) : '';
}

it('1,000 random sheets, .xlsx and .xls, are read as a person reads them (002 §5.1, §9)', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, fc.constantFrom('xlsx', 'biff8'), async (samples, bookType) => {
      const cells = await cellsOf(
        bytesOf(
          samples.map(({ cell }) => cell),
          bookType,
        ),
        bookType,
      );
      const read = samples.map(({ reads }, at) => readAs(reads, cells[at] ?? null));
      expect(read).toEqual(samples.map((one) => shortDecimal(one.read)));
    }),
    { numRuns: SHEETS },
  );
});
