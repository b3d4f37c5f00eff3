import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import { MIGRATIONS, readDeclarations, storeDeclarations } from './declarations.ts';

/**
 * Brings a database up to date, as a user who may create roles. The four group roles belong to the whole cluster and
 * cannot log in: bureau_owner owns every table, bureau_writer and bureau_reader hold the application's grants,
 * bureau_jobs owns the job queue. Login roles are members of these, one set for each installation.
 */
export const GROUP_ROLES = ['bureau_owner', 'bureau_writer', 'bureau_reader', 'bureau_jobs'] as const;

const LOGINS = ['writer', 'reader', 'jobs'] as const;
type PerLogin = Readonly<Record<(typeof LOGINS)[number], string>>;

export interface LoginRoles extends PerLogin {
  /** One for all is enough where nobody else can reach the database, such as in a test. */
  readonly password: string | PerLogin;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'bureau migrate' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the group roles. Several databases of one cluster may do this at the same time. */
async function makeGroupRoles(client: pg.Client): Promise<void> {
  const guarded = (command: string) =>
    `begin ${command}; exception when duplicate_object or unique_violation or internal_error then null; end;`;
  const database = client.escapeIdentifier(client.database ?? '');
  await client.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtextextended('bureau roles', 0));
    ${GROUP_ROLES.map((role) => guarded(`create role ${role} nologin`)).join('\n')}
    grant bureau_jobs to bureau_owner;
    ${GROUP_ROLES.map((role) => `if not pg_has_role(current_user, '${role}', 'member') then grant ${role} to current_user; end if;`).join('\n')}
    grant connect, create, temporary on database ${database} to bureau_owner, bureau_jobs;
    grant connect on database ${database} to bureau_writer, bureau_reader;
    revoke connect, temporary on database ${database} from public;
    revoke create on schema public from public;
  end $$`);
}

const rolesAmong = async (client: pg.Client, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any ($1)',
    [names],
  );
  return new Set(rows.map(({ rolname }) => rolname));
};

/** Whether the database server has a login role of this installation. */
export const hasLoginRoles = (adminUrl: string, roles: PerLogin): Promise<boolean> =>
  withClient(
    adminUrl,
    async (client) =>
      (
        await rolesAmong(
          client,
          LOGINS.map((kind) => roles[kind]),
        )
      ).size > 0,
  );

/** Creates the login roles of one installation, and renews those that exist if it may: all of them or none. */
export async function makeLoginRoles(
  adminUrl: string,
  roles: LoginRoles,
  { mayRenew = true }: { readonly mayRenew?: boolean } = {},
): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query('begin');
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
    }
    await client.query('commit');
  });
}

export async function dropLoginRoles(adminUrl: string, roles: Omit<LoginRoles, 'password'>): Promise<void> {
  await withClient(adminUrl, async (client) => {
    for (const name of [roles.writer, roles.reader, roles.jobs])
      await client.query(`drop role if exists ${client.escapeIdentifier(name)}`);
  });
}

/** The URL of the same database with another login. */
export function urlFor(adminUrl: string, user: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * Creates the roles and the schema of the job queue, then runs every migration that has not run yet, each once and in
 * order.
 */
export async function migrate(adminUrl: string): Promise<readonly string[]> {
  return withClient(adminUrl, async (client) => {
    await makeGroupRoles(client);
    const jobsPool = new pg.Pool({ connectionString: adminUrl, max: 2, options: '-c role=bureau_jobs' });
    jobsPool.on('error', () => {});
    jobsPool.on('connect', (connected) => connected.on('error', () => {}));
    try {
      await runMigrations({ pgPool: jobsPool });
    } finally {
      await jobsPool.end();
    }
    await client.query('set role bureau_owner');
    await storeDeclarations(client, await readDeclarations());
    const done = await runner({
      dbClient: client,
      dir: fileURLToPath(MIGRATIONS),
      direction: 'up',
      migrationsTable: 'migration',
      migrationsSchema: 'migrations',
      createMigrationsSchema: true,
      advisoryLockMode: 'wait',
      checkOrder: true,
      log: () => {},
    });
    await client.query(
      'grant usage on schema migrations to bureau_reader; grant select on all tables in schema migrations to bureau_reader',
    );
    return done.map((migration) => migration.name);
  });
}
