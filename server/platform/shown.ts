/** SQL expressions for what people read: words of codes, and dates. */

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The word of a code; empty if it has none. */
export const wordOf = (column: string, words: Readonly<Record<string, string>>): string =>
  `case ${column} ${Object.entries(words)
    .map(([code, word]) => `when ${quoted(code)} then ${quoted(word)}`)
    .join(' ')} else '' end`;

/** dd/MM/yyyy; empty if there is no date. */
export const dateOrEmpty = (column: string): string => `coalesce(to_char(${column}, 'DD/MM/YYYY'), '')`;

/** October 2026, of its first day; empty if there is none. */
export const monthOrEmpty = (column: string): string => `coalesce(to_char(${column}, 'FMMonth YYYY'), '')`;

/** Today in India. */
export const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;
