import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program to its end and returns its standard output. */
export async function runProgram(path: string, args: readonly string[], timeoutMs = 60_000): Promise<string> {
  const { stdout } = await run(path, args, { timeout: timeoutMs, maxBuffer: 4 * 1024 * 1024 });
  return stdout;
}

/** A server process in the foreground with its output in a log file, so that it can always be ended by its handle. */
export class Daemon {
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #logPath: string;

  private constructor(child: ChildProcess, name: string, logPath: string) {
    this.#child = child;
    this.#name = name;
    this.#logPath = logPath;
  }

  static start(name: string, path: string, args: readonly string[], logPath: string): Daemon {
    const log = openSync(logPath, 'a');
    const child = spawn(path, args, { stdio: ['ignore', log, log] });
    closeSync(log);
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    child.once('exit', () => process.removeListener('exit', killWithUs));
    return new Daemon(child, name, logPath);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Stops the process, which keeps its connections. Its threads go on for a moment, so it waits until all have stopped. */
  async freeze(): Promise<void> {
    this.signal('SIGSTOP');
    while (!this.ended && !this.#isFrozen()) await sleep(5);
  }

  #isFrozen(): boolean {
    const threads = `/proc/${this.#child.pid}/task`;
    try {
      // The state is the letter after the name, which is in brackets.
      return readdirSync(threads).every((thread) =>
        /\) T [^)]*$/.test(readFileSync(`${threads}/${thread}/stat`, 'utf8')),
      );
    } catch {
      // A thread has ended meanwhile.
      return false;
    }
  }

  /** Polls until `ready` returns true; a daemon that ends meanwhile fails at once with the end of its log. */
  async waitUntil(ready: () => Promise<boolean>, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await ready().catch(() => false))) {
      if (this.ended) throw new Error(`${this.#name} ended while starting:\n${this.#logTail()}`);
      if (Date.now() > deadline)
        throw new Error(`${this.#name} was not ready in ${timeoutMs} ms:\n${this.#logTail()}`);
      await sleep(50);
    }
  }

  /** Kills the process and waits for its end; the tests' servers hold no data that needs a clean shutdown. */
  async stop(): Promise<void> {
    if (this.ended) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Waits until it has ended by itself, and kills it after the time limit. */
  async end(timeoutMs: number): Promise<void> {
    if (this.ended) return;
    await Promise.race([once(this.#child, 'exit'), sleep(timeoutMs, undefined, { ref: false })]);
    await this.stop();
  }

  #logTail(): string {
    return readFileSync(this.#logPath, 'utf8').slice(-2_000);
  }
}
