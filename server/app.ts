import { fileURLToPath } from 'node:url';
import { CONTRACT } from '#contract/all.ts';
import type { Declaration } from '#contract/define.ts';
import type { Config } from './platform/config.ts';
import type { Tracer } from './platform/current-work.ts';
import type { Database } from './platform/database.ts';
import { refuseWrongInstallation } from './platform/db/installation.ts';
import { openListener } from './platform/db/listener.ts';
import { Outage } from './platform/db/outage.ts';
import { openDatabase } from './platform/db/pool.ts';
import { readiness } from './platform/db/readiness.ts';
import { makeDispatch } from './platform/dispatch/dispatch.ts';
import type { Bound } from './platform/dispatch/handler.ts';
import { makeRegistry, type Registry } from './platform/dispatch/registry.ts';
import { openStreams } from './platform/dispatch/streams.ts';
import { makeUploadDispatch } from './platform/dispatch/uploads.ts';
import { addChildFigures, CHILD_POOLS } from './platform/child-pools.ts';
import { Closers } from './platform/closers.ts';
import { addEventLoopGauges, watchEventLoop } from './platform/event-loop.ts';
import { tellCopyFailures } from './platform/files/copied-store.ts';
import { openFiles } from './platform/files/open.ts';
import { startSpoolSweeps } from './platform/files/spool.ts';
import { makeServer } from './platform/http/server.ts';
import { startWorker, type Job } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { openMailer } from './platform/mail/open.ts';
import { addInstallationFigures } from './platform/figures.ts';
import { makeMetrics, type Metrics } from './platform/metrics.ts';
import { platformSweeps } from './platform/retention/platform.sweeps.sql.ts';
import { retentionJob, unwantedJob } from './platform/retention/retention.jobs.ts';
import { noteHeadJob } from './platform/trail/head.jobs.ts';
import { VERSION } from './platform/version.ts';
import { startSealer } from './platform/trail/sealer.ts';
import {
  ACCESS_CONSTRAINTS,
  accessHandlers,
  accessSweeps,
  openSessions,
  emailChangedJob,
  holdLeftJob,
  noticeJob,
  jobsWaiting,
  proposalHandlers,
  proposalsWaiting,
  providerLinks,
  resetJob,
} from './modules/access/index.ts';
import { AUDIT_CONSTRAINTS, auditHandlers, auditJobs, auditWaiting } from './modules/audit/index.ts';
import { FLASH_CONSTRAINTS, flashHandlers, flashWaiting } from './modules/flash/index.ts';
import { homeHandlers, openWaiting } from './modules/home/index.ts';
import { BUDGET_CONSTRAINTS, budgetHandlers } from './modules/budget/index.ts';
import {
  LIBRARY_CONSTRAINTS,
  libraryHandlers,
  libraryJobs,
  librarySweeps,
  libraryTextJobs,
} from './modules/library/index.ts';
import { licencesHandlers, licencesJobs, licencesWaiting } from './modules/licences/index.ts';
import {
  masterDataHandlers,
  MASTERS_CONSTRAINTS,
  mastersSweeps,
  openLetterheads,
  type Letterheads,
} from './modules/masters/index.ts';
import {
  carriesNotes,
  NOTES_CONSTRAINTS,
  notesHandlers,
  notesWaiting,
  stopsQueue,
  stopsWaiting,
} from './modules/notes/index.ts';
import {
  payerLink,
  paymentJobs,
  paymentSweeps,
  paymentsHandlers,
  paymentsHooks,
  paymentsQueue,
  paymentsWaiting,
} from './modules/payments/index.ts';
import {
  addRatesFigures,
  mailJob,
  openKeyedCards,
  RATES_CONSTRAINTS,
  ratesHandlers,
  ratesWaiting,
} from './modules/rates/index.ts';
import {
  marginOn,
  REQUESTS_CONSTRAINTS,
  requestsHandlers,
  requestsQueue,
  requestsSweeps,
  requestsWaiting,
  turnoverUntil,
} from './modules/requests/index.ts';
import { tasksHandlers } from './modules/tasks/index.ts';
import {
  sweepUploadsJob,
  UPLOADS_CONSTRAINTS,
  uploadsHandlers,
  uploadsSweeps,
} from './modules/uploads/index.ts';

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

