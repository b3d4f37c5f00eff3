import { startApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { makeLog, type Log } from './platform/log.ts';
import { closeGlobalFetch } from './platform/outside.ts';
import { VERSION } from './platform/version.ts';

/** Runs one process of Bureau, as web server, worker or both, until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLog(config.LOG_LEVEL);
  log.info({ ...VERSION, role: config.ROLE }, 'starting');
  endOnUnhandled(log);
  closeGlobalFetch();
  const app = await startApp(config, log);
  log.info({ url: app.url, role: config.ROLE }, 'ready');

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // This timer is never cleared: the process ends by itself once everything is closed, and otherwise here.
    setTimeout(() => {
      log.error('the stop took too long');
      process.exit(1);
    }, config.STOP_SECONDS * 1_000).unref();
    void app.stop().then(() => log.info('stopped'));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/**
 * After an unhandled fault the state of the process is unknown, so it ends at once and its supervisor starts another.
 * The log writes a fatal line before it returns.
 */
function endOnUnhandled(log: Log): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'the process ends because of a fault that nothing handled');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
});
