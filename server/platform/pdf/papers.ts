import { TaskEnded } from '../children/limited-child.ts';
import { ProcessPool } from '../children/pool.ts';
import { busy, Problem } from '../dispatch/problems.ts';
import { FairQueue } from '../fair-queue.ts';
import { Busy } from '../gate.ts';
import { MAX_PAPER_WAIT_MS, MAX_PAPERS, MAX_PAPERS_PER_USER, PAPER_POOL } from '../limits.ts';
import type { PdfDescription } from './description.ts';
import type { DrawnPdf } from './pdf.child.ts';

const RETRY_SECONDS = 5;
const retryLater = (err: string) => new Problem(503, { err }, { 'retry-after': String(RETRY_SECONDS) });

export const PAPER_TEXTS = {
  tooMany: 'Your other papers are still being made. Please try again when they are ready.',
  ended: 'This paper could not be made. Please try again in a moment.',
} as const;

/** What describes a paper. It is called only when a process is free, so that papers that wait hold no memory. */
export type Describe = () => PdfDescription | Promise<PdfDescription>;

/** A place among the papers that are made or wait. */
export interface PaperPlace {
  /** Makes the paper when its turn comes. Throws 503 if that takes too long. Can be called once. */
  make(describe: Describe): Promise<Buffer>;
}

interface Limits {
  readonly perUser: number;
  readonly inAll: number;
  readonly atOnce: number;
  readonly maxWaitMs: number;
}

/**
 * Makes papers in child processes. Users take turns, so that one user's many large papers do not delay another user's
 * small one, and the number of papers of one user and of all users is limited.
 */
export class PaperMaker {
  readonly #pool: Pick<ProcessPool, 'run'>;
  readonly #limits: Limits;
  readonly #queue: FairQueue;
  readonly #placesOf = new Map<number, number>();
  #places = 0;

  constructor(pool: Pick<ProcessPool, 'run'>, limits: Limits) {
    this.#pool = pool;
    this.#limits = limits;
    this.#queue = new FairQueue({ atOnce: limits.atOnce, maxWaiting: [limits.inAll] });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /**
   * Takes a place for a paper of this account, before anything is written for it: a number that is given to a paper
   * which is then refused would be lost. Throws 503 if there is no place. Whoever has gone loses a place that is not used.
   */
  reserve(account: number, signal: AbortSignal): PaperPlace {
    const own = this.#placesOf.get(account) ?? 0;
    if (own >= this.#limits.perUser) throw retryLater(PAPER_TEXTS.tooMany);
    if (this.#places >= this.#limits.inAll) throw busy(RETRY_SECONDS);
    this.#count(account, 1);
    const release = () => this.#count(account, -1);
    signal.addEventListener('abort', release, { once: true });
    if (signal.aborted) release();
    return {
      make: async (describe) => {
        if (signal.aborted) throw busy(RETRY_SECONDS);
        signal.removeEventListener('abort', release);
        return this.#make(String(account), describe, signal).finally(release);
      },
    };
  }

  /** A paper of a job. The number of jobs at a time is limited, so it needs no place. */
  makeForJob(describe: Describe): Promise<Buffer> {
    return this.#make('job', describe);
  }

  async #make(key: string, describe: Describe, gone?: AbortSignal): Promise<Buffer> {
    const tooLong = AbortSignal.timeout(this.#limits.maxWaitMs);
    const signal = gone === undefined ? tooLong : AbortSignal.any([gone, tooLong]);
    const drawn = await this.#queue
      .run(key, () => this.#pool.run(describe) as Promise<DrawnPdf>, 0, signal)
      .catch((error: unknown) => {
        if (error === signal.reason || error instanceof Busy) throw busy(RETRY_SECONDS);
        if (error instanceof TaskEnded) throw retryLater(PAPER_TEXTS.ended);
        throw error;
      });
    if ('fault' in drawn) throw new Error(`a paper could not be drawn: ${drawn.fault}`);
    return Buffer.from(drawn.pdf.buffer, drawn.pdf.byteOffset, drawn.pdf.byteLength);
  }

  #count(account: number, change: 1 | -1): void {
    const own = (this.#placesOf.get(account) ?? 0) + change;
    if (own === 0) this.#placesOf.delete(account);
    else this.#placesOf.set(account, own);
    this.#places += change;
  }
}

const script = new URL('./pdf.child.ts', import.meta.url);
export const paperPool = new ProcessPool({ script, ...PAPER_POOL });

export const papers = new PaperMaker(paperPool, {
  perUser: MAX_PAPERS_PER_USER,
  inAll: MAX_PAPERS,
  atOnce: PAPER_POOL.maxProcesses,
  maxWaitMs: MAX_PAPER_WAIT_MS,
});
