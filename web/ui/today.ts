import { dateInIndia, formatDateTime, type IsoDate } from '#domain/dates.ts';

/** Today's date in India by this machine's clock; for display and defaults, never for decisions. */
export function today(): IsoDate {
  return dateInIndia(Date.now());
}

/** The current time in India; printed sheets show it as the time of printing. */
export const thisMoment = (): string => formatDateTime(Date.now());
