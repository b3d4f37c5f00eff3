import { MONTH_NAMES, monthName } from '../audit/codes.ts';
import { readIsoDate, type IsoDate } from '../dates.ts';

/** What is wrong with a cell, in words that tell how to mend it. Null if nothing is. */

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

const FIRST_DAY = '2000-01-01';
const WRITTEN_DAY = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** Why a text that no reader took for a day is not one. */
function noDay(text: string): string {
  const [, day, month, year] = (WRITTEN_DAY.exec(text) ?? []).map(Number);
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

/** The first day of a month written as Oct 2026, October 2026, 10/2026 or 2026-10; null if it is none of them. */
export function readMonth(text: string): IsoDate | null {
  const firstOf = (year = '', month: string | number = '') =>
    readIsoDate(`${year}-${String(month).padStart(2, '0')}-01`);
  const [, word, year] = MONTH_WORD.exec(text) ?? [];
  if (word !== undefined)
    return firstOf(year, 1 + MONTHS.findIndex((name) => name.startsWith(word.toLowerCase())));
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
