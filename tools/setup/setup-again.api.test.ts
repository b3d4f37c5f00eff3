import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NewCluster } from '../../drills/new-cluster.ts';
import { BureauProcess } from '#tools/testing/process.ts';

/** Setup is run again on a running installation whose logins need their passwords. */

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
/** The administrator needs no password here, the logins of the installation do. */
const ACCESS = `host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n`;

let folder = '';
let cluster: NewCluster;
let written = '';
/** Where the administrator has moved the settings, as docs/operations.md says. */
let moved = '';

async function setUp(...options: readonly string[]): Promise<string> {
  const file = join(folder, 'answers.txt');
  const answers = {
    DATABASE_URL: cluster.urlOf('bureau'),
    PUBLIC_URL: 'https://desk.sahyadri.example/',
    COMPANY_NAME: 'Sahyadri Forex',
    COMPANY_ADDRESS: '12 Horniman Circle, Mumbai',
    ADMIN_NAME: 'Asha Rao',
    ADMIN_EMAIL: 'asha@sahyadri.example',
    OBJECT_STORE_DIR: join(folder, 'objects'),
    SETTINGS_FILE: written,
  };
  await writeFile(
    file,
    Object.entries(answers)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, file, ...options], {
    env: { PATH: process.env['PATH'] },
  });
  return stdout;
}

/** The status with which a process answers that it can serve. */
async function statusWith(path: string): Promise<number> {
  const settings = parseEnv(await readFile(path, 'utf8')) as Record<string, string>;
  const server = await BureauProcess.start({
    ...settings,
    ROLE: 'web',
    PORT: '0',
    SERVE_WEB: 'off',
  });
  try {
    return (await fetch(`${server.url}/healthz`)).status;
  } finally {
    await server.stop();
  }
}
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-setup-'));
  await chmod(folder, 0o755);
  written = join(folder, 'bureau.env');
  moved = join(folder, 'moved.env');
  const access = join(folder, 'pg_hba.conf');
  await writeFile(access, ACCESS);
  cluster = await NewCluster.start({ settings: { hba_file: access } });
  await cluster.query('postgres', 'create database bureau');
  await setUp();
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

it('keeps the passwords when it is run again beside the settings', async () => {
  const before = await readFile(written, 'utf8');
  expect(await setUp()).toContain(`Kept the settings of ${written}.`);
  expect(await readFile(written, 'utf8')).toBe(before);
  expect(await statusWith(written)).toBe(200);
});

it('keeps the passwords when the settings were moved away, and writes no others', async () => {
  await rename(written, moved);
  const output = await setUp();
  expect(await statusWith(moved)).toBe(200);
  expect(output).toContain('The database has its logins already');
  expect(output).toContain('--new-passwords');
  expect(await isThere(written)).toBe(false);
});

it('renews the passwords only if it is asked to, and leaves every other setting as it is', async () => {
  await writeFile(
    written,
    `${await readFile(moved, 'utf8')}# The sender\nMAIL_FROM=Desk <desk@sahyadri.example>\n`,
  );
  // The group of the server reads the settings, and nobody else.
  await chmod(written, 0o644);
  await chown(written, 0, 1);
  const before = await readFile(written, 'utf8');
  const output = await setUp('--new-passwords');
  expect(output).toContain(`New passwords of the database are in ${written}.`);
  expect(output).toContain('restart every process');
  const after = await readFile(written, 'utf8');
  const rest = (text: string) => text.split('\n').filter((line) => !/^DATABASE_\w+_URL=/.test(line));
  expect(rest(after)).toEqual(rest(before));
  const { mode, gid } = await stat(written);
  expect([(mode & 0o777).toString(8), gid]).toEqual(['640', 1]);
  expect(await statusWith(written)).toBe(200);
  await expect(statusWith(moved)).rejects.toThrow(/password authentication failed/);
});

it('writes whole settings with new passwords if the earlier ones are lost', async () => {
  await rm(written);
  await setUp('--new-passwords');
  expect(await readFile(written, 'utf8')).toContain('PUBLIC_URL=https://desk.sahyadri.example/');
  expect(await statusWith(written)).toBe(200);
});

it('refuses settings that the logins of an empty database would not fit', async () => {
  await cluster.query('postgres', 'create database other');
  const url = cluster.urlOf('other');
  const file = join(folder, 'other.txt');
  const text = (await readFile(join(folder, 'answers.txt'), 'utf8')).replace(
    /^DATABASE_URL=.*$/m,
    `DATABASE_URL=${url}`,
  );
  await writeFile(file, text);
  const before = await readFile(written, 'utf8');
  await expect(
    promisify(execFile)(process.execPath, [PROGRAM, file], { env: { PATH: process.env['PATH'] } }),
  ).rejects.toMatchObject({
    stderr: expect.stringContaining('exists already, and the database has no logins yet'),
  });
  expect(await readFile(written, 'utf8')).toBe(before);
});
