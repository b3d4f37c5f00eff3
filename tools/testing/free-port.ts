import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that Linux gives to outgoing connections. Otherwise a connection to PostgreSQL could take the port
 * before the test's own server listens on it.
 */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 100;

/** A TCP port of 127.0.0.1 on which nothing listens now. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('no free port');
  return port;
}

/** Several free ports, one after the other. */
export async function freePorts(count: number): Promise<number[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = randomInt(FIRST_PORT, LAST_PORT - count);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (await areFree(ports)) return ports;
  }
  throw new Error(`no ${count} free ports in a row`);
}

/** Holds all of them open together before any is released. */
async function areFree(ports: readonly number[]): Promise<boolean> {
  const tried = await Promise.allSettled(ports.map(listening));
  const open = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await Promise.all(open.map((server) => new Promise((done) => server.close(done))));
  return open.length === ports.length;
}

function listening(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
