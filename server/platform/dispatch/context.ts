import type { Database, Transaction } from '../database.ts';
import type { AcceptedFile } from '../files/intake.ts';
import type { Log } from '../log.ts';
import type { CallRequest } from './call-request.ts';
import type { Caller } from './caller.ts';
import type { Admission, SheetFile } from './handler.ts';
import { malformed } from './problems.ts';

/** The tools of a handler, depending on the effect of its call. */
export interface Tools {
  readonly db: Database;
  readonly tx?: Transaction;
  readonly file?: AcceptedFile | SheetFile | null;
  /** What the key of an upload without a session allows. */
  readonly admitted?: Admission;
  /** Replaces the request's own signal if the work can also end for other reasons. */
  readonly signal?: AbortSignal;
  readonly isUnconfirmed?: boolean;
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
  readonly admitted?: Admission;
  readonly isUnconfirmed: boolean;
  readonly #callRequest: CallRequest;
  readonly #call: string;
  readonly #log: Log;
  readonly #signal: AbortSignal | undefined;

  constructor(
    callRequest: CallRequest,
    caller: Caller | null,
    call: string,
    log: Log,
    { db, tx, file, admitted, signal, isUnconfirmed = false }: Tools,
  ) {
    this.caller = caller;
    this.requestId = callRequest.requestId;
    this.address = callRequest.address;
    this.agent = callRequest.agent;
    this.version = seenVersion(callRequest);
    this.db = db;
    if (tx !== undefined) this.tx = tx;
    if (file !== undefined) this.file = file;
    if (admitted !== undefined) this.admitted = admitted;
    this.isUnconfirmed = isUnconfirmed;
    this.#callRequest = callRequest;
    this.#call = call;
    this.#log = log;
    this.#signal = signal;
  }

  get log(): Log {
    return this.#log.child({ call: this.#call });
  }

  cookie(name: string): string {
    return this.#callRequest.cookie(name);
  }

  get signal(): AbortSignal {
    return this.#signal ?? this.#callRequest.signal;
  }
}

/** The version that the client has seen; null if it sent none. */
export function seenVersion({ ifMatch }: Pick<CallRequest, 'ifMatch'>): number | null {
  if (ifMatch === undefined) return null;
  const version = /^"?(\d{1,9})"?$/.exec(ifMatch)?.[1];
  if (version === undefined) throw malformed('If-Match does not hold a version.');
  return Number(version);
}