/** What the nightly job removes by age. */
const SWEEPS = [
  ...requestsSweeps,
  ...paymentSweeps,
  ...uploadsSweeps,
  ...librarySweeps,
  ...mastersSweeps,
  ...accessSweeps,
  ...platformSweeps,
];

const WEB_DIR = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Composes the modules and starts the listeners of this process. */
export async function startApp(config: Config, log: Log, extras: Extras = {}): Promise<App> {
  await refuseWrongInstallation(config);
  const outage = new Outage(log);
  const onError = (error: unknown) => outage.failed(error, 'a background failure');
  const database = openDatabase({
    readUrl: config.DATABASE_READ_URL,
    writeUrl: config.DATABASE_WRITE_URL,
    maxConnections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_SECONDS * 1_000,
    connectionWaitSeconds: config.CONNECTION_WAIT_SECONDS,
    onError,
  });
  const closers = new Closers(onError);
  const tracer = await openTracer(config, log);
  closers.add(async () => tracer?.close());
  closers.add(() => database.close());
  closers.add(() => Promise.all(CHILD_POOLS.map((pool) => pool.close())));
  try {
    const metrics = makeMetrics();
    const files = await openFiles(config, {
      onFailure: metrics.counter('store_failures', 'Operations that the object store did not do'),
      onCopyFailure: tellCopyFailures(metrics, log),
    });
    const sweeps = startSpoolSweeps(files.spoolDir, onError);
    closers.add(async () => sweeps.stop());
    const letterheads = openLetterheads(files.store);
    if (config.ROLE !== 'web')
      await openWorker(
        config,
        { log, outage },
        database,
        [
          mailJob(letterheads),
          ...libraryTextJobs(files.store),
          retentionJob(SWEEPS, files.store),
          unwantedJob(files.store),
          ...(extras.jobs ?? []),
        ],
        tracer,
        closers,
      );
    const url =
      config.ROLE === 'worker'
        ? null
        : await openWeb(
            config,
            log,
            database,
            { ...files, letterheads },
            metrics,
            extras,
            { onError, outage },
            tracer,
            closers,
          );
    return { url, stop: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

/** OpenTelemetry is loaded only if traces go somewhere. */
async function openTracer(config: Config, log: Log): Promise<Tracer | null> {
  if (config.TRACES_URL === '') return null;
  const { openTelemetry } = await import('./platform/telemetry.ts');
  return openTelemetry({ url: config.TRACES_URL, share: config.TRACES_SHARE, role: config.ROLE, log });
}

async function openWorker(
  config: Config,
  { log, outage }: { readonly log: Log; readonly outage: Outage },
  database: Database,
  more: readonly Job[],
  tracer: Tracer | null,
  closers: Closers,
): Promise<void> {
  const mailer = openMailer(config);
  closers.add(async () => mailer.close());
  const sealer = startSealer(config.DATABASE_JOBS_URL, outage);
  closers.add(() => sealer.stop());
  const worker = await startWorker({
    jobs: [
      noteHeadJob,
      resetJob,
      emailChangedJob,
      noticeJob,
      holdLeftJob,
      ...paymentJobs,
      ...auditJobs,
      ...libraryJobs,
      sweepUploadsJob,
      ...licencesJobs,
      ...more,
    ],
    database,
    mailer,
    config,
    log,
    outage,
    tracer,
  });
  closers.add(() => worker.stop());
}

async function openWeb(
  config: Config,
  log: Log,
  database: Database,
  files: Files,
  metrics: Metrics,
  extras: Extras,
  { onError, outage }: { readonly onError: (error: unknown) => void; readonly outage: Outage },
  tracer: Tracer | null,
  closers: Closers,
): Promise<string> {
  const listener = openListener(
    config.DATABASE_LINE_URL === '' ? config.DATABASE_READ_URL : config.DATABASE_LINE_URL,
    onError,
    (askedAt) => outage.succeeded(askedAt),
  );
  closers.add(() => listener.close());
  const sessions = openSessions({ database, listener, idleMinutes: config.SESSION_IDLE_MINUTES, onError });
  closers.add(() => sessions.close());
  const waiting = openWaiting({
    read: database.read,
    listener,
    // Each module declares its waiting work and for whom it waits.
    sources: [
      ...requestsWaiting({ fourEyes: config.FOUR_EYES }),
      ...paymentsWaiting,
      ...notesWaiting,
      ...stopsWaiting,
      ...ratesWaiting,
      ...auditWaiting,
      ...flashWaiting,
      ...licencesWaiting,
      ...(config.MAKER_CHECKER.length === 0 ? [] : proposalsWaiting),
      ...jobsWaiting,
    ],
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
    tracer,
    webDir: extras.webDir === undefined && config.SERVE_WEB ? WEB_DIR : (extras.webDir ?? null),
    notReady: readiness(database, listener),
  });
  closers.add(() => server.close());
  // A proposal runs the call that it names, so its handler needs the calls that are being put together.
  let registry: Registry | undefined;
  const dispatchOptions = {
    registry: (registry = makeRegistry(
      [...CONTRACT.map(({ declared }) => declared), ...(extras.declared ?? [])],
      [
        ...accessHandlers(config, sessions, metrics),
        ...masterDataHandlers(files.store),
        ...ratesHandlers(config, openKeyedCards({ database, listener }), files.letterheads),
        ...requestsHandlers(config, files, carriesNotes),
        ...paymentsHandlers(config, mailer, files.letterheads),
        ...budgetHandlers,
        ...tasksHandlers,
        ...notesHandlers(config, files.letterheads),
        ...auditHandlers(config, files),
        ...flashHandlers(files),
        ...uploadsHandlers(files.store),
        ...libraryHandlers(config, files.store),
        ...licencesHandlers(config, files),
        ...homeHandlers({
          sessions,
          waiting,
          queues: [
            ...requestsQueue({ fourEyes: config.FOUR_EYES }),
            ...paymentsQueue,
            ...stopsQueue(config.PROOF_OF_DELIVERY),
          ],
          turnoverUntil,
          marginOn,
        }),
        ...proposalHandlers((name) => registry?.named(name)),
        ...(extras.bound ?? []),
      ],
    )),
    sessionStore: sessions,
    makerChecker: config.MAKER_CHECKER,
    stepUp: { kinds: config.STEP_UP, minutes: config.STEP_UP_MINUTES },
    database,
    log,
    metrics,
    checkReplies: config.CHECK_REPLIES,
    slowCallMs: config.SLOW_CALL_MS,
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
        ...FLASH_CONSTRAINTS,
        ...UPLOADS_CONSTRAINTS,
        ...LIBRARY_CONSTRAINTS,
      }),
    ),
    limitPublic: server.limitPublic,
    intake: files.intake,
    store: files.store,
    uploadLimits: { perSender: config.UPLOADS_PER_USER, total: config.UPLOADS },
  };
  metrics.info('build', 'The program that runs', { ...VERSION });
  metrics.gauge('sessions_in_memory', 'Sessions this process remembers', () => sessions.size);
  metrics.gauge('streams', 'Open event streams', () => streams.size);
  metrics.gauge('database_waiting', 'Calls waiting for a connection', () => {
    const { read, write } = database.waiting();
    return read + write;
  });
  addChildFigures(metrics);
  metrics.gauge('resident_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss());
  const delay = watchEventLoop();
  closers.add(async () => delay.stop());
  addEventLoopGauges(metrics, delay);
  addInstallationFigures(metrics, database, config);
  addRatesFigures(metrics, database);
  return server.open({
    dispatch: makeDispatch(dispatchOptions),
    dispatchUpload: makeUploadDispatch(dispatchOptions),
    hooks: paymentsHooks(config, { database, log, metrics }),
    publicLinks: [payerLink({ database, log }), ...providerLinks(config, { database, log, metrics })],
  });
}
