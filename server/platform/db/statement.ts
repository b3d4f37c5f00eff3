/**
 * A statement is named, prepared once per connection (unless it is replanned for each call), and declares its columns.
 * A test prepares every statement against a real database and compares PostgreSQL's answer with the declaration, so
 * that the row types are always true.
 */
interface ColumnTypes {
  int4: number;
  int8: string;
  text: string;
  bool: boolean;
  numeric: string;
  jsonb: unknown;
  json: unknown;
  date: string;
  timestamptz: Date;
  bytea: Buffer;
  'int4[]': number[];
  'text[]': string[];
}

export type ColumnType = keyof ColumnTypes;
/** A type with a question mark may be null. */
export type Columns = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends `${infer T extends ColumnType}?`
    ? ColumnTypes[T] | null
    : C[K] extends ColumnType
      ? ColumnTypes[C[K]]
      : never;
};

export interface Statement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly columns: Columns;
  /** Whether running it writes to the trail. A write without a trail entry is refused before it commits. */
  readonly leavesTrail: boolean;
  /** Planned again for each call, because the best plan depends on the values: a search text, a list of branches. */
  readonly isReplanned: boolean;
  readonly row?: Row;
}

/** PostgreSQL silently truncates longer names, so that two statements could get the same name. */
const MAX_NAME_CHARS = 63;

const declared = new Map<string, Statement>();

/** Declares a statement as `module.subject.what`. */
export function statement<const C extends Columns>(
  name: string,
  columns: C,
  text: string,
  { isReplanned = false }: { readonly isReplanned?: boolean } = {},
): Statement<RowOf<C>> {
  if (name.length > MAX_NAME_CHARS)
    throw new Error(`statement name ${name} is longer than ${MAX_NAME_CHARS}`);
  if (declared.has(name)) throw new Error(`statement ${name} is declared twice`);
  const made = { name, text, columns, leavesTrail: /insert into platform\.trail\b/i.test(text), isReplanned };
  declared.set(name, made);
  return made;
}

/** Every statement declared so far, for the test that prepares them all. */
export const declaredStatements = (): readonly Statement[] => [...declared.values()];
