import { moment } from '#server/platform/moment.ts';
import {
  entitiesIn,
  type Executor,
  type Scope,
  type Transaction,
  type WireColumns,
} from '#server/platform/database.ts';
import {
  jsonObject,
  keysetList,
  type List,
  type Narrow,
  type Parents,
  type Sorts,
} from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';

/** What of a master's table is read, and how its rows look on the wire. Every master table has srno, version and the changed_ columns. */
export interface MasterView {
  /** Names the record in the trail and the statements. */
  readonly record: string;
  readonly table: string;
  /**
   * The row of the list; with a join its columns are written with the alias. Where it holds something of branches it
   * is made from the condition that a column is in the caller's reach.
   */
  readonly row: WireColumns | ((inReach: (column: string) => string) => WireColumns);
  /** What the detail has besides the row. */
  readonly more?: WireColumns;
  /** The table with its joins, where the list shows names of other masters; the table's alias is `m`. */
  readonly joins?: string;
  /** The column of the branch that a row belongs to: what is out of the caller's reach is then not there. */
  readonly branch?: string;
  readonly sorts: Sorts;
  readonly search: string;
  /** The parents by whose names a row is found as well. */
  readonly parents?: Parents;
  readonly options: {
    readonly value: string;
    /** The condition that finds a value, which is $1; where the value is not itself a column with an index. */
    readonly lookup?: string;
    readonly name: string;
    readonly search: string;
    readonly more?: WireColumns;
    readonly narrow?: Narrow;
  };
}

/** A master's table as it is read and written. */
export interface MasterTable<Draft> extends MasterView {
  /** The column of each field of a draft. */
  readonly columns: Readonly<Record<keyof Draft & string, string>>;
}

export interface Author {
  readonly account: number;
  readonly name: string;
}

/** What a list or a drop-down is narrowed by, besides the caller's reach. */
export type Narrowed = Readonly<Record<string, unknown>>;

interface Paged {
  page(
    on: Executor,
    page: Parameters<List['page']>[1],
    scope: Scope,
    by?: Narrowed,
  ): ReturnType<List['page']>;
}

export interface MasterReads {
  readonly list: Paged;
  readonly options: Paged;
  /** What the drop-downs can be narrowed by. */
  readonly narrowings: readonly string[];
  /** The entries of a drop-down with this value, active or not, so that a stored choice can be shown by its name. */
  optionOf(on: Executor, value: string, scope: Scope): Promise<{ body: string }>;
  find(on: Executor, srno: number, scope: Scope): Promise<{ body: string; version: number } | undefined>;
  lock(
    tx: Transaction,
    srno: number,
  ): Promise<{ version: number; changed_by_name: string; changed_at: Date } | undefined>;
  trailExport(tx: Transaction, asked: object): Promise<unknown>;
}

export interface MasterWrites<Draft> {
  insert(tx: Transaction, draft: Draft, by: Author): Promise<{ srno: number; version: number }>;
  /** The row must be locked by this transaction, so that what is trailed as `before` is what was there. */
  update(tx: Transaction, srno: number, draft: Draft, by: Author): Promise<{ srno: number; version: number }>;
}

export type MasterStatements<Draft> = MasterReads & MasterWrites<Draft>;

/** Who last changed a record and when, as every detail tells it. */
export const CHANGED: WireColumns = {
  version: 'm.version',
  changedby: 'm.changed_by_name',
  changedat: moment('m.changed_at'),
};

/** A drop-down whose values are serial numbers. */
export const BY_SRNO = { value: 'm.srno::text', lookup: 'm.srno = $1::text::integer' } as const;

/** The statements that read one master, all declared at start so that every one is prepared by the test. */
export function masterReads(master: MasterView): MasterReads {
  const { record, table, branch, options } = master;
  const name = `masters.${record}`;
  const from = `${table} m ${master.joins ?? ''}`;
  const rowOf = (scope: string | undefined): WireColumns =>
    typeof master.row !== 'function'
      ? master.row
      : master.row((column) =>
          scope === undefined ? 'true' : `(${scope}::integer[] is null or ${column} = any (${scope}))`,
        );
  const isScoped = branch !== undefined || typeof master.row === 'function';
  /** Rows of branches are narrowed to those in reach; where only the row is, the condition gives its parameter a type. */
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
    `select ${jsonObject({ ...rowOf('$2'), ...master.more, ...CHANGED })}::text as body, m.version from ${from}
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
  const trailExport = statement(
    `${name}.export`,
    {},
    `insert into platform.trail (action, record, record_id, after) values ('export', '${record}', 'list', $1)`,
  );
  const paged = (list: List, takesScope: boolean): Paged => ({
    page: (on, page, scope, by = {}) =>
      list.page(on, page, takesScope && scope !== 'all' ? { ...by, scope } : by),
  });

  return {
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
        sorts: { name: { column: options.name, type: 'text' } },
        search: options.search,
        where: 'm.active',
        narrow: { ...(branch === undefined ? {} : reach), ...options.narrow },
        replannedBy: ['scope'],
      }),
      branch !== undefined,
    ),
    narrowings: Object.keys(options.narrow ?? {}),
    optionOf: (on, value, scope) => on.one(optionOf, withScope([value], scope, branch !== undefined)),
    find: (on, srno, scope) => on.maybe(find, withScope([srno], scope, isScoped)),
    lock: (tx, srno) => tx.maybe(lock, [srno]),
    trailExport: (tx, asked) => tx.rows(trailExport, [asked]),
  };
}

/** The statements that write one master, each with its trail entry. */
function masterWrites<Draft extends object>(master: MasterTable<Draft>): MasterWrites<Draft> {
  const { record, table, branch } = master;
  const name = `masters.${record}`;
  const fields = Object.keys(master.columns) as (keyof Draft & string)[];
  const columns = fields.map((field) => master.columns[field]);
  const places = columns.map((_, index) => `$${index + 1}`);
  const account = `$${columns.length + 1}`;
  const author = `$${columns.length + 2}`;
  const srno = `$${columns.length + 3}`;
  const saved = { srno: 'int4', version: 'int4' } as const;
  // A record without a branch leaves it to the trail, which then takes that of whoever acted.
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

/** All statements of a master that is one table. */
export const masterStatements = <Draft extends object>(
  master: MasterTable<Draft>,
): MasterStatements<Draft> => ({ ...masterReads(master), ...masterWrites(master) });
