import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { createServer as createPlainServer, type Server as PlainServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { runProgram } from '#tools/testing/daemon.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { TestProxy } from '#tools/testing/haproxy.ts';
import { ADMIN_URL } from '#tools/testing/template.ts';

const OPS = resolve(import.meta.dirname, '../../ops');

let folder = '';
let proxy: TestProxy;
/** Answers as the Patroni of a primary does, with the certificate of a machine of the database. */
let patroni: Server;
/** Stands for both web processes. */
let web: PlainServer;
let url: URL;

const portOf = (server: Server | PlainServer) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-primary-'));
  await runProgram(join(OPS, 'patroni/make-certificates.sh'), [folder, 'node1=127.0.0.1']);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  patroni = createServer(
    { cert: await read('node1.pem'), key: await read('node1-key.pem') },
    ({ method, url: path }, reply) =>
      reply.writeHead(method === 'OPTIONS' && path === '/primary' ? 200 : 503).end(),
  ).listen(0, '127.0.0.1');
  web = createPlainServer((_, reply) => reply.writeHead(200).end('a page')).listen(0, '127.0.0.1');
  await Promise.all([once(patroni, 'listening'), once(web, 'listening')]);

  url = new URL(ADMIN_URL);
  const database = `127.0.0.1:${url.port || '5432'}`;
  url.host = `127.0.0.1:${await freePort()}`;
  const section = (await readFile(join(OPS, 'patroni/primary.cfg'), 'utf8'))
    .replace('bind 127.0.0.1:5000', `bind ${url.host}`)
    .replace('port 8008', `port ${portOf(patroni)}`)
    .replace('/etc/haproxy/patroni-ca.pem', join(folder, 'ca.pem'))
    .replaceAll(/\$\{NODE\d\}:5432/g, database);
  const file = join(folder, 'primary.cfg');
  await writeFile(file, section);
  const port = String(portOf(web));
  proxy = await TestProxy.start(folder, [port, port], {
    more: [file],
    // A connection of the database must not end when one of a browser would.
    edit: (text) => text.replaceAll(/(timeout (?:client|server)) +75s/g, '$1 1s'),
  });
});
afterAll(async () => {
  await proxy.stop();
  patroni.close();
  web.close();
  await rm(folder, { recursive: true, force: true });
});

describe('ops/patroni/primary.cfg, joined to ops/haproxy/haproxy.cfg', () => {
  it('carries connections of PostgreSQL to the primary, however long they rest, and pages to Bureau', async () => {
    const client = await openClient({ connectionString: url.href, connectionTimeoutMillis: 10_000 });
    try {
      await sleep(2_500);
      const { rows } = await client.query('select 6 * 7 as product');
      expect(rows).toEqual([{ product: 42 }]);
    } finally {
      await client.end();
    }
    expect((await proxy.send('/')).body).toBe('a page');
  });
});
