import type { AnyRecord } from '#contract/record.ts';
import { entitiesIn, type Scope, type WireColumns } from '../database.ts';
import { jsonObject, keysetList, type List, type Narrow, type Parents, type Sorts } from '../db/list.ts';
import { statement } from '../db/statement.ts';
import { moment } from '../moment.ts';
import type { Author, Paged, RecordReads, RecordStatements, RecordWrites } from '../record.ts';
import { columnOf, rowColumns, sortsOf, uniqueTexts, type Reads } from './columns.ts';

/**
 * The table of a record: what its fields do not say. The table has srno, version and the changed_ columns, and a column
 * for each field.
 */
export interface RecordTable {
  readonly table: string;
  /**
   * The fields of the row that are not columns of the table. If they contain data of branches, they are built with the
   * condition that a column is in the caller's reach.
   */
  readonly reads?: Reads | ((inReach: (column: string) => string) => Reads);
  /** The joins, if the list shows names of other records; the table's alias is `m`. */
  readonly joins?: string;
  /** The column with the branch of a row: rows out of the caller's reach are then not visible. */
  readonly branch?: string;
  /** Orders of the list that are not simply those of a column. */
  readonly sorts?: Sorts;
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

/** Who changed a row last and when, as every detail shows it. */
export const changedColumns = (alias: string): WireColumns => ({
  version: `${alias}.version`,
  changedby: `${alias}.changed_by_name`,
  changedat: moment(`${alias}.changed_at`),
});

/** A drop-down whose values are serial numbers. */
export const BY_SRNO = { value: 'm.srno::text', lookup: 'm.srno = $1::text::integer' } as const;

/** The schema of the table is the module in the statements' names. */
const statementName = (record: AnyRecord, { table }: RecordTable): string =>
  `${table.split('.')[0]}.${record.name}`;

/** The statements that read one record. All are declared at start, so that a test can prepare every one. */
export function recordReads(record: AnyRecord, declared: RecordTable): RecordReads {
  const { table, reads = {}, joins, branch, options, search, parents } = declared;
  const name = statementName(record, declared);
  const from = `${table} m ${joins ?? ''}`;
  const readsIn = (scope: string | undefined): Reads =>
    typeof reads !== 'function'
      ? reads
      : reads((column) =>
          scope === undefined ? 'true' : `(${scope}::integer[] is null or ${column} = any (${scope}))`,
        );
  const rowOf = (scope: string | undefined) => rowColumns(record, readsIn(scope));
  const isScoped = branch !== undefined || typeof reads === 'function';
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
    `select ${jsonObject({ ...rowOf('$2'), ...changedColumns('m') })}::text as body, m.version from ${from}
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
    record: record.name,
    constraints: uniqueTexts(record, table),
    list: paged(
      keysetList({
        name: `${name}.list`,
        from: `${table} m`,
        ...(joins === undefined ? {} : { joins }),
        wire: ({ scope }) => rowOf(scope),
        key: 'm.srno',
        sorts: { ...sortsOf(record, readsIn(undefined)), ...declared.sorts },
        search,
        ...(parents === undefined ? {} : { parents }),
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

/** A record whose drafts have this type. */
type DraftedRecord<Draft> = AnyRecord & { readonly blank: Draft };

/** The statements that write one record, each with its trail entry. */
function recordWrites<Draft extends object>(
  record: DraftedRecord<Draft>,
  declared: RecordTable,
): RecordWrites<Draft> {
  const { table, branch } = declared;
  const name = statementName(record, declared);
  const fields = Object.keys(record.fields) as (keyof Draft & string)[];
  const columns = fields.map(columnOf);
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
       select 'add', '${record.name}', srno::text, to_jsonb(added)${branchOf('added')} from added
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
       select 'edit', '${record.name}', changed.srno::text, to_jsonb(before), to_jsonb(changed)${branchOf('changed')}
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
  record: DraftedRecord<Draft>,
  declared: RecordTable,
): RecordStatements<Draft> => ({ ...recordReads(record, declared), ...recordWrites(record, declared) });
