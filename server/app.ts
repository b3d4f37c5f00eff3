import { fileURLToPath } from 'node:url';
import { CONTRACT } from '#contract/all.ts';
import type { Declaration } from '#contract/define.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { refuseWrongInstallation } from './platform/db/installation.ts';
import { openListener } from './platform/db/listener.ts';
import { openDatabase } from './platform/db/pool.ts';
import { readiness } from './platform/db/readiness.ts';
import { makeDispatch } from './platform/dispatch/dispatch.ts';
import type { Bound } from './platform/dispatch/handler.ts';
import { makeRegistry } from './platform/dispatch/registry.ts';
import { openStreams } from './platform/dispatch/streams.ts';
import { makeUploadDispatch } from './platform/dispatch/uploads.ts';
import { addEventLoopGauges, watchEventLoop } from './platform/event-loop.ts';
import { openFiles } from './platform/files/open.ts';
import { inspectionPool, renderingPool } from './platform/files/pools.ts';
import { makeServer } from './platform/http/server.ts';
import { startWorker, type Job } from './platform/jobs/jobs.ts';
import { forgetKeysJob } from './platform/jobs/sweep.ts';
import type { Log } from './platform/log.ts';
import { openMailer } from './platform/mail/open.ts';
import { makeMetrics } from './platform/metrics.ts';
import { sheetPool } from './platform/xlsx/read.ts';
import { startSealer } from './platform/trail/sealer.ts';
import {
  ACCESS_CONSTRAINTS,
  accessHandlers,
  openSessions,
  emailChangedJob,
  resetJob,
  sweepJob,
} from './modules/access/index.ts';
import { AUDIT_CONSTRAINTS, auditHandlers, auditJobs, auditWaiting } from './modules/audit/index.ts';
import { homeHandlers, openWaiting } from './modules/home/index.ts';
import { BUDGET_CONSTRAINTS, budgetHandlers } from './modules/budget/index.ts';
import {
  masterDataHandlers,
  MASTERS_CONSTRAINTS,
  openLetterheads,
  type Letterheads,
} from './modules/masters/index.ts';
import { NOTES_CONSTRAINTS, notesHandlers, notesWaiting } from './modules/notes/index.ts';
import { paymentJobs, paymentsHandlers, paymentsHooks } from './modules/payments/index.ts';
import { mailJob, openKeyedCards, RATES_CONSTRAINTS, ratesHandlers } from './modules/rates/index.ts';
import { REQUESTS_CONSTRAINTS, requestsHandlers, requestsWaiting } from './modules/requests/index.ts';
import { tasksHandlers } from './modules/tasks/index.ts';

export interface App {
  /** The URL it listens on; null for a worker, which serves no web. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** Additional calls with their handlers. Tests use it to add probes. */
export interface Extras {
  readonly declared?: readonly Declaration[];
  readonly bound?: readonly Bound[];
  readonly jobs?: readonly Job[];
  readonly webDir?: string | null;
}

type Files = Awaited<ReturnType<typeof openFiles>> & { readonly letterheads: Letterheads };

/** Processes that parse users' files. */
const CHILD_POOLS = [inspectionPool, renderingPool, sheetPool];

const WEB_DIR = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Composes the modules and starts the listeners of this process. */
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
  closers.add(() => Promise.all(CHILD_POOLS.map((pool) => pool.close())));
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

/** Everything opened so far. Each resource is registered at once, so that a failed start leaves nothing open. */
class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly #onError: (error: unknown) => void;
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }
  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }
  /** Closes in reverse order. A failure does not keep the others open. */
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
    jobs: [forgetKeysJob, resetJob, emailChangedJob, sweepJob, ...paymentJobs, ...auditJobs, ...more],
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
  const listener = openListener(
    config.DATABASE_LINE_URL === '' ? config.DATABASE_READ_URL : config.DATABASE_LINE_URL,
    onError,
  );
  closers.add(() => listener.close());
  const sessions = openSessions({ database, listener, idleMinutes: config.SESSION_IDLE_MINUTES, onError });
  closers.add(() => sessions.close());
  const waiting = openWaiting({
    read: database.read,
    listener,
    // Each module declares its waiting work and for whom it waits.
    sources: [...requestsWaiting({ fourEyes: config.FOUR_EYES }), ...notesWaiting, ...auditWaiting],
    onError,
  });
  closers.add(async () => waiting.close());
  const mailer = openMailer(config);
  closers.add(async () => mailer.close());
  const streams = openStreams(
    sessions,
    {
      perSession: config.STREAMS_PER_SESSION,
      perUser: config.STREAMS_PER_USER,
      perAddress: config.STREAMS_PER_ADDRESS,
      total: config.STREAMS,
    },
    onError,
  );
  closers.add(async () => streams.close());
  const server = await makeServer({
    config,
    log,
    metrics,
    webDir: extras.webDir === undefined && config.SERVE_WEB ? WEB_DIR : (extras.webDir ?? null),
    notReady: readiness(database, listener),
  });
  closers.add(() => server.close());
  const dispatchOptions = {
    registry: makeRegistry(
      [...CONTRACT.map(({ declared }) => declared), ...(extras.declared ?? [])],
      [
        ...accessHandlers(config, sessions, metrics),
        ...masterDataHandlers(files.store),
        ...ratesHandlers(config, openKeyedCards({ database, listener }), files.letterheads),
        ...requestsHandlers(config, files),
        ...paymentsHandlers(config, mailer),
        ...budgetHandlers,
        ...tasksHandlers,
        ...notesHandlers(config, files.letterheads),
        ...auditHandlers(config, files),
        ...homeHandlers({ sessions, waiting }),
        ...(extras.bound ?? []),
      ],
    ),
    sessionStore: sessions,
    database,
    log,
    metrics,
    checkReplies: config.CHECK_REPLIES,
    streams,
    constraintTexts: new Map(
      Object.entries({
        ...ACCESS_CONSTRAINTS,
        ...MASTERS_CONSTRAINTS,
        ...RATES_CONSTRAINTS,
        ...REQUESTS_CONSTRAINTS,
        ...BUDGET_CONSTRAINTS,
        ...NOTES_CONSTRAINTS,
        ...AUDIT_CONSTRAINTS,
      }),
    ),
    limitPublic: server.limitPublic,
    intake: files.intake,
  };
  metrics.gauge('sessions_in_memory', 'Sessions this process remembers', () => sessions.size);
  metrics.gauge('streams', 'Open event streams', () => streams.size);
  metrics.gauge('database_waiting', 'Calls waiting for a connection', () => {
    const { read, write } = database.waiting();
    return read + write;
  });
  metrics.gauge('file_tasks_waiting', "Users' files that wait for a process to parse them", () =>
    CHILD_POOLS.reduce((sum, { waiting }) => sum + waiting, 0),
  );
  metrics.gauge('file_tasks_ended', 'Parsings that were ended for their time or memory since the start', () =>
    CHILD_POOLS.reduce((sum, { endedTasks }) => sum + endedTasks, 0),
  );
  metrics.gauge('resident_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss());
  const delay = watchEventLoop();
  closers.add(async () => delay.stop());
  addEventLoopGauges(metrics, delay);
  return server.open({
    dispatch: makeDispatch(dispatchOptions),
    dispatchUpload: makeUploadDispatch(dispatchOptions),
    hooks: paymentsHooks(config, { database, log, metrics }),
  });
}
