/** A timestamp in the API's format, built by PostgreSQL. */
export const moment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The same to the millisecond, for what can change twice in a second. */
export const preciseMoment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A moment of a nullable column: empty if it is null. */
export const momentOrEmpty = (column: string): string => `coalesce(${moment(column)}, '')`;
