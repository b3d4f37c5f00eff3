import { fileURLToPath } from 'node:url';
import { CONTRACT } from '#contract/all.ts';
import type { Declared } from '#contract/define.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { refuseWrongInstallation } from './platform/db/installation.ts';
import { openLine } from './platform/db/line.ts';
import { openDatabase } from './platform/db/pool.ts';
import { readiness } from './platform/db/readiness.ts';
import { makeDispatch } from './platform/dispatch/dispatch.ts';
import type { Bound } from './platform/dispatch/handler.ts';
import { makeRegistry } from './platform/dispatch/registry.ts';
import { makeUploadDispatch } from './platform/dispatch/uploads.ts';
import { openFiles } from './platform/files/open.ts';
import { makeServer } from './platform/http/server.ts';
import { startWorker, type Job } from './platform/jobs/jobs.ts';
import { forgetKeysJob } from './platform/jobs/sweep.ts';
import type { Log } from './platform/log.ts';
import { openMailer } from './platform/mail/open.ts';
import { makeMetrics } from './platform/metrics.ts';
import { startSealer } from './platform/trail/sealer.ts';
import {
  ACCESS_CONSTRAINTS,
  accessHandlers,
  openSessions,
  resetJob,
  sweepJob,
} from './rooms/access/index.ts';
import { homeHandlers, openWaiting } from './rooms/home/index.ts';
import { BUDGET_CONSTRAINTS, budgetHandlers } from './rooms/budget/index.ts';
import {
  masterDataHandlers,
  MASTERS_CONSTRAINTS,
  openLetterheads,
  type Letterheads,
} from './rooms/masters/index.ts';
import { NOTES_CONSTRAINTS, notesHandlers, notesWaiting } from './rooms/notes/index.ts';
import { paymentJobs, paymentsHandlers, paymentsHooks } from './rooms/payments/index.ts';
import { mailJob, openKeyedCards, RATES_CONSTRAINTS, ratesHandlers } from './rooms/rates/index.ts';
import { REQUESTS_CONSTRAINTS, requestsHandlers, requestsWaiting } from './rooms/requests/index.ts';
import { tasksHandlers } from './rooms/tasks/index.ts';

export interface App {
  /** Where it listens; null for a worker without a web door. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** More calls than the contract has, with their handlers; tests add probes with it. */
export interface Extras {
  readonly declared?: readonly Declared[];
  readonly bound?: readonly Bound[];
  readonly jobs?: readonly Job[];
  readonly webDir?: string | null;
}

type Files = Awaited<ReturnType<typeof openFiles>> & { readonly letterheads: Letterheads };

const WEB_DIR = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Puts the rooms together and opens the doors that this process is for. */
export async function startApp(config: Config, log: Log, extras: Extras = {}): Promise<App> {
  await refuseWrongInstallation(config);
  const onError = (error: unknown) => log.error({ err: error }, 'a background failure');
  const database = openDatabase({
    readUrl: config.DATABASE_READ_URL,
    writeUrl: config.DATABASE_WRITE_URL,
    maxConnections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_SECONDS * 1_000,
    onError,
  });
  const closers = new Closers(onError);
  closers.add(() => database.close());
  try {
    const files = await openFiles(config);
    const letterheads = openLetterheads(files.store);
    if (config.ROLE !== 'web')
      await openWorker(config, log, database, [mailJob(letterheads), ...(extras.jobs ?? [])], closers);
    const url =
      config.ROLE === 'worker'
        ? null
        : await openWeb(config, log, database, { ...files, letterheads }, extras, onError, closers);
    return { url, stop: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

/** What has been opened so far, each thing registered at once, so that a start that fails half-way leaves nothing open. */
class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly #onError: (error: unknown) => void;
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }
  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }
  /** In the opposite order; one failure does not keep the others open. */
  async closeAll(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop())
      await close().catch(this.#onError);
  }
}

async function openWorker(
  config: Config,
  log: Log,
  database: Database,
  more: readonly Job[],
  closers: Closers,
): Promise<void> {
  const mailer = openMailer(config);
  closers.add(async () => mailer.close());
  const sealer = startSealer(config.DATABASE_JOBS_URL, log);
  closers.add(() => sealer.stop());
  const worker = await startWorker({
    jobs: [forgetKeysJob, resetJob, sweepJob, ...paymentJobs, ...more],
    database,
    mailer,
    config,
    log,
  });
  closers.add(() => worker.stop());
}

async function openWeb(
  config: Config,
  log: Log,
  database: Database,
  files: Files,
  extras: Extras,
  onError: (error: unknown) => void,
  closers: Closers,
): Promise<string> {
  const metrics = makeMetrics();
  const line = openLine(
    config.DATABASE_LINE_URL === '' ? config.DATABASE_READ_URL : config.DATABASE_LINE_URL,
    onError,
  );
  closers.add(() => line.close());
  const sessions = openSessions({ database, line, idleMinutes: config.SESSION_IDLE_MINUTES, onError });
  closers.add(() => sessions.close());
  const waiting = openWaiting({
    read: database.read,
    line,
    // Each room says what it has waiting for whom.
    sources: [...requestsWaiting({ fourEyes: config.FOUR_EYES }), ...notesWaiting],
    onError,
  });
  closers.add(async () => waiting.close());
  const mailer = openMailer(config);
  closers.add(async () => mailer.close());
  const server = await makeServer({
    config,
    log,
    metrics,
    webDir: extras.webDir === undefined && config.SERVE_WEB ? WEB_DIR : (extras.webDir ?? null),
    notReady: readiness(database, line),
  });
  closers.add(() => server.close());
  const dispatchOptions = {
    registry: makeRegistry(
      [...CONTRACT.map(({ declared }) => declared), ...(extras.declared ?? [])],
      [
        ...accessHandlers(config, sessions),
        ...masterDataHandlers(files.store),
        ...ratesHandlers(config, openKeyedCards({ database, line }), files.letterheads),
        ...requestsHandlers(config, files),
        ...paymentsHandlers(config, mailer),
        ...budgetHandlers,
        ...tasksHandlers,
        ...notesHandlers(files.letterheads),
        ...homeHandlers({ sessions, waiting }),
        ...(extras.bound ?? []),
      ],
    ),
    doorkeeper: sessions,
    database,
    log,
    metrics,
    checkReplies: config.CHECK_REPLIES,
    constraintTexts: new Map(
      Object.entries({
        ...ACCESS_CONSTRAINTS,
        ...MASTERS_CONSTRAINTS,
        ...RATES_CONSTRAINTS,
        ...REQUESTS_CONSTRAINTS,
        ...BUDGET_CONSTRAINTS,
        ...NOTES_CONSTRAINTS,
      }),
    ),
    limitPublic: server.limitPublic,
    intake: files.intake,
  };
  metrics.gauge('sessions_in_memory', 'Sessions this process remembers', () => sessions.size);
  metrics.gauge('database_waiting', 'Calls waiting for a connection', () => {
    const { read, write } = database.waiting();
    return read + write;
  });
  return server.open({
    dispatch: makeDispatch(dispatchOptions),
    dispatchUpload: makeUploadDispatch(dispatchOptions),
    hooks: paymentsHooks(config, { database, log, limit: server.limitPublic }),
  });
}
