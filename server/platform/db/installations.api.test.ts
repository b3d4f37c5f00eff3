import { randomBytes } from 'node:crypto';
import { withClient } from './client.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropLoginRoles, loginsOf, makeLoginRoles, migrate, urlFor } from './provision.ts';
import { ADMIN_URL } from '#tools/testing/template.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/** Two installations in one cluster. They share the group roles, which hold all grants. */

const password = randomBytes(12).toString('hex');
let databases: readonly TestDatabase[] = [];

beforeAll(async () => {
  databases = [await cloneDatabase(), await cloneDatabase()];
  for (const { name, urls } of databases) {
    await migrate(urls.admin);
    await makeLoginRoles(urls.admin, { ...loginsOf(name), password });
  }
});
afterAll(async () => {
  for (const database of databases) {
    await database.drop();
    await dropLoginRoles(ADMIN_URL, loginsOf(database.name));
  }
});

const KINDS = ['writer', 'reader', 'jobs'] as const;
const ENTERED = 'entered';

/** What becomes of a connection to one database with the login of another installation, or of its own. */
async function enter(into: TestDatabase, as: TestDatabase, kind: (typeof KINDS)[number]): Promise<string> {
  const url = urlFor(into.urls.admin, loginsOf(as.name)[kind], password);
  return withClient(url, () => Promise.resolve(ENTERED)).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
}

async function expectSeparate(): Promise<void> {
  const [one, other] = databases;
  if (one === undefined || other === undefined) throw new Error('two databases are needed');
  for (const kind of KINDS) {
    expect([kind, await enter(one, one, kind)]).toEqual([kind, ENTERED]);
    expect([kind, await enter(other, one, kind)]).toEqual([
      kind,
      `permission denied for database "${other.name}"`,
    ]);
  }
}

it('admit their own logins and none of the other', expectSeparate);

it('are separated by a migration if the groups could connect before', async () => {
  for (const { admin, name } of databases) {
    await admin.query(`revoke connect on database ${name} from ${Object.values(loginsOf(name)).join(', ')}`);
    await admin.query(
      `grant connect on database ${name} to bureau_writer, bureau_reader, bureau_jobs, public`,
    );
  }
  for (const { urls } of databases) await migrate(urls.admin);
  await expectSeparate();
});
