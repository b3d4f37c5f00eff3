import type { Page } from '#contract/fields.ts';
import type { Executor, Scope, Transaction } from './database.ts';
import { stale } from './dispatch/problems.ts';

/** A locked record with its version and the user who changed it last. */
export interface LockedRecord {
  readonly version: number;
  readonly changed_by_name: string;
  readonly changed_at: Date;
}

/** Refuses the save if the record was saved after the caller read it. A save without a version passes. */
export function refuseStale(
  seen: number | null,
  { version, changed_by_name, changed_at }: LockedRecord,
): void {
  if (seen !== null && seen !== version) throw stale(changed_by_name, changed_at, version);
}

/** The user who saves. */
export interface Author {
  readonly account: number;
  readonly name: string;
}

/** The filters of a list or drop-down, in addition to the caller's reach. */
export type Narrowed = Readonly<Record<string, unknown>>;

export interface Paged {
  page(
    on: Executor,
    page: Page | undefined,
    scope: Scope,
    by?: Narrowed,
  ): Promise<{ readonly body: string; readonly next: string | null }>;
}

export interface RecordReads {
  /** The name of the record in the trail. */
  readonly record: string;
  /** The messages that users see for the violations of its unique indexes. */
  readonly constraints: Readonly<Record<string, string>>;
  readonly list: Paged;
  readonly options: Paged;
  /** The filters of the drop-downs. */
  readonly narrowings: readonly string[];
  /** The entries of a drop-down with this value, active or not, so that a stored choice can be shown by its name. */
  optionOf(on: Executor, value: string, scope: Scope): Promise<{ body: string }>;
  find(on: Executor, srno: number, scope: Scope): Promise<{ body: string; version: number } | undefined>;
  lock(tx: Transaction, srno: number): Promise<LockedRecord | undefined>;
}

export interface RecordWrites<Draft> {
  insert(tx: Transaction, draft: Draft, by: Author): Promise<{ srno: number; version: number }>;
  /** This transaction must have locked the row, so that `before` in the trail is the replaced content. */
  update(tx: Transaction, srno: number, draft: Draft, by: Author): Promise<{ srno: number; version: number }>;
}

export type RecordStatements<Draft> = RecordReads & RecordWrites<Draft>;
