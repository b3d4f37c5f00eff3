import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runProgram } from '#tools/testing/daemon.ts';
import { programOf, readSection } from '#tools/testing/page-blocks.ts';
import type { Findings } from './drill.ts';
import { machineBase } from './machine-base.ts';
import { MachineNetwork } from './machine-network.ts';
import { Machine } from './machine.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const PUBLIC_URL = 'https://desk.sahyadri.example';
const RELEASE = '/srv/bureau.tar';
export const CERTIFICATE = '/srv/chain-and-key.pem';
export const ADMIN = { user: 'asha', password: 'Counter-2026' };
/** Everything that a shell or a reader of settings could take for something else. */
export const MAIL_FROM = 'Sahyadri $HOME #1 <desk@sahyadri.example>';
export const SMTP_URL = 'smtp://localhost:1025';
/** Where the page is told to keep what must outlive the machine. */
export const FOLDERS = { REPOSITORY: '/srv/backups', COPY: '/srv/copy', HEADS: '/srv/heads' };
/** The reader's own values of "Installing on Debian 12". */
export const VALUES = {
  RELEASE,
  PUBLIC_URL,
  COMPANY_NAME: 'Sahyadri Forex',
  COMPANY_ADDRESS: '12 Horniman Circle, Mumbai',
  ADMIN_USER: ADMIN.user,
  ADMIN_NAME: 'Asha Rao',
  ADMIN_EMAIL: 'asha@sahyadri.example',
  SMTP_URL,
  MAIL_FROM,
  CERTIFICATE,
  SHARED_BUFFERS: '256MB',
  MAX_CONNECTIONS: '120',
};
/** What `maxconn` of ops/haproxy/haproxy.cfg needs. */
const PROXY_FILES = 50_000;

export type Closers = (() => Promise<unknown>)[];

/** What all machines of the drill share. */
export interface Ground {
  readonly base: string;
  readonly network: MachineNetwork;
  /** The certificate that a browser trusts, and the same with its key. */
  readonly authority: string;
  readonly chainAndKey: string;
}

export async function openGround(closers: Closers): Promise<Ground> {
  const base = await machineBase({ downloaded: ['postgresql', 'haproxy', 'npm', 'pgbackrest'] });
  const network = await MachineNetwork.open('br-install', '10.77.21');
  closers.push(() => network.close());
  const folder = await mkdtemp(join(tmpdir(), 'bureau-install-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const name = new URL(PUBLIC_URL).host;
  await runProgram('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '90'],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
  ]);
  const authority = await readFile(certificate, 'utf8');
  return { base, network, authority, chainAndKey: authority + (await readFile(key, 'utf8')) };
}

/** What a machine needs to reach npm's registry from here, as this machine is configured. */
async function registryOf(machine: string): Promise<Readonly<Record<string, string>>> {
  const setting = async (name: string) => (await runProgram('npm', ['config', 'get', name])).trim();
  const registry = await setting('registry');
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities === undefined) return { npm_config_registry: registry };
  await runProgram('cp', [
    '--dereference',
    authorities,
    join(machine, 'etc/ssl/authorities-of-the-drill.pem'),
  ]);
  const inside = '/etc/ssl/authorities-of-the-drill.pem';
  return { npm_config_registry: registry, npm_config_cafile: inside, NODE_EXTRA_CA_CERTS: inside };
}

/** A mail server on the machine itself, which needs no certificate. It starts as soon as the program is there. */
const MAIL_UNIT = `[Unit]
StartLimitIntervalSec=0
[Service]
ExecStart=/opt/bureau/node_modules/.bin/node /opt/bureau/tools/catcher/main.ts --smtp 1025 --http 8025
Restart=always
RestartSec=1
[Install]
WantedBy=multi-user.target
`;

/** The files that haproxy may open are few where this machine may not allow more, so it gets fewer connections there. */
async function limitProxy(machine: Machine): Promise<void> {
  const most = Number(
    /^Max open files\s+\d+\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1],
  );
  if (most >= PROXY_FILES) return;
  const options = `-S /run/haproxy-master.sock -n ${Math.floor(most / 10)}`;
  const text = `[Service]\nLimitNOFILE=${most}\nEnvironment="EXTRAOPTS=${options}"\n`;
  await machine.write('/etc/systemd/system/haproxy.service.d/fewer-files.conf', text);
}

/** A Debian with the release and the certificate that the page asks for, and nothing else of Bureau. */
export async function startMachine(
  { base, network, chainAndKey }: Ground,
  closers: Closers,
  { name, number }: { readonly name: string; readonly number: number },
): Promise<Machine> {
  const environment: Record<string, string> = {};
  const hosts = { [new URL(PUBLIC_URL).host]: '127.0.0.1' };
  const machine = await Machine.start({ name, network, number, base, environment, hosts });
  closers.push(() => machine.remove());
  Object.assign(environment, await registryOf(machine.root));
  const release = join(machine.root, RELEASE);
  await promisify(execFile)('git', ['archive', `--output=${release}`, 'HEAD'], { cwd: ROOT });
  await machine.write(CERTIFICATE, chainAndKey, 0o600);
  await machine.write('/etc/systemd/system/mail-of-the-drill.service', MAIL_UNIT);
  await limitProxy(machine);
  await machine.must('systemctl enable --now mail-of-the-drill');
  return machine;
}

/** Runs the blocks of a section, all or the first ones. Returns what they printed. */
export async function runSection(
  findings: Findings,
  machine: Machine,
  title: string,
  values: Readonly<Record<string, string>> = {},
  first?: number,
): Promise<string> {
  const section = await readSection(title);
  const program = programOf({ ...section, blocks: section.blocks.slice(0, first) }, values);
  const what = first === undefined ? title : `${title}, blocks 1 to ${first}`;
  const file = `/srv/${what.replaceAll(/\W/g, '-')}.sh`;
  await machine.write(file, program);
  const startedAt = performance.now();
  const { code, output } = await machine.run(`bash ${file}`);
  findings.figure(`${what}, s`, (performance.now() - startedAt) / 1_000);
  findings.holds(`every command of "${what}" succeeds`, code === 0 ? [] : [output.slice(-3_000)]);
  if (code !== 0) throw new Error(`"${what}" ended with ${code}`);
  return output;
}
