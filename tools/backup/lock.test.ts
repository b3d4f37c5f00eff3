import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Daemon, runProgram } from '#tools/testing/daemon.ts';

const OPS = resolve(import.meta.dirname, '../../ops');
const FOLDERS = '/var/spool/pgbackrest';
const COMMANDS = ['backup', 'expire', 'stanza-create', 'stanza-upgrade'];

let folder = '';
let holder: Daemon;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-lock-'));
  const text = await readFile(join(OPS, 'pgbackrest/pgbackrest.conf'), 'utf8');
  await writeFile(join(folder, 'pgbackrest.conf'), text.replaceAll(FOLDERS, folder));
  await runProgram('mkdir', [join(folder, 'lock')]);
  const lock = join(folder, 'lock/bureau-backup.lock');
  // As a backup that is being made holds it.
  holder = Daemon.start('holder', 'flock', ['--no-fork', lock, 'sleep', '600'], join(folder, 'holder.log'));
  const isHeld = () =>
    runProgram('flock', ['--nonblock', lock, 'true']).then(
      () => false,
      () => true,
    );
  await holder.waitUntil(isHeld, 10_000);
});
afterAll(async () => {
  await holder.stop();
  await rm(folder, { recursive: true, force: true });
});

it.each(COMMANDS)('%s ends at once while a backup is made, whoever has started either', async (command) => {
  const options = [`--config=${folder}/pgbackrest.conf`, `--config-include-path=${folder}/lock`];
  const run = ['PGBACKREST_REPO1_CIPHER_PASS=x', 'pgbackrest', ...options, '--stanza=bureau', command];
  await expect(runProgram('env', run)).rejects.toThrow('bureau-backup.lock');
});

it.each(['bureau-backup.service', 'bureau-repository.service'])('%s uses the same lock', async (name) => {
  const unit = await readFile(join(OPS, 'systemd', name), 'utf8');
  expect(unit).not.toContain('PGBACKREST_LOCK_PATH');
  expect(/^ReadWritePaths=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain(`-${FOLDERS}`);
});
