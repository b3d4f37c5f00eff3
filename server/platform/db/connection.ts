import type { Socket } from 'node:net';
import pg from 'pg';
import { outsideWork } from '../current-work.ts';
import { CONNECTION_WAIT_SECONDS, DATABASE_ANSWER_MARGIN_MS, DATABASE_KEEPALIVE_MS } from '../limits.ts';

/** Dates stay the text that PostgreSQL sends, because a day has no time zone. */
const DATE_OID = 1082;

export interface PoolOptions {
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  readonly connectionWaitSeconds?: number;
  readonly onError: (error: Error) => void;
  readonly applicationName?: string;
}

/**
 * A cached plan is made for any page length, so PostgreSQL expects a page of a large table to be long work. It would
 * spend most of a second on compiling a query that runs for two milliseconds.
 */
export const CONNECTION_OPTIONS = '-c jit=off';

/** What PostgreSQL shows for a connection of the pool. In a transaction the id of the work follows. */
export const APPLICATION_NAME = 'bureau';

/** A pool of connections for one role. Losing any of them, idle or in use, never ends the process. */
export function poolOf(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    connectionTimeoutMillis: (options.connectionWaitSeconds ?? CONNECTION_WAIT_SECONDS) * 1_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: DATABASE_KEEPALIVE_MS,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: options.applicationName ?? APPLICATION_NAME,
    options: CONNECTION_OPTIONS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
        oid === DATE_OID ? (value: string) => value : pg.types.getTypeParser(oid, format),
    },
  });
  pool.on('error', (error) => outsideWork(() => options.onError(error)));
  pool.on('connect', (client) => watch(client, options));
  return pool;
}

/** Clients whose connection has ended. The pool discards them when they are released. */
const lostClients = new WeakSet<pg.ClientBase>();

export const isLost = (client: pg.ClientBase): boolean => lostClients.has(client);

/**
 * The pool listens for errors only while a connection is idle. Node ends the process when an error event has no
 * listener, so every connection gets one for its whole life.
 */
function watch(client: pg.ClientBase, { statementTimeoutMs, onError }: PoolOptions): void {
  client.on('error', (error) => {
    lostClients.add(client);
    outsideWork(() => onError(error));
  });
  client.on('end', () => lostClients.add(client));
  giveUpSilence(client, statementTimeoutMs + DATABASE_ANSWER_MARGIN_MS);
}

/** Properties of pg's client that its types do not declare. */
interface ClientInternals {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/**
 * PostgreSQL ends a statement at its timeout, so a longer silence means that the server hangs or the network is gone.
 * This destroys the socket, because pg's own query_timeout returns the connection to the pool with the query still on
 * it.
 */
function giveUpSilence(client: pg.ClientBase, silenceMs: number): void {
  const { connection } = client as unknown as ClientInternals;
  connection.stream.setTimeout(silenceMs, () => {
    if (!(client as unknown as ClientInternals).readyForQuery)
      connection.stream.destroy(new Error(`the database did not answer for ${silenceMs} ms`));
  });
}
