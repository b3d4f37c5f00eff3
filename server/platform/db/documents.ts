import type { DocumentName } from '#contract/documents.ts';
import type { Executor, Transaction, WireColumns } from '../database.ts';
import type { AcceptedFile } from '../files/intake.ts';
import type { FileExtension } from '../files/kinds.ts';
import type { Author } from '../record.ts';
import { jsonObject } from './list.ts';
import { statement, type Columns, type RowOf } from './statement.ts';

export interface OpenedDocument {
  readonly kind: string;
  readonly file_name: string;
  readonly extension: FileExtension;
  readonly hash: string;
}

/** A new document. */
export interface DocumentDraft {
  /** The number of the record that it belongs to. */
  readonly owner: number;
  readonly kind: number;
  readonly remark: string;
}

/**
 * How a module stores the documents of its records. In every expression the document is `d` and its kind is `k`.
 * All statements run under row-level security.
 */
interface DocumentTable<State extends Columns> {
  /** The start of the statements' names. */
  readonly name: string;
  /** The name of such a document in the trail. */
  readonly record: string;
  readonly table: string;
  readonly kinds: string;
  /** The table of the records that have documents, its alias, and the column of a document that refers to it. */
  readonly owner: { readonly table: string; readonly alias: string; readonly column: string };
  /**
   * The branch of the owner, for the trail. If the owner has none, it is the branch of the actor:
   * `nullif(current_setting('bureau.branch', true), '')::integer`.
   */
  readonly branch: string;
  /** The values in the trail besides kind, file name and hash. The hash says which bytes they were. */
  readonly trailed: WireColumns;
  readonly row: WireColumns;
  /** Whether an upload answers with the new document or with all documents of the record. */
  readonly answersWith: 'added' | 'all';
  readonly hasRemark?: true;
  /**
   * Whether the owner is in reach of an actor, besides row-level security; `onlyOwn` is whether the actor may open only
   * what is their own.
   */
  readonly reach?: (actor: string, onlyOwn: string) => string;
  /** Whether the owner takes a new document. */
  readonly isOpen: string;
  readonly isRemovable: string;
  /** The columns that tell why a document cannot be removed, and their expressions. */
  readonly state: { readonly columns: State; readonly list: string };
  /** A further common table expression that records the adding or the removing of `d` by a user of this name. */
  readonly records?: (action: 'add' | 'remove', by: string) => string;
}

export type DocumentStatements<State> = {
  /** The kinds for a drop-down, as JSON. */
  kinds(on: Executor): Promise<{ readonly body: string }>;
  /** Nothing where the owner is not in reach or takes no document. */
  add(
    tx: Transaction,
    draft: DocumentDraft,
    file: AcceptedFile,
    by: Author,
  ): Promise<{ readonly body: string } | undefined>;
  /** Opens a document and records it in the trail. Nothing where none is in reach. */
  open(
    tx: Transaction,
    action: 'view' | 'download',
    named: DocumentName,
    by: Author,
    onlyOwn: boolean,
  ): Promise<OpenedDocument | undefined>;
  /** Hides a document; its row stays. Nothing where it cannot be removed now. */
  remove(tx: Transaction, named: DocumentName, by: Author): Promise<{ readonly srno: number } | undefined>;
  state(tx: Transaction, named: DocumentName, by: Author): Promise<State | undefined>;
};

const IS_NAMED =
  'd.srno = $1 and d.file_name = $2 and ($3::integer is null or d.kind = $3) and d.removed_at is null';

