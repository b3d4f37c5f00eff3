import type { Statement } from './db/statement.ts';

/**
 * The database interface for modules. Modules run the statements of their own `*.sql.ts` on the executor that they
 * receive and never open connections themselves. The implementation is in db/.
 */

/** Runs statements, inside or outside of a transaction. */
export interface Executor {
  rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** The only row, or undefined. */
  maybe<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The only row. Its absence is a programming error. */
  one<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row>;
}

export interface Transaction extends Executor {
  /** The number of statements in this transaction that have written to the trail so far. */
  readonly trailEntries: number;
}

/** The actor and their reach. PostgreSQL checks rows against it, and the trail takes its actor from it. */
export interface Acting {
  readonly scope: Scope;
  readonly actor: number | null;
  /** The entity of the actor. A trail entry whose record belongs to no branch belongs to this entity. */
  readonly branch: number | null;
  readonly call: string;
  readonly request: string;
  readonly address: string | null;
}

/** Used when the product itself acts: sign-in before there is a caller, background jobs, housekeeping. */
export const systemActing = (call: string, by: Partial<Omit<Acting, 'call' | 'scope'>> = {}): Acting => ({
  scope: 'all',
  actor: null,
  branch: null,
  request: '',
  address: null,
  ...by,
  call,
});

/** The entities in reach: all of them, or these. */
export type Scope = 'all' | readonly number[];

/** The scope as a parameter of a statement: null means all entities. */
export const entitiesIn = (scope: Scope): readonly number[] | null => (scope === 'all' ? null : scope);

export interface Database {
  /** Single statements on the reading role. */
  readonly read: Executor;
  /** A transaction on the writing role, under row-level security. */
  write<T>(acting: Acting, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A read-only transaction on one snapshot, on the reading role. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The number of callers that wait for a connection now, by role. */
  waiting(): { read: number; write: number };
  close(): Promise<void>;
}

/**
 * The notification listener: one connection that listens. A process can trust its memory only while this connection is
 * known to work, so a heartbeat is sent on it several times a second. PostgreSQL delivers pending notifications before
 * it answers a command. When a heartbeat is answered, every change committed before it was sent has therefore arrived
 * here.
 */
export interface Listener {
  /** Whether memory can be trusted now: all changes older than TRUST_MS have been received. */
  isTrusted(): boolean;
  listen(channel: string, heard: (payload: string) => void): void;
  /** Called whenever changes may have been missed. Every cache must then be cleared. */
  onGap(forget: () => void): void;
  close(): Promise<void>;
}

/** An SQL expression for each field of the reply, in display order. */
export type WireColumns = Readonly<Record<string, string>>;
