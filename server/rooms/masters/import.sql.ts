import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Author } from './master.sql.ts';

/** How the rows of a sheet become records of a master's table. */
export interface ImportTable<Draft> {
  readonly record: string;
  readonly table: string;
  readonly columns: Readonly<Partial<Record<keyof Draft & string, ImportedColumn>>>;
  /** What makes two rows the same record, as expressions over a row with this alias; a unique index stands behind it. */
  readonly key: (row: string) => readonly string[];
}

export interface ImportedColumn {
  readonly column: string;
  readonly type: 'text' | 'boolean' | 'integer' | 'numeric' | 'date';
  /**
   * The stored value from what the sheet says, where it is not that itself: the number of a record that the sheet
   * names. `g` is the row of the sheet, by the names of the draft; its cell is then a text.
   */
  readonly find?: string;
}

/** A row of the sheet: its number there, and what is in it by the names of the draft. */
export type ImportedRow<Draft> = { readonly n: number } & Readonly<
  Partial<Record<keyof Draft & string, unknown>>
>;

export interface Planned {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  /** Rows that repeat an earlier one, and rows that would change a record; the first of them. */
  readonly repeated: readonly number[];
  readonly changing: readonly number[];
  /** Names that no record has. */
  readonly unknown: readonly { readonly row: number; readonly field: string }[];
}

interface SheetNote {
  readonly fileName: string;
  readonly hash: string;
}

export interface ImportStatements<Draft> {
  /** What importing would do. */
  plan(on: Executor, rows: readonly ImportedRow<Draft>[]): Promise<Planned>;
  /** One import of this master at a time, and the records it may change held: what is planned after this stays true. */
  hold(tx: Transaction, rows: readonly ImportedRow<Draft>[]): Promise<void>;
  apply(
    tx: Transaction,
    rows: readonly ImportedRow<Draft>[],
    by: Author,
    note: SheetNote,
  ): Promise<{ added: number; changed: number }>;
}

const MAX_NAMED_ROWS = 500;

/** The statements of one master's import; each handles the whole sheet at once. */
export function importStatements<Draft>(master: ImportTable<Draft>): ImportStatements<Draft> {
  const { record, table, key } = master;
  const fields = Object.entries(master.columns) as [string, ImportedColumn][];
  const columns = fields.map(([, { column }]) => column);
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  const given = fields.map(([field, { type, find }]) => `"${field}" ${find === undefined ? type : 'text'}`);
  const values = fields.map(([field, { column, find }]) => `${find ?? `g."${field}"`} as ${column}`);
  const keysOf = (row: string) => key(row).join(', ');
  const isSameRecord = `(${keysOf('m')}) = (${keysOf('r')})`;
  const isSameContent = `(${of('m')}) is not distinct from (${of('r')})`;

  const sheet = `given as (
       select * from jsonb_to_recordset($1::jsonb) as g (n integer, ${given.join(', ')})
     ), r as materialized (select g.n, ${values.join(', ')} from given g)`;
  const unknowns = fields
    .filter(([, { find }]) => find !== undefined)
    .map(
      ([field, { column }]) =>
        `select r.n, '${field}' as field from r join given g on g.n = r.n where r.${column} is null and g."${field}" <> ''`,
    );

  const plan = statement(
    `masters.${record}.import_plan`,
    {
      added: 'int4',
      changed: 'int4',
      same: 'int4',
      repeated: 'int4[]',
      changing: 'int4[]',
      unknown: 'jsonb',
    },
    `with ${sheet}, matched as (
       select r.n, m.srno is null as is_new, coalesce(${isSameContent}, false) as is_same,
         row_number() over (partition by ${keysOf('r')} order by r.n) as nth
       from r left join ${table} m on ${isSameRecord}
     )
     select count(*) filter (where is_new)::integer as added,
       count(*) filter (where not is_new and not is_same)::integer as changed,
       count(*) filter (where not is_new and is_same)::integer as same,
       coalesce((array_agg(n order by n) filter (where nth > 1))[1:${MAX_NAMED_ROWS}], '{}') as repeated,
       coalesce((array_agg(n order by n) filter (where not is_new and not is_same))[1:${MAX_NAMED_ROWS}], '{}') as changing,
       ${
         unknowns.length === 0
           ? `'[]'::jsonb`
           : `(select coalesce(jsonb_agg(jsonb_build_object('row', u.n, 'field', u.field) order by u.n), '[]')
         from (${unknowns.join(' union all ')} limit ${MAX_NAMED_ROWS}) u)`
       } as unknown
     from matched`,
  );
  const takeTurn = statement(
    `masters.${record}.import_turn`,
    { turn: 'text' },
    `select pg_advisory_xact_lock(hashtextextended('import masters.${record}', 0))::text as turn`,
  );
  const holdRecords = statement(
    `masters.${record}.import_hold`,
    { srno: 'int4' },
    `with ${sheet}
     select m.srno from ${table} m where exists (select from r where ${isSameRecord}) order by m.srno for update`,
  );
  const apply = statement(
    `masters.${record}.import_apply`,
    { added: 'int4', changed: 'int4' },
    `with ${sheet}, before as materialized (
       select m.* from ${table} m join r on ${isSameRecord}
     ), changed as (
       update ${table} m set ${columns.map((column) => `${column} = r.${column}`).join(', ')},
         changed_by = $2, changed_by_name = $3, changed_at = now(), version = m.version + 1
       from r where ${isSameRecord} and not (${isSameContent}) returning m.*
     ), added as (
       insert into ${table} (${columns.join(', ')}, changed_by, changed_by_name)
       select ${of('r')}, $2, $3 from r where not exists (select from ${table} m where ${isSameRecord}) order by r.n
       returning *
     ), trailed as (
       insert into platform.trail (action, record, record_id, before, after)
       select 'edit', '${record}', changed.srno::text, to_jsonb(before), to_jsonb(changed)
       from changed join before on before.srno = changed.srno
       union all
       select 'add', '${record}', added.srno::text, null, to_jsonb(added) from added
     ), counted as (
       select (select count(*) from added)::integer as added, (select count(*) from changed)::integer as changed
     ), noted as (
       insert into platform.trail (action, record, record_id, after)
       select 'import', '${record}', 'list', $4::jsonb || to_jsonb(counted) from counted
     )
     select added, changed from counted`,
  );

  return {
    async plan(on, rows) {
      const found = await on.one(plan, [JSON.stringify(rows)]);
      return { ...found, unknown: found.unknown as Planned['unknown'] };
    },
    async hold(tx, rows) {
      await tx.one(takeTurn);
      await tx.rows(holdRecords, [JSON.stringify(rows)]);
    },
    apply: (tx, rows, by, { fileName, hash }) =>
      tx.one(apply, [JSON.stringify(rows), by.account, by.name, { file: fileName, sha256: hash }]),
  };
}
