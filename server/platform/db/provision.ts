import pg from 'pg';
import { runMigrations as runQueueMigrations } from 'graphile-worker';
import { withClient } from './client.ts';
import { readMigrations, storeDeclarations } from './declarations.ts';
import { LockWatch } from './lock-watch.ts';
import { sqlState } from './pool.ts';
import { makeMigrationTables, runMigrations, takeTurn, type RunOptions } from './run-migrations.ts';

/**
 * Brings a database up to date, as a user who may create roles. The four group roles belong to the whole cluster and
 * cannot log in: bureau_owner owns every table, bureau_writer and bureau_reader hold the application's grants,
 * bureau_jobs owns the job queue. Login roles are members of these, one set for each installation. Several installations can
 * share the groups, so only the logins of an installation may connect to its database, and the groups may not.
 */
export const GROUP_ROLES = ['bureau_owner', 'bureau_writer', 'bureau_reader', 'bureau_jobs'] as const;

/** A lock that was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
const LOGINS = ['writer', 'reader', 'jobs'] as const;
type PerLogin = Readonly<Record<(typeof LOGINS)[number], string>>;

export interface LoginRoles extends PerLogin {
  /** One for all is enough where nobody else can reach the database, such as in a test. */
  readonly password: string | PerLogin;
}

/** The logins of an installation. They differ from the groups that they belong to, whatever the database is called. */
export const loginsOf = (database: string): PerLogin => ({
  writer: `${database}_writer_login`,
  reader: `${database}_reader_login`,
  jobs: `${database}_jobs_login`,
});

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

const connect = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, application_name: 'bureau migrate' }, work);

const rolesAmong = async (client: pg.Client, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any ($1)',
    [names],
  );
  return new Set(rows.map(({ rolname }) => rolname));
};

/**
 * Creates the group roles and lets the logins of this installation connect, in one transaction, so that an installation whose
 * groups could connect is never without access. Several databases of one cluster may do this at the same time.
 */
async function makeGroupRoles(client: pg.Client, logins: PerLogin): Promise<void> {
  const guarded = (command: string) =>
    `begin ${command}; exception when duplicate_object or unique_violation or internal_error then null; end;`;
  const database = client.escapeIdentifier(client.database ?? '');
  const existing = await rolesAmong(
    client,
    LOGINS.map((kind) => logins[kind]),
  );
  await client.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtextextended('bureau roles', 0));
    ${GROUP_ROLES.map((role) => guarded(`create role ${role} nologin`)).join('\n')}
    grant bureau_jobs to bureau_owner;
    ${GROUP_ROLES.map((role) => `if not pg_has_role(current_user, '${role}', 'member') then grant ${role} to current_user; end if;`).join('\n')}
    grant create, temporary on database ${database} to bureau_owner, bureau_jobs;
    ${[...existing].map((login) => `grant connect on database ${database} to ${client.escapeIdentifier(login)};`).join('\n')}
    revoke connect on database ${database} from ${GROUP_ROLES.join(', ')};
    revoke connect, temporary on database ${database} from public;
    revoke create on schema public from public;
  end $$`);
}

/** Whether the database server has a login role of this installation. */
export const hasLoginRoles = (adminUrl: string, roles: PerLogin): Promise<boolean> =>
  connect(
    adminUrl,
    async (client) =>
      (
        await rolesAmong(
          client,
          LOGINS.map((kind) => roles[kind]),
        )
      ).size > 0,
  );

/** Creates the login roles of the installation in this database, and renews those that exist if it may: all of them or none. */
export async function makeLoginRoles(
  adminUrl: string,
  roles: LoginRoles,
  { mayRenew = true }: { readonly mayRenew?: boolean } = {},
): Promise<void> {
  await connect(adminUrl, async (client) => {
    await client.query('begin');
    const database = client.escapeIdentifier(client.database ?? '');
    const names = LOGINS.map((kind) => roles[kind]);
    // A role that is not to be renewed and exists all the same makes its creation fail.
    const existing = mayRenew ? await rolesAmong(client, names) : new Set<string>();
    for (const kind of LOGINS) {
      const password = typeof roles.password === 'string' ? roles.password : roles.password[kind];
      const name = client.escapeIdentifier(roles[kind]);
      await client.query(
        `${existing.has(roles[kind]) ? 'alter' : 'create'} role ${name} login password ${client.escapeLiteral(password)}`,
      );
      await client.query(`grant bureau_${kind} to ${name}`);
      await client.query(`grant connect on database ${database} to ${name}`);
    }
    await client.query('commit');
  });
}

/** Drops the login roles of an installation, which can connect to this database or to one that is gone. */
export async function dropLoginRoles(adminUrl: string, roles: PerLogin): Promise<void> {
  await connect(adminUrl, async (client) => {
    const database = client.escapeIdentifier(client.database ?? '');
    const existing = await rolesAmong(
      client,
      LOGINS.map((kind) => roles[kind]),
    );
    for (const role of existing) {
      const name = client.escapeIdentifier(role);
      await client.query(`revoke connect on database ${database} from ${name}; drop role ${name}`);
    }
  });
}

/** The URL of the same database with another login. */
export function urlFor(adminUrl: string, user: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

export interface MigrateOptions extends Partial<RunOptions> {
  /** The folder with the migrations, if it is not that of this program. */
  readonly folder?: URL;
  /** The logins of the installation, if they are not named after the database. */
  readonly logins?: PerLogin;
}

/**
 * Creates the roles and the schema of the job queue, then runs every migration that has not run yet, each once and in
 * order. The logins of the installation, if they exist, may then connect, and those of other installations may not.
 */
export async function migrate(
  adminUrl: string,
  { folder, logins = loginsOf(databaseOf(adminUrl)), say = () => {}, ...options }: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  return connect(adminUrl, async (client) => {
    await takeTurn(client, say);
    await makeGroupRoles(client, logins);
    await makeQueue(adminUrl);
    await client.query('set role bureau_owner');
    await storeDeclarations(client, migrations);
    await makeMigrationTables(client);
    const watch = await LockWatch.open(adminUrl, await pidOf(client), say);
    try {
      const done = await runMigrations(client, watch, migrations, { say, ...options });
      // A database that was restored long after its backup has no partition for the present month. If somebody reads the trail for
      // long, the worker makes it later.
      await client.query('select platform.prepare_trail()').catch((error: unknown) => {
        if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
        say('the coming months of the trail could not be made; the worker will make them');
      });
      return done;
    } finally {
      await watch.close();
    }
  });
}

async function makeQueue(adminUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2, options: '-c role=bureau_jobs' });
  pool.on('error', () => {});
  pool.on('connect', (connected) => connected.on('error', () => {}));
  try {
    await runQueueMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
