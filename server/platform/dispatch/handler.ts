import type { Readable } from 'node:stream';
import type {
  ArgsOf,
  Call,
  Declaration,
  Download,
  EventOf,
  MetaOf,
  ReplyOf,
  Stream,
  Upload,
} from '#contract/define.ts';
import type { Database, Executor, Transaction } from '../database.ts';
import type { AcceptedFile } from '../files/intake.ts';
import type { Log } from '../log.ts';
import type { Sheet } from '../xlsx/sheet.ts';
import type { Caller } from './caller.ts';

interface Common {
  /** The id of this request for the log and the trail. */
  readonly requestId: string;
  readonly address: string | null;
  readonly agent: string;
  /** When the call began. */
  readonly now: Date;
  readonly log: Log;
  /** The version that the client has seen (If-Match), if it sent one. */
  readonly version: number | null;
  /** Aborted when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
}

interface Reads {
  readonly db: Pick<Database, 'snapshot'> & { readonly read: Executor };
}
interface Writes extends Reads {
  readonly tx: Transaction;
}
interface GoesOutside {
  readonly db: Database;
}

/**
 * An uploaded sheet with the facts about its file. If its upload declares `keeps`, the store has the file under its
 * hash. The sheet can be read until the handler ends.
 */
export interface SheetFile extends AcceptedFile {
  readonly sheet: Sheet;
}
interface Brings<C> {
  readonly file: C extends { reads: 'sheet' }
    ? C extends { fileOptional: true }
      ? SheetFile | null
      : SheetFile
    : AcceptedFile | null;
}

type ByEffect<C> = C extends { kind: 'upload' }
  ? Brings<C> & (C extends { effect: 'read' } ? Reads : Writes)
  : C extends { effect: 'read' }
    ? Reads
    : C extends { effect: 'outside' }
      ? GoesOutside
      : Writes;

/**
 * The context of a handler, derived from its call's declaration. A handler that only reads gets nothing that can write.
 */
export type Context<C = Declaration> = Common &
  ByEffect<C> & { readonly caller: C extends { session: 'none' } ? null : Caller };

interface Extra {
  readonly version?: number;
  /** The key of the next page; null at the end. */
  readonly next?: string | null;
}

/** An answer: a value, or JSON built by PostgreSQL that needs no further parsing. */
export class Reply<T> {
  readonly value: T | undefined;
  readonly json: string | undefined;
  readonly extra: Extra;
  private constructor(value: T | undefined, json: string | undefined, extra: Extra) {
    this.value = value;
    this.json = json;
    this.extra = extra;
  }
  static of<T>(value: T, extra: Extra = {}): Reply<T> {
    return new Reply<T>(value, undefined, extra);
  }
  /** The text must come from a statement that builds JSON of the declared shape; tests check every reply. */
  static json<T>(json: string, extra: Extra = {}): Reply<T> {
    return new Reply<T>(undefined, json, extra);
  }
}

/** An outgoing file. */
export interface Sending {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: Readable;
}

/** A file as the answer of a call that can return one. */
export class SentFile {
  readonly file: Sending;
  constructor(file: Sending) {
    this.file = file;
  }
}

/**
 * The rest of a watched call. It runs after the trail is written and the transaction has ended, so that no database
 * connection waits for work outside the database.
 */
export class AfterCommit<T> {
  readonly rest: () => Promise<T>;
  constructor(rest: () => Promise<T>) {
    this.rest = rest;
  }
}
type Afterwards<C, T> = C extends { effect: 'watched' } ? AfterCommit<T> : never;

type Handles<C> = C extends Stream
  ? (context: Context<C>, args: ArgsOf<C>) => AsyncIterable<EventOf<C>>
  : C extends Download
    ? (context: Context<C>, args: ArgsOf<C>) => Promise<Sending | Afterwards<C, Sending>>
    : C extends Upload
      ? (context: Context<C>, meta: MetaOf<C>) => Promise<ReplyOf<C>>
      : C extends Call
        ? (
            context: Context<C>,
            args: ArgsOf<C>,
          ) => Promise<
            | ReplyOf<C>
            | Reply<ReplyOf<C>>
            | Afterwards<C, ReplyOf<C>>
            | (C extends { mayBeFile: true } ? SentFile : never)
          >
        : never;

/** A declared call with its handler. */
export interface Bound {
  readonly declared: Declaration;
  readonly handle: (context: never, args: never) => unknown;
}

/** Binds a handler to its call. The compiler checks that their types match. */
export const handle = <C extends Declaration>(declared: C, handler: Handles<C>): Bound => ({
  declared,
  handle: handler as Bound['handle'],
});
