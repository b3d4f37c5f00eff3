import type { WrongCell } from '#contract/sheets.ts';
import type { UploadReply } from '#contract/uploads/uploads.ts';
import { MAX_WRONG_SHOWN } from '#domain/cells.ts';
import { BATCH_REFUSALS, type CoveredSums } from '#domain/uploads/batches.ts';
import { UPLOAD_TEXTS, type UploadKind } from '#domain/uploads/kinds.ts';
import type { UploadStart, UploadWatch } from '#server/platform/dispatch/handler.ts';
import { Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import { addBatch, refuseBatch, reportProgress, type Progress } from './batch.sql.ts';

/** Often enough for people who watch, and to tell a slow process from a dead one. */
const REPORT_EVERY_MS = 1_000;

interface RefusalFacts {
  readonly rows: number;
  readonly wrong?: readonly WrongCell[];
  readonly covered?: readonly CoveredSums[];
}

/** A sheet that was read and is refused. Its rows are rolled back; the batch keeps the reason and the wrong cells. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused';
  readonly facts: RefusalFacts;
  constructor(reason: string, facts: RefusalFacts) {
    super(reason);
    this.facts = facts;
  }
}

/** A refusal is msg '0' with the specified text in `error` and the reason in `message`. */
function refusedReply(
  batch: number,
  reason: string,
  { rows, wrong = [], covered = [] }: RefusalFacts,
): UploadReply {
  return {
    msg: '0',
    error: UPLOAD_TEXTS.failed,
    message: reason,
    batch,
    rows,
    errors: wrong.slice(0, MAX_WRONG_SHOWN),
    errorcount: wrong.length,
    covered: [...covered],
  };
}

/** A batch on its way in. It tells the database every second how far it is, besides the transaction of its rows. */
export class BatchProgress implements UploadWatch {
  readonly batch: number;
  readonly #start: UploadStart;
  readonly #timer: NodeJS.Timeout;
  #progress: Progress = { phase: 'waiting', rows: 0, doneRows: 0 };
  #isReporting = false;

  private constructor(start: UploadStart, batch: number) {
    this.#start = start;
    this.batch = batch;
    this.#timer = setInterval(() => void this.#report(), REPORT_EVERY_MS).unref();
  }

  static async begin(kind: UploadKind, start: UploadStart): Promise<BatchProgress> {
    const { database, acting, file, caller } = start;
    const batch = await database.write(acting, (tx) => addBatch(tx, kind, file, caller));
    if (batch === undefined) throw new Refusal(BATCH_REFUSALS.tooManyAtOnce);
    return new BatchProgress(start, batch);
  }

  read(rows: number): void {
    this.#progress = { phase: 'reading', rows: 0, doneRows: rows };
  }

  store(doneRows: number, rows: number): void {
    this.#progress = { phase: 'storing', rows, doneRows };
  }

  async failed(error: unknown): Promise<unknown> {
    this.end();
    const { database, acting, log } = this.#start;
    const isRead = error instanceof SheetRefused;
    const reason = isRead || error instanceof Refusal ? error.message : BATCH_REFUSALS.interrupted;
    const facts = isRead ? error.facts : { rows: 0 };
    // If the database is lost, the batch falls silent and is refused for that.
    await database
      .write(acting, (tx) => refuseBatch(tx, this.batch, { reason, isStored: isRead, ...facts }))
      .catch((failure: unknown) => log.warn({ err: failure }, 'a refused upload could not be marked'));
    return isRead || error instanceof Refusal
      ? new Problem(200, { ...refusedReply(this.batch, reason, facts) })
      : error;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** A report that fails or comes late does not matter: the next one says more. */
  async #report(): Promise<void> {
    if (this.#isReporting) return;
    this.#isReporting = true;
    const { database, acting, log } = this.#start;
    await database
      .write(acting, (tx) => reportProgress(tx, this.batch, this.#progress))
      .catch((failure: unknown) => log.warn({ err: failure }, 'the progress of an upload was not reported'));
    this.#isReporting = false;
  }
}
