import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from './apt.ts';
import { Daemon } from './daemon.ts';
import { freePort } from './free-port.ts';

const START_TIMEOUT_MS = 20_000;

/** The harmless standard test virus, in two halves so that no scanner reports this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STAND', 'ARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface Clamd {
  readonly host: string;
  readonly port: number;
  readonly socketPath: string;
  /** A frozen scanner accepts connections and bytes and never answers. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends the process at once, like a crash. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the real ClamAV daemon with our own signature, without the database that it would download. */
export async function startClamd(): Promise<Clamd> {
  const dir = await mkdtemp(join(tmpdir(), 'bureau-clamd-'));
  const port = await freePort();
  const socketPath = join(dir, 'clamd.sock');
  await writeFile(join(dir, 'own.ndb'), `Test.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  await writeFile(join(dir, 'clamd.conf'), clamdConf(dir, socketPath, port));
  const args = ['--config-file', join(dir, 'clamd.conf')];
  const daemon = Daemon.start('clamd', programPath('clamd'), args, join(dir, 'clamd.log'));
  const stop = async () => {
    await daemon.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await daemon.waitUntil(() => accepts(port), START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    host: '127.0.0.1',
    port,
    socketPath,
    freeze: () => daemon.freeze(),
    thaw: () => daemon.signal('SIGCONT'),
    kill: () => daemon.stop(),
    stop,
  };
}

function clamdConf(dir: string, socketPath: string, port: number): string {
  return `
Foreground yes
DatabaseDirectory ${dir}
TemporaryDirectory ${dir}
LocalSocket ${socketPath}
TCPSocket ${port}
TCPAddr 127.0.0.1
StreamMaxLength 20M
SelfCheck 0
LogVerbose no
`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
