import pg from 'pg';
import type { Acting, Database, Executor, Transaction } from '../database.ts';
import type { Statement } from './statement.ts';

/** Dates stay the text that PostgreSQL writes: a day has no time zone. */
const DATE_OID = 1082;

export interface DatabaseOptions {
  readonly readUrl: string;
  readonly writeUrl: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  readonly onError: (error: Error) => void;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_TRIES = 3;

export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/**
 * A kept plan is made for any page length, so PostgreSQL takes a page of a large table for long work, and would spend
 * most of a second on compiling what then runs for two milliseconds.
 */
export const CONNECTION_OPTIONS = '-c jit=off';

/** A pool of connections for one role. */
export function poolOf(url: string, options: Omit<DatabaseOptions, 'readUrl' | 'writeUrl'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: 'bureau',
    options: CONNECTION_OPTIONS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
        oid === DATE_OID ? (value: string) => value : pg.types.getTypeParser(oid, format),
    },
  });
  pool.on('error', options.onError);
  return pool;
}

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

function executorOn(queryable: Queryable, before: (statement: Statement) => void): Executor {
  const rows = async <Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> => {
    before(statement);
    const { name, text, isReplanned } = statement;
    // Without a name PostgreSQL keeps no plan of it.
    const result = await queryable.query({
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

/** Settings are written as literals: numbers, our own names and checked addresses, never what a client typed. */
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

/** Besides committing, asks what waiting things the transaction has noted (server/migrations/0019). */
const COMMIT = `commit; select current_setting('bureau.waiting', true) as noted`;

async function commit(client: pg.PoolClient): Promise<{ readonly hasNoted: boolean }> {
  const results = (await client.query(COMMIT)) as unknown as readonly pg.QueryResult<{
    noted: string | null;
  }>[];
  return { hasNoted: (results.at(-1)?.rows[0]?.noted ?? '') !== '' };
}

export function openDatabase(options: DatabaseOptions): Database {
  const readPool = poolOf(options.readUrl, options);
  const writePool = poolOf(options.writeUrl, options);

  async function transact<T>(
    pool: pg.Pool,
    begin: string,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    let telling: Promise<unknown> | undefined;
    let open = true;
    let trailEntries = 0;
    const executor = executorOn(client, (statement) => {
      if (!open) throw new Error(`${statement.name} was run after its transaction had ended`);
      if (statement.leavesTrail) trailEntries += 1;
    });
    const tx: Transaction = {
      ...executor,
      get trailEntries() {
        return trailEntries;
      },
    };
    try {
      await client.query(begin);
      const result = await work(tx);
      open = false;
      const { hasNoted } = await commit(client);
      // What is committed is answered at once; others are told meanwhile.
      if (hasNoted) telling = client.query('select platform.tell_waiting()').catch(options.onError);
      return result;
    } catch (error) {
      open = false;
      // A connection that cannot roll back is not given to anyone else.
      await client.query('rollback').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      throw error;
    } finally {
      if (telling === undefined) client.release(broken);
      else void telling.then(() => client.release());
    }
  }

  return {
    read: executorOn(readPool, () => {}),
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
