import type { UploadKind } from '#domain/uploads/kinds.ts';
import { ROW_RULES, rowProblems } from '#domain/uploads/rows.ts';
import { monthOfDay, readMonth } from '#domain/uploads/cells.ts';
import { parseDate, type IsoDate } from '#domain/dates.ts';
import { parseAmount } from '#domain/numbers.ts';
import { TRANSACTION_TYPES } from '#domain/requests/codes.ts';
import {
  asCode,
  asOneOf,
  asText,
  fromText,
  type CellReader,
  type CellReading,
} from '#server/platform/imports/cells.ts';
import type { ImportColumn, SheetShape } from '#server/platform/imports/rows.ts';
import type { Cell } from '#server/platform/xlsx/sheet.ts';

/** How the cells of each kind of sheet are read. Text that a reader does not understand stays, and fails the rules. */

export type RowTexts = Readonly<Record<string, string>>;

/** Most cells are plain already, and a sheet has hundreds of thousands of them. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/;
const READ_PLACES = 8;
/** A spreadsheet computes in binary: 1204.5 can be stored as 1204.4999999999998. */
const BINARY_NOISE = 1e-6;
const MONEY_PLACES = 2;
const MAX_KNOWN_DAYS = 1_000;

const asTypedNumber = fromText((text) =>
  PLAIN_NUMBER.test(text) ? text : (parseAmount(text, { places: READ_PLACES, negative: true }) ?? text),
);
const asNumber: CellReader = (cell) => {
  if (typeof cell !== 'number') return asTypedNumber(cell);
  const rounded = cell.toFixed(MONEY_PLACES);
  return Math.abs(cell - Number(rounded)) < BINARY_NOISE ? { value: rounded } : asTypedNumber(cell);
};
const asCount: CellReader = (cell) =>
  typeof cell === 'number' && Number.isInteger(cell) ? { value: String(cell) } : asTypedNumber(cell);

/** A sheet of a month has few days and many rows, so each written day is read once. */
const asDay = (today: IsoDate): CellReader => {
  const typed = fromText((text) => parseDate(text, today) ?? text);
  const known = new Map<Cell, CellReading>();
  return (cell) => {
    if (typeof cell === 'string' && PLAIN_DAY.test(cell)) return { value: cell };
    const reading = known.get(cell) ?? typed(cell);
    if (known.size < MAX_KNOWN_DAYS) known.set(cell, reading);
    return reading;
  };
};
/** A month as it is written, or the month of a date cell. */
const asMonth = (today: IsoDate): CellReader =>
  fromText((text) => {
    const day = parseDate(text, today);
    return day === null ? (readMonth(text) ?? text) : monthOfDay(day);
  });
const TYPE_WORDS = Object.fromEntries(
  Object.entries(TRANSACTION_TYPES).map(([code, { name }]) => [code, name]),
);

type Readers = Readonly<Record<string, CellReader>>;
const READERS: Readonly<Record<UploadKind, (today: IsoDate) => Readers>> = {
  P: (today) => ({ month: asMonth(today), branch: asCode, transactions: asCount, amount: asNumber }),
  L: (today) => ({
    date: asDay(today),
    branch: asCode,
    pan: asCode,
    currency: asCode,
    quantity: asNumber,
    rupees: asNumber,
    dollars: asNumber,
  }),
  T: (today) => ({
    date: asDay(today),
    branch: asCode,
    type: asOneOf(TYPE_WORDS, ''),
    amount: asNumber,
    profit: asNumber,
  }),
};

const EXAMPLES: Readonly<Record<UploadKind, readonly string[]>> = {
  P: ['Oct 2026', 'MUM', 'Education', '46', '1840500.00'],
  L: ['05/10/2026', 'MUM', '1204', 'Kavya Iyer', 'AAAPK1234K', 'Education', 'USD', '5000', '442500', '5000'],
  T: ['05/10/2026', 'MUM', '1204', 'SP', 'E101', '442500', '1250.50'],
};

/** The columns and rules of a kind, for a sheet that comes today. */
export function shapeOf(kind: UploadKind, today: IsoDate): SheetShape<RowTexts> {
  const rules = ROW_RULES[kind];
  const readers = READERS[kind](today);
  const columns: ImportColumn<RowTexts>[] = Object.keys(rules).map((field, at) => ({
    field,
    reads: readers[field] ?? asText,
    example: EXAMPLES[kind][at] ?? '',
    // The profit of a branch need not be anybody's.
    optional: field === 'executive',
  }));
  return { columns, rules, problems: rowProblems(kind, today) };
}

const MAX_FOUND_CHARS = 60;
/** What a cell shows, shortened. */
export function foundIn(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'object' ? cell.text : String(cell);
  return text.length > MAX_FOUND_CHARS ? `${text.slice(0, MAX_FOUND_CHARS)}…` : text;
}
