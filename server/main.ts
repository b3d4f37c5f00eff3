import { startApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { makeLog } from './platform/log.ts';

/** Runs one process of Bureau, as web server, worker or both, until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLog(config.LOG_LEVEL);
  const app = await startApp(config, log);
  log.info({ url: app.url, role: config.ROLE }, 'ready');

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // Nothing clears it: once everything is closed the process ends by itself, and if something is not, it ends here.
    setTimeout(() => {
      log.error('the stop took too long');
      process.exit(1);
    }, config.STOP_SECONDS * 1_000).unref();
    void app.stop().then(() => log.info('stopped'));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
});
