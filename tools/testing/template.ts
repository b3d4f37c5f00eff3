import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';
import { dateInIndia } from '#domain/dates.ts';
import { makeLoginRoles, migrate } from '#server/platform/db/provision.ts';
import { loadDemo } from '#tools/demo/load.ts';

/** The PostgreSQL of the tests, with a user who can create databases. */
export const ADMIN_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export const TEST_ROLES = {
  writer: 'bureau_test_writer',
  reader: 'bureau_test_reader',
  jobs: 'bureau_test_jobs',
  password: 'bureau-test',
} as const;

/**
 * Changes with every source of the template, so that an old template is never reused. The day is included because the
 * demo business has the rates of the day on which it is created.
 */
const contentHash = (): string => {
  const hash = createHash('sha256').update(dateInIndia(Date.now()));
  for (const file of ['provision.ts', 'declarations.ts', 'run-migrations.ts'])
    hash.update(readFileSync(new URL(`../../server/platform/db/${file}`, import.meta.url)));
  for (const folder of [
    new URL('../../server/migrations/', import.meta.url),
    new URL('../demo/', import.meta.url),
  ])
    for (const file of readdirSync(folder).sort())
      hash.update(file).update(readFileSync(new URL(file, folder)));
  return hash.digest('hex').slice(0, 12);
};

export const TEMPLATE = `bureau_template_${contentHash()}`;

export function databaseUrl(name: string): string {
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs commands as administrator, outside of any test's database. */
export const asAdmin = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(ADMIN_URL, work);

/** Creates the template for every test database: migrated, and filled with the demo business. */
export async function setup(): Promise<void> {
  await asAdmin(async (admin) => {
    // Two test runs at the same time create it once.
    await admin.query(`select pg_advisory_lock(hashtextextended('bureau template', 0))`);
    // Templates of other branches may be in use; one that is older than a day is not.
    const old = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like 'bureau\\_template\\_%' and datname <> $1
         and (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < now() - interval '1 day'`,
      [TEMPLATE],
    );
    for (const { datname } of old.rows)
      await admin.query(`drop database if exists ${admin.escapeIdentifier(datname)}`).catch(() => {});
    const made = await admin.query(`select from pg_database where datname = $1`, [TEMPLATE]);
    if (made.rowCount === 0) {
      const making = `${TEMPLATE}_making`;
      await admin.query(`drop database if exists ${making} with (force)`);
      await admin.query(`create database ${making}`);
      await migrate(databaseUrl(making));
      await loadDemo(databaseUrl(making), { hasAudits: false });
      await admin.query(`alter database ${making} rename to ${TEMPLATE}`);
    }
    await makeLoginRoles(ADMIN_URL, TEST_ROLES);
  });
}
