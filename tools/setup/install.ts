import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { RIGHTS } from '#domain/rights.ts';
import { hashOf, hashPassword } from '#server/modules/access/index.ts';
import { makeLoginRoles, urlFor } from '#server/platform/db/provision.ts';
import type { Answers } from './answers.ts';

/** How long the link works by which the first administrator chooses a password. */
export const LINK_HOURS = 72;

/** The logins of an installation. They differ from the groups that they belong to, whatever the database is called. */
export const loginsOf = (database: string) => ({
  writer: `${database}_writer_login`,
  reader: `${database}_reader_login`,
  jobs: `${database}_jobs_login`,
});

/** The settings of the server with logins and passwords of their own. Logins that exist get a new password. */
export async function makeSettings({
  DATABASE_URL: adminUrl,
  PUBLIC_URL,
}: Answers): Promise<Record<string, string>> {
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const newPassword = () => randomBytes(18).toString('base64url');
  const password = { writer: newPassword(), reader: newPassword(), jobs: newPassword() };
  const roles = loginsOf(database);
  await makeLoginRoles(adminUrl, { ...roles, password });
  return {
    PUBLIC_URL,
    DATABASE_WRITE_URL: urlFor(adminUrl, roles.writer, password.writer),
    DATABASE_READ_URL: urlFor(adminUrl, roles.reader, password.reader),
    DATABASE_JOBS_URL: urlFor(adminUrl, roles.jobs, password.jobs),
    METRICS_TOKEN: randomBytes(24).toString('base64url'),
  };
}

/**
 * Creates head office, the company profile, a group with every right and one administrator, all or nothing. Returns the
 * token of the administrator's one-use link, or null if the database already belongs to a business.
 */
export async function makeFirstUser(answers: Answers): Promise<string | null> {
  const client = new pg.Client({ connectionString: answers.DATABASE_URL });
  await client.connect();
  const token = randomBytes(32).toString('base64url');
  // Every account has a password. Nobody knows this one.
  const unknownPassword = await hashPassword(randomBytes(32).toString('base64url'));
  try {
    await client.query(
      'begin; set local role bureau_owner; lock table platform.installation in exclusive mode',
    );
    const marked = await client.query(
      `insert into platform.installation (kind) values ('business') on conflict do nothing returning kind`,
    );
    if (marked.rowCount === 0) return null;
    await client.query(`insert into masters.entity (id, type, name) values ('HO', 'A', 'Head Office')`);
    await client.query(`update masters.company set name = $1, address1 = $2, licence = $3, gstin = $4`, [
      answers.COMPANY_NAME,
      answers.COMPANY_ADDRESS,
      answers.COMPANY_LICENCE,
      answers.COMPANY_GSTIN,
    ]);
    await client.query(`insert into access.right_group (name) values ('Administrator')`);
    await client.query(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select g.srno, key, true, true, true from access.right_group g, unnest($1::text[]) as key`,
      [RIGHTS.map(({ key }) => key)],
    );
    await client.query(
      `with made as (
         insert into access.account (user_id, name, email, entity, right_group)
         select $1, $2, $3, e.srno, g.srno from masters.entity e, access.right_group g returning srno
       ), linked as (
         insert into access.password_reset (token_hash, account, expires_at)
         select $4, srno, now() + make_interval(hours => $5) from made
       ) insert into access.password (account, hash) select srno, $6 from made`,
      [
        answers.ADMIN_USER,
        answers.ADMIN_NAME,
        answers.ADMIN_EMAIL,
        hashOf(token),
        LINK_HOURS,
        unknownPassword,
      ],
    );
    await client.query('commit');
    return token;
  } finally {
    await client.end();
  }
}

export const firstLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/$/, '')}/#reset=${token}`;
