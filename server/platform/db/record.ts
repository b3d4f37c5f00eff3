import { entitiesIn, type Scope, type WireColumns } from '../database.ts';
import { moment } from '../moment.ts';
import type { Author, Paged, RecordReads, RecordStatements, RecordWrites } from '../record.ts';
import { jsonObject, keysetList, type List, type Narrow, type Parents, type Sorts } from './list.ts';
import { statement } from './statement.ts';

/**
 * How a record's table is read, and the form of its rows in replies. The table has srno, version and the changed_
 * columns.
 */
export interface RecordView {
  /** The name of the record in the trail and in the statements. */
  readonly record: string;
  readonly table: string;
  /**
   * The row of the list; with a join its columns need the alias. If it contains data of branches, it is built with the
   * condition that a column is in the caller's reach.
   */
  readonly row: WireColumns | ((inReach: (column: string) => string) => WireColumns);
  /** The additional columns of the detail. */
  readonly more?: WireColumns;
  /** The table with its joins, if the list shows names of other masters; the table's alias is `m`. */
  readonly joins?: string;
  /** The column with the branch of a row: rows out of the caller's reach are then not visible. */
  readonly branch?: string;
  readonly sorts: Sorts;
  readonly search: string;
  /** The parents whose names are also searched. */
  readonly parents?: Parents;
  readonly options: {
    readonly value: string;
    /** The condition that finds a value, which is $1; needed if the value is not itself an indexed column. */
    readonly lookup?: string;
    readonly name: string;
    /** The text by which the entries are sorted; the name by default. */
    readonly order?: string;
    readonly search: string;
    readonly more?: WireColumns;
    /** The filters of the list: `narrow` if an index supports them, the most selective first, otherwise `tested`. */
    readonly narrow?: Narrow;
    readonly tested?: Narrow;
  };
}

/** A record's table for reading and writing. */
export interface RecordTable<Draft> extends RecordView {
  /** The column of each field of a draft. */
  readonly columns: Readonly<Record<keyof Draft & string, string>>;
}

/** Who changed a row last and when, as every detail shows it. */
export const changedColumns = (alias: string): WireColumns => ({
  version: `${alias}.version`,
  changedby: `${alias}.changed_by_name`,
  changedat: moment(`${alias}.changed_at`),
});

/** A drop-down whose values are serial numbers. */
export const BY_SRNO = { value: 'm.srno::text', lookup: 'm.srno = $1::text::integer' } as const;

/** The schema of the table is the module in the statements' names. */
const statementName = ({ table, record }: RecordView): string => `${table.split('.')[0]}.${record}`;

