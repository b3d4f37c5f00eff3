import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from './apt.ts';
import { Daemon, runProgram } from './daemon.ts';
import { freePorts } from './free-port.ts';

const START_TIMEOUT_MS = 60_000;

export interface RadosGateway {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Pauses (or resumes) the gateway's process, like a hung server. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a real S3 server: Ceph's gateway over one monitor and one in-memory store, with signature checks. */
export async function startRadosGateway(): Promise<RadosGateway> {
  const dir = await mkdtemp(join(tmpdir(), 'bureau-s3-'));
  const daemons: Daemon[] = [];
  const stop = async () => {
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const [monitorPort = 0, gatewayPort = 0] = await freePorts(2);
    const fsid = randomUUID();
    await writeFile(join(dir, 'ceph.conf'), cephConf(dir, fsid, monitorPort));
    await makeKeyring(dir);
    daemons.push(await startMonitor(dir, fsid, monitorPort));
    daemons.push(await startStore(dir));
    const keys = await makeUser(dir);
    const gateway = await startGateway(dir, gatewayPort);
    daemons.push(gateway);
    return {
      ...keys,
      endpoint: `http://127.0.0.1:${gatewayPort}`,
      region: 'us-east-1',
      freeze: () => gateway.freeze(),
      thaw: () => gateway.signal('SIGCONT'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function cephConf(dir: string, fsid: string, monitorPort: number): string {
  return `
[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitorPort}]
ms bind ipv6 = false
public addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${dir}/keyring
run dir = ${dir}
admin socket =
pid file =
log file =
log to stderr = true
err to stderr = true
mon cluster log file =
mon data = ${dir}/mon
mon allow pool size one = true
mon data avail crit = 0
mon data avail warn = 0
mon max pg per osd = 1000
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
rgw data = ${dir}/rgw
rgw enable usage log = false
rgw dynamic resharding = false
rgw enable gc threads = false
rgw enable lc threads = false
rgw thread pool size = 32
`;
}

/** All keys are in the monitor's first keyring, so none has to be requested from the running cluster. */
async function makeKeyring(dir: string): Promise<void> {
  const keyring = join(dir, 'keyring');
  const add = (name: string, ...caps: string[]) =>
    runProgram(programPath('ceph-authtool'), [
      keyring,
      '--gen-key',
      '-n',
      name,
      ...caps.flatMap((cap) => ['--cap', ...(cap.split('=') as [string, string])]),
    ]);
  await writeFile(keyring, '', { mode: 0o600 });
  await add('mon.', 'mon=allow *');
  await add('client.admin', 'mon=allow *', 'osd=allow *');
  await add('osd.0', 'mon=allow profile osd', 'osd=allow *');
}

async function startMonitor(dir: string, fsid: string, port: number): Promise<Daemon> {
  const conf = join(dir, 'ceph.conf');
  const monmap = join(dir, 'monmap');
  const address = `[v2:127.0.0.1:${port}]`;
  await runProgram(programPath('monmaptool'), ['--create', '--addv', 'a', address, '--fsid', fsid, monmap]);
  await mkdir(join(dir, 'mon'));
  const mon = programPath('ceph-mon');
  await runProgram(mon, [
    '-c',
    conf,
    '-i',
    'a',
    '--mkfs',
    '--monmap',
    monmap,
    '--keyring',
    join(dir, 'keyring'),
  ]);
  return Daemon.start('ceph-mon', mon, ['-c', conf, '-i', 'a', '-f'], join(dir, 'mon.log'));
}

async function startStore(dir: string): Promise<Daemon> {
  const conf = join(dir, 'ceph.conf');
  const uuid = randomUUID();
  const ceph = (...args: string[]) =>
    runProgram(programPath('ceph'), ['-c', conf, '--connect-timeout', '30', ...args]);
  await ceph('osd', 'new', uuid);
  await mkdir(join(dir, 'osd'));
  const osd = programPath('ceph-osd');
  await runProgram(osd, ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', uuid]);
  const daemon = Daemon.start('ceph-osd', osd, ['-c', conf, '-i', '0', '-f'], join(dir, 'osd.log'));
  const isUp = async () => /\b1 up\b/.test(await ceph('osd', 'stat'));
  await daemon.waitUntil(isUp, START_TIMEOUT_MS);
  return daemon;
}

async function makeUser(dir: string): Promise<{ accessKeyId: string; secretAccessKey: string }> {
  const accessKeyId = randomBytes(10).toString('hex').toUpperCase();
  const secretAccessKey = randomBytes(20).toString('hex');
  await runProgram(programPath('radosgw-admin'), [
    ...['-c', join(dir, 'ceph.conf'), 'user', 'create', '--uid', 'bureau', '--display-name', 'Bureau'],
    ...['--access-key', accessKeyId, '--secret-key', secretAccessKey],
  ]);
  return { accessKeyId, secretAccessKey };
}

async function startGateway(dir: string, port: number): Promise<Daemon> {
  const args = ['-c', join(dir, 'ceph.conf'), '-n', 'client.admin', '-f'];
  const frontend = `--rgw-frontends=beast endpoint=127.0.0.1:${port}`;
  const daemon = Daemon.start('radosgw', programPath('radosgw'), [...args, frontend], join(dir, 'rgw.log'));
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/`)).ok;
  await daemon.waitUntil(answers, START_TIMEOUT_MS);
  return daemon;
}
