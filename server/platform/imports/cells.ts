import { readDay, readDecimal, shownNumber } from '#domain/cells.ts';
import { dateInIndia, type IsoDate } from '#domain/dates.ts';
import { dayOfSerial } from '../xlsx/date-formats.ts';
import type { Cell } from '../xlsx/sheet.ts';

/** The value of a cell, or its error. */
export type CellReading =
  | { readonly value: string | boolean | readonly string[] | null }
  | { readonly wrong: string };
export type CellReader = (cell: Cell) => CellReading;

const WRONG = {
  formula: 'This formula has no value in the file. Please put its value instead.',
  error: 'This cell shows an error.',
  text: 'Please write a text.',
} as const;

const readable =
  (read: (cell: string | number | boolean | null) => CellReading): CellReader =>
  (cell) =>
    cell !== null && typeof cell === 'object' ? { wrong: WRONG[cell.is] } : read(cell);

/** Converts a text. */
export const fromText = (
  make: (text: string) => string | readonly string[] | null,
  otherwise: string = WRONG.text,
): CellReader =>
  readable((cell) => {
    if (typeof cell === 'boolean') return { wrong: WRONG.text };
    const value = make(cell === null ? '' : typeof cell === 'number' ? shownNumber(cell) : cell.trim());
    return value === null ? { wrong: otherwise } : { value };
  });

/** A text. A number is taken as it is shown, without separators. */
export const asText: CellReader = fromText((text) => text);

/** A code, stored in capitals. */
export const asCode: CellReader = fromText((text) => text.toUpperCase());

/** Codes in one cell, separated by commas; each counts once. */
export const asCodes: CellReader = fromText((text) => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[,;\s]+/)
      .filter((code) => code !== ''),
  ),
]);

/** A number with so many decimals at most; other text stays as it is and fails the rules. `blank` for an empty cell. */
export const asDecimal = (places: number, blank = ''): CellReader =>
  readable((cell) => {
    if (typeof cell === 'boolean') return { wrong: WRONG.text };
    const written = typeof cell === 'string' ? cell.trim() : cell;
    return { value: written === null || written === '' ? blank : readDecimal(written, places) };
  });

const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The number of a day without the format of a day, from 1927 to 2173. */
const SERIAL = /^\d{5}(?:\.\d+)?$/;
const MAX_KNOWN_DAYS = 1_000;

const dayOf = (text: string, today: IsoDate): string =>
  (SERIAL.test(text) ? dayOfSerial(Number(text), false) : readDay(text, today)) ?? text;

/**
 * A day, as a date cell, its number or written day first. Other text stays as it is and fails the rules. A sheet of a
 * month has few days and many rows, so each written day is read once.
 */
export function asDay(today: IsoDate): CellReader {
  const typed = fromText((text) => dayOf(text, today));
  const known = new Map<Cell, CellReading>();
  return (cell) => {
    if (typeof cell === 'string' && PLAIN_DAY.test(cell)) return { value: cell };
    const reading = known.get(cell) ?? typed(cell);
    if (known.size < MAX_KNOWN_DAYS) known.set(cell, reading);
    return reading;
  };
}

/** A day in a sheet that may come on any day. */
export const asDate: CellReader = fromText((text) => dayOf(text, dateInIndia(Date.now())));

/** One of a few choices, by its word or its letter; `blank` for an empty cell. */
export function asOneOf(words: Readonly<Record<string, string>>, blank: string): CellReader {
  const codes = new Map(
    Object.entries(words).flatMap(([code, word]) => [
      [code.toLowerCase(), code],
      [word.toLowerCase(), code],
    ]),
  );
  const [last = '', ...others] = Object.values(words).reverse();
  const otherwise = `Please write ${others.reverse().join(', ')} or ${last}.`;
  return fromText((text) => (text === '' ? blank : (codes.get(text.toLowerCase()) ?? null)), otherwise);
}

const eitherOf = (yes: string, no: string): CellReader => {
  const words = new Map<string, boolean>([
    [yes.toLowerCase(), true],
    [no.toLowerCase(), false],
    ['yes', true],
    ['no', false],
    ['y', true],
    ['n', false],
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
  ]);
  return readable((cell) => {
    const written = cell === null ? '' : String(cell).trim().toLowerCase();
    if (written === '') return { value: null };
    const value = words.get(written);
    return value === undefined ? { wrong: `Please write ${yes} or ${no}.` } : { value };
  });
};

/** Replaces an unanswered question by a default. */
const unlessSaid =
  (reads: CellReader, value: boolean): CellReader =>
  (cell) => {
    const reading = reads(cell);
    return 'value' in reading && reading.value === null ? { value } : reading;
  };

export const asYesNo = eitherOf('Yes', 'No');
export const asYesUnlessBlocked = eitherOf('Yes', 'Blocked');
export const asActive = eitherOf('Active', 'Inactive');
/** Empty means no. */
export const asYesIfSaid = unlessSaid(asYesNo, false);
/** Empty means active. */
export const asActiveUnlessSaid = unlessSaid(asActive, true);
