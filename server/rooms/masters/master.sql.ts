import type { Executor, Transaction, WireColumns } from '#server/platform/database.ts';
import { jsonObject, keysetList, type List, type Sorts } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';

/** A master's table, and how its rows look on the wire. Every master table has srno, version and the changed_ columns. */
export interface MasterTable<Draft> {
  /** Names the record in the trail and the statements. */
  readonly record: string;
  readonly table: string;
  /** The column of each field of a draft. */
  readonly columns: Readonly<Record<keyof Draft & string, string>>;
  /** The row of the list; with a join its columns are written with the alias. */
  readonly row: WireColumns;
  /** What the detail has besides the row. */
  readonly more?: WireColumns;
  /** The table with its joins, where the list shows names of other masters; the table's alias is `m`. */
  readonly joins?: string;
  readonly sorts: Sorts;
  readonly search: string;
  readonly options: { readonly value: string; readonly name: string; readonly search: string };
}

export interface Author {
  readonly account: number;
  readonly name: string;
}

export interface MasterStatements<Draft> {
  readonly list: List;
  readonly options: List;
  find(on: Executor, srno: number): Promise<{ body: string; version: number } | undefined>;
  lock(
    tx: Transaction,
    srno: number,
  ): Promise<{ version: number; changed_by_name: string; changed_at: Date } | undefined>;
  insert(tx: Transaction, draft: Draft, by: Author): Promise<{ srno: number; version: number }>;
  /** The row must be locked by this transaction, so that what is trailed as `before` is what was there. */
  update(tx: Transaction, srno: number, draft: Draft, by: Author): Promise<{ srno: number; version: number }>;
  trailExport(tx: Transaction, asked: object): Promise<unknown>;
}

const CHANGED: WireColumns = {
  version: 'm.version',
  changedby: 'm.changed_by_name',
  changedat: `to_char(m.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
};

/** The statements of one master, all declared at start so that every one is prepared by the test. */
export function masterStatements<Draft extends object>(master: MasterTable<Draft>): MasterStatements<Draft> {
  const { record, table } = master;
  const name = `masters.${record}`;
  const from = `${table} m ${master.joins ?? ''}`;
  const fields = Object.keys(master.columns) as (keyof Draft & string)[];
  const columns = fields.map((field) => master.columns[field]);
  const places = columns.map((_, index) => `$${index + 1}`);
  const account = `$${columns.length + 1}`;
  const author = `$${columns.length + 2}`;
  const srno = `$${columns.length + 3}`;
  const saved = { srno: 'int4', version: 'int4' } as const;

  const find = statement(
    `${name}.detail`,
    { body: 'text', version: 'int4' },
    `select ${jsonObject({ ...master.row, ...master.more, ...CHANGED })}::text as body, m.version from ${from} where m.srno = $1`,
  );
  const lock = statement(
    `${name}.lock`,
    { version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
    `select version, changed_by_name, changed_at from ${table} where srno = $1 for update`,
  );
  const insert = statement(
    `${name}.insert`,
    saved,
    `with added as (
       insert into ${table} (${columns.join(', ')}, changed_by, changed_by_name)
       values (${places.join(', ')}, ${account}, ${author}) returning *
     ), trailed as (
       insert into platform.trail (action, record, record_id, after)
       select 'add', '${record}', srno::text, to_jsonb(added) from added
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
       insert into platform.trail (action, record, record_id, before, after)
       select 'edit', '${record}', changed.srno::text, to_jsonb(before), to_jsonb(changed) from before, changed
     )
     select srno, version from changed`,
  );
  const trailExport = statement(
    `${name}.export`,
    {},
    `insert into platform.trail (action, record, record_id, after) values ('export', '${record}', 'list', $1)`,
  );
  const values = (draft: Draft, by: Author) => [...fields.map((field) => draft[field]), by.account, by.name];

  return {
    list: keysetList({
      name: `${name}.list`,
      from,
      wire: master.row,
      key: 'm.srno',
      sorts: master.sorts,
      search: master.search,
    }),
    options: keysetList({
      name: `${name}.options`,
      from: `${table} m`,
      wire: { value: master.options.value, name: master.options.name },
      key: 'm.srno',
      sorts: { name: { column: master.options.name, type: 'text' } },
      search: master.options.search,
      where: 'm.active',
    }),
    find: (on, srno) => on.maybe(find, [srno]),
    lock: (tx, srno) => tx.maybe(lock, [srno]),
    insert: (tx, draft, by) => tx.one(insert, values(draft, by)),
    update: (tx, srno, draft, by) => tx.one(update, [...values(draft, by), srno]),
    trailExport: (tx, asked) => tx.rows(trailExport, [asked]),
  };
}
