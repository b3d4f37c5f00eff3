import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { startClamd, type Clamd } from '#tools/testing/clamd.ts';
import { readCompose, type ComposeService } from '#tools/testing/compose.ts';
import { freePorts } from '#tools/testing/free-port.ts';
import { TestProxy } from '#tools/testing/haproxy.ts';
import { until } from '#tools/testing/until.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import type { Drill, Findings } from './drill.ts';
import { BuiltImage, judgeFiles } from './image-build.ts';
import { ImageProcess, type Places } from './image-process.ts';
import { NewCluster } from './new-cluster.ts';

const USER_ID = 10_001;
const START_MS = 120_000;
const MAIL_MS = 60_000;
const PUBLIC_URL = 'https://desk.sahyadri.example';
const ADMIN = { user: 'asha', email: 'asha@sahyadri.example', password: 'Counter-2026' };

/** An installation with everything around the image that a compose file would start beside it. */
interface Site {
  readonly image: BuiltImage;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly places: Places;
  readonly cluster: NewCluster;
  readonly catcher: Catcher;
  readonly clamd: Clamd;
  readonly folder: string;
}

/**
 * Builds the image without a registry, judges what is in it, and follows "Installing with containers" of
 * docs/operations.md with processes from the image's own files: setup, two web processes and a worker, first sign-in through the
 * proxy, doctor. Each runs as its service in the compose file says: user, capabilities, read-only root, mounts, settings.
 */
export const image: Drill = {
  name: 'image',
  isByHand: true,
  run: async (findings) => {
    const built = await BuiltImage.build(findings);
    const closers: (() => Promise<unknown>)[] = [() => built.remove()];
    try {
      await judgeFiles(findings, built);
      const site = await openSite(built, closers);
      await install(findings, site, closers);
    } finally {
      for (const close of closers.toReversed()) await close();
    }
  },
};

async function openSite(built: BuiltImage, closers: (() => Promise<unknown>)[]): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-image-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const places = {
    settings: join(folder, 'settings'),
    objects: join(folder, 'objects'),
    hosts: join(folder, 'hosts'),
  };
  for (const path of [places.settings, places.objects]) {
    await mkdir(path, { mode: 0o700 });
    await chown(path, USER_ID, USER_ID);
  }
  // A container engine answers these names; here all services share the addresses of this machine.
  await writeFile(places.hosts, '127.0.0.1 localhost database clamav desk.sahyadri.example\n');
  const cluster = await NewCluster.start();
  closers.push(() => cluster.stop());
  await cluster.query('postgres', 'create database bureau');
  const catcher = await startCatcher();
  closers.push(() => catcher.close());
  const clamd = await startClamd();
  closers.push(() => clamd.stop());
  const { services } = await readCompose();
  return { image: built, services, places, cluster, catcher, clamd, folder };
}

const serviceOf = ({ services }: Site, name: string): ComposeService => {
  const found = services[name];
  if (found === undefined) throw new Error(`the compose file has no service ${name}`);
  return found;
};

/** What differs from the compose file, because all services share one network here. */
const elsewhere = ({ clamd }: Site, more: Readonly<Record<string, string>> = {}) => ({
  CLAMD: `clamav:${clamd.port}`,
  TRUSTED_PROXIES: '127.0.0.1',
  ...more,
});

/** Runs a command of the compose file to its end. */
async function runCommand(site: Site, name: string, args: readonly string[] = []) {
  const service = serviceOf(site, name);
  const started = await ImageProcess.start(site.image, service, site.places, {
    environment: elsewhere(site),
    command: [...(service.command ?? []), ...args],
  });
  return started.ended;
}

async function install(findings: Findings, site: Site, closers: (() => Promise<unknown>)[]): Promise<void> {
  const startedAt = performance.now();
  const token = await setUp(findings, site);
  const webPorts = await freePorts(2);
  const processes = await Promise.all([
    startService(site, 'web1', closers, { PORT: String(webPorts[0]) }),
    startService(site, 'web2', closers, { PORT: String(webPorts[1]) }),
    startService(site, 'worker', closers),
  ]);
  for (const [index, one] of processes.entries())
    await until(() => one.output.includes('"msg":"ready"') || one.hasEnded, { withinMs: START_MS }).then(
      () => {
        if (one.hasEnded) throw new Error(`process ${index} ended: ${one.output.slice(-2_000)}`);
      },
    );
  const proxy = await TestProxy.start(site.folder, [String(webPorts[0]), String(webPorts[1])]);
  closers.push(() => proxy.stop());
  await signInFirst(findings, proxy, token);
  findings.figure('setup to first sign-in, s (aim 300)', (performance.now() - startedAt) / 1_000);

  await judgeProcesses(findings, site, processes);
  await judgeHealth(findings, site, String(webPorts[0]));
  await judgeWorker(findings, site, proxy);
  const doctor = await runCommand(site, 'doctor');
  findings.equals('the doctor finds no fault', [doctor.code, doctor.output.match(/^FAULT.*$/gm)], [0, null]);
  findings.holds(
    'the doctor sees mail, store and scanner',
    ['mail is accepted', 'object store has', 'virus scanner answers'].filter(
      (text) => !doctor.output.includes(text),
    ),
  );
  const migrated = await runCommand(site, 'migrate');
  findings.equals(
    'a migration finds the database up to date',
    [migrated.code, migrated.output],
    [0, 'The database was up to date.\n'],
  );
  const endings = await Promise.all(processes.map((one) => one.stop()));
  findings.equals(
    'every process stops as asked',
    endings.map(({ code }) => code),
    [0, 0, 0],
  );
}

