/**
 * Calendar dates as people in India write them. A date is kept as `yyyy-MM-dd` text: it sorts, compares and
 * travels without a time zone. Nothing here reads a clock; where "now" matters it is an argument.
 */

/** A real calendar day, written `yyyy-MM-dd`. Made only by the functions of this file. */
export type IsoDate = string & { readonly __brand: 'IsoDate' };

const MIN_YEAR = 1900;
const MAX_YEAR = 2199;
const MS_PER_DAY = 86_400_000;
/** India keeps one zone and no summer time, so its offset is a constant. */
const IST_OFFSET_MS = (5 * 60 + 30) * 60_000;
/** Two-digit years reach this far ahead of today (expiry dates); the rest lie behind it (births). */
const TWO_DIGIT_YEARS_AHEAD = 30;
const FIRST_MONTH_OF_FINANCIAL_YEAR = 4;

const twoDigits = (value: number) => String(value).padStart(2, '0');

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function toIsoDate(year: number, month: number, day: number): IsoDate | null {
  if (year < MIN_YEAR || year > MAX_YEAR || month < 1 || month > 12) return null;
  if (day < 1 || day > daysInMonth(year, month)) return null;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}` as IsoDate;
}

function partsOf(date: IsoDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function fullYear(typedYear: string, today: IsoDate): number {
  if (typedYear.length === 4) return Number(typedYear);
  const latest = partsOf(today).year + TWO_DIGIT_YEARS_AHEAD;
  const inThisCentury = latest - (latest % 100) + Number(typedYear);
  return inThisCentury > latest ? inThisCentury - 100 : inThisCentury;
}

/** The date that `yyyy-MM-dd` text names, or null when there is no such day. */
export function readIsoDate(text: string): IsoDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? toIsoDate(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** The date that a client wrote, yyyy-MM-dd or dd/MM/yyyy; null when there is no such day. */
export function readWireDate(written: string): IsoDate | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(written);
  return match ? toIsoDate(Number(match[3]), Number(match[2]), Number(match[1])) : readIsoDate(written);
}

/** The same for text that is known to name a day, such as a row of a table of the law. */
export function isoDate(text: string): IsoDate {
  const date = readIsoDate(text);
  if (date === null) throw new RangeError('Not a date');
  return date;
}

/**
 * Reads a typed date, day first: 03/04/2026, 3/4/2026, 3-4-26, 3.4.2026, 3 4 2026, 03042026, 030426.
 * Null for anything else and for days that do not exist; `today` places two-digit years.
 */
export function parseDate(typed: string, today: IsoDate): IsoDate | null {
  const text = typed.trim();
  const match =
    /^(\d{1,2})([/\-. ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})()(\d{2})(\d{4}|\d{2})$/.exec(text);
  if (!match) return readIsoDate(text);
  const [, day, , month, year] = match;
  return toIsoDate(fullYear(year ?? '', today), Number(month), Number(day));
}

/** 03/04/2026: always two digits of day and month. */
export function formatDate(date: IsoDate): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** The day that it is in India at an instant (milliseconds since 1970). */
export function dateInIndia(instantMs: number): IsoDate {
  return new Date(instantMs + IST_OFFSET_MS).toISOString().slice(0, 10) as IsoDate;
}

/** 14:05, the time in India at an instant. */
export function formatTime(instantMs: number): string {
  return new Date(instantMs + IST_OFFSET_MS).toISOString().slice(11, 16);
}

/** 03/04/2026 14:05 IST. */
export function formatDateTime(instantMs: number): string {
  return `${formatDate(dateInIndia(instantMs))} ${formatTime(instantMs)} IST`;
}

/** The date a number of days later, or earlier when negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(date) + days * MS_PER_DAY).toISOString().slice(0, 10) as IsoDate;
}

/** How many days lie between two dates; below zero when the second comes first. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

/** Whether a period ends before it begins, as it is written; what is no day is neither. */
export function areReversed(from: string, to: string): boolean {
  const [first, last] = [readIsoDate(from), readIsoDate(to)];
  return first !== null && last !== null && first > last;
}

/** The Indian financial year (April to March) a date falls in, as '2026-2027'. */
export function financialYearOf(date: IsoDate): string {
  const { year, month } = partsOf(date);
  const first = month >= FIRST_MONTH_OF_FINANCIAL_YEAR ? year : year - 1;
  return `${first}-${first + 1}`;
}

/** 'FY 2026-27' for '2026-2027'. */
export function formatFinancialYear(financialYear: string): string {
  return `FY ${financialYear.slice(0, 4)}-${financialYear.slice(-2)}`;
}
