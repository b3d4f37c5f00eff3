import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { migrationNames, numberOf } from '#server/platform/db/declarations.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { EICAR } from '#tools/testing/clamd.ts';
import { freePorts } from '#tools/testing/free-port.ts';
import { until } from '#tools/testing/until.ts';
import { Authority, pushImages } from './compose-images.ts';
import { judgeContainers, judgeFiles } from './compose-judge.ts';
import { DockerDaemon, HOST_ADDRESS } from './docker-daemon.ts';
import type { Drill, Findings } from './drill.ts';
import { call, signIn } from './ground.ts';
import { programOf, readSection } from '#tools/testing/page-blocks.ts';
import { Savers } from './saves.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAIL_MS = 60_000;
const READY_MS = 120_000;
const CLIENTS = 8;
const REST_MS = 50;
const LOAD_MS = 3_000;
const MEGABYTE = 1_000_000;
/** What compose.yaml asks for. A machine whose own limit is lower gets a proxy for fewer connections. */
const PROXY_FILES = 65_536;
const FEW_CONNECTIONS = 4_000;
const ADMIN = { user: 'asha', email: 'asha@sahyadri.example', password: 'Counter-2026' };

interface Site {
  readonly docker: DockerDaemon;
  readonly catcher: Catcher;
  readonly url: string;
  readonly values: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Runs the lines of "Installing with containers" of docs/operations.md as they stand there, with a real Docker daemon: images, setup,
 * start, first sign-in, an upload that the scanner inspects, doctor, an upgrade under calls, the way back, down and up again.
 */
export const compose: Drill = {
  name: 'compose',
  isByHand: true,
  run: async (findings) => {
    const docker = await DockerDaemon.start();
    const closers: (() => Promise<unknown>)[] = [() => docker.stop()];
    try {
      const site = await openSite(findings, docker, closers);
      await install(findings, site);
      await changeVersions(findings, site);
      await startAgain(findings, site);
    } finally {
      for (const close of closers.toReversed()) await close();
    }
  },
};

async function openSite(
  findings: Findings,
  docker: DockerDaemon,
  closers: (() => Promise<unknown>)[],
): Promise<Site> {
  const authority = await Authority.open(docker.kept);
  setDefaultCACertificates([...getCACertificates('default'), await authority.certificate()]);
  await pushImages(docker, authority);
  const tls = await authority.issue(HOST_ADDRESS);
  const catcher = await startCatcher({ host: HOST_ADDRESS, tls });
  closers.push(() => catcher.close());
  const certificate = join(docker.kept, 'bureau.pem');
  await writeFile(certificate, tls.cert + tls.key, { mode: 0o600 });
  await putRelease(docker);
  const hasPlugin = (await docker.run('docker compose version')).code === 0;
  const [httpPort = 0, httpsPort = 0] = await freePorts(2);
  const url = `https://${HOST_ADDRESS}:${httpsPort}`;
  const values = {
    COMPOSE: hasPlugin ? 'docker compose' : 'docker-compose',
    VERSION: 'drill-1',
    REGISTRY: docker.registry,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    CERTIFICATE: certificate,
    PUBLIC_URL: url,
    COMPANY_NAME: 'Sahyadri Forex',
    COMPANY_ADDRESS: '12 Horniman Circle, Mumbai',
    ADMIN_USER: ADMIN.user,
    ADMIN_NAME: 'Asha Rao',
    ADMIN_EMAIL: ADMIN.email,
    SMTP_URL: `smtp://${HOST_ADDRESS}:${catcher.smtpPort}`,
    MAIL_FROM: 'Sahyadri <desk@sahyadri.example>',
  };
  findings.figure('compose', (await docker.must(`${values.COMPOSE} version --short`)).trim());
  return { docker, catcher, url, values, environment: await limitsOf(docker) };
}

/** The files of this commit in /opt/bureau, as a release is unpacked there. */
async function putRelease(docker: DockerDaemon): Promise<void> {
  const archive = join(docker.kept, 'release.tar');
  await promisify(execFile)('git', ['archive', '--output', archive, 'HEAD'], { cwd: ROOT });
  await docker.must(
    `mkdir -p /opt/bureau && tar --extract --file '${archive}' --directory /opt/bureau && rm '${archive}'`,
  );
}

/** A machine that grants fewer open files than compose.yaml asks for refuses the proxy; only then it gets fewer. */
async function limitsOf(docker: DockerDaemon): Promise<Readonly<Record<string, string>>> {
  const files = Number(await docker.must('ulimit -Hn | sed s/unlimited/999999/'));
  if (files >= PROXY_FILES) return {};
  await docker.must(
    `sed -i 's/maxconn 20000/maxconn ${FEW_CONNECTIONS}/' /opt/bureau/ops/haproxy/haproxy.cfg`,
  );
  return { PROXY_FILES: String(files) };
}

/** Runs a section of the page from top to bottom. */
async function follow(
  { docker, values, environment }: Site,
  heading: string,
  version = values['VERSION'] ?? '',
): Promise<string> {
  const script = programOf(await readSection(heading), { ...values, VERSION: version });
  return docker.must(script, environment);
}

async function install(findings: Findings, site: Site): Promise<void> {
  const startedAt = performance.now();
  const output = await follow(site, 'Installing with containers');
  findings.figure('the section from top to bottom, s', (performance.now() - startedAt) / 1_000);
  const bytes = await site.docker.must('docker image inspect --format "{{.Size}}" bureau:drill-1');
  const megabytes = Number(bytes) / MEGABYTE;
  findings.figure('image, MB (aim 300)', megabytes);
  findings.holds('the image has at most 300 MB', megabytes <= 300 ? [] : [megabytes]);
  await judgeFiles(findings, site.docker, 'bureau:drill-1');
  const doctor = output.slice(output.lastIndexOf('\n--- '));
  findings.holds('the doctor finds no fault, and sees mail, store and scanner', [
    ...(doctor.match(/^FAULT.*$/gm) ?? []),
    ...['mail is accepted', '/var/lib/bureau/objects has', 'virus scanner answers'].filter(
      (text) => !doctor.includes(text),
    ),
  ]);
  await signInFirst(findings, site, /#reset=(\S+)/.exec(output)?.[1] ?? '');
  await judgeUploads(findings, site);
  await call(site.url, 'login_a.php', ['reset', ADMIN.user, ADMIN.email]);
  const mail = await site.catcher.waitFor(({ text }) => text.includes('#reset='), MAIL_MS).catch(() => null);
  findings.equals('the worker sends a mail', mail === null, false);
  await judgeContainers(findings, site.docker);
}

async function signInFirst(findings: Findings, { url }: Site, token: string): Promise<void> {
  const page = await fetch(url);
  findings.equals('the page is served', [page.status, (await page.text()).includes('<script')], [200, true]);
  const chosen = { token, new: ADMIN.password, rnew: ADMIN.password };
  const first = await call(url, 'login_a.php', ['resetfinish', JSON.stringify(chosen)]);
  const signedIn = await call(url, 'login_a.php', ['validate', ADMIN.user, ADMIN.password, 'WEB']);
  const replies = [first.json, signedIn.json] as { err?: string; status?: string }[];
  findings.equals('the first administrator signs in', [replies[0]?.err, replies[1]?.status], ['', 'MSG0000']);
}

/** Everything that people upload passes the scanner: without it each of these would be refused. */
async function judgeUploads(findings: Findings, { url }: Site): Promise<void> {
  const sid = await signIn(url, ADMIN.user, ADMIN.password);
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const send = async (file: Buffer): Promise<unknown> => {
    const form = new FormData();
    form.append('meta', JSON.stringify({ sid, uploadType: 'COMPANYLOGO' }));
    form.append('file', new Blob([new Uint8Array(file)]), 'logo.png');
    const reply = await fetch(`${url}/api/upload_a.php`, { method: 'POST', body: form });
    return ((await reply.json()) as { error?: unknown }).error;
  };
  findings.equals(
    'a clean file is taken, and the test virus is refused by the scanner',
    [await send(picture), await send(Buffer.concat([picture, Buffer.from(EICAR)]))],
    ['', 'The file was refused by the virus scanner.'],
  );
}

/** A newer program with a migration that suits the running one, and the way back, both under calls. */
async function changeVersions(findings: Findings, site: Site): Promise<void> {
  const last = Math.max(...(await migrationNames()).map(numberOf));
  const padded = (number: number) => String(number).padStart(4, '0');
  const name = `${padded(last + 1)}_masters_drill_note`;
  const sql = `-- A migration of a newer program.\n-- oldest program: ${padded(last)}\nalter table masters.country add column drill_note text;\n`;
  await site.docker.must(`cat > /opt/bureau/server/migrations/${name}.sql <<'END'\n${sql}END`);
  const savers = new Savers();
  const session = await signIn(site.url, ADMIN.user, ADMIN.password);
  let isOver = false;
  const load = savers.runThrough(site.url, session, CLIENTS, REST_MS, () => isOver);
  try {
    await sleep(LOAD_MS);
    const output = await follow(site, 'Upgrading containers', 'drill-2');
    findings.holds('the migration of the newer program ran', output.includes(name) ? [] : [output]);
    findings.equals('all processes are of the newer image', await imagesOf(site), threeOf('drill-2'));
    await follow(site, 'Rolling back containers', 'drill-1');
    findings.equals('all processes are of the older image again', await imagesOf(site), threeOf('drill-1'));
    await sleep(LOAD_MS);
  } finally {
    isOver = true;
    await load;
  }
  const calls = savers.saves;
  findings.figure('calls during upgrade and way back', calls.length);
  // 409 is the correct answer to an edit of a record that another client has just changed.
  findings.holds(
    'no call failed',
    calls.filter(({ status }) => status !== 200 && status !== 409),
  );
  findings.holds('saves were made', calls.some(({ outcome }) => outcome === 'saved') ? [] : ['none was']);
}

const threeOf = (version: string) => Array.from({ length: 3 }, () => `bureau:${version}`);

const imagesOf = async ({ docker, values, environment }: Site): Promise<readonly string[]> =>
  (
    await docker.must(
      `cd /opt/bureau/ops/container && docker inspect --format '{{.Config.Image}}' $(${values['COMPOSE']} ps -q web1 web2 worker)`,
      environment,
    )
  )
    .trim()
    .split('\n');

/** Everything is removed but the volumes, and comes back with its data. */
async function startAgain(findings: Findings, site: Site): Promise<void> {
  const startedAt = performance.now();
  await follow(site, 'Stopping and starting containers');
  const isReady = async () => (await fetch(`${site.url}/readyz`).catch(() => null))?.status === 200;
  await until(isReady, { withinMs: READY_MS });
  findings.figure('down and ready again, s', (performance.now() - startedAt) / 1_000);
  const session = await signIn(site.url, ADMIN.user, ADMIN.password);
  findings.holds('the administrator signs in again', session === '' ? ['no session'] : []);
}
