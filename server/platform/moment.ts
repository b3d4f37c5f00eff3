/** A moment as the wire has it, made by PostgreSQL. */
export const moment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The same where there may be none: empty then. */
export const momentOrEmpty = (column: string): string => `coalesce(${moment(column)}, '')`;
