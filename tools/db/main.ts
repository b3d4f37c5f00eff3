import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { RIGHTS } from '#domain/rights.ts';
import { makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { hashPassword } from '#server/modules/access/index.ts';

/**
 * `npm run db -- migrate` brings the database of DATABASE_URL up to date.
 * `npm run db -- install` also creates the login roles and, in an empty database, head office and its first user.
 */
const adminUrl = process.env['DATABASE_URL'] ?? '';
const command = process.argv[2] ?? '';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Creates head office, a group with every right and one administrator; returns null if users already exist. */
async function makeFirstUser(): Promise<string | null> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const password = `${randomBytes(9).toString('base64url')}aA1`;
  try {
    await client.query(
      'begin; set local role bureau_owner; lock table platform.installation in exclusive mode',
    );
    const marked = await client.query(
      `insert into platform.installation (kind) values ('business') on conflict do nothing returning kind`,
    );
    if (marked.rowCount === 0) return null;
    await client.query(`insert into masters.entity (id, type, name) values ('HO', 'A', 'Head Office')`);
    await client.query(`insert into access.right_group (name) values ('Administrator')`);
    await client.query(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select g.srno, key, true, true, true from access.right_group g, unnest($1::text[]) as key`,
      [RIGHTS.map(({ key }) => key)],
    );
    await client.query(
      `with made as (
         insert into access.account (user_id, name, entity, right_group)
         select 'admin', 'Administrator', e.srno, g.srno from masters.entity e, access.right_group g returning srno
       ) insert into access.password (account, hash) select srno, $1 from made`,
      [await hashPassword(password)],
    );
    await client.query('commit');
    return password;
  } finally {
    await client.end();
  }
}

async function install(): Promise<void> {
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const password = randomBytes(18).toString('base64url');
  const roles = { writer: `${database}_writer`, reader: `${database}_reader`, jobs: `${database}_jobs` };
  await makeLoginRoles(adminUrl, { ...roles, password });
  say('Settings for the server (these logins have been given a new password):');
  say(`DATABASE_WRITE_URL=${urlFor(adminUrl, roles.writer, password)}`);
  say(`DATABASE_READ_URL=${urlFor(adminUrl, roles.reader, password)}`);
  say(`DATABASE_JOBS_URL=${urlFor(adminUrl, roles.jobs, password)}`);
  const firstPassword = await makeFirstUser();
  if (firstPassword !== null)
    say(`First user: admin, password ${firstPassword} (to be changed at the first sign-in)`);
}

async function main(): Promise<void> {
  if (adminUrl === '' || !['migrate', 'install'].includes(command))
    throw new Error('Use: DATABASE_URL=postgres://… npm run db -- migrate | install');
  const done = await migrate(adminUrl);
  say(done.length === 0 ? 'The database was up to date.' : `Migrated: ${done.join(', ')}`);
  if (command === 'install') await install();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
