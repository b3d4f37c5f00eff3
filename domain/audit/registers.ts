import { addDays, isoDate, type IsoDate } from '../dates.ts';
import { FORMATS, type Format } from './codes.ts';

/** The registers of an audit: which there are, and the days that they hold. */

/** The format that a user has chosen; null where nothing or something else is chosen. */
export const readFormat = (written: string): Format | null =>
  FORMATS.find((format) => format === written.trim()) ?? null;

/** The first day of a month and of the next. */
export function boundsOfMonth(
  year: number,
  month: number,
): { readonly from: IsoDate; readonly before: IsoDate } {
  const first = (at: number, of: number) => isoDate(`${at}-${String(of).padStart(2, '0')}-01`);
  return { from: first(year, month), before: month === 12 ? first(year + 1, 1) : first(year, month + 1) };
}

/** Every day of a month. */
export function daysOfMonth(year: number, month: number): readonly IsoDate[] {
  const { from, before } = boundsOfMonth(year, month);
  const days: IsoDate[] = [];
  for (let day = from; day < before; day = addDays(day, 1)) days.push(day);
  return days;
}
