import { formatDate, formatDateTime, readIsoDate } from '#domain/dates.ts';

/** A day of the wire as it is read; nothing where there is none. */
export const dayOf = (iso: string): string => {
  const day = readIsoDate(iso);
  return day === null ? '' : formatDate(day);
};

/** A moment of the wire as it is read; nothing where there is none. */
export const momentOf = (iso: string): string => (iso === '' ? '' : formatDateTime(Date.parse(iso)));
