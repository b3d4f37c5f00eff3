import { spawn, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Busy } from '../gate.ts';
import { CHILD_BASE_MEMORY_MB, CHILD_HEAP_SHARE, CHILD_NICENESS, CHILD_START_TIMEOUT_MS } from '../limits.ts';
import type { ChildMessage } from './child.ts';

/** A task was ended: it exceeded its time, or its process died, usually because it ran out of memory. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
  readonly reason: 'tooSlow' | 'crashed' | 'aborted';
  constructor(reason: TaskEnded['reason']) {
    super(`a task was ended: ${reason}`);
    this.reason = reason;
  }
}

export interface ChildLimits {
  readonly script: URL;
  /** The memory for a task, in addition to the memory of an idle process. */
  readonly memoryMb: number;
  /**
   * Processor time for all its tasks together. The kernel ends the process at this limit, even if the parent is gone.
   */
  readonly cpuSeconds: number;
}

export interface TaskOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onPart?: ((part: unknown) => void) | undefined;
}

/** The shell sets limits that Node cannot set for a child, and then becomes the child. A crash leaves no core file. */
const LIMITED = 'ulimit -c 0 && ulimit -d "$1" && ulimit -t "$2" && shift 2 && exec "$@"';

/** A separate process that performs tasks within limits. SIGKILL ends it at any point. */
export class LimitedChild {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #ready: Promise<void>;
  #endedFor: TaskEnded['reason'] = 'crashed';
  #hasExited = false;
  #tasks = 0;

  constructor(limits: ChildLimits) {
    const child = spawnLimited(limits);
    this.#process = child;
    this.#exited = new Promise((resolve) => {
      const exited = () => {
        this.#hasExited = true;
        resolve();
      };
      child.once('exit', exited);
      // The process could not be started.
      child.on('error', exited);
    });
    this.#ready = this.#untilReady();
    // If an unused child dies, nobody needs to handle it.
    this.#ready.catch(() => undefined);
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  get tasks(): number {
    return this.#tasks;
  }

  /**
   * Resolves with the result. Rejects with TaskEnded after the process has exited, or with Busy if it could not be
   * started.
   */
  async perform(task: unknown, { timeoutMs, signal, onPart }: TaskOptions): Promise<unknown> {
    this.#process.channel?.ref();
    await this.#ready.catch((error: unknown) => {
      throw new Busy('a process could not be started', { cause: error });
    });
    this.#tasks += 1;
    const abort = () => this.#end('aborted');
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => this.#end('tooSlow'), timeoutMs);
    try {
      return await this.#exchange(task, onPart);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (!this.#hasExited) this.#process.channel?.unref();
    }
  }

  /** Kills the process and waits until it has exited. */
  async end(): Promise<void> {
    this.#end('aborted');
    await this.#exited;
  }

  #end(reason: TaskEnded['reason']): void {
    if (this.#hasExited) return;
    this.#endedFor = reason;
    this.#process.kill('SIGKILL');
  }

  async #untilReady(): Promise<void> {
    const timer = setTimeout(() => this.#end('tooSlow'), CHILD_START_TIMEOUT_MS);
    try {
      await this.#messageOrExit((message) => ('ready' in message ? { done: undefined } : null));
    } finally {
      clearTimeout(timer);
    }
  }

  #exchange(task: unknown, onPart?: (part: unknown) => void): Promise<unknown> {
    const result = this.#messageOrExit((message) => {
      if ('part' in message) onPart?.(message.part);
      return 'result' in message ? { done: message.result } : null;
    });
    // If the channel is already closed, the exit event that follows reports it.
    if (this.#process.connected) this.#process.send(task as object, () => undefined);
    return result;
  }

  /** Reads messages until the last one. Rejects if the process exits first. */
  #messageOrExit(read: (message: ChildMessage) => { readonly done: unknown } | null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const hear = (message: unknown) => {
        const last = read(message as ChildMessage);
        if (last === null) return;
        this.#process.off('message', hear);
        resolve(last.done);
      };
      this.#process.on('message', hear);
      void this.#exited.then(() => reject(new TaskEnded(this.#endedFor)));
    });
  }
}

function spawnLimited({ script, memoryMb, cpuSeconds }: ChildLimits): ChildProcess {
  const cache = getCompileCacheDir();
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', LIMITED, 'sh', String((CHILD_BASE_MEMORY_MB + memoryMb) * 1_024), String(cpuSeconds)],
      ...[process.execPath, `--max-old-space-size=${Math.round(memoryMb * CHILD_HEAP_SHARE)}`],
      fileURLToPath(script),
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // The child gets none of our settings, so that code that parses users' files has no access to passwords.
      env: {
        TZ: 'UTC',
        UV_THREADPOOL_SIZE: '2',
        MALLOC_ARENA_MAX: '2',
        ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }),
      },
    },
  );
  child.unref();
  child.channel?.unref();
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, CHILD_NICENESS);
  } catch {
    // The process has already ended, and its exit event reports that.
  }
}
