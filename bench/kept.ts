import type pg from 'pg';
import { migrate } from '#server/platform/db/provision.ts';
import { asAdmin, databaseUrl, setup, TEMPLATE } from '#tools/testing/template.ts';
import { cloneDatabase, enterDatabase, type TestDatabase } from '#tools/testing/world.ts';
import type { Duration } from './page.ts';

/** A database that a bench leaves when it ends. */
export interface KeptDatabase extends TestDatabase {
  leave(): Promise<void>;
}

/**
 * A database that is kept between runs, because ten million rows take minutes to create; it is created if it is
 * missing. The small database of a brief run is its own and is dropped.
 */
export async function keptDatabase(
  name: string,
  grow: (admin: pg.Client) => Promise<void>,
  { isBrief }: Duration,
): Promise<KeptDatabase> {
  await setup();
  if (isBrief) {
    const own = await cloneDatabase();
    await grow(own.admin);
    return { ...own, leave: () => own.drop() };
  }
  const isThere = await asAdmin(
    async (client) =>
      (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1,
  );
  // A database with different migrations cannot be brought up to date and is created again.
  const isCurrent = isThere && (await migrate(databaseUrl(name)).then(Boolean, () => false));
  if (!isCurrent) await makeDatabase(name, grow);
  const kept = await enterDatabase(name);
  return { ...kept, leave: () => kept.admin.end() };
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
