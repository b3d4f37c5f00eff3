import pg from 'pg';
import type { Acting, Database, Executor, Transaction } from '../database.ts';
import { currentWork, inSpan } from '../current-work.ts';
import { APPLICATION_NAME, isLost, poolOf, type PoolOptions } from './connection.ts';
import type { Statement } from './statement.ts';
import { DatabaseUnavailable, isReadOnlyState, isUnavailableState, type Outcome } from './unavailable.ts';

export interface DatabaseOptions extends PoolOptions {
  readonly readUrl: string;
  readonly writeUrl: string;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_TRIES = 3;

export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** pg sends the name of the portal, but its types do not declare it. */
interface Query extends pg.QueryConfig {
  readonly portal?: string;
}

type RunQuery = (query: Query) => Promise<pg.QueryResult>;

const SNAPSHOT = 'begin isolation level repeatable read, read only';
const DATABASE_SPAN = { 'db.system.name': 'postgresql' } as const;

const countRows = ({ rows }: pg.QueryResult) => ({ 'db.response.returned_rows': rows.length });

function executorOn(runQuery: RunQuery, before: (statement: Statement) => void): Executor {
  const rows = async <Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> => {
    before(statement);
    const { name, text, isReplanned } = statement;
    // PostgreSQL caches no plan for a statement without a name.
    const query = { ...(isReplanned ? {} : { name }), text, values: values as unknown[] };
    const result = await inSpan(name, DATABASE_SPAN, () => runQuery(query), countRows);
    return result.rows as Row[];
  };
  const maybe = async <Row>(
    statement: Statement<Row>,
    values?: readonly unknown[],
  ): Promise<Row | undefined> => {
    const found = await rows(statement, values);
    if (found.length > 1) throw new Error(`${statement.name} gave ${found.length} rows where one was asked`);
    return found[0];
  };
  const one = async <Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row> => {
    const found = await maybe(statement, values);
    if (found === undefined) throw new Error(`${statement.name} gave no row`);
    return found;
  };
  return { rows, maybe, one };
}

/**
 * The settings are written as literals. They are numbers, our own names and checked addresses, never text from a
 * client.
 */
function beginText({ scope, actor, branch, call, request, address }: Acting): string {
  const settings = {
    scope: scope === 'all' ? 'all' : `{${scope.join(',')}}`,
    actor: actor ?? '',
    branch: branch ?? '',
    call,
    request,
    address: address ?? '',
  };
  return [
    'begin',
    ...Object.entries(settings).map(([name, value]) => setLocal(`bureau.${name}`, value)),
  ].join(';');
}

function setLocal(name: string, value: string | number): string {
  const written = String(value);
  if (!/^[\w.{},:% -]*$/.test(written)) throw new Error(`setting ${name} has a character it must not have`);
  return `set local ${name} = '${written}'`;
}

/**
 * Names the work in the application name until the transaction ends. pg_stat_activity and the lines of PostgreSQL's log
 * show it. It is sent with the begin, so it costs no round trip.
 */
function withWorkName(begin: string): string {
  const work = currentWork();
  return work === undefined
    ? begin
    : `${begin};${setLocal('application_name', `${APPLICATION_NAME} ${work.id}`)}`;
}

/** Commits and also asks whether the transaction has noted waiting work (platform.note_waiting). */
const COMMIT = `commit; select current_setting('bureau.waiting', true) as noted`;

async function commit(client: pg.PoolClient): Promise<{ readonly hasNoted: boolean }> {
  const results = (await client.query(COMMIT)) as unknown as readonly pg.QueryResult<{
    noted: string | null;
  }>[];
  return { hasNoted: (results.at(-1)?.rows[0]?.noted ?? '') !== '' };
}

/** A connection of the pool. Any failure to get one counts as an unreachable database. */
async function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailable('nothing', error);
  }
}

