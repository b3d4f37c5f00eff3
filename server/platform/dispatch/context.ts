import type { Database, Transaction } from '../database.ts';
import type { AcceptedFile } from '../files/intake.ts';
import type { Log } from '../log.ts';
import type { CallRequest } from './call-request.ts';
import type { Caller } from './caller.ts';
import type { SheetFile } from './handler.ts';
import { malformed } from './problems.ts';

/** The tools of a handler, depending on the effect of its call. */
export interface Tools {
  readonly db: Database;
  readonly tx?: Transaction;
  readonly file?: AcceptedFile | SheetFile | null;
  /** Replaces the request's own signal if the work can also end for other reasons. */
  readonly signal?: AbortSignal;
}

/** The context of one call. The logger and the signal are created on first use, because most calls use neither. */
export class CallContext implements Tools {
  readonly caller: Caller | null;
  readonly requestId: string;
  readonly address: string | null;
  readonly agent: string;
  readonly now = new Date();
  readonly version: number | null;
  readonly db: Database;
  readonly tx?: Transaction;
  readonly file?: AcceptedFile | SheetFile | null;
  readonly #callRequest: CallRequest;
  readonly #call: string;
  readonly #log: Log;
  readonly #signal: AbortSignal | undefined;

  constructor(
    callRequest: CallRequest,
    caller: Caller | null,
    call: string,
    log: Log,
    { db, tx, file, signal }: Tools,
  ) {
    this.caller = caller;
    this.requestId = callRequest.requestId;
    this.address = callRequest.address;
    this.agent = callRequest.agent;
    this.version = callRequest.ifMatch === undefined ? null : versionOf(callRequest.ifMatch);
    this.db = db;
    if (tx !== undefined) this.tx = tx;
    if (file !== undefined) this.file = file;
    this.#callRequest = callRequest;
    this.#call = call;
    this.#log = log;
    this.#signal = signal;
  }

  get log(): Log {
    return this.#log.child({ call: this.#call, request: this.requestId });
  }

  get signal(): AbortSignal {
    return this.#signal ?? this.#callRequest.signal;
  }
}

function versionOf(ifMatch: string): number {
  const version = /^"?(\d{1,9})"?$/.exec(ifMatch)?.[1];
  if (version === undefined) throw malformed('If-Match does not hold a version.');
  return Number(version);
}
