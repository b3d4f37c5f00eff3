import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BureauProcess } from '#tools/testing/process.ts';
import { SOON, until } from '#tools/testing/until.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';

/** The message with which the queue begins to listen for new jobs. */
const LISTEN = 'LISTEN "jobs:insert"';
/** Long enough for the queue to notice at its next look that the database is gone, and to end its run. */
const DOWN_MS = 5_000;

let database: TestDatabase;
let objects = '';
let network: Server;
let isDown = false;
/** The connection that listens. Its request never arrives, and it stays open while the others are lost. */
let listening: Socket | undefined;
const open = new Set<Socket>();

function forward(near: Socket): void {
  near.on('error', () => {});
  if (isDown) {
    near.destroy();
    return;
  }
  const { hostname, port } = new URL(database.urls.jobs);
  const far = connect({ host: hostname, port: Number(port || 5432) });
  far.on('error', () => {});
  open.add(near);
  near.on('data', (bytes) => {
    if (listening === undefined && bytes.includes(LISTEN)) listening = near;
    else if (near !== listening) far.write(bytes);
  });
  far.pipe(near);
  near.on('close', () => {
    open.delete(near);
    far.destroy();
  });
}

beforeAll(async () => {
  database = await cloneDatabase();
  objects = await mkdtemp(join(tmpdir(), 'bureau-listening-'));
  network = createServer(forward).listen(0, '127.0.0.1');
  await once(network, 'listening');
});
afterAll(async () => {
  network.close();
  await database.drop();
  await rm(objects, { recursive: true, force: true });
});

it('a worker survives the loss of a connection that is about to listen, and goes on with its jobs', async () => {
  const url = new URL(database.urls.jobs);
  url.host = `127.0.0.1:${(network.address() as AddressInfo).port}`;
  const settings = settingsFor(database, objects, { ROLE: 'worker', DATABASE_JOBS_URL: url.href });
  const worker = await BureauProcess.start(settings);
  try {
    await until(() => listening !== undefined, { withinMs: 60_000 });
    isDown = true;
    for (const socket of open) if (socket !== listening) socket.destroy();
    await sleep(DOWN_MS);
    listening?.destroy();
    await sleep(1_000);
    expect(worker.lastLine).not.toContain('the process ends');
    isDown = false;
    await database.admin.query(`select graphile_worker.add_job('platform:unwanted')`);
    const waiting = () => database.admin.query(`select from platform.job where task = 'platform:unwanted'`);
    await expect.poll(async () => (await waiting()).rowCount, SOON).toBe(0);
  } finally {
    await worker.kill();
  }
});