/** The steps of the document up to the complete settings. Returns the token of the first administrator's link. */
async function setUp(findings: Findings, site: Site): Promise<string> {
  const { settings } = site.places;
  const ownerUrl = `postgres://postgres@database:${site.cluster.port}/bureau`;
  const answers = {
    DATABASE_URL: ownerUrl,
    PUBLIC_URL,
    COMPANY_NAME: 'Sahyadri Forex',
    COMPANY_ADDRESS: '12 Horniman Circle, Mumbai',
    ADMIN_USER: ADMIN.user,
    ADMIN_NAME: 'Asha Rao',
    ADMIN_EMAIL: ADMIN.email,
    SETTINGS_FILE: '/etc/bureau/bureau.env',
  };
  await writeOwned(join(settings, 'answers.txt'), answers);
  await writeOwned(join(settings, 'owner.env'), { DATABASE_URL: ownerUrl });
  const made = await runCommand(site, 'setup', ['/etc/bureau/answers.txt']);
  if (made.code !== 0) throw new Error(`setup ended with ${made.code}: ${made.output}`);
  const token = /#reset=(\S+)/.exec(made.output)?.[1] ?? '';
  findings.holds('setup gives the first link', token === '' ? [made.output] : []);
  const file = join(settings, 'bureau.env');
  // A mail server elsewhere must have a certificate; one at this address needs none.
  const more = `SMTP_URL=smtp://localhost:${site.catcher.smtpPort}\nMAIL_FROM=Sahyadri <desk@sahyadri.example>\n`;
  await writeFile(file, (await readFile(file, 'utf8')) + more);
  return token;
}

async function writeOwned(path: string, values: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path, lines.join(''), { mode: 0o600 });
  await chown(path, USER_ID, USER_ID);
}

async function startService(
  site: Site,
  name: string,
  closers: (() => Promise<unknown>)[],
  more: Readonly<Record<string, string>> = {},
): Promise<ImageProcess> {
  const started = await ImageProcess.start(site.image, serviceOf(site, name), site.places, {
    environment: elsewhere(site, more),
  });
  closers.push(() => started.kill());
  return started;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const call = async (proxy: TestProxy, fields: readonly string[]): Promise<Record<string, unknown>> => {
  const { body } = await proxy.send('/api/login_a.php', { body: fieldsBody(fields), headers: FORM });
  return JSON.parse(body) as Record<string, unknown>;
};

async function signInFirst(findings: Findings, proxy: TestProxy, token: string): Promise<void> {
  const page = await proxy.send('/');
  findings.equals('the page is served', [page.status, page.body.includes('<script')], [200, true]);
  const chosen = { token, new: ADMIN.password, rnew: ADMIN.password };
  const first = await call(proxy, ['resetfinish', JSON.stringify(chosen)]);
  const signedIn = await call(proxy, ['validate', ADMIN.user, ADMIN.password, 'WEB']);
  findings.equals('the first administrator signs in', [first['err'], signedIn['status']], ['', 'MSG0000']);
}

/** The kernel's own word on what a process may do. */
async function judgeProcesses(
  findings: Findings,
  site: Site,
  processes: readonly ImageProcess[],
): Promise<void> {
  const NONE = '0000000000000000';
  for (const { pid } of processes) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const value = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
    findings.equals(
      'a process is not root, has no capability and cannot get one',
      ['Uid', 'Gid', 'CapEff', 'CapPrm', 'CapBnd', 'NoNewPrivs'].map(value),
      [String(USER_ID), String(USER_ID), NONE, NONE, NONE, '1'],
    );
  }
  const attempt = `const fs = require('node:fs');
    const codes = ['/opt/bureau/x', '/etc/bureau/bureau.env', '/usr/bin/x', require('node:os').tmpdir() + '/x', '/var/lib/bureau/x'].map((path) => {
      try { fs.appendFileSync(path, ''); return 'written'; } catch (error) { return error.code; }
    });
    console.log(codes.join(' '));`;
  const tried = await ImageProcess.start(site.image, serviceOf(site, 'web1'), site.places, {
    entrypoint: ['node', '-e', attempt],
    command: [],
  });
  const { output } = await tried.ended;
  findings.equals(
    'only its volume and /tmp can be written',
    output.trim(),
    'EROFS EROFS EROFS written written',
  );
}

/** The health check of the image, against a process that lives and one that does not. */
async function judgeHealth(findings: Findings, site: Site, port: string): Promise<void> {
  const [kind, ...test] = site.image.config.Healthcheck?.Test ?? [];
  findings.equals('the image has a health check', kind, 'CMD');
  const codeOn = async (PORT: string) => {
    const environment = { PORT };
    const checked = await ImageProcess.start(site.image, serviceOf(site, 'web1'), site.places, {
      environment,
      entrypoint: test,
      command: [],
    });
    return (await checked.ended).code;
  };
  const [unused = 0] = await freePorts(1);
  findings.equals('its health check tells', [await codeOn(port), await codeOn(String(unused))], [0, 1]);
}

/** A mail goes out only if the worker does its job. */
async function judgeWorker(findings: Findings, { catcher }: Site, proxy: TestProxy): Promise<void> {
  await call(proxy, ['reset', ADMIN.user, ADMIN.email]);
  const mail = await catcher
    .waitFor(({ text }) => text.includes(`${PUBLIC_URL}/#reset=`), MAIL_MS)
    .catch(() => null);
  findings.equals('the worker sends a mail', mail === null, false);
}
