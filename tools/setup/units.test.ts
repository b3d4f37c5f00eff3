import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '#tools/testing/daemon.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const UNITS = join(ROOT, 'ops/systemd');
/** From 0, no exposure, to 10. */
const MOST_EXPOSED = 2;

/** The units with the paths of this copy, because systemd looks whether the program exists. */
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-units-'));
  for (const name of await readdir(UNITS)) {
    const text = await readFile(join(UNITS, name), 'utf8');
    await writeFile(join(folder, name), text.replaceAll('/opt/bureau', ROOT));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SERVICES = [
  'bureau-web@8080.service',
  'bureau-worker.service',
  'bureau-backup.service',
  'bureau-copy.service',
  'bureau-failed@bureau-backup.service.service',
  'bureau-repository.service',
];

describe.each(SERVICES)('%s', (unit) => {
  it('is a valid unit', async () => {
    await expect(runProgram('systemd-analyze', ['verify', '--man=no', join(folder, unit)])).resolves.toBe('');
  });

  it(`has an exposure of at most ${MOST_EXPOSED}`, async () => {
    const [name = '', instance] = unit.split('@');
    const file = join(folder, instance === undefined ? unit : `${name}@.service`);
    const output = await runProgram('systemd-analyze', ['security', '--offline=true', '--no-pager', file]);
    const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(output)?.[1]);
    expect(exposure).toBeLessThanOrEqual(MOST_EXPOSED);
    expect(exposure).toBeGreaterThan(0);
  });
});

it('leave every setting to bureau.env that commands need as well', async () => {
  const own = /^(?:ROLE|PORT|DRAIN_SECONDS)=/;
  const texts = await Promise.all(
    (await readdir(UNITS)).map(async (name) => ({ name, text: await readFile(join(UNITS, name), 'utf8') })),
  );
  for (const { name, text } of texts) {
    // systemd and Node read quotes, backslashes and # of such a file differently, so Node alone reads it. The one that tells of
    // failures has no user of its own and could not read it.
    if (name !== 'bureau-failed@.service')
      expect([name, text]).not.toEqual([name, expect.stringMatching(/^EnvironmentFile=/m)]);
    const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, values = '']) => values.split(' '));
    // The backup has a login of its own.
    const known = name === 'bureau-backup.service' ? /^DATABASE_URL=/ : own;
    expect([name, set.filter((one) => !known.test(one))]).toEqual([name, []]);
  }
});

it.each(['bureau-backup.timer', 'bureau-copy.timer', 'bureau-repository.timer'])(
  '%s is a valid unit',
  async (unit) => {
    await expect(runProgram('systemd-analyze', ['verify', '--man=no', join(folder, unit)])).resolves.toBe('');
  },
);

it('tells of every unit that systemd does not start again when it has failed', async () => {
  const names = (await readdir(UNITS)).filter((name) => name.endsWith('.service'));
  const silent: string[] = [];
  for (const name of names) {
    const text = await readFile(join(UNITS, name), 'utf8');
    const tells = /^OnFailure=bureau-failed@%n\.service$/m.test(text) || /^Restart=always$/m.test(text);
    if (!tells) silent.push(name);
  }
  expect(silent).toEqual(['bureau-failed@.service']);
});

it('lets a web process list the addresses of its machine, which Node does where HOST is 0.0.0.0', async () => {
  const unit = await readFile(join(UNITS, 'bureau-web@.service'), 'utf8');
  expect(/^RestrictAddressFamilies=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain('AF_NETLINK');
});

describe('allow-folders.sh', () => {
  const given = { copy: '/srv/copy', heads: '/srv/heads', repository: '/srv/backups' };
  const allow = (folders: Readonly<Record<string, string>>, units = folder) =>
    runProgram('env', [
      `UNITS=${units}`,
      join(UNITS, 'allow-folders.sh'),
      ...Object.entries(folders).map(([name, path]) => `${name}=${path}`),
    ]);
  const pathsOf = async (name: string) =>
    /^ReadWritePaths=(.*)$/m
      .exec(await readFile(join(folder, `${name}.service.d/folders.conf`), 'utf8'))?.[1]
      ?.split(' ');
  beforeAll(() => allow(given));

  it('lets web processes and the worker start while a folder on another machine is away', async () => {
    for (const name of ['bureau-web@', 'bureau-worker'])
      expect(await pathsOf(name)).toEqual(['-/srv/copy', '-/srv/heads']);
  });

  it('lets copies and backups fail without their folder, which is told', async () => {
    expect(await pathsOf('bureau-copy')).toEqual(['/srv/copy']);
    for (const name of ['bureau-backup', 'bureau-repository'])
      expect(await pathsOf(name)).toEqual(['/srv/backups']);
  });

  it('writes what systemd can read', async () => {
    const units = SERVICES.map((name) => join(folder, name));
    await expect(runProgram('systemd-analyze', ['verify', '--man=no', ...units])).resolves.toBe('');
  });

  it('leaves out what is in a bucket, and refuses what is no folder', async () => {
    const empty = join(folder, 'empty');
    await allow({ copy: '', heads: '/srv/heads' }, empty);
    expect((await readdir(empty)).toSorted()).toEqual(['bureau-web@.service.d', 'bureau-worker.service.d']);
    await expect(allow({ copy: 'srv/copy' }, empty)).rejects.toThrow('usage:');
  });
});
