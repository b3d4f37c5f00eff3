import pg from 'pg';
import type { Acting, Database, Executor, Transaction } from '../database.ts';
import { isLost, poolOf, type PoolOptions } from './connection.ts';
import type { Statement } from './statement.ts';
import { DatabaseUnavailable, isUnavailableState, type Outcome } from './unavailable.ts';

export interface DatabaseOptions extends PoolOptions {
  readonly readUrl: string;
  readonly writeUrl: string;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_TRIES = 3;

export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

function executorOn(runQuery: RunQuery, before: (statement: Statement) => void): Executor {
  const rows = async <Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> => {
    before(statement);
    const { name, text, isReplanned } = statement;
    // PostgreSQL caches no plan for a statement without a name.
    const result = await runQuery({
      ...(isReplanned ? {} : { name }),
      text,
      values: values as unknown[],
    });
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
  const set = Object.entries(settings).map(([name, value]) => {
    const written = String(value);
    if (!/^[\w.{},:%-]*$/.test(written)) throw new Error(`setting ${name} has a character it must not have`);
    return `set local bureau.${name} = '${written}'`;
  });
  return ['begin', ...set].join(';');
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

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Runs one statement on its own connection. After a failure the connection is not reused. */
const queryOn =
  (pool: pg.Pool): RunQuery =>
  async (query) => {
    const client = await checkOut(pool);
    try {
      const result = await client.query(query);
      client.release();
      return result;
    } catch (error) {
      client.release(asError(error));
      throw asThrown(client, error);
    }
  };

/** Ends a failed transaction. A connection that is lost or cannot roll back is not reused. */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (isLost(client)) {
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
  ): Promise<T> {
    const client = await checkOut(pool);
    let isOpen = true;
    let trailEntries = 0;
    const fail = (outcome: Outcome) => (error: unknown) => {
      throw asThrown(client, error, outcome);
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
      await client.query(begin).catch(fail('nothing'));
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
          return await transact(writePool, begin, work);
        } catch (error) {
          const state = sqlState(error);
          if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || tries === MAX_TRIES) throw error;
        }
      }
    },
    snapshot: (work) => transact(readPool, 'begin isolation level repeatable read, read only', work),
    waiting: () => ({ read: readPool.waitingCount, write: writePool.waitingCount }),
    async close() {
      await Promise.all([readPool.end(), writePool.end()]);
    },
  };
}
