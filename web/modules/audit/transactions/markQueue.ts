/** One call that marks rows, sent in the background. */
export interface MarkJob {
  /** The numbers of the rows that it marks. */
  readonly rows: readonly number[];
}

interface MarkQueueOptions<Job extends MarkJob, Reply> {
  /** Sends a job. A retry passes the same job object, so that the sender can use the same idempotency key. */
  readonly send: (job: Job) => Promise<Reply>;
  readonly onDone: (job: Job, reply: Reply) => void;
  /** Called once for a job that the server refused, and for a later job of the same rows, which is then not sent. */
  readonly onRefused: (job: Job, error: unknown) => void;
  /** Called whenever the number of unsettled jobs changes. */
  readonly onCount: (unsettled: number) => void;
  /** Whether a retry may succeed soon. */
  readonly isPassing: (error: unknown) => boolean;
  /** Waits before a retry; the number counts the attempts that failed. */
  readonly pause: (attempts: number) => Promise<void>;
}

/** The calls that are under way at the same time. */
export const MOST_UNDER_WAY = 4;
const MOST_ATTEMPTS = 6;

/**
 * Sends jobs in the order in which they were added, at most four at a time. Jobs of the same row never run at the same
 * time: a mark that is taken back at once arrives before its reversal. A refusal stops only the later jobs of its rows.
 */
export function makeMarkQueue<Job extends MarkJob, Reply>(options: MarkQueueOptions<Job, Reply>) {
  let waiting: Job[] = [];
  const underWay = new Set<Job>();
  let idleWatchers: (() => void)[] = [];

  const shareRow = (one: Job, other: Job) => one.rows.some((row) => other.rows.includes(row));
  const unsettled = () => waiting.length + underWay.size;

  function told(): void {
    options.onCount(unsettled());
    if (unsettled() > 0) return;
    const watchers = idleWatchers;
    idleWatchers = [];
    for (const watcher of watchers) watcher();
  }

  /** The first waiting job whose rows no earlier unsettled job has. */
  function nextJob(): Job | undefined {
    return waiting.find(
      (job, index) =>
        ![...underWay].some((other) => shareRow(job, other)) &&
        !waiting.slice(0, index).some((other) => shareRow(job, other)),
    );
  }

  function start(): void {
    while (underWay.size < MOST_UNDER_WAY) {
      const job = nextJob();
      if (job === undefined) return;
      waiting = waiting.filter((each) => each !== job);
      underWay.add(job);
      void run(job);
    }
  }

  async function run(job: Job): Promise<void> {
    try {
      const reply = await sendUntilSettled(job);
      underWay.delete(job);
      options.onDone(job, reply);
    } catch (error) {
      underWay.delete(job);
      const dropped = waiting.filter((other) => shareRow(job, other));
      waiting = waiting.filter((other) => !dropped.includes(other));
      // The newest first, so that each row returns step by step to its state before the refused job.
      for (const each of [...dropped].reverse()) options.onRefused(each, error);
      options.onRefused(job, error);
    }
    start();
    told();
  }

  async function sendUntilSettled(job: Job): Promise<Reply> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await options.send(job);
      } catch (error) {
        if (attempts === MOST_ATTEMPTS || !options.isPassing(error)) throw error;
        await options.pause(attempts);
      }
    }
  }

  return {
    add(job: Job): void {
      waiting.push(job);
      start();
      told();
    },
    /** Resolves when every job is settled. */
    idle: (): Promise<void> =>
      unsettled() === 0 ? Promise.resolve() : new Promise((resolve) => idleWatchers.push(resolve)),
    unsettledJobs: (): readonly Job[] => [...underWay, ...waiting],
  };
}
