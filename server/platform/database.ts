import type { Statement } from './db/statement.ts';

/**
 * The database as rooms see it. They run the statements of their own `*.sql.ts` on what they are handed and never
 * open anything themselves; how it is done stands in db/.
 */

/** Runs statements, in a transaction or outside of one. */
export interface Executor {
  rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** The only row, or nothing. */
  maybe<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The only row; its absence is a fault of ours. */
  one<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row>;
}

export interface Transaction extends Executor {
  /** How many statements of this transaction have left a trail so far. */
  readonly trailEntries: number;
}

/** Who acts and what is in reach; PostgreSQL checks rows against it and the trail takes its actor from it. */
export interface Acting {
  readonly scope: Scope;
  readonly actor: number | null;
  /** The entity of the actor: where an entry of the trail belongs whose record belongs to no branch. */
  readonly branch: number | null;
  readonly call: string;
  readonly request: string;
  readonly address: string | null;
}

/** The product itself acts: sign-in before there is a caller, background work, housekeeping. */
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

/** As a parameter of a statement: null for all of them. */
export const entitiesIn = (scope: Scope): readonly number[] | null => (scope === 'all' ? null : scope);

export interface Database {
  /** Single statements on the reading role. */
  readonly read: Executor;
  /** A transaction on the writing role, under row-level security. */
  write<T>(acting: Acting, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A read-only transaction on one snapshot, on the reading role. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Connections waited for now, by role. */
  waiting(): { read: number; write: number };
  close(): Promise<void>;
}

/**
 * The notification line: one connection that listens. What a process keeps in memory may be trusted only while the
 * line is known to be whole, so a beat goes down it several times a second. PostgreSQL delivers pending notifications
 * before it answers a command, hence everything committed before an answered beat was sent has arrived here.
 */
export interface Line {
  /** Whether memory may be trusted now: all changes older than TRUST_MS have surely been heard. */
  isTrusted(): boolean;
  listen(channel: string, heard: (payload: string) => void): void;
  /** Called whenever changes may have been missed; whoever caches forgets everything. */
  onGap(forget: () => void): void;
  close(): Promise<void>;
}

/** An SQL expression for each name of the wire, in the order in which they are shown. */
export type WireColumns = Readonly<Record<string, string>>;
