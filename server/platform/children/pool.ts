import { createGate, type Gate } from '../gate.ts';
import { LimitedChild, TaskEnded } from './limited-child.ts';

export interface PoolOptions {
  readonly script: URL;
  readonly maxProcesses: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly taskTimeoutMs: number;
  readonly memoryMb: number;
  /** A process is replaced after this many tasks, so that nothing accumulates in it. */
  readonly tasksPerProcess: number;
  /** An idle process ends after this time. */
  readonly idleMs: number;
}

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onPart?: (part: unknown) => void;
}

/**
 * Child processes that work on users' files. Their number is limited, each starts when it is first needed, and each is
 * killed when its task exceeds its time. A task is created only when a process is free for it, so that waiting tasks
 * hold no memory.
 */
export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #gate: Gate;
  readonly #idle = new Map<LimitedChild, NodeJS.Timeout>();
  readonly #busy = new Set<Promise<unknown>>();
  #endedTasks = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#gate = createGate({
      maxRunning: options.maxProcesses,
      maxWaiting: options.maxWaiting,
      maxWaitMs: options.maxWaitMs,
    });
  }

  /**
   * The result of a task. Throws Busy if there was no free slot, TaskEnded if the task was ended, and the errors of
   * `makeTask`.
   */
  run(makeTask: () => unknown, options: RunOptions = {}): Promise<unknown> {
    return this.#gate.run(async () => {
      const work = this.#perform(await makeTask(), options);
      this.#busy.add(work);
      return work.finally(() => this.#busy.delete(work));
    }, options.signal);
  }

  get waiting(): number {
    return this.#gate.waiting;
  }

  /** Tasks ended since the start: too slow, too large, or abandoned by their caller. */
  get endedTasks(): number {
    return this.#endedTasks;
  }

  /** Lets running tasks finish and then ends every process. A later task starts a new one. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#busy);
    const idle = [...this.#idle.keys()];
    for (const child of idle) this.#take(child);
    await Promise.all(idle.map((child) => child.end()));
  }

  async #perform(task: unknown, { signal, onPart }: RunOptions): Promise<unknown> {
    const child = this.#idleChild() ?? this.#start();
    try {
      return await child.perform(task, { timeoutMs: this.#options.taskTimeoutMs, signal, onPart });
    } catch (error) {
      if (error instanceof TaskEnded) this.#endedTasks += 1;
      throw error;
    } finally {
      await this.#release(child);
    }
  }

  #start(): LimitedChild {
    const { script, memoryMb, tasksPerProcess, taskTimeoutMs } = this.#options;
    const cpuSeconds = Math.ceil((tasksPerProcess * taskTimeoutMs) / 1_000) + 1;
    return new LimitedChild({ script, memoryMb, cpuSeconds });
  }

  #idleChild(): LimitedChild | undefined {
    for (const child of this.#idle.keys()) {
      this.#take(child);
      if (!child.hasExited) return child;
    }
    return undefined;
  }

  #take(child: LimitedChild): void {
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
  }

  async #release(child: LimitedChild): Promise<void> {
    if (child.hasExited) return;
    if (child.tasks >= this.#options.tasksPerProcess) return child.end();
    const retire = () => {
      this.#take(child);
      void child.end();
    };
    this.#idle.set(child, setTimeout(retire, this.#options.idleMs).unref());
  }
}