/** The statements that read one record. All are declared at start, so that a test can prepare every one. */
export function recordReads(master: RecordView): RecordReads {
  const { record, table, branch, options } = master;
  const name = statementName(master);
  const from = `${table} m ${master.joins ?? ''}`;
  const rowOf = (scope: string | undefined): WireColumns =>
    typeof master.row !== 'function'
      ? master.row
      : master.row((column) =>
          scope === undefined ? 'true' : `(${scope}::integer[] is null or ${column} = any (${scope}))`,
        );
  const isScoped = branch !== undefined || typeof master.row === 'function';
  /**
   * Rows of branches are limited to those in reach. If only the row itself depends on the reach, the condition just
   * gives its parameter a type.
   */
  const reach: Narrow = isScoped
    ? {
        scope: (p) =>
          branch === undefined ? `${p}::integer[] is not null` : `${branch} = any (${p}::integer[])`,
      }
    : {};
  const scoped = branch === undefined ? 'true' : `($2::integer[] is null or ${branch} = any ($2))`;
  const withScope = (values: readonly unknown[], scope: Scope, takesScope: boolean) =>
    takesScope ? [...values, entitiesIn(scope)] : values;

  const find = statement(
    `${name}.detail`,
    { body: 'text', version: 'int4' },
    `select ${jsonObject({ ...rowOf('$2'), ...master.more, ...changedColumns('m') })}::text as body, m.version from ${from}
     where m.srno = $1 and ${scoped}`,
  );
  const lock = statement(
    `${name}.lock`,
    { version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
    `select version, changed_by_name, changed_at from ${table} where srno = $1 for update`,
  );
  const optionWire = { value: options.value, name: options.name, ...options.more };
  const optionOf = statement(
    `${name}.option`,
    { body: 'text' },
    `select coalesce(json_agg(${jsonObject(optionWire)}), '[]')::text as body from ${table} m
     where ${options.lookup ?? `${options.value} = $1::text`} and ${scoped}`,
  );
  const paged = (list: List, takesScope: boolean): Paged => ({
    page: (on, page, scope, by = {}) =>
      list.page(on, page, takesScope && scope !== 'all' ? { ...by, scope } : by),
  });

  return {
    record,
    constraints: {},
    list: paged(
      keysetList({
        name: `${name}.list`,
        from: `${table} m`,
        ...(master.joins === undefined ? {} : { joins: master.joins }),
        wire: ({ scope }) => rowOf(scope),
        key: 'm.srno',
        sorts: master.sorts,
        search: master.search,
        ...(master.parents === undefined ? {} : { parents: master.parents }),
        narrow: reach,
        replannedBy: ['scope'],
      }),
      isScoped,
    ),
    options: paged(
      keysetList({
        name: `${name}.pick`,
        from: `${table} m`,
        wire: optionWire,
        key: 'm.srno',
        sorts: { name: { column: options.order ?? options.name, type: 'text' } },
        search: options.search,
        where: 'm.active',
        narrow: { ...options.narrow, ...(branch === undefined ? {} : reach) },
        ...(options.tested === undefined ? {} : { tested: options.tested }),
        replannedBy: ['scope'],
      }),
      branch !== undefined,
    ),
    narrowings: Object.keys({ ...options.narrow, ...options.tested }),
    optionOf: (on, value, scope) => on.one(optionOf, withScope([value], scope, branch !== undefined)),
    find: (on, srno, scope) => on.maybe(find, withScope([srno], scope, isScoped)),
    lock: (tx, srno) => tx.maybe(lock, [srno]),
  };
}

/** The statements that write one record, each with its trail entry. */
function recordWrites<Draft extends object>(master: RecordTable<Draft>): RecordWrites<Draft> {
  const { record, table, branch } = master;
  const name = statementName(master);
  const fields = Object.keys(master.columns) as (keyof Draft & string)[];
  const columns = fields.map((field) => master.columns[field]);
  const places = columns.map((_, index) => `$${index + 1}`);
  const account = `$${columns.length + 1}`;
  const author = `$${columns.length + 2}`;
  const srno = `$${columns.length + 3}`;
  const saved = { srno: 'int4', version: 'int4' } as const;
  // A record without a branch does not set it, and the trail then uses the branch of the actor.
  const trailColumn = branch === undefined ? '' : ', branch';
  const branchOf = (row: string) => (branch === undefined ? '' : `, ${branch.replace(/^m\./, `${row}.`)}`);

  const insert = statement(
    `${name}.insert`,
    saved,
    `with added as (
       insert into ${table} (${columns.join(', ')}, changed_by, changed_by_name)
       values (${places.join(', ')}, ${account}, ${author}) returning *
     ), trailed as (
       insert into platform.trail (action, record, record_id, after${trailColumn})
       select 'add', '${record}', srno::text, to_jsonb(added)${branchOf('added')} from added
     )
     select srno, version from added`,
  );
  const update = statement(
    `${name}.update`,
    saved,
    `with before as (
       select * from ${table} where srno = ${srno}
     ), changed as (
       update ${table} set ${columns.map((column, index) => `${column} = ${places[index]}`).join(', ')},
         changed_by = ${account}, changed_by_name = ${author}, changed_at = now(), version = version + 1
       where srno = ${srno} returning *
     ), trailed as (
       insert into platform.trail (action, record, record_id, before, after${trailColumn})
       select 'edit', '${record}', changed.srno::text, to_jsonb(before), to_jsonb(changed)${branchOf('changed')}
       from before, changed
     )
     select srno, version from changed`,
  );
  const values = (draft: Draft, by: Author) => [...fields.map((field) => draft[field]), by.account, by.name];

  return {
    insert: (tx, draft, by) => tx.one(insert, values(draft, by)),
    update: (tx, srno, draft, by) => tx.one(update, [...values(draft, by), srno]),
  };
}

/** All statements of a record that is stored in one table. */
export const recordStatements = <Draft extends object>(
  master: RecordTable<Draft>,
): RecordStatements<Draft> => ({ ...recordReads(master), ...recordWrites(master) });
