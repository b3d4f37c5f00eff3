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
import type { Acting, Database, Executor, Transaction } from '../database.ts';
import type { AcceptedFile, WholeFile } from '../files/intake.ts';
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
  /** A call that decides record by record about step-up lacks a fresh second factor. */
  readonly isUnconfirmed: boolean;
  /** The value of a cookie; empty if there is none. */
  cookie(name: string): string;
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

/** With this the rest of a watched call can open a transaction of its own. */
export interface AfterwardsTools {
  readonly database: Database;
  readonly acting: Acting;
}

/**
 * The rest of a watched call. It runs after the trail is written and the transaction has ended, so that no database
 * connection waits for work outside the database.
 */
export class AfterCommit<T> {
  readonly rest: (tools: AfterwardsTools) => Promise<T>;
  constructor(rest: (tools: AfterwardsTools) => Promise<T>) {
    this.rest = rest;
  }
}
type Afterwards<C, T> = C extends { effect: 'watched' } ? AfterCommit<T> : never;

type FileOf<C> = C extends { mayBeFile: true } ? SentFile : never;

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
          ) => Promise<ReplyOf<C> | Reply<ReplyOf<C>> | Afterwards<C, ReplyOf<C> | FileOf<C>> | FileOf<C>>
        : never;

/**
 * Follows one upload from the moment when its file has come, before it is read, so that people can see how far it is
 * and what became of it.
 */
export interface UploadWatch {
  /** The rows of the sheet that have been read so far. */
  read(rows: number): void;
  /** Called if the upload fails, after its transaction was rolled back. Returns the error to answer with. */
  failed(error: unknown): Promise<unknown>;
  /** Called at the end, however it ends. */
  end(): void;
}

/** What is known of an upload when its file has come. */
export interface UploadStart {
  readonly database: Database;
  readonly acting: Acting;
  readonly caller: Caller;
  readonly log: Log;
  readonly file: WholeFile;
}
/** What a key lets the sender of an upload do, who has no session. */
export interface Admission {
  /** The entities in reach of the upload. */
  readonly scope: readonly number[];
  /** Called with the size of the complete file before it is examined. Throws if the key may not send so much. */
  readonly takeBytes: (bytes: number) => Promise<void>;
}

/** What decides whether a key lets an upload in. */
export type AdmitContext = Pick<Common, 'requestId' | 'address' | 'now'> &
  GoesOutside & {
    /** Must be called with the name of whom the key belongs to. Throws if too many uploads are under way. */
    readonly takePlace: (sender: string) => void;
  };

/** A declared call with its handler. */
export interface Bound {
  readonly declared: Declaration;
  readonly handle: (context: never, args: never, ...watch: never[]) => unknown;
  /** Only for an upload that is watched. */
  readonly begin?: (start: UploadStart) => Promise<UploadWatch>;
  /** For an upload with a session: whether its record takes files at all. Throws a refusal. */
  readonly refuseFirst?: (read: Executor, caller: Caller, meta: never) => Promise<void>;
  /** Checks an upload when its file has come, before the type of the file is looked at. Throws a refusal. */
  readonly receive?: (tx: Transaction, meta: never) => Promise<void>;
  /** For an upload without a session: checks its key before a byte of the file is read. Throws a refusal. */
  readonly admit?: (context: AdmitContext, meta: never) => Promise<Admission>;
}

/** Binds a handler to its call. The compiler checks that their types match. */
export const handle = <C extends Declaration>(declared: C, handler: Handles<C>): Bound => ({
  declared,
  handle: handler as Bound['handle'],
});

/** Binds a handler to an upload of a record. A record that takes no file refuses before anything else that is wrong is told. */
export const handleUpload = <C extends Upload>(
  declared: C,
  checks: {
    readonly refuseFirst: (read: Executor, caller: Caller, meta: MetaOf<C>) => Promise<void>;
    readonly receive?: (tx: Transaction, meta: MetaOf<C>) => Promise<void>;
  },
  handler: Handles<C>,
): Bound => ({ declared, ...checks, handle: handler });

/** Binds a handler to an upload that is watched from `begin` on. The handler gets what `begin` returned. */
export const handleWatched = <C extends Upload, Watch extends UploadWatch>(
  declared: C,
  begin: (start: UploadStart) => Promise<Watch>,
  handler: (context: Context<C>, meta: MetaOf<C>, watch: Watch) => Promise<ReplyOf<C>>,
): Bound => ({ declared, begin, handle: handler });

type KeyedUpload = Upload & { readonly session: 'none' };

/** Binds a handler to an upload without a session. What `admit` returns is in the handler's context. */
export const handleByKey = <C extends KeyedUpload, A extends Admission>(
  declared: C,
  admit: (context: AdmitContext, meta: MetaOf<C>) => Promise<A>,
  handler: (context: Context<C> & { readonly admitted: A }, meta: MetaOf<C>) => Promise<ReplyOf<C>>,
): Bound => ({ declared, handle: handler, admit });
