import { dateInIndia, formatDateTime, type IsoDate } from '#domain/dates.ts';

/** The day it is in India by this machine's clock; for what is shown and proposed, never for what is decided. */
export function today(): IsoDate {
  return dateInIndia(Date.now());
}

/** This moment in India, as a printed sheet says when it was made. */
export const thisMoment = (): string => formatDateTime(Date.now());
