import { MONTH_NAMES, monthName } from './audit/codes.ts';
import { parseDate, readIsoDate, type IsoDate } from './dates.ts';
import { parseAmount, shortDecimal } from './numbers.ts';

/** How the cells of every uploaded sheet are read, and what is wrong with them, in words that tell how to mend it. */

export const CELL_TEXTS = {
  noDate: 'Please write a date as dd/MM/yyyy.',
  noMonth: 'Please write a month as Oct 2026.',
  tooEarly: 'Please write a day from 2000 on.',
  future: 'This day has not come yet.',
  futureMonth: 'This month has not come yet.',
  daysOfMonth: (month: string, days: number) => `${month} has ${days} days.`,
  letter: (letter: string) => `Not a number: it contains the letter ${letter}.`,
  notNumber: 'Please write a number.',
  notWhole: 'Please write a whole number.',
  negative: 'Please write a number that is not below zero.',
  notAbove: 'Please write a number above zero.',
  decimals: (places: number) => `Please write at most ${places} decimals.`,
  tooLarge: 'This number is too large.',
  pan: 'PAN must have 5 letters, 4 digits and 1 letter.',
  noBranch: (id: string, meant: string | null) =>
    `There is no branch ${id}.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  noExecutive: (code: string, branch: string) => `There is no employee ${code} in ${branch}.`,
  noPurpose: 'There is no such purpose.',
  noCurrency: 'There is no such currency.',
  repeated: (row: number) => `Row ${row} has the same month, branch and purpose.`,
  tooManyMonths: (most: number) => `A sheet can cover ${most} months of branches. Please split it.`,
} as const;

/** The wrong cells of a sheet: the most that an answer carries, and the most that are kept. */
export const MAX_WRONG_SHOWN = 200;
export const MAX_WRONG_KEPT = 10_000;

const FIRST_DAY = '2000-01-01';

/** Excel keeps and shows 15 digits of a number; the digits after them come from its binary arithmetic. */
const SHOWN_DIGITS = 15;
/** Sums of many cells drift further, those of large numbers by more. No amount is written in such small parts. */
const BINARY_NOISE = 1e-6;
const LARGE_NOISE = 1e-14;

/** The number of a cell as a person reads it: 1103.1 for a stored 1103.1000000000001. */
const asShown = (stored: number): number =>
  Number.isInteger(stored) ? stored : Number(stored.toPrecision(SHOWN_DIGITS));

/** The number of a cell as text. */
export const shownNumber = (stored: number): string => String(asShown(stored));

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const MAX_NUMBER_CHARS = 40;

/**
 * The decimal in a cell, with so many decimals at most. Text that is no number stays as it is, and so does a number
 * with more decimals: the rules of the sheet refuse them.
 */
export function readDecimal(cell: number | string, places: number): string {
  if (typeof cell === 'string') {
    if (cell.length > MAX_NUMBER_CHARS) return cell;
    const plain = PLAIN_NUMBER.test(cell)
      ? cell
      : parseAmount(cell, { places: MAX_NUMBER_CHARS, negative: true });
    if (plain === null) return cell;
    const decimals = plain.length - 1 - plain.indexOf('.');
    return !plain.includes('.') || decimals <= places ? plain : readDecimal(Number(plain), places);
  }
  const shown = asShown(cell);
  const rounded = shown.toFixed(places);
  const noise = Math.max(BINARY_NOISE, Math.abs(shown) * LARGE_NOISE);
  if (Math.abs(shown - Number(rounded)) > noise) return String(shown);
  return Number(rounded) === 0 ? '0' : shortDecimal(rounded);
}

const TIME = /[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/i;
const DAY_THEN_WORD = /^(?<day>\d{1,2})[ \-/.,]*(?<word>[a-z]{3,9})[ \-/.,']*(?<year>\d{4}|\d{2})$/i;
const WORD_THEN_DAY = /^(?<word>[a-z]{3,9})[ \-/.]*(?<day>\d{1,2})[ \-/.,]+(?<year>\d{4}|\d{2})$/i;
const YEAR_THEN_MONTH = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;

/** A day that is written with the name of its month or begins with its year, in digits, day first. */
function dayFirst(text: string): string {
  const plain = text.trim().replace(TIME, '').trim();
  const { day, word, year, month } =
    (DAY_THEN_WORD.exec(plain) ?? WORD_THEN_DAY.exec(plain) ?? YEAR_THEN_MONTH.exec(plain))?.groups ?? {};
  if (day === undefined || year === undefined) return plain;
  const number = word === undefined ? month : String(monthOfWord(word));
  return `${day}/${number}/${year}`;
}

/** The day of a text: 05/03/2025, 5-3-25, 05-Mar-2025, 5 March 2025, March 5, 2025 or 2025-03-05, also with a time. */
export const readDay = (text: string, today: IsoDate): IsoDate | null => parseDate(dayFirst(text), today);

const WRITTEN_DAY = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** Why a text that no reader took for a day is not one. */
export function noDay(text: string): string {
  const [, day, month, year] = (WRITTEN_DAY.exec(dayFirst(text)) ?? []).map(Number);
  if (day === undefined || month === undefined || year === undefined || month < 1 || month > 12)
    return CELL_TEXTS.noDate;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day > days && day <= 31 ? CELL_TEXTS.daysOfMonth(monthName(month), days) : CELL_TEXTS.noDate;
}

export function dayProblem(text: string, today: IsoDate): string | null {
  if (readIsoDate(text) === null) return noDay(text);
  if (text < FIRST_DAY) return CELL_TEXTS.tooEarly;
  return text > today ? CELL_TEXTS.future : null;
}

/** A month is its first day. */
export function monthProblem(text: string, today: IsoDate): string | null {
  if (readIsoDate(text) === null) return CELL_TEXTS.noMonth;
  if (text < FIRST_DAY) return CELL_TEXTS.tooEarly;
  return text > today ? CELL_TEXTS.futureMonth : null;
}

const MONTH_WORD = /^([a-z]{3,9})[ \-/.']*(\d{4})$/i;
const MONTH_DIGITS = /^(?<month>\d{1,2})[/.\- ](?<year>\d{4})$/;
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{1,2})$/;
const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());
/** 3 for Mar or March, in small or capital letters; 0 for any other word. */
const monthOfWord = (word: string): number =>
  1 + MONTHS.findIndex((name) => name.startsWith(word.toLowerCase()));

/** The first day of a month written as Oct 2026, October 2026, 10/2026 or 2026-10; null if it is none of them. */
export function readMonth(text: string): IsoDate | null {
  const firstOf = (year = '', month: string | number = '') =>
    readIsoDate(`${year}-${String(month).padStart(2, '0')}-01`);
  const [, word, year] = MONTH_WORD.exec(text) ?? [];
  if (word !== undefined) return firstOf(year, monthOfWord(word));
  const digits = (MONTH_DIGITS.exec(text) ?? YEAR_FIRST.exec(text))?.groups;
  return firstOf(digits?.['year'], digits?.['month']);
}

/** The first day of the month of a day. */
export const monthOfDay = (day: string): string => `${day.slice(0, 7)}-01`;

interface NumberRules {
  readonly places: number;
  readonly mayBeNegative?: boolean;
  readonly mustBeAbove?: boolean;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const MAX_WHOLE_DIGITS = 12;
const LETTER = /\p{L}/u;

export function numberProblem(
  text: string,
  { places, mayBeNegative, mustBeAbove }: NumberRules,
): string | null {
  const match = DECIMAL.exec(text);
  if (match === null) {
    const letter = /\d/.test(text) ? LETTER.exec(text)?.[0] : undefined;
    return letter === undefined ? CELL_TEXTS.notNumber : CELL_TEXTS.letter(letter);
  }
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole.length > MAX_WHOLE_DIGITS) return CELL_TEXTS.tooLarge;
  if (fraction.length > places) return places === 0 ? CELL_TEXTS.notWhole : CELL_TEXTS.decimals(places);
  if (sign !== '' && mayBeNegative !== true)
    return mustBeAbove === true ? CELL_TEXTS.notAbove : CELL_TEXTS.negative;
  return mustBeAbove === true && Number(text) === 0 ? CELL_TEXTS.notAbove : null;
}
