import type { UploadStart, UploadWatch } from '../dispatch/handler.ts';
import { forgetImport, reportImport, type ImportState } from './progress.sql.ts';

/** Often enough for the user who watches. */
const REPORT_EVERY_MS = 1_000;

/** An import under way. It tells the database every second how far it is, beside the transaction of its rows. */
export class ImportProgress implements UploadWatch {
  readonly #start: UploadStart;
  readonly #record: string;
  readonly #timer: NodeJS.Timeout;
  #state: ImportState = { phase: 'reading', rows: 0, doneRows: 0 };
  #reporting: Promise<void> | null = null;
  #isReported = false;

  constructor(record: string, start: UploadStart) {
    this.#record = record;
    this.#start = start;
    this.#timer = setInterval(() => this.#report(), REPORT_EVERY_MS).unref();
  }

  read(rows: number): void {
    this.#state = { phase: 'reading', rows: 0, doneRows: rows };
  }

  begin(phase: 'checking' | 'storing', rows: number): void {
    this.#state = { phase, rows, doneRows: 0 };
  }

  /** So many more rows are done. */
  advance(rows: number): void {
    this.#state = { ...this.#state, doneRows: this.#state.doneRows + rows };
  }

  async failed(error: unknown): Promise<unknown> {
    return error;
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#isReported) void this.#forget();
  }

  /** A report that fails or comes late does not matter: the next one says more. */
  #report(): void {
    this.#isReported = true;
    const { database, acting, caller, log } = this.#start;
    this.#reporting ??= database
      .write(acting, (tx) => reportImport(tx, caller.account, this.#record, this.#state))
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'the progress of an import was not reported'),
      )
      .finally(() => (this.#reporting = null));
  }

  /** A row that stays is not shown once it is silent, and the next import takes it over. */
  async #forget(): Promise<void> {
    const { database, acting, caller, log } = this.#start;
    await this.#reporting;
    await database
      .write(acting, (tx) => forgetImport(tx, caller.account, this.#record))
      .catch((error: unknown) => log.warn({ err: error }, 'the progress of an import was not removed'));
  }
}
