import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EICAR, startClamd } from '#tools/testing/clamd.ts';
import type { Clamd } from '#tools/testing/clamd.ts';
import { createClamdScanner, ScannerUnavailable } from './clamd.ts';
import type { VirusScanner } from './clamd.ts';
import { createDiskStore } from './disk.ts';
import { createIntake } from './intake.ts';
import { REFUSALS } from './name.ts';

const streamOf = (...pieces: (string | Buffer)[]) =>
  Readable.from(
    pieces.map((piece) => Buffer.from(piece)),
    { objectMode: false },
  );

describe('a running scanner', () => {
  let clamd: Clamd;
  beforeAll(async () => {
    clamd = await startClamd();
  });
  afterAll(() => clamd?.stop());

  test.each(['tcp', 'unix'])('returns verdicts over %s', async (kind) => {
    const scanner = createClamdScanner(kind === 'tcp' ? clamd : { socketPath: clamd.socketPath });
    await expect(scanner.check()).resolves.toBeUndefined();
    expect(await scanner.scan(streamOf('an honest file'))).toEqual({ clean: true });
    expect(await scanner.scan(streamOf(EICAR))).toEqual({ clean: false, signature: 'Test.Eicar.UNOFFICIAL' });
    expect(await scanner.scan(streamOf(''))).toEqual({ clean: true });
  });

  test('finds a signature across two chunks and behind 10 MB', async () => {
    const scanner = createClamdScanner(clamd);
    const halves = streamOf(Buffer.alloc(10_000_000), EICAR.slice(0, 30), EICAR.slice(30));
    expect(await scanner.scan(halves)).toMatchObject({ clean: false });
  });

  test("gives no verdict for a file above the scanner's limit", async () => {
    const scanner = createClamdScanner(clamd);
    await expect(scanner.scan(streamOf(Buffer.alloc(25_000_000)))).rejects.toBeInstanceOf(ScannerUnavailable);
  });

  test('twenty scans at once do not mix their verdicts', async () => {
    const scanner = createClamdScanner(clamd);
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => scanner.scan(streamOf(n % 2 ? EICAR : `clean ${n}`))),
    );
    expect(verdicts.map((verdict) => verdict.clean)).toEqual(verdicts.map((_, n) => n % 2 === 0));
  });
});

/** Only for a daemon that does not answer: one that does may be slow on a busy machine. */
const SHORT = { connectTimeoutMs: 500, scanTimeoutMs: 500 };

describe('fails closed', () => {
  test('frozen: given up in time', async () => {
    const clamd = await startClamd();
    try {
      const scanner = createClamdScanner({ ...clamd, ...SHORT });
      await clamd.freeze();
      const begun = performance.now();
      await expect(scanner.scan(streamOf('anything'))).rejects.toThrow('no verdict in time');
      await expect(scanner.check()).rejects.toBeInstanceOf(ScannerUnavailable);
      expect(performance.now() - begun).toBeLessThan(20_000);
      clamd.thaw();
      expect(await createClamdScanner(clamd).scan(streamOf('anything'))).toEqual({ clean: true });
    } finally {
      await clamd.stop();
    }
  });

  test('killed during a stream, and absent afterwards', async () => {
    const clamd = await startClamd();
    try {
      const scanner = createClamdScanner(clamd);
      async function* slowly() {
        yield Buffer.alloc(100_000);
        await clamd.kill();
        await sleep(20);
        yield Buffer.alloc(100_000);
      }
      const scanning = scanner.scan(Readable.from(slowly(), { objectMode: false }));
      await expect(scanning).rejects.toBeInstanceOf(ScannerUnavailable);
      await expect(scanner.scan(streamOf('anything'))).rejects.toBeInstanceOf(ScannerUnavailable);
      await expect(createClamdScanner({ socketPath: '/nonexistent/clamd' }).check()).rejects.toBeInstanceOf(
        ScannerUnavailable,
      );
    } finally {
      await clamd.stop();
    }
  });

  test.each<[string, (socket: Socket) => void]>([
    ['another word', (socket) => socket.end('stream: FINE\0')],
    ['OK with something before it', (socket) => socket.end('x stream: OK\0')],
    ['OK cut short', (socket) => socket.end('stream: OK')],
    ['an error', (socket) => socket.end('INSTREAM: Can not write ERROR\0')],
    ['an endless answer', (socket) => socket.write('A'.repeat(100_000))],
    ['nothing', (socket) => socket.end()],
    ['a hang-up', (socket) => socket.resetAndDestroy()],
  ])('%s is no verdict', async (_what, answer) => {
    const server = await listen(answer);
    const { port } = server.address() as AddressInfo;
    const scanner = createClamdScanner({ host: '127.0.0.1', port, ...SHORT });
    await expect(scanner.scan(streamOf('anything'))).rejects.toBeInstanceOf(ScannerUnavailable);
    server.close();
  });

  function listen(answer: (socket: Socket) => void): Promise<Server> {
    return new Promise((resolve) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => answer(socket));
      }).listen(0, '127.0.0.1', () => resolve(server));
    });
  }
});

describe('in the intake', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'bureau-scan-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const sendText = (scanner: VirusScanner, text: string) => {
    const intake = createIntake({
      store: createDiskStore({ root: join(root, 'store') }),
      spoolDir: join(root, 'spool'),
      scanner,
    });
    return intake({ stream: streamOf(text), fileName: 'note.txt', allowed: ['txt'] });
  };
  const stored = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

  test('a clean file is stored; infected and unscanned files are refused without a path and leave nothing behind', async () => {
    const clamd = await startClamd();
    try {
      const scanner = createClamdScanner(clamd);
      expect(await sendText(scanner, 'an honest note')).toMatchObject({ accepted: { bytes: 14 } });
      const before = await stored();
      const infected = await sendText(scanner, EICAR);
      expect(infected).toEqual({
        refused: { code: 'infected', message: REFUSALS.infected, detail: 'Test.Eicar.UNOFFICIAL' },
      });
      expect(JSON.stringify(infected)).not.toContain('/');
      await clamd.freeze();
      const hasty = createClamdScanner({ ...clamd, ...SHORT });
      expect(await sendText(hasty, 'while it hangs')).toMatchObject({
        refused: { code: 'unscanned', message: REFUSALS.unscanned },
      });
      clamd.thaw();
      await clamd.kill();
      expect(await sendText(scanner, 'while it is down')).toMatchObject({ refused: { code: 'unscanned' } });
      expect(await stored()).toEqual(before);
    } finally {
      await clamd.stop();
    }
  });
});
