import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { openClient, withClient } from '#server/platform/db/client.ts';
import { RIGHTS } from '#domain/rights.ts';
import { hashOf, hashPassword } from '#server/modules/access/index.ts';
import {
  databaseOf,
  hasLoginRoles,
  loginsOf,
  makeLoginRoles,
  urlFor,
} from '#server/platform/db/provision.ts';
import { encodingRefusal } from '#tools/doctor/cluster.ts';
import type { Answers } from './answers.ts';

/** How long the link works by which the first administrator chooses a password. */
export const LINK_HOURS = 72;

const rolesOf = ({ DATABASE_URL }: Answers) => loginsOf(databaseOf(DATABASE_URL));

/** Whether the database has logins whose passwords the processes of this installation know. */
export const hasLogins = (answers: Answers): Promise<boolean> =>
  hasLoginRoles(answers.DATABASE_URL, rolesOf(answers));

/** Refuses a database in which names could not be stored, before anything is created in it. */
export async function refuseEncoding({ DATABASE_URL }: Answers): Promise<void> {
  const refusal = await withClient(DATABASE_URL, encodingRefusal);
  if (refusal !== null) throw new Error(refusal);
}

const ADDRESSES = {
  DATABASE_WRITE_URL: 'writer',
  DATABASE_READ_URL: 'reader',
  DATABASE_JOBS_URL: 'jobs',
} as const;

/**
 * Gives the logins new passwords and writes them into the settings file, whose other lines stay as they are. The file is
 * complete on the disk before the passwords are valid, so a run that ends in between loses none.
 */
export async function writeSettings(
  answers: Answers,
  { mayRenew }: { readonly mayRenew: boolean },
): Promise<void> {
  const { DATABASE_URL: adminUrl, PUBLIC_URL, OBJECT_STORE_DIR, SETTINGS_FILE: file } = answers;
  const newPassword = () => randomBytes(18).toString('base64url');
  const password = { writer: newPassword(), reader: newPassword(), jobs: newPassword() };
  const roles = rolesOf(answers);
  const before = existsSync(file)
    ? await readFile(file, 'utf8')
    : `PUBLIC_URL=${PUBLIC_URL}\nOBJECT_STORE_DIR=${OBJECT_STORE_DIR}\nMETRICS_TOKEN=${randomBytes(24).toString('base64url')}\n`;
  const settings = parseEnv(before);
  const kept = before
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s*DATABASE_(?:WRITE|READ|JOBS)_URL\s*=/.test(line));
  // The processes may reach the database at another address than its administrator.
  const addresses = Object.entries(ADDRESSES).map(
    ([name, kind]) => `${name}=${urlFor(settings[name] ?? adminUrl, roles[kind], password[kind])}\n`,
  );
  const making = `${file}.new`;
  await rm(making, { force: true });
  await writeFile(making, `${kept.join('\n')}\n${addresses.join('')}`, { mode: 0o600, flag: 'wx' });
  if (existsSync(file)) await keepReaders(file, making);
  await makeLoginRoles(adminUrl, { ...roles, password }, { mayRenew });
  await rename(making, file);
}

/** The group that may read the settings, which is that of the server, may read the new ones. */
async function keepReaders(from: string, to: string): Promise<void> {
  const { uid, gid, mode } = await stat(from);
  await chown(to, uid, gid);
  await chmod(to, 0o600 | (mode & GROUP_READS));
}
const GROUP_READS = 0o040;

/**
 * Creates head office, the company profile, a group with every right and one administrator, all or nothing. Returns the
 * token of the administrator's one-use link, or null if the database already belongs to a business.
 */
export async function makeFirstUser(answers: Answers): Promise<string | null> {
  const client = await openClient(answers.DATABASE_URL);
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
