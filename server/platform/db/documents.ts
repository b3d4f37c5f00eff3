import type { Transaction } from '../database.ts';
import type { FileExtension } from '../files/kinds.ts';
import { statement } from './statement.ts';

export interface OpenedDocument {
  readonly kind: string;
  readonly file_name: string;
  readonly extension: FileExtension;
  readonly hash: string;
}

/** How a room keeps documents: a table `d` with the kind `k`, joined with what a document belongs to. */
interface Kept {
  /** The start of the statements' names. */
  readonly name: string;
  /** What the trail calls such a document. */
  readonly record: string;
  readonly from: string;
  /** Which one is meant, from parameter 1 on. */
  readonly where: string;
  /** What the trail tells of it: never its bytes, but by its hash which bytes they were. */
  readonly trailed: string;
  readonly branch: string;
}

/** Opens a document for being seen or taken along; that it was is in the trail. Nothing where none is in reach. */
export function documentOpener({ name, record, from, where, trailed, branch }: Kept) {
  const opening = (action: 'view' | 'download') =>
    statement(
      `${name}.${action}`,
      { kind: 'text', file_name: 'text', extension: 'text', hash: 'text' },
      `with found as (
         select d.srno, k.name as kind, d.file_name, d.extension, d.hash, ${trailed} as trailed, ${branch} as branch
         from ${from} where ${where} and d.removed_at is null
       ), trailed as (
         insert into platform.trail (action, record, record_id, branch, after)
         select '${action}', '${record}', srno::text, branch, trailed from found
       )
       select kind, file_name, extension, hash from found`,
    );
  const statements = { view: opening('view'), download: opening('download') };
  // The extensions are those the intake took.
  return (tx: Transaction, action: 'view' | 'download', values: readonly unknown[]) =>
    tx.maybe(statements[action], values) as Promise<OpenedDocument | undefined>;
}
