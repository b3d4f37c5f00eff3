import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { cloneDatabase, fieldsBody, post, settingsFor } from '#tools/testing/world.ts';
import { median } from './page.ts';

/** Grows the demo in a database of its own, starts a server on it, and removes both after the work. */
export async function onGrown<T>(
  grow: (admin: pg.Client) => Promise<unknown>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const database = await cloneDatabase();
  let server: BureauProcess | undefined;
  try {
    await grow(database.admin);
    server = await BureauProcess.start(
      settingsFor(database, folder, { CHECK_REPLIES: 'off', SERVE_WEB: 'off' }),
    );
    return await work(server.url);
  } finally {
    await server?.kill();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function openSession(url: string, user: string): Promise<string> {
  const login = await post(url, 'login_a.php', fieldsBody(['validate', user, DEMO_PASSWORD, 'WEB']));
  return login.json.session as string;
}

/** Makes the same call so many times, one after the other. Returns the median duration in milliseconds. */
export async function medianMs(
  url: string,
  endpoint: string,
  fields: readonly string[],
  times: number,
): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const startedAt = performance.now();
    const { status, text } = await post(url, endpoint, fieldsBody(fields));
    if (status !== 200) throw new Error(`${endpoint} ${fields[1]}: ${status} ${text}`);
    taken.push(performance.now() - startedAt);
  }
  return median(taken);
}
