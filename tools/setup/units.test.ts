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
];

describe.each(SERVICES)('%s', (unit) => {
  it('is a valid unit', async () => {
    await expect(runProgram('systemd-analyze', ['verify', '--man=no', join(folder, unit)])).resolves.toBe('');
  });

  it(`has an exposure of at most ${MOST_EXPOSED}`, async () => {
    const file = join(folder, unit.replace('@8080', '@'));
    const output = await runProgram('systemd-analyze', ['security', '--offline=true', '--no-pager', file]);
    const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(output)?.[1]);
    expect(exposure).toBeLessThanOrEqual(MOST_EXPOSED);
    expect(exposure).toBeGreaterThan(0);
  });
});

it.each(['bureau-backup.timer', 'bureau-copy.timer'])('%s is a valid unit', async (unit) => {
  await expect(runProgram('systemd-analyze', ['verify', '--man=no', join(folder, unit)])).resolves.toBe('');
});
