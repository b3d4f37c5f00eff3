import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from './daemon.ts';
import { programOf, readSection, type Section } from './page-blocks.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Sections with their own values, and the subsections that share them. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'Installing on Debian 12': [],
  'Installing with containers': [],
  'Backing up': [],
  'Checking the backups': [],
  Restoring: [],
  'What must be kept elsewhere': [],
  'The whole machine is lost': [],
  'Without the kept file': [],
  'Failing over': [
    'Certificates and passwords',
    'On each of the three machines',
    'The database',
    'On each machine that runs Bureau',
    'The first backup',
  ],
  'Restoring under Patroni': [],
  'Rolling out a new version': [],
  'What to watch': [],
};

async function readWhole(title: string): Promise<Section> {
  const [section, ...parts] = await Promise.all([title, ...(SECTIONS[title] ?? [])].map(readSection));
  if (section === undefined) throw new Error(`there is no section ${title}`);
  return { ...section, blocks: [...section.blocks, ...parts.flatMap(({ blocks }) => blocks)] };
}

/** The commands of docs/operations.md that drills run, as far as they can be judged without a machine. */
describe.each(Object.keys(SECTIONS))('%s', (title) => {
  it('has commands that a shell can read', async () => {
    const section = await readWhole(title);
    const given = Object.fromEntries(section.values.map((name) => [name, `it's ${name}`]));
    await expect(runProgram('bash', ['-n', '-c', programOf(section, given)])).resolves.toBe('');
  });

  it('uses only values that are set at its beginning, and files that a release has', async () => {
    const { values, blocks } = await readWhole(title);
    const text = blocks.join('');
    const set = [...text.matchAll(/^([A-Z_0-9]+)=|^ *for (\w+) in/gm)].map(([, one, other]) => one ?? other);
    const used = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
    const exported = [...text.matchAll(/^export (.*)$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(used.filter((name) => !values.includes(name) && !set.includes(name))).toEqual([]);
    expect(values.filter((name) => ![...used, ...exported].includes(name))).toEqual([]);
    const files = [...text.matchAll(/(?<=^|[\s"<]|\/opt\/bureau\/)ops\/[\w./@*-]+/gm)].map(([file]) => file);
    expect(files.filter((file) => globSync(file, { cwd: ROOT }).length === 0)).toEqual([]);
  });

  it('leaves the shell of the operator as it was, and copies the files of haproxy together', async () => {
    const text = (await readWhole(title)).blocks.join('');
    expect(text).not.toMatch(/^umask/m);
    for (const [line] of text.matchAll(/^.*ops\/haproxy.*$/gm))
      expect(line).toBe('cp ops/haproxy/* /etc/haproxy/');
    // They differ from unit to unit, which allow-folders.sh knows.
    expect(text).not.toContain('ReadWritePaths');
  });
});

it('asks for every value of the page', async () => {
  const section = await readSection('Restoring');
  expect(() => programOf(section, { ELSEWHERE: 'x' })).toThrow('"Restoring" asks for MOMENT');
});

it('lets nothing of Prometheus listen on other addresses than that of the machine itself', async () => {
  const text = (await readSection('What to watch')).blocks.join('');
  const [, installed = ''] = /apt-get install --yes (.*)$/m.exec(text) ?? [];
  const [, restarted = ''] = /^systemctl restart (.*)$/m.exec(text) ?? [];
  const written = [...text.matchAll(/^echo 'ARGS="(.*)"' >> \/etc\/default\/(.*)$/gm)];
  const packages = written.map(([, , name = '']) => name);
  expect(packages.toSorted()).toEqual(installed.split(' ').toSorted());
  expect(restarted.split(' ').toSorted()).toEqual(packages.toSorted());
  const configuration = await readFile(resolve(ROOT, 'ops/prometheus/prometheus.yml'), 'utf8');
  for (const [, options = '', name = ''] of written) {
    const [, address = ''] = /^--web\.listen-address=(127\.0\.0\.1:\d+)(?: |$)/.exec(options) ?? [];
    if (name !== 'prometheus') expect([name, configuration.includes(`'${address}'`)]).toEqual([name, true]);
  }
  const options = Object.fromEntries(written.map(([, all = '', name = '']) => [name, all.split(' ')]));
  // Without it Alertmanager listens for others of its kind, and the blackbox exporter does not find its modules.
  expect(options['prometheus-alertmanager']).toContain('--cluster.listen-address=');
  expect(options['prometheus-blackbox-exporter']).toContain('--config.file=/etc/prometheus/blackbox.yml');
});
