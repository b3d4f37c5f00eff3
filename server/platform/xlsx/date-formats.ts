/** Which number formats show a date or a time, and the day that a number means. */

const DAY_MS = 86_400_000;
/** Day 0 of Excel for numbers after 60. Excel assumes a 29 February 1900, which is number 60. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const NO_DAY = 60;
/** 31 December 9999, the last day of Excel. */
const LAST_SERIAL = 2_958_465;
/** The days between the two calendars of Excel. */
const SINCE_1904 = 1_462;

/** A capital G begins the word General, a small one is the era. */
const DATE_LETTERS = 'dmyhsegDMYHSE';

/** Formats that Excel knows by number; the others are written in the workbook. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether numbers with this format are dates or times. `code` is the format as written in the workbook, if it is. */
export const showsDate = (id: number, code: string | undefined): boolean =>
  code === undefined ? isBuiltInDate(id) : isDateCode(code);

/** Whether a format has a letter of a date outside of quotes and escapes: `dd/mm/yyyy`, `[h]:mm`, but not `0.00E+00`. */
export function isDateCode(code: string): boolean {
  let at = 0;
  while (at < code.length) {
    const character = code[at] ?? '';
    if (character === '"') at = endOf(code, '"', at);
    else if (character === '[') {
      const end = endOf(code, ']', at);
      // An elapsed time; everything else in brackets is a colour, a condition or a language.
      if (/^\[[hms]+\]$/i.test(code.slice(at, end))) return true;
      at = end;
    } else if ('\\_*'.includes(character)) at += 2;
    else if (code.slice(at, at + 7).toLowerCase() === 'general') at += 7;
    else if ('0#?.'.includes(character)) at = endOfDigits(code, at);
    else if (DATE_LETTERS.includes(character) || /^(?:b[12]|am\/pm|a\/p)/i.test(code.slice(at, at + 5)))
      return true;
    else at += 1;
  }
  return false;
}

const endOf = (code: string, mark: string, from: number): number => {
  const end = code.indexOf(mark, from + 1);
  return end < 0 ? code.length : end + 1;
};

/** The digits of a number, among which E is an exponent. */
function endOfDigits(code: string, from: number): number {
  let at = from + 1;
  while (at < code.length && '0#?.,E+-%'.includes(code[at] ?? '')) at += 1;
  return at;
}

/** The day as `yyyy-mm-dd`, or null if the number is not a day of Excel. */
export function dayOfSerial(serial: number, has1904Dates: boolean): string | null {
  const days = serial + (has1904Dates ? SINCE_1904 : 0);
  if (days < 0 || days >= LAST_SERIAL + 1 || Math.floor(days) === NO_DAY) return null;
  const since1900 = days > NO_DAY ? days : days + 1;
  return new Date(since1900 * DAY_MS + DAY_ZERO).toISOString().slice(0, 10);
}
