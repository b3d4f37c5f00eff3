import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';
import { startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { dropLoginRoles, makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { openFiles } from '#server/platform/files/open.ts';
import { makeLog } from '#server/platform/log.ts';
import { startCatcher } from '#tools/catcher/catcher.ts';
import { SIMULATED_CLIENT, startSimulator } from '#tools/gateway/simulator.ts';
import { DEMO_RENEWAL_KEY } from './business.ts';
import { loadDemo } from './load.ts';
import { storeDemoPapers } from './papers.ts';

/**
 * `npm run demo`: the demo business on PORT, a mail catcher on PORT+1, a simulated payment gateway on PORT+2. Without
 * DATABASE_URL it recreates the database bureau_demo and removes it at the end. A given database is filled if it is
 * empty, continued if it is a demo, and otherwise refused and left unchanged.
 */
const OWN_DATABASE = 'postgres://postgres@127.0.0.1:5432/bureau_demo';

/** The same each time, because a given database can be continued. */
const DEMO_FACTOR_SECRET = 'for the authenticator apps of the demo';

const port = Number(process.env['PORT'] ?? 8080);
const given = process.env['DATABASE_URL'] ?? '';
const databaseUrl = given === '' ? OWN_DATABASE : given;
const databaseName = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));

class DemoRefused extends Error {}

const query = <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows);

const inPostgres = (text: string) => {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  return query(url.href, text);
};
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const dropOwn = () => inPostgres(`drop database if exists ${quoted(databaseName)} with (force)`);

/** Whether the database must be filled. Throws if it belongs to another installation. */
async function mustBeFilled(): Promise<boolean> {
  const [found] = await query<{ tables: number; marked: boolean }>(
    databaseUrl,
    `select (select count(*)::integer from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema') as tables,
     to_regclass('platform.installation') is not null as marked`,
  );
  if (found?.tables === 0) return true;
  const [installation] =
    found?.marked === true
      ? await query<{ kind: string }>(databaseUrl, 'select kind from platform.installation')
      : [];
  if (installation?.kind !== 'demo')
    throw new DemoRefused(
      `The database ${databaseName} is neither empty nor a demo; nothing was changed in it.`,
    );
  return false;
}

async function prepareDatabase(): Promise<void> {
  if (given === '') {
    await dropOwn();
    await inPostgres(`create database ${quoted(databaseName)}`);
  }
  const isEmpty = await mustBeFilled();
  await migrate(databaseUrl);
  if (isEmpty) await loadDemo(databaseUrl);
}

/** Closers of everything opened so far, called in reverse order in any case. */
const closers: (() => Promise<unknown>)[] = [];
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const close of closers.reverse())
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
}

async function main(): Promise<void> {
  const roles = {
    writer: `${databaseName}_writer`,
    reader: `${databaseName}_reader`,
    jobs: `${databaseName}_jobs`,
  };
  const password = randomBytes(18).toString('base64url');
  const catcher = await startCatcher({ httpPort: port + 1, host: 'localhost' });
  closers.push(() => catcher.close());
  const gateway = await startSimulator({ port: port + 2, host: 'localhost' });
  closers.push(() => gateway.close());
  await prepareDatabase();
  closers.push(() => dropLoginRoles(databaseUrl, roles).then(() => (given === '' ? dropOwn() : undefined)));
  await makeLoginRoles(databaseUrl, { ...roles, password });
  const objectsDir = await mkdtemp(join(tmpdir(), 'bureau-demo-'));
  closers.push(() => rm(objectsDir, { recursive: true, force: true }));
  const config = readConfig({
    BUREAU_ENV: 'demo',
    HOST: 'localhost',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_WRITE_URL: urlFor(databaseUrl, roles.writer, password),
    DATABASE_READ_URL: urlFor(databaseUrl, roles.reader, password),
    DATABASE_JOBS_URL: urlFor(databaseUrl, roles.jobs, password),
    SMTP_URL: `smtp://localhost:${catcher.smtpPort}`,
    GATEWAY_URL: `${gateway.url}/pg`,
    GATEWAY_CLIENT_ID: SIMULATED_CLIENT.clientId,
    GATEWAY_CLIENT_SECRET: SIMULATED_CLIENT.clientSecret,
    SECOND_FACTOR_SECRET: DEMO_FACTOR_SECRET,
    OBJECT_STORE_DIR: objectsDir,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    METRICS_TOKEN: process.env['METRICS_TOKEN'],
    // A demo runs on any machine, often beside other work. It may be slow there, but it does not refuse.
    SHED_LOAD_AFTER_MS: '60000',
    CONNECTION_WAIT_SECONDS: '60',
  });
  // The object folder is new each time, so the demo's documents are stored each time.
  const { store } = await openFiles(config);
  await storeDemoPapers(store, databaseUrl);
  // In development Vite serves the web and this process serves the calls.
  const extras = process.env['DEMO_WITHOUT_WEB'] === '1' ? { webDir: null } : {};
  const app = await startApp(config, makeLog(config.LOG_LEVEL), extras);
  closers.push(() => app.stop());
  process.stdout.write(
    `mails http://localhost:${port + 1}\npayments http://localhost:${port + 2}\nrenewal http://localhost:${port}/renewal-documents/${DEMO_RENEWAL_KEY}\nready http://localhost:${port}\n`,
  );
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

function explain(error: unknown): string {
  if (error instanceof DemoRefused) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port: taken } = error as Error & { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE')
    return `Another program uses port ${String(taken)}. Choose another PORT; the demo also takes the two after it.`;
  return String(error.stack);
}

main().catch(async (error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
  await stop();
});
