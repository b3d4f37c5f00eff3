import { spawn, type ChildProcess } from 'node:child_process';
import { openClient } from '#server/platform/db/client.ts';

/**
 * `npm run dev`: the API on PORT, restarted when its source changes, and Vite on 5173 in front of it, which shows
 * changes of the web at once. The database bureau_dev is kept, so that a restart signs nobody out.
 */
const DATABASE_URL = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/bureau_dev';
const PORT = process.env['PORT'] ?? '8080';

async function makeDatabase(): Promise<void> {
  const url = new URL(DATABASE_URL);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const client = await openClient(url.href);
  const found = await client.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
}

const children: ChildProcess[] = [];
const start = (command: string, args: readonly string[]) => {
  const env = { ...process.env, DATABASE_URL, PORT, DEMO_WITHOUT_WEB: '1', LOG_LEVEL: 'info' };
  const child = spawn(command, args, { stdio: 'inherit', env });
  child.once('exit', stop);
  children.push(child);
};

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

await makeDatabase();
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
start('node', ['--watch', '--watch-preserve-output', 'tools/demo/main.ts']);
start('vite', []);
process.stdout.write('web http://localhost:5173 · every part of the kit http://localhost:5173/kit.html\n');
