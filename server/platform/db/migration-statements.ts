/** The end of a statement, or the beginning of a part in which a semicolon does not end one. */
const BEGINNING = /--|\/\*|'|"|\$\w*\$|\bbegin atomic\n|;/g;
const END_OF_BODY = /\n *end;/g;

/** Where a comment, a string, a quoted name or the body of a function ends that begins with this token. */
function endOf(text: string, token: string, at: number): number {
  const after = at + token.length;
  if (token.startsWith('begin')) {
    END_OF_BODY.lastIndex = after - 1;
    // The semicolon after it ends the statement.
    return END_OF_BODY.test(text) ? END_OF_BODY.lastIndex - 1 : text.length;
  }
  // A quote within quotes is written twice, so it ends one string and begins the next.
  const closing = { '--': '\n', '/*': '*/' }[token] ?? token;
  const end = text.indexOf(closing, after);
  return end < 0 ? text.length : end + closing.length;
}

const isComment = (token: string): boolean => token === '--' || token === '/*';

/**
 * The statements of a migration, without the comments before them. It knows SQL only as far as
 * migrations use it; a test compares it with PostgreSQL's own parser for each of them.
 */
export function statementsOf(text: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  const take = (end: number) => {
    const statement = text.slice(start, end).trim();
    if (statement !== '') statements.push(statement);
  };
  BEGINNING.lastIndex = 0;
  for (let found = BEGINNING.exec(text); found !== null; found = BEGINNING.exec(text)) {
    const [token] = found;
    if (token === ';') take(found.index);
    else BEGINNING.lastIndex = endOf(text, token, found.index);
    const isLeading = isComment(token) && text.slice(start, found.index).trim() === '';
    if (token === ';' || isLeading) start = BEGINNING.lastIndex;
  }
  take(text.length);
  return statements;
}

/** PostgreSQL refuses these in a transaction, or they commit by themselves. */
const OUTSIDE_TRANSACTION =
  /^(?:create\s+(?:unique\s+)?index\s+concurrently|drop\s+index\s+concurrently|call|vacuum)\b/i;
export const runsOutsideTransaction = (statement: string): boolean => OUTSIDE_TRANSACTION.test(statement);

/** These wait for the transactions of others without keeping anybody waiting. */
const WAITS_FOR_OTHERS = /\bindex\s+concurrently\b|^vacuum\b/i;
export const waitsForOthers = (statement: string): boolean =>
  runsOutsideTransaction(statement) && WAITS_FOR_OTHERS.test(statement);

export interface ConcurrentIndex {
  /** The index with its schema, which is that of its table. */
  readonly index: string;
  readonly table: string;
}

const CONCURRENT_INDEX =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+((\w+)\.\w+)/i;

/** The index that a statement builds concurrently; null if it builds none. */
export function concurrentIndexOf(statement: string): ConcurrentIndex | null {
  const [, name, table, schema] = CONCURRENT_INDEX.exec(statement) ?? [];
  return name === undefined || table === undefined ? null : { index: `${schema}.${name}`, table };
}
