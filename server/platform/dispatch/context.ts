import type { Database, Transaction } from '../database.ts';
import type { AcceptedFile } from '../files/intake.ts';
import type { Log } from '../log.ts';
import type { Asking } from './asking.ts';
import type { Caller } from './caller.ts';
import type { SheetFile } from './handler.ts';
import { malformed } from './problems.ts';

/** What a handler is given to work with, by the effect of its call. */
export interface Tools {
  readonly db: Database;
  readonly tx?: Transaction;
  readonly file?: AcceptedFile | SheetFile | null;
}

/** The context of one call. The logger and the signal are made when they are asked for, because most calls use neither. */
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
  readonly #asking: Asking;
  readonly #call: string;
  readonly #log: Log;

  constructor(asking: Asking, caller: Caller | null, call: string, log: Log, { db, tx, file }: Tools) {
    this.caller = caller;
    this.requestId = asking.requestId;
    this.address = asking.address;
    this.agent = asking.agent;
    this.version = asking.ifMatch === undefined ? null : versionOf(asking.ifMatch);
    this.db = db;
    if (tx !== undefined) this.tx = tx;
    if (file !== undefined) this.file = file;
    this.#asking = asking;
    this.#call = call;
    this.#log = log;
  }

  get log(): Log {
    return this.#log.child({ call: this.#call, request: this.requestId });
  }

  get signal(): AbortSignal {
    return this.#asking.signal;
  }
}

function versionOf(ifMatch: string): number {
  const version = /^"?(\d{1,9})"?$/.exec(ifMatch)?.[1];
  if (version === undefined) throw malformed('If-Match does not hold a version.');
  return Number(version);
}