/** The error to throw. It distinguishes a lost connection from a refusal of PostgreSQL. */
const asThrown = (client: pg.ClientBase, error: unknown, outcome: Outcome = 'nothing'): unknown =>
  isLost(client) || isUnavailableState(error) ? new DatabaseUnavailable(outcome, error) : error;

/** As above, for a transaction that may write: a server that only reads is not the one that it needs. */
const asThrownByWrite: typeof asThrown = (client, error, outcome) =>
  isReadOnlyState(error) ? new DatabaseUnavailable('nothing', error) : asThrown(client, error, outcome);

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Runs one statement on its own connection. After a failure the connection is not reused. The portal has the id of the
 * work for its name: PostgreSQL writes it beside the name of the statement when it logs a slow one, the statement stays
 * prepared, and no other message is needed.
 */
const queryOn =
  (pool: pg.Pool): RunQuery =>
  async (query) => {
    const client = await checkOut(pool);
    try {
      const result = await client.query({ ...query, portal: currentWork()?.id ?? '' } as Query);
      client.release();
      return result;
    } catch (error) {
      client.release(asError(error));
      throw asThrown(client, error);
    }
  };

/** Ends a failed transaction. A connection that is lost, serves no work or cannot roll back is not reused. */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (isLost(client) || cause instanceof DatabaseUnavailable) {
    client.release(asError(cause));
    return;
  }
  await client.query('rollback').then(
    () => client.release(),
    (failure: unknown) => client.release(asError(failure)),
  );
}

export function openDatabase(options: DatabaseOptions): Database {
  const readPool = poolOf(options.readUrl, options);
  const writePool = poolOf(options.writeUrl, options);

  /** The caller gets its answer right after the commit; others are notified in the background. */
  function release(client: pg.PoolClient, { hasNoted }: { readonly hasNoted: boolean }): void {
    if (!hasNoted) {
      client.release();
      return;
    }
    client.query('select platform.tell_waiting()').then(
      () => client.release(),
      (error: unknown) => {
        options.onError(asError(error));
        client.release(asError(error));
      },
    );
  }

  async function transact<T>(
    pool: pg.Pool,
    begin: string,
    work: (tx: Transaction) => Promise<T>,
    toThrow = asThrown,
  ): Promise<T> {
    const client = await checkOut(pool);
    let isOpen = true;
    let trailEntries = 0;
    const fail = (outcome: Outcome) => (error: unknown) => {
      throw toThrow(client, error, outcome);
    };
    const executor = executorOn(
      (query) => client.query(query).catch(fail('nothing')),
      (statement) => {
        if (!isOpen) throw new Error(`${statement.name} was run after its transaction had ended`);
        if (statement.leavesTrail) trailEntries += 1;
      },
    );
    const tx: Transaction = {
      ...executor,
      get trailEntries() {
        return trailEntries;
      },
    };
    try {
      await client.query(withWorkName(begin)).catch(fail('nothing'));
      const result = await work(tx);
      isOpen = false;
      // If the connection was already lost, the commit was not sent and has certainly not happened.
      release(client, await commit(client).catch(fail(isLost(client) ? 'nothing' : 'unknown')));
      return result;
    } catch (error) {
      isOpen = false;
      await rollBack(client, error);
      throw error;
    }
  }

  return {
    read: executorOn(queryOn(readPool), () => {}),
    async write(acting, work) {
      const begin = beginText(acting);
      for (let tries = 1; ; tries += 1) {
        try {
          return await inSpan('transaction', DATABASE_SPAN, () =>
            transact(writePool, begin, work, asThrownByWrite),
          );
        } catch (error) {
          const state = sqlState(error);
          if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || tries === MAX_TRIES) throw error;
        }
      }
    },
    snapshot: (work) => inSpan('snapshot', DATABASE_SPAN, () => transact(readPool, SNAPSHOT, work)),
    waiting: () => ({ read: readPool.waitingCount, write: writePool.waitingCount }),
    async close() {
      await Promise.all([readPool.end(), writePool.end()]);
    },
  };
}
