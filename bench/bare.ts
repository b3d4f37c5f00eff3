/**
 * The baseline for the product: the same request, answered by the same named statements through pools with the same
 * settings, and nothing else. No session, no right, no decoding, no checks, no metrics. Prints its URL on its first
 * line.
 */
import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import type pg from 'pg';
import { poolOf } from '#server/platform/db/connection.ts';
import { isSaving, valuesOf, type Step } from '#tools/testing/record.ts';
import { REFERENCE } from './steps.ts';

const { ROUTES = '', DATABASE_READ_URL = '', DATABASE_WRITE_URL = '', DATABASE_CONNECTIONS } = process.env;
const pool = (url: string) =>
  poolOf(url, {
    maxConnections: Number(DATABASE_CONNECTIONS),
    statementTimeoutMs: 15_000,
    onError: (error) => void process.stderr.write(`${error.message}\n`),
  });
const reader = pool(DATABASE_READ_URL);
const writer = pool(DATABASE_WRITE_URL);

/** The text columns of the last row, which a reading call returns. */
async function run(steps: readonly Step[], body: string): Promise<string> {
  const call = {
    srno: Number(body.slice(body.lastIndexOf('=') + 1)),
    ref: REFERENCE.exec(body)?.[0],
    saved: 0,
  };
  const writing = steps.some(({ role }) => role === 'writer') ? await writer.connect() : null;
  let broken: Error | undefined;
  try {
    let last: pg.QueryResultRow | undefined;
    for (const step of steps) {
      const on = step.role === 'writer' && writing !== null ? writing : reader;
      const { name, text } = step;
      const { rows } = await on.query<pg.QueryResultRow>({
        ...(name === undefined ? {} : { name }),
        text,
        values: valuesOf(step, call),
      });
      last = rows?.[0];
      if (isSaving(step)) call.saved = Number(last?.['srno']);
    }
    return String(last?.['body'] ?? last?.['detail'] ?? 'null');
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw broken;
  } finally {
    writing?.release(broken);
  }
}

const app = Fastify();
app.setErrorHandler((error: Error, _request, reply) => {
  process.stderr.write(`${error.message}\n`);
  return reply.code(500).send();
});
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
const routes = JSON.parse(await readFile(ROUTES, 'utf8'), revived) as Readonly<
  Record<string, readonly Step[]>
>;
for (const [path, steps] of Object.entries(routes))
  app.post<{ Body: string }>(path, async (request, reply) =>
    reply.type('application/json; charset=utf-8').send(await run(steps, request.body)),
  );

/** Restores bytes that were serialised as JSON. */
function revived(_key: string, value: unknown): unknown {
  return typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value
    ? Buffer.from(value.data as number[])
    : value;
}

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
