import type { UploadKind } from '#domain/uploads/kinds.ts';
import { ROW_RULES, rowProblems } from '#domain/uploads/rows.ts';
import { monthOfDay, readMonth } from '#domain/cells.ts';
import { readIsoDate, type IsoDate } from '#domain/dates.ts';
import { TRANSACTION_TYPES } from '#domain/requests/codes.ts';
import {
  asCode,
  asDay,
  asDecimal,
  asOneOf,
  asText,
  type CellReader,
} from '#server/platform/imports/cells.ts';
import type { ImportColumn, SheetShape } from '#server/platform/imports/rows.ts';

/** How the cells of each kind of sheet are read. Text that a reader does not understand stays, and fails the rules. */

export type RowTexts = Readonly<Record<string, string>>;

/** The decimals of money and of quantities. */
const PLACES = 2;
const asNumber = asDecimal(PLACES);
const asCount = asDecimal(0);
/** A month as it is written, or the month of a day. */
const asMonth = (today: IsoDate): CellReader => {
  const read = asDay(today);
  return (cell) => {
    const reading = read(cell);
    if ('wrong' in reading || typeof reading.value !== 'string') return reading;
    const day = readIsoDate(reading.value);
    return { value: day === null ? (readMonth(reading.value) ?? reading.value) : monthOfDay(day) };
  };
};
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
