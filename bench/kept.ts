import type pg from 'pg';
import { migrate } from '#server/platform/db/provision.ts';
import { asAdmin, databaseUrl, setup, TEMPLATE } from '#tools/testing/template.ts';
import { enterDatabase, type TestDatabase } from '#tools/testing/world.ts';

/**
 * A database that is kept between runs, because ten million rows take minutes to create; it is created if it is
 * missing.
 */
export async function keptDatabase(
  name: string,
  grow: (admin: pg.Client) => Promise<void>,
): Promise<TestDatabase> {
  await setup();
  const isThere = await asAdmin(
    async (client) =>
      (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1,
  );
  // A database with different migrations cannot be brought up to date and is created again.
  const isCurrent = isThere && (await migrate(databaseUrl(name)).then(Boolean, () => false));
  if (!isCurrent) await makeDatabase(name, grow);
  return enterDatabase(name);
}

/** Uses another name until it is complete, so that the leftover of an interrupted run is never measured. */
async function makeDatabase(name: string, grow: (admin: pg.Client) => Promise<void>): Promise<void> {
  const making = `${name}_making`;
  await asAdmin(async (client) => {
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making} template ${TEMPLATE}`);
  });
  const { admin } = await enterDatabase(making);
  await admin.query('set synchronous_commit = off');
  await grow(admin);
  await admin.end();
  await asAdmin(async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`alter database ${making} rename to ${name}`);
  });
}
