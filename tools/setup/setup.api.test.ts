import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropLoginRoles, GROUP_ROLES, loginsOf } from '#server/platform/db/provision.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { ADMIN_URL, asAdmin, databaseUrl } from '#tools/testing/template.ts';
import { fieldsBody, post } from '#tools/testing/world.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const PASSWORD = 'Counter-2026';
const database = `bureau_setup_${randomBytes(4).toString('hex')}`;
let folder = '';

const answers = (more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl(database),
  PUBLIC_URL: 'https://desk.sahyadri.example/',
  COMPANY_NAME: 'Sahyadri Forex',
  COMPANY_ADDRESS: '12 Horniman Circle, Mumbai',
  ADMIN_USER: 'asha',
  ADMIN_NAME: 'Asha Rao',
  ADMIN_EMAIL: 'asha@sahyadri.example',
  OBJECT_STORE_DIR: join(folder, 'objects'),
  SETTINGS_FILE: join(folder, 'bureau.env'),
  ...more,
});

/** Runs the program as an administrator does, with its answers in a file. */
async function setUp(given: Record<string, string>): Promise<{ code: number; output: string }> {
  const file = join(folder, 'answers.txt');
  const lines = Object.entries(given).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, `# Answers\n\n${lines.join('')}`);
  return promisify(execFile)(process.execPath, [PROGRAM, file], {
    env: { PATH: process.env['PATH'] },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-setup-'));
  await asAdmin((admin) => admin.query(`create database ${database}`));
});
afterAll(async () => {
  await asAdmin((admin) => admin.query(`drop database if exists ${database} with (force)`));
  await dropLoginRoles(ADMIN_URL, loginsOf(database));
  await rm(folder, { recursive: true, force: true });
});

it('gives the database of the document, bureau, logins that are not its groups', () => {
  const names: readonly string[] = Object.values(loginsOf('bureau'));
  expect(GROUP_ROLES.filter((group) => names.includes(group))).toEqual([]);
});

it('refuses missing and unknown answers before it touches the database', async () => {
  const { COMPANY_NAME: _name, ...incomplete } = answers();
  const missing = await setUp(incomplete);
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('missing: COMPANY_NAME')]);
  const unknown = await setUp(answers({ PASSWORD: 'x' }));
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('nobody asks for PASSWORD')]);
  const relative = await setUp(answers({ OBJECT_STORE_DIR: './objects' }));
  expect([relative.code, relative.output]).toEqual([1, expect.stringContaining('must be an absolute path')]);
  const tables = await asAdmin((admin) =>
    admin.query(`select from pg_database where datname = $1 and pg_database_size(oid) > 20000000`, [
      database,
    ]),
  );
  expect(tables.rowCount).toBe(0);
});

it('refuses a database whose encoding cannot store every name, before it touches it', async () => {
  const other = `${database}_ascii`;
  await asAdmin((admin) =>
    admin.query(`create database ${other} template template0 encoding 'SQL_ASCII' locale 'C'`),
  );
  try {
    const { code, output } = await setUp(answers({ DATABASE_URL: databaseUrl(other) }));
    expect([code, output]).toEqual([1, expect.stringContaining('has the encoding SQL_ASCII')]);
  } finally {
    await asAdmin((admin) => admin.query(`drop database ${other}`));
  }
});

it('makes an installation in which the first administrator chooses a password once and signs in', async () => {
  const { code, output } = await setUp(answers());
  expect([code, output]).toEqual([0, expect.stringContaining('asha chooses a password at this address')]);
  expect(output).toContain('row-level security protects');
  expect(output).toContain('FAULT   mail cannot be sent');
  const token = /https:\/\/desk\.sahyadri\.example\/#reset=(\S+)/.exec(output)?.[1] ?? '';
  const file = join(folder, 'bureau.env');
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  const settings = parseEnv(await readFile(file, 'utf8')) as Record<string, string>;
  const passwords = ['WRITE', 'READ', 'JOBS'].map(
    (of) => new URL(settings[`DATABASE_${of}_URL`] ?? '').password,
  );
  expect(new Set(passwords).size).toBe(3);
  // The service and every command read where the documents are from this file alone.
  expect(settings['OBJECT_STORE_DIR']).toBe(join(folder, 'objects'));

  const server = await BureauProcess.start({ ...settings, ROLE: 'web', PORT: '0', SERVE_WEB: 'off' });
  try {
    const call = (fields: readonly string[]) => post(server.url, 'login_a.php', fieldsBody(fields));
    const chosen = JSON.stringify({ token, new: PASSWORD, rnew: PASSWORD });
    const first = await call(['resetfinish', chosen]);
    const second = await call(['resetfinish', chosen]);
    const signedIn = await call(['validate', 'asha', PASSWORD, 'WEB']);
    expect([first.json, second.json, signedIn.json]).toEqual([
      expect.objectContaining({ err: '' }),
      expect.objectContaining({ err: expect.stringMatching(/./) }),
      expect.objectContaining({ status: 'MSG0000' }),
    ]);
  } finally {
    await server.stop();
  }
});

it('changes nothing when it is run again', async () => {
  const before = await readFile(join(folder, 'bureau.env'), 'utf8');
  const { code, output } = await setUp(answers({ COMPANY_NAME: 'Another', ADMIN_USER: 'mallory' }));
  expect([code, output]).toEqual([0, expect.stringContaining('has its first user already')]);
  expect(output).not.toContain('#reset=');
  expect(await readFile(join(folder, 'bureau.env'), 'utf8')).toBe(before);
});
