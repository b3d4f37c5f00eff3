import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
/** Compiled code is cached between starts, as in the image. */
const COMPILE_CACHE = join(tmpdir(), 'bureau-compile-cache');
const START_TIMEOUT_MS = 60_000;
const ERROR_LEVEL = 50;
const MAX_KEPT_LINES = 500;

/** How a process ended: its exit code, or the signal that ended it. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Bureau as in production: a separate process, configured by its settings, called over HTTP. */
export class BureauProcess {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #errors: string[] = [];
  #lastLine = '';
  readonly ended: Promise<Ending>;
  #url = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = once(child, 'exit').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
  }

  /** Starts it, or another copy of the program, and waits until it logs that it is ready. */
  static async start(
    settings: Readonly<Record<string, string>>,
    {
      nodeOptions = [],
      main = MAIN,
      startMs = START_TIMEOUT_MS,
    }: {
      readonly nodeOptions?: readonly string[];
      readonly main?: string;
      readonly startMs?: number;
    } = {},
  ): Promise<BureauProcess> {
    const child = spawn(process.execPath, [...nodeOptions, main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings, LOG_LEVEL: 'info' },
    });
    const started = new BureauProcess(child);
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    void started.ended.then(() => process.removeListener('exit', killWithUs));
    await started.#waitUntilReady(startMs);
    return started;
  }

  async #waitUntilReady(startMs: number): Promise<void> {
    const { stdout, stderr } = this.#child;
    if (stdout === null || stderr === null) throw new Error('the process has no output');
    const ready = new Promise<string>((resolve) => {
      for (const stream of [stdout, stderr])
        createInterface({ input: stream }).on('line', (line) => {
          if (this.#lines.length < MAX_KEPT_LINES) this.#lines.push(line);
          this.#lastLine = line;
          const said = logLine(line);
          if ((said?.level ?? ERROR_LEVEL) >= ERROR_LEVEL && this.#errors.length < MAX_KEPT_LINES)
            this.#errors.push(line);
          if (said?.msg === 'ready') resolve(said.url ?? '');
        });
    });
    const late = AbortSignal.timeout(startMs);
    const outcome = await Promise.race([
      ready,
      this.ended.then(() => null),
      once(late, 'abort').then(() => null),
    ]);
    if (outcome === null) {
      this.#child.kill('SIGKILL');
      throw new Error(`Bureau did not start:\n${this.#lines.join('\n')}`);
    }
    this.#url = outcome;
  }

  /** Its URL; empty for a worker. */
  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Its log lines so far, of the first ones. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** The newest line of its log. A process that ends because of a fault says so there. */
  get lastLine(): string {
    return this.#lastLine;
  }

  /** Its error log lines so far, however much it has logged besides. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills it without a clean shutdown. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** Asks it to stop, as an orchestrator would. */
  async stop(): Promise<Ending> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }
}

interface LogLine {
  readonly level?: number;
  readonly msg?: string;
  readonly url?: string | null;
}

function logLine(line: string): LogLine | null {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}
