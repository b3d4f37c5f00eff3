/**
 * What the product is compared with: the same request, answered by the same named statement through a pool with the same
 * settings, and nothing else. No session, no right, no decoding, no checks, no metrics. Says where it listens on its first line.
 */
import Fastify from 'fastify';
import { poolOf } from '#server/platform/db/pool.ts';
import { BENCHED } from './statements.ts';

const pool = poolOf(process.env['DATABASE_READ_URL'] ?? '', {
  maxConnections: Number(process.env['DATABASE_CONNECTIONS']),
  statementTimeoutMs: 15_000,
  onError: (error) => void process.stderr.write(`${error.message}\n`),
});
const app = Fastify();

const bodyOf = async (statement: { name: string; text: string }, values: unknown[]): Promise<string> => {
  const { rows } = await pool.query<{ body: string }>({ name: statement.name, text: statement.text, values });
  return rows[0]?.body ?? 'null';
};

app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: string }>('/detail', async (request, reply) => {
  const srno = Number(request.body.slice(request.body.lastIndexOf('=') + 1));
  return reply.type('application/json; charset=utf-8').send(await bodyOf(BENCHED.detail.statement, [srno]));
});
app.post('/list', async (_request, reply) =>
  reply
    .type('application/json; charset=utf-8')
    .send(await bodyOf(BENCHED.list.statement, [BENCHED.list.limit])),
);

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
