import { entitiesIn } from '#server/platform/database.ts';
import type { Executor, Scope, Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';

type Type = 'text' | 'boolean' | 'integer' | 'numeric' | 'date';

/**
 * How the rows of a sheet become records of a table. In every expression `g` is the row of the sheet, by the names of
 * the draft; `r` is the same row by the table's columns; `m` is the stored record, if there is one.
 */
export interface ImportTable<Draft> {
  readonly record: string;
  readonly table: string;
  readonly columns: Readonly<Partial<Record<keyof Draft & string, ImportedColumn>>>;
  /** The fields of a record that are stored in another table. */
  readonly lists?: Readonly<Partial<Record<keyof Draft & string, ImportedList>>>;
  /** Texts of the draft that are not stored, but used in expressions here. */
  readonly asides?: readonly (keyof Draft & string)[];
  /** A text of which tests need the values of all rows, as `value` of `whole`. They see only a batch of the others. */
  readonly whole?: keyof Draft & string;
  /** The expressions that identify a record, over a row with this alias. A unique index enforces them. */
  readonly key: (row: string) => readonly string[];
  /** Whether the caller may reach the record `m`, see `inReach`. Defaults to everyone. */
  readonly reach?: string;
  /** Errors that only a comparison with the stored records can find. */
  readonly tests?: readonly ImportTest<Draft>[];
  readonly trail?: {
    /** The id of a record in the trail, and its branch, over a row with this alias. */
    readonly id?: (row: string) => string;
    readonly branch?: (row: string) => string;
    readonly leavesOut?: string;
  };
  /** Additional writes: further parts of the statement that defines `before`, `changed` and `added`. */
  readonly also?: string;
}

export interface ImportedColumn {
  readonly column: string;
  readonly type: Type;
  /**
   * The stored value, derived from the sheet's value if they differ: the number of a record that the sheet names. Its
   * cell is then a text.
   */
  readonly find?: string;
  /** The message if nothing is found. */
  readonly unknown?: string;
}

/** The values of a record in another table, each once. */
export interface ImportedList {
  readonly table: string;
  readonly parent: string;
  readonly column: string;
  /** The stored values, in order, derived from the sheet's list of texts. */
  readonly find: string;
  readonly unknown?: string;
  /** Which of the stored values `c` the caller may see, see `inReach`. */
  readonly reach?: string;
  /** How the trail shows a list of values; unchanged by default. */
  readonly told?: (values: string) => string;
}

/** The error of a field as an expression; null if there is none. */
export interface ImportTest<Draft> {
  readonly field: (keyof Draft & string) | '';
  readonly says: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A test that returns this text when the condition holds. */
export const saying = (when: string, text: string): string => `case when ${when} then ${quoted(text)} end`;

/** Whether the caller's reach is limited, and whether the entity in a column is in reach. */
export const IS_LIMITED = '(select scope from caller) is not null';
export const inReach = (column: string): string =>
  `exists (select from caller where scope is null or ${column} = any (scope))`;

/** A row of the sheet: its row number, and its values by the names of the draft. */
export type ImportedRow<Draft> = { readonly n: number } & Readonly<
  Partial<Record<keyof Draft & string, unknown>>
>;

/** What importing some rows would do. */
export interface Planned {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  /** The row numbers, and in the same order the records they are about: rows of the same record have the same text. */
  readonly numbers: readonly number[];
  readonly records: readonly string[];
  /** Rows that would change a record; only the first. */
  readonly changing: readonly number[];
  /** Errors found by comparison with the stored records; only the first ones. */
  readonly wrong: readonly { readonly row: number; readonly field: string; readonly text: string }[];
}

/** The written records, by serial number. */
export interface Imported {
  readonly added: readonly number[];
  readonly changed: readonly number[];
}

interface Importer {
  readonly account: number;
  readonly name: string;
  readonly scope: Scope;
}

interface SheetNote {
  readonly fileName: string;
  readonly hash: string;
}

/** Each function but the first and the last gets a batch of rows. The statements of an import are one transaction. */
export interface ImportStatements<Draft> {
  /** The name of the record in the trail. */
  readonly record: string;
  /** Allows one import of this master at a time. */
  takeTurn(tx: Transaction): Promise<unknown>;
  /** Locks the records that the rows may change, so that a plan made after this stays valid. */
  hold(tx: Transaction, rows: readonly ImportedRow<Draft>[], scope: Scope): Promise<unknown>;
  /** What the import would do. `all` are the rows of the whole sheet. */
  plan(
    on: Executor,
    rows: readonly ImportedRow<Draft>[],
    scope: Scope,
    all: readonly ImportedRow<Draft>[],
  ): Promise<Planned>;
  apply(tx: Transaction, rows: readonly ImportedRow<Draft>[], by: Importer): Promise<Imported>;
  /**
   * Writes the lists of the records, when all records are there. Each of these is done for all rows before the next,
   * because a value can move from one record to another.
   */
  readonly applyLists: readonly ((
    tx: Transaction,
    rows: readonly ImportedRow<Draft>[],
    scope: Scope,
  ) => Promise<unknown>)[];
  /** Notes the whole import in the trail. */
  note(
    tx: Transaction,
    sheet: SheetNote,
    done: { readonly added: number; readonly changed: number },
  ): Promise<unknown>;
}

export const MAX_NAMED_ROWS = 500;
/** A table can grow from nothing during an import, so a plan that was made at its beginning does not suit its end. */
const REPLANNED = { isReplanned: true } as const;

const TEXTS = {
  unknownName: 'There is no such record.',
  outOfReach: 'This record is there already, out of your reach.',
} as const;

/** The statements of one master's import. $1 are rows of the sheet, $2 is the reach. */
export function importStatements<Draft>(master: ImportTable<Draft>): ImportStatements<Draft> {
  const { record, table, key, reach = 'true', asides = [] } = master;
  const name = `${table.split('.')[0] ?? ''}.${record}`;
  const fields = Object.entries(master.columns) as [string, ImportedColumn][];
  const lists = Object.entries(master.lists ?? {}) as [string, ImportedList][];
  const columns = fields.map(([, { column }]) => column);
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  const storedList = ({ table: values, parent, column, reach: known = 'true' }: ImportedList) =>
    `array(select c.${column} from ${values} c where c.${parent} = m.srno and ${known} order by c.${column})`;
  const toldList = ({ told = (values) => `to_jsonb(${values})` }: ImportedList, values: string) =>
    told(values);
  const keysOf = (row: string) => key(row).join(', ');
  const isSameRecord = `(${keysOf('m')}) = (${keysOf('r')})`;
  const isSameContent = [
    `(${of('m')}) is not distinct from (${of('r')})`,
    ...lists.map(([field, list]) => `${storedList(list)} = r."${field}"`),
  ].join(' and ');

  const given = [
    ...fields.map(([field, { type, find }]) => `"${field}" ${find === undefined ? type : 'text'}`),
    ...lists.map(([field]) => `"${field}" text[]`),
    ...asides.map((field) => `"${field}" text`),
  ];
  const values = [
    ...fields.map(([field, { column, find }]) => `${find ?? `g."${field}"`} as ${column}`),
    ...lists.map(([field, { find }]) => `${find} as "${field}"`),
  ];
  const sheet = `caller as (select $2::integer[] as scope), given as (
       select * from jsonb_to_recordset($1::jsonb) as g (n integer, ${given.join(', ')})
     ), r as materialized (select g.n, ${values.join(', ')} from given g)`;

  const whole = master.whole === undefined ? '' : 'whole as (select unnest($3::text[]) as value), ';

  const tests: ImportTest<Draft>[] = [
    ...fields
      .filter(([, { find }]) => find !== undefined)
      .map(([field, { column, unknown = TEXTS.unknownName }]) => ({
        field: field as keyof Draft & string,
        says: saying(`r.${column} is null and g."${field}" <> ''`, unknown),
      })),
    ...lists.map(([field, { unknown = TEXTS.unknownName }]) => ({
      field: field as keyof Draft & string,
      says: saying(`cardinality(r."${field}") < cardinality(g."${field}")`, unknown),
    })),
    { field: '', says: saying(`m.srno is not null and not (${reach})`, TEXTS.outOfReach) },
    ...(master.tests ?? []),
  ];

  const plan = statement(
    `${name}.import_plan`,
    {
      added: 'int4',
      changed: 'int4',
      same: 'int4',
      numbers: 'int4[]',
      records: 'text[]',
      changing: 'int4[]',
      wrong: 'jsonb',
    },
    `with ${sheet}, ${whole}matched as (
       select r.n, m.srno is null as is_new, coalesce(${isSameContent}, false) as is_same,
         md5(row(${keysOf('r')})::text) as record
       from r left join ${table} m on ${isSameRecord}
     ), wrong as (
       select r.n, said.field, said.text from r join given g on g.n = r.n left join ${table} m on ${isSameRecord}
       cross join lateral (values ${tests.map(({ field, says }) => `('${field}', ${says})`).join(', ')}) said (field, text)
       where said.text is not null limit ${MAX_NAMED_ROWS}
     )
     select count(*) filter (where is_new)::integer as added,
       count(*) filter (where not is_new and not is_same)::integer as changed,
       count(*) filter (where not is_new and is_same)::integer as same,
       coalesce(array_agg(n order by n), '{}') as numbers, coalesce(array_agg(record order by n), '{}') as records,
       coalesce((array_agg(n order by n) filter (where not is_new and not is_same))[1:${MAX_NAMED_ROWS}], '{}') as changing,
       (select coalesce(jsonb_agg(jsonb_build_object('row', w.n, 'field', w.field, 'text', w.text) order by w.n), '[]')
         from wrong w) as wrong
     from matched`,
    REPLANNED,
  );
  const takeTurn = statement(
    `${name}.import_turn`,
    { turn: 'text' },
    `select pg_advisory_xact_lock(hashtextextended('import ${name}', 0))::text as turn`,
  );
  const holdRecords = statement(
    `${name}.import_hold`,
    { srno: 'int4' },
    `with ${sheet}
     select m.srno from ${table} m where exists (select from r where ${isSameRecord}) order by m.srno for update`,
    REPLANNED,
  );

  const { id = (row: string) => `${row}.srno::text`, branch, leavesOut } = master.trail ?? {};
  const told = (row: string) =>
    leavesOut === undefined ? `to_jsonb(${row})` : `to_jsonb(${row}) - '${leavesOut}'`;
  const listsOf = (row: string) =>
    lists
      .map(([field, list]) => ` || jsonb_build_object('${field}', ${toldList(list, `${row}."${field}"`)})`)
      .join('');
  const trailBranch = branch === undefined ? '' : ', branch';
  const branchOf = (row: string) => (branch === undefined ? '' : `, ${branch(row)}`);
  const apply = statement(
    `${name}.import_apply`,
    { added: 'int4[]', changed: 'int4[]' },
    `with ${sheet}, before as materialized (
       select m.*${lists.map(([field, list]) => `, ${toldList(list, storedList(list))} as "${field}"`).join('')}
       from ${table} m join r on ${isSameRecord}
     ), changed as (
       update ${table} m set ${columns.map((column) => `${column} = r.${column}`).join(', ')},
         changed_by = $3, changed_by_name = $4, changed_at = now(), version = m.version + 1
       from r where ${isSameRecord} and not (${isSameContent}) returning m.*
     ), added as (
       insert into ${table} (${columns.join(', ')}, changed_by, changed_by_name)
       select ${of('r')}, $3, $4 from r where not exists (select from ${table} m where ${isSameRecord}) order by r.n
       returning *
     ), trailed as (
       insert into platform.trail (action, record, record_id, before, after${trailBranch})
       select 'edit', '${record}', ${id('m')}, ${told('before')}, ${told('m')}${listsOf('r')}${branchOf('m')}
       from changed m join r on ${isSameRecord} join before on before.srno = m.srno
       union all
       select 'add', '${record}', ${id('m')}, null, ${told('m')}${listsOf('r')}${branchOf('m')}
       from added m join r on ${isSameRecord}
     )${master.also === undefined ? '' : `, ${master.also}`}
     select coalesce((select array_agg(srno) from added), '{}') as added,
       coalesce((select array_agg(srno) from changed), '{}') as changed`,
    REPLANNED,
  );
  const note = statement(
    `${name}.import_note`,
    {},
    `insert into platform.trail (action, record, record_id, after) values ('import', '${record}', 'list', $1::jsonb)`,
  );
  // Lists are written after the records, because the right to write a value depends on its record. Deletions come
  // first, because a value can move from one record to another.
  const listWrites = lists.flatMap(([field, { table: kept, parent, column }]) => [
    statement(
      `${name}.import_drop_${field}`,
      {},
      `with ${sheet}
       delete from ${kept} c using r, ${table} m
       where ${isSameRecord} and c.${parent} = m.srno and c.${column} <> all (r."${field}")`,
      REPLANNED,
    ),
    statement(
      `${name}.import_add_${field}`,
      {},
      `with ${sheet}
       insert into ${kept} (${parent}, ${column})
       select m.srno, v from r join ${table} m on ${isSameRecord} cross join unnest(r."${field}") v
       where not exists (select from ${kept} c where c.${parent} = m.srno and c.${column} = v)`,
      REPLANNED,
    ),
  ]);

  const sent = (rows: readonly ImportedRow<Draft>[], scope: Scope) => [
    JSON.stringify(rows),
    entitiesIn(scope),
  ];
  return {
    record,
    takeTurn: (tx) => tx.one(takeTurn),
    hold: (tx, rows, scope) => tx.rows(holdRecords, sent(rows, scope)),
    async plan(on, rows, scope, all) {
      const more =
        master.whole === undefined ? [] : [all.map((row) => row[master.whole as keyof Draft & string])];
      const found = await on.one(plan, [...sent(rows, scope), ...more]);
      return { ...found, wrong: found.wrong as Planned['wrong'] };
    },
    apply: (tx, rows, by) => tx.one(apply, [...sent(rows, by.scope), by.account, by.name]),
    applyLists: listWrites.map(
      (write) => (tx: Transaction, rows: readonly ImportedRow<Draft>[], scope: Scope) =>
        tx.rows(write, sent(rows, scope)),
    ),
    note: (tx, { fileName, hash }, done) => tx.rows(note, [{ file: fileName, sha256: hash, ...done }]),
  };
}
