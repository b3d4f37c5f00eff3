import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from '#server/platform/db/client.ts';
import { startApp, type App, type Extras } from '#server/app.ts';
import { readConfig, type Config } from '#server/platform/config.ts';
import { sqlState } from '#server/platform/db/pool.ts';
import { urlFor } from '#server/platform/db/provision.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { makeLog } from '#server/platform/log.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { asAdmin, databaseUrl, setup, TEMPLATE, TEST_ROLES } from './template.ts';

/** The response of a call. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, untyped for tests. */
  readonly json: any;
}

type Settings = Partial<Record<keyof Config, string>>;

const LOGIN_NAMES = [TEST_ROLES.writer, TEST_ROLES.reader, TEST_ROLES.jobs];
const UNDEFINED_DATABASE = '3D000';
/** The status of a server that cannot serve at the moment, and how long a sign-in is tried again. */
const BUSY = 503;
const BUSY_MS = 60_000;
const BUSY_PAUSE_MS = 200;

/** A separate database, cloned from the template; `admin` is connected as its owner. */
export interface TestDatabase {
  readonly name: string;
  readonly urls: {
    readonly writer: string;
    readonly reader: string;
    readonly jobs: string;
    readonly admin: string;
  };
  readonly admin: pg.Client;
  drop(): Promise<void>;
}

/**
 * Copying files takes a fifth of the processor time of logging every page, but waits for a checkpoint. That is quick only in a
 * cluster that does not wait for the disk, such as that of CI.
 */
async function copyDatabase(admin: pg.Client, name: string, template: string): Promise<void> {
  const { rows } = await admin.query<{ fsync: string }>('show fsync');
  const strategy = rows[0]?.fsync === 'off' ? 'file_copy' : 'wal_log';
  await admin.query(`create database ${name} template ${template} strategy ${strategy}`);
}

export async function cloneDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const name = `bureau_test_${randomBytes(6).toString('hex')}`;
  const clone = () => asAdmin((admin) => copyDatabase(admin, name, template));
  await clone().catch(async (error: unknown) => {
    // The first test run after midnight creates the template of the new day.
    if (sqlState(error) !== UNDEFINED_DATABASE) throw error;
    await setup();
    await clone();
  });
  return enterDatabase(name);
}

/** An existing database, as tests and benches use it. */
export async function enterDatabase(name: string): Promise<TestDatabase> {
  const adminUrl = databaseUrl(name);
  const admin = await openClient(adminUrl);
  // A migration takes the right to connect from everybody else.
  await admin.query(`grant connect on database ${name} to ${LOGIN_NAMES.join(', ')}`);
  const login = (role: 'writer' | 'reader' | 'jobs') =>
    urlFor(adminUrl, TEST_ROLES[role], TEST_ROLES.password);
  return {
    name,
    urls: { writer: login('writer'), reader: login('reader'), jobs: login('jobs'), admin: adminUrl },
    admin,
    async drop() {
      await admin.end();
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

export const settingsFor = (
  database: Pick<TestDatabase, 'urls'>,
  objectsDir: string,
  more: Settings = {},
): Record<string, string> => ({
  BUREAU_ENV: 'test',
  ROLE: 'web',
  PORT: '0',
  DATABASE_WRITE_URL: database.urls.writer,
  DATABASE_READ_URL: database.urls.reader,
  DATABASE_JOBS_URL: database.urls.jobs,
  DATABASE_CONNECTIONS: '4',
  OBJECT_STORE_DIR: objectsDir,
  LOG_LEVEL: 'silent',
  CHECK_REPLIES: 'on',
  PUBLIC_CALLS_PER_MINUTE: '100000',
  SIGN_IN_FAILURES: '1000',
  CONNECTIONS_PER_ADDRESS: '100000',
  UPLOADS_PER_USER: '1000',
  UPLOADS: '1000',
  SECOND_FACTOR_SECRET: 'a secret of the tests, 32 characters',
  ...more,
});

/** Bureau for a test file: a separate database and one server process, called over HTTP. */
export interface World {
  readonly database: TestDatabase;
  /** The store of its server for the bytes of documents. */
  readonly store: ObjectStore;
  readonly url: string;
  /** Makes a call with exactly these fields. */
  post(endpoint: string, fields: readonly string[], headers?: Record<string, string>): Promise<Answered>;
  /** Sends a raw body, for malformed requests. */
  raw(endpoint: string, body: string, headers?: Record<string, string>): Promise<Answered>;
  signIn(user: string, password?: string): Promise<string>;
  /** Runs a statement as the owner of the database, bypassing the server. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Another server process on the same database. */
  another(settings?: Settings, extras?: Extras): Promise<{ url: string; stop(): Promise<void> }>;
  close(): Promise<void>;
}

export async function post(
  url: string,
  endpoint: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await fetch(`${url}/api/${endpoint}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

export const fieldsBody = (fields: readonly string[]): string =>
  new URLSearchParams(fields.map((value, index): [string, string] => [String(index + 1), value])).toString();

/**
 * A busy test blocks the server in its own process, and on a busy machine a process stands still and calls wait long for
 * a connection. The server must not refuse a call because of that.
 */
export const PATIENT: Settings = { SHED_LOAD_AFTER_MS: '600000', CONNECTION_WAIT_SECONDS: '60' };

export async function openWorld(settings: Settings = {}, extras: Extras = {}): Promise<World> {
  const database = await cloneDatabase();
  const objectsDir = await mkdtemp(join(tmpdir(), 'bureau-test-'));
  const apps: App[] = [];
  const start = async (more: Settings, extra: Extras) => {
    const app = await startApp(
      readConfig(settingsFor(database, objectsDir, { ...PATIENT, ...settings, ...more })),
      makeLog('silent'),
      {
        webDir: null,
        ...extra,
      },
    );
    apps.push(app);
    return app;
  };
  const { url } = await start({}, extras);
  if (url === null) throw new Error('the test server serves no web');

  const raw: World['raw'] = (endpoint, body, headers) => post(url, endpoint, body, headers);
  return {
    database,
    store: createDiskStore({ root: objectsDir }),
    url,
    raw,
    post: (endpoint, fields, headers) => raw(endpoint, fieldsBody(fields), headers),
    async signIn(user, password = DEMO_PASSWORD) {
      const attempt = () => raw('login_a.php', fieldsBody(['validate', user, password, 'WEB']));
      let answer = await attempt();
      // On a machine under load the process that checks passwords starts slowly, and the server asks to try again.
      for (
        const deadline = performance.now() + BUSY_MS;
        answer.status === BUSY && performance.now() < deadline;
      ) {
        await sleep(BUSY_PAUSE_MS);
        answer = await attempt();
      }
      const { json } = answer;
      if (json.status !== 'MSG0000') throw new Error(`${user} could not sign in: ${JSON.stringify(json)}`);
      return json.session as string;
    },
    sql: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await database.admin.query<Row>(text, [...values])).rows,
    async another(more = {}, extra = extras) {
      const app = await start(more, extra);
      return { url: app.url ?? '', stop: () => app.stop() };
    },
    async close() {
      for (const app of apps) await app.stop();
      await database.drop();
      await rm(objectsDir, { recursive: true, force: true });
    },
  };
}