export function documentStatements<const State extends Columns>(
  source: DocumentTable<State>,
): DocumentStatements<RowOf<State>> {
  const { name, record, table, owner, branch, reach, records } = source;
  const withOwner = `join ${owner.table} ${owner.alias} on ${owner.alias}.srno = d.${owner.column}`;
  const withKind = `join ${source.kinds} k on k.id = d.kind`;
  const trailed = `jsonb_build_object('document', k.name, 'file', d.file_name, 'hash', d.hash${Object.entries(
    source.trailed,
  )
    .map(([key, value]) => `, '${key}', ${value}`)
    .join('')})`;
  const row = jsonObject(source.row);
  const inReach = (actor: string, onlyOwn = 'false') =>
    reach === undefined ? '' : `and ${reach(actor, onlyOwn)}`;
  const recorded = (action: 'add' | 'remove', by: string) => `${
    records === undefined ? '' : `${records(action, by)},`
  } trailed as (
     insert into platform.trail (action, record, record_id, branch, ${action === 'add' ? 'after' : 'before'})
     select '${action}', '${record}', d.srno::text, ${branch}, ${trailed} from d ${withOwner} ${withKind}
   )`;

  const kinds = statement(
    `${name}.kinds`,
    { body: 'text' },
    `select coalesce(json_agg(json_build_object('value', id::text, 'name', name) order by position), '[]')::text as body
     from ${source.kinds} where active`,
  );

  const add = statement(
    `${name}.insert`,
    { body: 'text' },
    `with d as (
       insert into ${table} (${owner.column}, kind, file_name, extension, hash, bytes, uploaded_by, uploaded_by_name
         ${source.hasRemark ? ', remark' : ''})
       select ${owner.alias}.srno, $2::integer, $3::text, $4::text, $5::text, $6::integer, $7::integer, $8::text
         ${source.hasRemark ? ', $9::text' : ''}
       from ${owner.table} ${owner.alias}
       where ${owner.alias}.srno = $1 and ${source.isOpen} ${inReach('$7')}
       returning *
     ), ${recorded('add', '$8')}
     select ${row}::text as body from d ${withKind}`,
  );
  // A statement of its own, because the insert may wait for another upload and then does not see its document.
  const list =
    source.answersWith === 'added'
      ? null
      : statement(
          `${name}.list`,
          { body: 'text' },
          `select coalesce(json_agg(${row} order by d.srno), '[]')::text as body from ${table} d ${withKind}
           where d.${owner.column} = $1 and d.removed_at is null`,
        );

  const opening = (action: 'view' | 'download') =>
    statement(
      `${name}.${action}`,
      { kind: 'text', file_name: 'text', extension: 'text', hash: 'text' },
      `with found as (
         select d.srno, k.name as kind, d.file_name, d.extension, d.hash, ${trailed} as trailed, ${branch} as branch
         from ${table} d ${withOwner} ${withKind} where ${IS_NAMED} ${inReach('$4', '$5')}
       ), trailed as (
         insert into platform.trail (action, record, record_id, branch, after)
         select '${action}', '${record}', srno::text, branch, trailed from found
       )
       select kind, file_name, extension, hash from found`,
    );
  const open = { view: opening('view'), download: opening('download') };

  const remove = statement(
    `${name}.remove`,
    { srno: 'int4' },
    `with named as (
       select d.srno from ${table} d ${withOwner}
       where ${IS_NAMED} and ${source.isRemovable} ${inReach('$4')}
       for update of d for share of ${owner.alias}
     ), d as (
       update ${table} d set removed_at = now(), removed_by = $4::integer
       from named where d.srno = named.srno returning d.*
     ), ${recorded('remove', '$5')}
     select srno from d`,
  );

  const state = statement(
    `${name}.state`,
    source.state.columns,
    `select ${source.state.list} from ${table} d ${withOwner} where ${IS_NAMED} ${inReach('$4')}`,
  );

  const namedBy = ({ srno, filename, docid }: DocumentName) => [srno, filename, docid ?? null];
  /** PostgreSQL refuses a parameter that a statement does not use. */
  const ifReach = (...values: readonly unknown[]) => (reach === undefined ? [] : values);
  return {
    kinds: (on) => on.one(kinds),
    async add(tx, { owner: srno, kind, remark }, { fileName, extension, hash, bytes }, by) {
      const added = await tx.maybe(add, [
        ...[srno, kind, fileName, extension, hash, bytes, by.account, by.name],
        ...(source.hasRemark ? [remark] : []),
      ]);
      return added === undefined || list === null ? added : tx.one(list, [srno]);
    },
    // The extensions are those that the intake accepts.
    open: (tx, action, named, by, onlyOwn) =>
      tx.maybe(open[action], [...namedBy(named), ...ifReach(by.account, onlyOwn)]) as Promise<
        OpenedDocument | undefined
      >,
    remove: (tx, named, by) =>
      tx.maybe(remove, [...namedBy(named), by.account, ...(records === undefined ? [] : [by.name])]),
    state: (tx, named, by) => tx.maybe(state, [...namedBy(named), ...ifReach(by.account)]),
  };
}
