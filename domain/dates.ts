/**
 * Calendar dates as people in India write them. A date is stored as `yyyy-MM-dd` text: it sorts, compares and is sent
 * without a time zone. Nothing here reads a clock; functions that need the current day take it as an argument.
 */

/** A real calendar day, written `yyyy-MM-dd`. Only the functions of this file create one. */
export type IsoDate = string & { readonly __brand: 'IsoDate' };

const MIN_YEAR = 1900;
const MAX_YEAR = 2199;
const MS_PER_DAY = 86_400_000;
/** India has one time zone and no daylight saving time, so its offset is a constant. */
const IST_OFFSET_MS = (5 * 60 + 30) * 60_000;
/** A two-digit year is at most this many years after today (expiry dates); all others are in the past (births). */
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

/** The date of a `yyyy-MM-dd` text; null if there is no such day. */
export function readIsoDate(text: string): IsoDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? toIsoDate(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** The date that a client sent, yyyy-MM-dd or dd/MM/yyyy; null if there is no such day. */
export function readWireDate(written: string): IsoDate | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(written);
  return match ? toIsoDate(Number(match[3]), Number(match[2]), Number(match[1])) : readIsoDate(written);
}

/** Like readIsoDate, for text that is known to be a valid day, such as a row of a table of legal parameters. */
export function isoDate(text: string): IsoDate {
  const date = readIsoDate(text);
  if (date === null) throw new RangeError('Not a date');
  return date;
}

/**
 * Reads a typed date, day first: 03/04/2026, 3/4/2026, 3-4-26, 3.4.2026, 3 4 2026, 03042026, 030426. Returns null for
 * other text and for days that do not exist. `today` decides the century of two-digit years.
 */
export function parseDate(typed: string, today: IsoDate): IsoDate | null {
  const text = typed.trim();
  const match =
    /^(\d{1,2})([/\-. ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})()(\d{2})(\d{4}|\d{2})$/.exec(text);
  if (!match) return readIsoDate(text);
  const [, day, , month, year] = match;
  return toIsoDate(fullYear(year ?? '', today), Number(month), Number(day));
}

/** 03/04/2026: day and month always have two digits. */
export function formatDate(date: IsoDate): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** The day in India at an instant (milliseconds since 1970). */
export function dateInIndia(instantMs: number): IsoDate {
  return new Date(instantMs + IST_OFFSET_MS).toISOString().slice(0, 10) as IsoDate;
}

/** 14:05: the time in India at an instant. */
export function formatTime(instantMs: number): string {
  return new Date(instantMs + IST_OFFSET_MS).toISOString().slice(11, 16);
}

/** 03/04/2026 14:05 IST. */
export function formatDateTime(instantMs: number): string {
  return `${formatDate(dateInIndia(instantMs))} ${formatTime(instantMs)} IST`;
}

/** The date a number of days later, or earlier if negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(date) + days * MS_PER_DAY).toISOString().slice(0, 10) as IsoDate;
}

/** The number of days between two dates; negative if the second is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

/** Whether a typed period ends before it begins. False if either text is not a valid day. */
export function areReversed(from: string, to: string): boolean {
  const [first, last] = [readIsoDate(from), readIsoDate(to)];
  return first !== null && last !== null && first > last;
}

/** The Indian financial year (April to March) of a date, such as '2026-2027'. */
export function financialYearOf(date: IsoDate): string {
  const { year, month } = partsOf(date);
  const first = month >= FIRST_MONTH_OF_FINANCIAL_YEAR ? year : year - 1;
  return `${first}-${first + 1}`;
}

/** 'FY 2026-27' for '2026-2027'. */
export function formatFinancialYear(financialYear: string): string {
  return `FY ${financialYear.slice(0, 4)}-${financialYear.slice(-2)}`;
}
