import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { asAdmin, databaseUrl } from '#tools/testing/template.ts';
import { freePorts } from '#tools/testing/free-port.ts';
import { fieldsBody, post } from '#tools/testing/world.ts';

/** `npm run demo` as a separate process with PORT and DATABASE_URL. */
interface Demo {
  readonly process: ChildProcess;
  readonly url: string;
  output(): string;
}

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

async function startDemo(url: string, given?: number): Promise<Demo> {
  // The demo also takes the two ports after its own.
  const [port = 0] = given === undefined ? await freePorts(3) : [given];
  const env = { ...process.env, PORT: String(port), DATABASE_URL: url, DEMO_WITHOUT_WEB: '1' };
  const child = spawn(process.execPath, ['tools/demo/main.ts'], { env });
  started.push(child);
  let output = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(`ready http://localhost:${port}\n`)) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('exit', () => resolve());
  });
  await ready;
  return { process: child, url: `http://localhost:${port}`, output: () => output };
}

async function withDatabase(work: (url: string, name: string) => Promise<void>): Promise<void> {
  const name = `bureau_test_demo_${randomBytes(4).toString('hex')}`;
  await asAdmin((client) => client.query(`create database ${name}`));
  try {
    await work(databaseUrl(name), name);
  } finally {
    await asAdmin((client) => client.query(`drop database ${name} with (force)`));
    await asAdmin((client) =>
      client.query(`drop role if exists ${name}_writer, ${name}_reader, ${name}_jobs`),
    );
  }
}

const stop = async (demo: Demo) => {
  demo.process.kill('SIGTERM');
  const [code] = (await once(demo.process, 'exit')) as [number | null];
  return code;
};

const signIn = async (demo: Demo) =>
  (await post(demo.url, 'login_a.php', fieldsBody(['validate', 'admin', 'Bureau2026', 'WEB']))).json;

describe('the demo', () => {
  it('fills an empty database, leaves no role, folder or connection behind, and continues with the database', async () => {
    await withDatabase(async (url, name) => {
      const first = await startDemo(url);
      const { session } = await signIn(first);
      const country = {
        cnt_name: 'Kept',
        cnt_nationality: 'x',
        cnt_swiftcode: 'x',
        cnt_fatf: 0,
        cnt_active: 1,
      };
      await post(first.url, 'country_a.php', fieldsBody([session, 'save', '0', JSON.stringify(country)]));
      expect(await stop(first)).toBe(0);
      const left = await asAdmin((client) =>
        client.query(
          `select rolname::text from pg_roles where rolname like $1
           union all select application_name from pg_stat_activity where datname = $2`,
          [`${name}\\_%`, name],
        ),
      );
      expect(left.rows).toEqual([]);

      const second = await startDemo(url);
      const again = await signIn(second);
      const { json } = await post(
        second.url,
        'country_a.php',
        fieldsBody([again.session, 'listjson', JSON.stringify({ q: 'Kept' })]),
      );
      expect(json).toHaveLength(1);
      expect(await stop(second)).toBe(0);
    });
  });

  it.each([0, 1, 2])('ends if another program listens on its port + %i', async (offset) => {
    await withDatabase(async (url, name) => {
      const [port = 0] = await freePorts(3);
      const other = createServer().listen(port + offset, 'localhost');
      await once(other, 'listening');
      const demo = await startDemo(url, port);
      if (demo.process.exitCode === null) await once(demo.process, 'exit');
      other.close();
      expect([demo.process.exitCode, demo.output()]).toEqual([
        1,
        `Another program uses port ${port + offset}. Choose another PORT; the demo also takes the two after it.\n`,
      ]);
      const left = await asAdmin((client) =>
        client.query(`select from pg_roles where rolname like $1`, [`${name}\\_%`]),
      );
      expect(left.rowCount).toBe(0);
    });
  });

  it('refuses another database and does not change it', async () => {
    await withDatabase(async (url, name) => {
      const { Client } = (await import('pg')).default;
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query('create table ledger (entry text)');
      await client.end();
      const demo = await startDemo(url);
      if (demo.process.exitCode === null) await once(demo.process, 'exit');
      expect(demo.process.exitCode).toBe(1);
      expect(demo.output()).toBe(
        `The database ${name} is neither empty nor a demo; nothing was changed in it.\n`,
      );
    });
  });
});

it('production does not run on a demo database', async () => {
  const { cloneDatabase, settingsFor } = await import('#tools/testing/world.ts');
  const database = await cloneDatabase();
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...settingsFor(database, '/unused', { BUREAU_ENV: 'production' }) },
  });
  started.push(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, said]).toEqual([1, 'This database is a demo; production does not run on it.\n']);
  await database.drop();
});
