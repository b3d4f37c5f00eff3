import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { setup } from '#tools/testing/template.ts';
import {
  cloneDatabase,
  fieldsBody,
  post,
  settingsFor,
  type Answered,
  type TestDatabase,
} from '#tools/testing/world.ts';

type Settings = Parameters<typeof settingsFor>[2];

/** For drills that run beside other work: a process that gets no processor time would answer that it is busy. */
export const NO_SHEDDING = { SHED_LOAD_AFTER_MS: '600000', CONNECTION_WAIT_SECONDS: '60' };

const SIGN_IN_TRIES = 20;
const SIGN_IN_PAUSE_MS = 500;

/** The environment of a drill: its own database and the processes that it starts. */
export class Ground {
  readonly database: TestDatabase;
  readonly #objectsDir: string;
  readonly #processes: BureauProcess[] = [];

  private constructor(database: TestDatabase, objectsDir: string) {
    this.database = database;
    this.#objectsDir = objectsDir;
  }

  /** Runs a drill in a new environment and always removes it. */
  static async with(work: (ground: Ground) => Promise<void>): Promise<void> {
    await setup();
    const ground = new Ground(await cloneDatabase(), await mkdtemp(join(tmpdir(), 'bureau-drill-')));
    try {
      await work(ground);
    } finally {
      await Promise.all(ground.#processes.map((one) => one.kill()));
      await ground.database.drop();
      await rm(ground.#objectsDir, { recursive: true, force: true });
    }
  }

  /** Starts a process of this program, or of the copy with the given main file. */
  async start(settings: Settings = {}, main?: string): Promise<BureauProcess> {
    const started = await BureauProcess.start(
      settingsFor(this.database, this.#objectsDir, { SERVE_WEB: 'off', ...settings }),
      main === undefined ? {} : { main },
    );
    this.#processes.push(started);
    return started;
  }
}

/** One call by its fields. */
export const call = (
  url: string,
  endpoint: string,
  fields: readonly string[],
  headers: Record<string, string> = {},
): Promise<Answered> => post(url, endpoint, fieldsBody(fields), headers);

/** Signs in, again while the server answers that it is busy. */
export async function signIn(url: string, user: string, password = DEMO_PASSWORD): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { status, text } = await call(url, 'login_a.php', ['validate', user, password, 'WEB']);
    const { session } = JSON.parse(text) as { session?: string };
    if (session !== undefined) return session;
    if (status !== 503 || tries === SIGN_IN_TRIES)
      throw new Error(`${user} could not sign in: ${status} ${text.slice(0, 200)}`);
    await setTimeout(SIGN_IN_PAUSE_MS);
  }
}

/** The resident memory of a process. */
export const residentKilobytes = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
