import type pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';
import type { Config } from '#server/platform/config.ts';
import { migrationNames } from '#server/platform/db/declarations.ts';
import { GROUP_ROLES } from '#server/platform/db/provision.ts';
import { checkStorage } from './cluster.ts';
import { advice, fault, ok, reasonOf, type Finding } from './finding.ts';

const OLDEST_VERSION = 150_000;
const CONNECT_MS = 5_000;
/** A clock that is further off gives wrong times on papers and refuses webhooks of the gateway. */
const MAX_CLOCK_SECONDS = 2;

const LOGINS = {
  writer: 'DATABASE_WRITE_URL',
  reader: 'DATABASE_READ_URL',
  jobs: 'DATABASE_JOBS_URL',
} as const;
type Role = keyof typeof LOGINS;

const withLogin = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, connectionTimeoutMillis: CONNECT_MS }, work);

interface LoginRow {
  readonly standby: boolean;
  readonly member: boolean;
  readonly powers: string[];
}

/** A login has the grants of its group and no power that goes around row-level security. */
async function checkLogin(role: Role, config: Config): Promise<readonly Finding[]> {
  const setting = LOGINS[role];
  try {
    return await withLogin(config[setting], async (client) => {
      const { rows } = await client.query<LoginRow>(
        `select pg_is_in_recovery() as standby, pg_has_role(current_user, $1, 'member') as member,
           array_remove(array[case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypassrls' end,
             case when rolcreaterole then 'createrole' end, case when rolcreatedb then 'createdb' end,
             case when pg_has_role(current_user, 'bureau_owner', 'member') then 'bureau_owner' end], null) as powers
         from pg_roles where rolname = current_user`,
        [`bureau_${role}`],
      );
      const { standby, member, powers } = rows[0] ?? { standby: false, member: false, powers: [] };
      if (standby)
        return [
          fault(
            setting,
            'names a standby, where a user does not find what was just saved. Name the primary.',
          ),
        ];
      if (!member) return [fault(setting, `is a login that is no member of bureau_${role}.`)];
      if (powers.length > 0)
        return [fault(setting, `is a login with too much power (${powers.join(', ')}).`)];
      return [ok(setting, `connects as a member of bureau_${role} and nothing more.`)];
    });
  } catch (error) {
    return [fault(setting, `does not connect: ${reasonOf(error)}`)];
  }
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as name`,
  );
  const { number = 0, name = '' } = rows[0] ?? {};
  return number < OLDEST_VERSION
    ? fault('PostgreSQL', `is ${name}; at least 15 is needed.`)
    : ok('PostgreSQL', `is ${name}.`);
}

async function checkSchema(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ missing: string[] }>(
    `select array(select unnest($1::text[]) except select name from migrations.migration order by 1) as missing`,
    [await migrationNames()],
  );
  const missing = rows[0]?.missing ?? [];
  return missing.length === 0
    ? ok('schema', 'is that of this program.')
    : fault('schema', `lacks ${missing.join(', ')}. Run: npm run db -- migrate`);
}

/** A table with policies whose row-level security is off, or not forced on its owner, shows every branch to everybody. */
async function checkRowSecurity(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ table: string; open: boolean }>(
    `select c.oid::regclass::text as "table", not (c.relrowsecurity and c.relforcerowsecurity) as open
     from pg_class c where exists (select from pg_policy p where p.polrelid = c.oid) order by 1`,
  );
  const open = rows.filter((row) => row.open).map(({ table }) => table);
  if (rows.length === 0) return fault('row-level security', 'protects no table.');
  return open.length === 0
    ? ok('row-level security', `protects ${rows.length} tables.`)
    : fault('row-level security', `is off for ${open.join(', ')}.`);
}

/** The login of `npm run verify` (docs/operations.md) reads every row and changes none. */
const VERIFY_LOGIN = 'bureau_verify';

/** The groups belong to the whole cluster: a login of another installation that can connect has all grants of its group here. */
async function checkStrangers(client: pg.Client, config: Config): Promise<Finding> {
  const own = Object.values(LOGINS).map((setting) => decodeURIComponent(new URL(config[setting]).username));
  const { rows } = await client.query<{ name: string; granted: boolean }>(
    `select r.rolname as name, exists (select from pg_roles g where g.rolname = any ($2)
         and pg_has_role(r.oid, g.oid, 'member')) as granted
     from pg_database d, pg_roles r where d.datname = current_database() and r.rolcanlogin and not r.rolsuper
       and r.oid <> d.datdba and r.rolname <> all ($1) and has_database_privilege(r.oid, d.oid, 'connect')
     order by granted desc, name`,
    [[...own, VERIFY_LOGIN], GROUP_ROLES],
  );
  const text = `can be entered by ${rows.map(({ name }) => name).join(', ')}, not of this installation. Run npm run db -- migrate, then revoke connect from each that is still named.`;
  if (rows.length === 0) return ok('database', 'can be entered by the logins of this installation alone.');
  return rows.some(({ granted }) => granted) ? fault('database', text) : advice('database', text);
}

/** Entries of a month without a partition cannot be archived by month. */
async function checkTrail(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ months_ahead: number; has_others: boolean }>(
    'select months_ahead, has_others from platform.trail_parts',
  );
  const { months_ahead = 0, has_others = false } = rows[0] ?? {};
  if (months_ahead === 0)
    return fault(
      'trail',
      'has no partition for the next month. Start the worker, or run: npm run db -- migrate',
    );
  return has_others
    ? advice('trail', 'has entries of a month without a partition; they cannot be archived by month.')
    : ok('trail', `has partitions for this month and ${months_ahead} more.`);
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs(middle - (rows[0]?.now.getTime() ?? 0)) / 1_000;
  return seconds > MAX_CLOCK_SECONDS
    ? fault('clock', `of this machine and of the database differ by ${seconds.toFixed(1)} s.`)
    : ok('clock', 'of this machine and of the database agree.');
}

async function checkBusiness(client: pg.Client, config: Config): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ kind: string | null; company: string; unchanged: number }>(
    `select (select kind from platform.installation) as kind, (select name from masters.company) as company,
       (select count(*)::integer from access.account where active and enabled and must_change_password
         and last_sign_in_at is null and changed_at < now() - interval '7 days') as unchanged`,
  );
  const { kind = null, company = '', unchanged = 0 } = rows[0] ?? {};
  const findings: Finding[] = [];
  if (kind === null) findings.push(fault('installation', 'has no first user. Run: npm run setup'));
  else if (kind === 'demo' && config.BUREAU_ENV === 'production')
    findings.push(fault('installation', 'is a demo, whose passwords are public.'));
  else findings.push(ok('installation', `is a ${kind}.`));
  if (company === '')
    findings.push(advice('company profile', 'is empty: papers and mails have no letterhead.'));
  if (unchanged > 0)
    findings.push(advice('users', `: ${unchanged} have not signed in for a week since they were added.`));
  return findings;
}

/** The database as the server will use it: its logins, its schema and what protects it. */
export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  const logins = (
    await Promise.all(Object.keys(LOGINS).map((role) => checkLogin(role as Role, config)))
  ).flat();
  if (logins.some(({ about, verdict }) => about === LOGINS.reader && verdict === 'fault')) return logins;
  return withLogin(config.DATABASE_READ_URL, async (client) => {
    const schema = await checkSchema(client);
    const common = [
      ...logins,
      await checkVersion(client),
      schema,
      await checkClock(client),
      await checkStrangers(client, config),
      ...(await checkStorage(client)),
    ];
    if (schema.verdict === 'fault') return common;
    return [
      ...common,
      await checkRowSecurity(client),
      await checkTrail(client),
      ...(await checkBusiness(client, config)),
    ];
  });
}
