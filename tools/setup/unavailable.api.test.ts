import { once } from 'node:events';
import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '#tools/testing/daemon.ts';
import { TestProxy } from '#tools/testing/haproxy.ts';

/** Both processes refuse to say that they are ready, and hang up on whoever calls. */
let away: Server;
let folder = '';
let proxy: TestProxy;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-unavailable-'));
  away = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(away, 'listening');
  const port = String((away.address() as AddressInfo).port);
  proxy = await TestProxy.start(folder, [port, port], { status: 503 });
});
afterAll(async () => {
  await proxy.stop();
  away.close();
  await rm(folder, { recursive: true, force: true });
});

describe('haproxy while no process is ready', () => {
  it('shows a page of Bureau with the reason, and the id under which its log has the request', async () => {
    const { status, headers, body } = await proxy.send('/new-request');
    expect([status, headers['content-type'], headers['retry-after'], headers['cache-control']]).toEqual([
      503,
      'text/html; charset=utf-8',
      '5',
      'no-store',
    ]);
    expect(body).toContain('<title>Bureau is not available</title>');
    expect(body).toContain('Nothing that you sent was saved.');
    const id = String(headers['x-request-id']);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body).toContain(id);
    expect(headers['strict-transport-security']).toBeDefined();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each(['/api/newfxrequest_a.php', '/%61pi/login_a.php'])(
    'answers a call in the form of our own errors: %s',
    async (path) => {
      const { status, headers, body } = await proxy.send(path, { body: '[]' });
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([
        503,
        'application/json; charset=utf-8',
        '5',
      ]);
      expect(JSON.parse(body)).toEqual({
        err: 'Bureau is not available: it is being started, or it cannot reach its database. Nothing was changed. Please try again in a moment.',
        outcome: 'nothing',
      });
    },
  );

  it('runs as a user without rights; started by root, it is locked into an empty folder', async () => {
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? ['haproxy'] : [];
    const idOf = async (what: '-u' | '-g') => (await runProgram('id', [what, ...user])).trim();
    const status = await readFile(`/proc/${proxy.pid}/status`, 'utf8');
    const ids = (name: string) =>
      new Set(new RegExp(`^${name}:\\t(.*)$`, 'm').exec(status)?.[1]?.split('\t'));
    expect([ids('Uid'), ids('Gid')]).toEqual([new Set([await idOf('-u')]), new Set([await idOf('-g')])]);
    expect(ids('Uid')).not.toEqual(new Set(['0']));
    expect(await readlink(`/proc/${proxy.pid}/root`)).toBe(isRoot ? '/var/lib/haproxy' : '/');
  });
});
