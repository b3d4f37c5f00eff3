import { formatDate, formatDateTime, readIsoDate } from '#domain/dates.ts';

/** Formats a day from the wire; returns empty text if there is none. */
export const dayOf = (iso: string): string => {
  const day = readIsoDate(iso);
  return day === null ? '' : formatDate(day);
};

/** Formats a moment from the wire; returns empty text if there is none. */
export const momentOf = (iso: string): string => (iso === '' ? '' : formatDateTime(Date.parse(iso)));
